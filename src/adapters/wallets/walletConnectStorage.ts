const NAME = 'WALLET_CONNECT_V2_INDEXED_DB';
const STORE = 'keyvaluestorage';
/** The time limit for opening the database, in ms. */
const OPEN_TIMEOUT = 2_000;

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function openDatabase() {
  const request = indexedDB.open(NAME);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const late = new Promise<never>((_, reject) => setTimeout(reject, OPEN_TIMEOUT, new Error('The database is shut.')));
  return Promise.race([answerOf(request), late]);
}

/** Uses memory if IndexedDB fails. The library's own storage raises uncaught errors then (reown-com/appkit#5544). */
export function createWalletConnectStorage() {
  const memory = new Map<string, string | null>();
  let database: Promise<IDBDatabase> | undefined;

  async function ask<T>(mode: IDBTransactionMode, question: (store: IDBObjectStore) => IDBRequest<T>) {
    database ??= openDatabase();
    const store = (await database).transaction(STORE, mode).objectStore(STORE);
    return answerOf(question(store));
  }
  const write = async (key: string, text: string | null) => {
    try {
      if (text === null) await ask('readwrite', (store) => store.delete(key));
      else await ask('readwrite', (store) => store.put(text, key));
      memory.delete(key);
    } catch {
      memory.set(key, text);
    }
  };
  const getKeys = async () => {
    const stored = await ask('readonly', (store) => store.getAllKeys()).catch(() => []);
    const keys = new Set([...stored.map(String), ...memory.keys()]);
    return [...keys].filter((key) => memory.get(key) !== null);
  };
  /** The library expects `undefined` for a missing entry. */
  async function getItem<T>(key: string): Promise<T | undefined> {
    const kept = memory.get(key);
    if (kept !== undefined) return kept === null ? undefined : JSON.parse(kept);
    const stored: unknown = await ask('readonly', (store) => store.get(key)).catch(() => undefined);
    try {
      return typeof stored === 'string' ? JSON.parse(stored) : (stored as T | undefined);
    } catch {
      return undefined;
    }
  }
  async function getEntries<T>() {
    const keys = await getKeys();
    return Promise.all(keys.map(async (key): Promise<[string, T]> => [key, (await getItem<T>(key))!]));
  }
  return {
    getKeys,
    getItem,
    getEntries,
    setItem: (key: string, value: unknown) => write(key, JSON.stringify(value)),
    removeItem: (key: string) => write(key, null),
  };
}
