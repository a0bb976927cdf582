import { packed, readDeepLink, readLatest, readRecents, readSession, unpacked } from '#domain/records';
import { site } from '#site';

/** A value kept in the visitor's browser. Where that is forbidden or full, it is kept for this visit. */
function record<T>(name: string, read: (value: unknown) => T) {
  const key = `${site.instanceId}.${name}`;
  let kept: string | null = null;
  const attempt = (deed: (storage: Storage) => string | null | undefined) => {
    try {
      return deed(localStorage);
    } catch {
      return undefined;
    }
  };
  const set = (value: T) => {
    const text = packed(value);
    kept = text;
    attempt((storage) => storage.setItem(key, text) as undefined);
  };
  return {
    get: () => {
      const text = attempt((storage) => storage.getItem(key)) ?? kept;
      const value = unpacked(text, read);
      // What is no record of ours is replaced by one, so that it does no harm again.
      if (text !== null && text !== packed(value)) set(value);
      return value;
    },
    set,
    clear: () => {
      kept = null;
      attempt((storage) => storage.removeItem(key) as undefined);
    },
    /** Calls `listen` whenever another tab has changed it. Returns the undo. */
    watch: (listen: () => void) => {
      const heard = (event: StorageEvent) => {
        // Without a key, everything was cleared.
        if (event.key !== null && event.key !== key) return;
        kept = null;
        listen();
      };
      addEventListener('storage', heard);
      return () => removeEventListener('storage', heard);
    },
  };
}

/** The local records (spec, section 3), under one prefix: the instance id. */
export const records = {
  /** Id of the wallet that was picked last, also if that came to nothing. */
  latest: record('latest', readLatest),
  /** Ids of the wallets that were connected. */
  recents: record('recents', readRecents),
  /** The app that was opened last. */
  deepLink: record('deepLink', readDeepLink),
  /** The connection to restore. */
  session: record('session', readSession),
};
