/** The name under which browsers keep a setting of the workbench. */
const keyOf = (name: string) => `workbench.${name}`;

/** Reads a setting that was kept. Returns null if there is none, or storage is refused. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

/** Keeps a setting, or removes it for null. If storage is refused, it is only set for this visit. */
export function keepSetting(name: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), value);
  } catch {
    // It is set for this visit.
  }
}
