import {
  packed,
  readDeepLink,
  readLatest,
  readNames,
  readRecents,
  readSession,
  readSignIn,
  unpacked,
} from '#domain/records';
import { readTransactions } from '#domain/transactions';
import { site } from '#site';

/** A value kept in the visitor's browser. It is kept for this visit alone if storage is forbidden or full. */
function record<T>(name: string, fit: (value: unknown) => T) {
  const key = `${site.instanceId}.${name}`;
  let kept: string | null = null;
  /** The browser refused a write, so its stored value is out of date. */
  let refused = false;
  const keep = (text: string | null) => {
    kept = text;
    refused = true;
    try {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      refused = false;
    } catch {
      // Without storage the value stays in memory.
    }
  };
  const read = () => {
    try {
      return refused ? kept : localStorage.getItem(key);
    } catch {
      return kept;
    }
  };
  const set = (value: T) => keep(packed(value));
  return {
    get: () => {
      const text = read();
      const value = unpacked(text, fit);
      // A broken record is replaced, so that it does no harm again.
      if (text !== null && text !== packed(value)) set(value);
      return value;
    },
    set,
    clear: () => keep(null),
    /** Calls `listen` whenever another tab has changed it. Returns the undo. */
    watch: (listen: () => void) => {
      const heard = (event: StorageEvent) => {
        // A change without a key means that everything was cleared.
        if (event.key !== null && event.key !== key) return;
        refused = false;
        listen();
      };
      addEventListener('storage', heard);
      return () => removeEventListener('storage', heard);
    },
  };
}

/** The local records (spec, section 3), under one prefix: the instance id. */
export const records = {
  /** Id of the wallet that was picked last, even if it did not connect. */
  latest: record('latest', readLatest),
  /** Ids of the wallets that were connected. */
  recents: record('recents', readRecents),
  /** The app that was opened last. */
  deepLink: record('deepLink', readDeepLink),
  /** The connection to restore. */
  session: record('session', readSession),
  /** The signed-in account, if no server knows it. */
  signIn: record('signIn', readSignIn),
  /** Names that recently led back to their addresses. */
  names: record('names', readNames),
  /** The transactions that every account has sent. */
  transactions: record('transactions', readTransactions),
};

// Reading checks every record once, also those that no dialog reads today.
for (const one of Object.values(records)) one.get();
