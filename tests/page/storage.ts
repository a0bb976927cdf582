/** In the page: replaces storage by a variant that browsers may have. By default, the URL names it. */
export function breakStorage(kind = location.search.slice(1)) {
  const areas = ['localStorage', 'sessionStorage', 'indexedDB'];
  const full = () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  };
  const kinds: Record<string, () => void> = {
    denied: () => {
      const denied = {
        get() {
          throw new DOMException('The user denied it.', 'SecurityError');
        },
      };
      for (const name of areas) Object.defineProperty(window, name, denied);
    },
    none: () => {
      for (const name of areas) Object.defineProperty(window, name, { value: null });
    },
    full,
    broken: () => {
      for (const method of ['getItem', 'setItem', 'removeItem'] as const)
        Storage.prototype[method] = () => {
          throw new Error('The disk is on fire.');
        };
    },
    rubbish: () => {
      for (const name of ['latest', 'recents', 'session', 'deepLink']) localStorage.setItem(`iaborrow.${name}`, '{');
      full();
    },
  };
  kinds[kind]?.();
}
