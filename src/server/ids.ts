import { bytesToHex, sha256, stringToBytes } from 'viem';

/*
 * Ids of browsers. A cookie is `id.secret`. The store has only hashes of both, so a copy of the store signs nobody in.
 */

const random = (bytes: number) => bytesToHex(crypto.getRandomValues(new Uint8Array(bytes))).slice(2);
const hashOf = (text: string) => sha256(stringToBytes(text)).slice(2);

/** Returns a nonce: letters and digits, as EIP-4361 demands. */
export const createNonce = () => random(16);

export interface Cookie {
  /** The id of the browser, which stays when the secret changes. */
  id: string;
  value: string;
}

/** Returns a cookie with a new secret, for the browser `id`, or for a new browser. */
export function createCookie(id = random(16)): Cookie {
  return { id, value: `${id}.${random(16)}` };
}

/** Parses the value of a cookie. Returns null if its form is wrong. */
export function parseCookie(value = ''): Cookie | null {
  const [, id] = /^([0-9a-f]{32})\.[0-9a-f]{32}$/.exec(value) ?? [];
  return id ? { id, value } : null;
}

/** Returns the hash of a browser's id, by which a store identifies the browser. */
export const hashBrowserId = ({ id }: Cookie) => hashOf(id);

/** Returns the hash by which a store knows the secret of a cookie. */
export const hashCookieSecret = ({ value }: Cookie) => hashOf(value);
