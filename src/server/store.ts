/* The database of the sign-in server. Each operation is atomic, also if several servers share the database. */

/** How long a nonce can be used, in ms. */
export const NONCE_LIFETIME = 10 * 60_000;
/** How long a browser without a session is stored, in ms: until a nonce that is used at the last moment is verified. */
export const BROWSER_RECORD_LIFETIME = 2 * NONCE_LIFETIME;

/** A signed-in account, and the hash of the only valid cookie. */
export interface ServerSession {
  cookie: string;
  address: string;
  chainId: number;
}

/**
 * Stores a record for each browser, by a hash of its id: the unused nonce, and the session. Records expire. Only
 * `addBrowser` creates records, so a browser that has signed out stays signed out.
 */
export interface SessionStore {
  addBrowser(browser: string, nonce: string): Promise<void>;
  /** Replaces the nonce of a browser. Returns false if there is no such browser. */
  replaceNonce(browser: string, nonce: string): Promise<boolean>;
  /** Removes and returns the nonce of a browser. Only one of several simultaneous calls gets it. */
  takeNonce(browser: string): Promise<string | null>;
  /** Stores the session of a browser, instead of an earlier one. Returns false if there is no such browser. */
  storeSession(browser: string, session: ServerSession): Promise<boolean>;
  findSession(browser: string): Promise<ServerSession | null>;
  removeBrowser(browser: string): Promise<void>;
  /** Rejects if the store can't be used. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Thrown if the database of sessions fails, or does not answer in time. */
export class StoreError extends Error {
  override name = 'StoreError';
  constructor(options: ErrorOptions) {
    super('The store of sessions can’t be used.', options);
  }
}
