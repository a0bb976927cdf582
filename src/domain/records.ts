import { isAddress } from './address';
import { isChainId } from './chainId';
import type { Connector } from './wallet';
import { isLink } from './walletGroups';

/*
 * The records in the visitor's browser. Another page of this origin, another version of this one, or anyone at the
 * keyboard may have written there. Each reader takes any value, and returns one that is fit for use.
 */

/** The connection that the next visit restores. */
export interface Session {
  /** The id of the wallet, as it was listed. */
  id: string;
  connector: Connector;
  /** The account that was connected. Records of older versions lack it. */
  account?: { address: string; chainId: number };
}

/** The app that was opened last on this phone. */
export interface DeepLink {
  href: string;
  name: string;
}

/** A sign-in that this page verified itself. It proves nothing to anyone else. */
export interface SignInRecord {
  address: string;
  chainId: number;
  /** In ms since 1970. */
  expiresAt: number;
}

/** Names of accounts, by address in lower case. `expiresAt` in ms since 1970. */
export type NameRecord = Record<string, { name: string; expiresAt: number }>;

/** Enough for the shown wallets and a few that come back. */
const KEPT = 10;
const LONGEST = 200;
/** The number of kept names. */
const NAMES = 50;

const CONNECTORS: Connector[] = ['walletConnect', 'injected', 'coinbase', 'safe'];

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= LONGEST;

const fieldsOf = (value: unknown) => (value ?? {}) as Record<string, unknown>;

export const readLatest = (value: unknown) => (isText(value) ? value : null);

/** Ids of wallets, newest first, each once. */
export const readRecents = (value: unknown) =>
  Array.isArray(value) ? [...new Set(value.filter(isText))].slice(0, KEPT) : [];

export function readSession(value: unknown): Session | null {
  const { id, connector, account } = fieldsOf(value);
  const { address, chainId } = fieldsOf(account);
  const known = CONNECTORS.find((one) => one === connector);
  if (!isText(id) || !known) return null;
  const fits = isText(address) && isAddress(address) && isChainId(chainId);
  return { id, connector: known, ...(fits && { account: { address, chainId: Number(chainId) } }) };
}

export function readDeepLink(value: unknown): DeepLink | null {
  const { href, name } = fieldsOf(value);
  const leads = isText(href) && URL.canParse(href) && isLink(new URL(href).protocol);
  return leads && isText(name) ? { href, name } : null;
}

export function readSignIn(value: unknown): SignInRecord | null {
  const { address, chainId, expiresAt } = fieldsOf(value);
  const fits = isText(address) && isAddress(address) && isChainId(chainId) && Number.isSafeInteger(expiresAt);
  return fits ? { address, chainId: Number(chainId), expiresAt: Number(expiresAt) } : null;
}

export function readNames(value: unknown): NameRecord {
  const names = Object.entries(fieldsOf(value)).flatMap(([address, entry]) => {
    const { name, expiresAt } = fieldsOf(entry);
    const fits =
      isAddress(address) && address === address.toLowerCase() && isText(name) && Number.isSafeInteger(expiresAt);
    return fits ? [[address, { name, expiresAt: Number(expiresAt) }] as const] : [];
  });
  return Object.fromEntries(names.slice(0, NAMES));
}

/** A record as text. */
export const packed = (value: unknown) => JSON.stringify({ version: 1, value });

/** Returns the record in `text`, read by `read`. A text that is no record of this page counts as an empty one. */
export function unpacked<T>(text: string | null, read: (value: unknown) => T): T {
  try {
    const { version, value } = fieldsOf(JSON.parse(text ?? 'null'));
    return read(version === 1 ? value : undefined);
  } catch {
    return read(undefined);
  }
}
