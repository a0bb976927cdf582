/** Returns the key of a setting in local storage. */
const keyOf = (name: string) => `workbench.${name}`;

/** Returns a stored setting, or null if there is none or the browser forbids storage. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

/** Stores a setting, or removes it if `value` is null. Returns false if storage is full or forbidden. */
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
