/** The name under which browsers keep a setting of the workbench. */
const keyOf = (name: string) => `workbench.${name}`;

/** Returns a stored setting. Returns null if there is none, or storage is forbidden. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

/**
 * Stores a setting, or removes it for null. Returns false if storage is full or forbidden. The setting then lasts until
 * the page closes.
 */
export function storeSetting(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), value);
    return true;
  } catch {
    return false;
  }
}

/** Removes all settings whose names begin with `prefix`. */
export function removeSettings(prefix: string) {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(keyOf(prefix))) localStorage.removeItem(key);
  } catch {}
}
