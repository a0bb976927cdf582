import {
  parseDeepLink,
  parseLatestWallet,
  parseNameRecord,
  parseRecentWallets,
  parseRecord,
  parseSignInRecord,
  parseStoredConnection,
  serializeRecord,
} from '#domain/records';
import { parseTransactionBook } from '#domain/transactions';
import { site } from '#site';

/** Creates a record in the browser's storage, or in memory if storage is forbidden or full. */
function createRecord<T>(name: string, fit: (value: unknown) => T) {
  const key = `${site.instanceId}.${name}`;
  let kept: string | null = null;
  /** Whether the browser refused a write, so that the stored value is outdated. */
  let refused = false;
  const keep = (text: string | null) => {
    kept = text;
    refused = true;
    try {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      refused = false;
    } catch {}
  };
  const read = () => {
    try {
      return refused ? kept : localStorage.getItem(key);
    } catch {
      return kept;
    }
  };
  const set = (value: T) => keep(serializeRecord(value));
  return {
    get: () => {
      const text = read();
      const value = parseRecord(text, fit);
      if (text !== null && text !== serializeRecord(value)) set(value);
      return value;
    },
    set,
    clear: () => keep(null),
    /** Calls `listen` whenever another tab has changed the value. Returns the function that unsubscribes. */
    watch: (listen: () => void) => {
      const heard = (event: StorageEvent) => {
        // An event without a key means that all records were cleared.
        if (event.key !== null && event.key !== key) return;
        refused = false;
        listen();
      };
      addEventListener('storage', heard);
      return () => removeEventListener('storage', heard);
    },
  };
}

export const storedRecords = {
  latest: createRecord('latest', parseLatestWallet),
  recents: createRecord('recents', parseRecentWallets),
  deepLink: createRecord('deepLink', parseDeepLink),
  session: createRecord('session', parseStoredConnection),
  /** The session, if the page verifies sign-ins itself. */
  signIn: createRecord('signIn', parseSignInRecord),
  names: createRecord('names', parseNameRecord),
  transactions: createRecord('transactions', parseTransactionBook),
};

// Reads every record once, which resets invalid ones.
for (const one of Object.values(storedRecords)) one.get();
