import { isAddress } from './address';
import { sanitizeWalletName } from './announcement';
import { isChainId } from './chainId';
import type { Connector } from './wallet';
import { isSafeLinkProtocol } from './walletValidation';

/*
 * The records in the visitor's browser. Another page of this origin, another version, or a person may have changed
 * them. Each reader accepts any value, and returns a valid one.
 */

export interface StoredConnection {
  id: string;
  connector: Connector;
  /** The connected account. Records of older versions lack it. */
  account?: { address: string; chainId: number };
  name?: string;
  /** When it was connected last, in ms since 1970. */
  connectedAt?: number;
  /** Whether the page removes the connection if its wallet is missing. Not stored: see `markIfAbandoned`. */
  abandoned?: true;
}

/** The number of recent wallets in storage. The list of wallets marks fewer of them. */
const RECENT_LIMIT = 10;
const LONGEST_TEXT = 200;
const NAME_LIMIT = 50;

const CONNECTORS: Connector[] = ['walletConnect', 'injected', 'coinbase', 'safe'];

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= LONGEST_TEXT;

const fieldsOf = (value: unknown) => (value ?? {}) as Record<string, unknown>;
export const parseLatestWallet = (value: unknown) => (isText(value) ? value : null);

/** Returns ids of wallets, newest first, each once. */
export const parseRecentWallets = (value: unknown) =>
  Array.isArray(value) ? [...new Set(value.filter(isText))].slice(0, RECENT_LIMIT) : [];

export function parseStoredConnection(value: unknown): StoredConnection | null {
  const { id, connector, account, name, connectedAt } = fieldsOf(value);
  const { address, chainId } = fieldsOf(account);
  const known = CONNECTORS.find((one) => one === connector);
  if (!isText(id) || !known) return null;
  const fits = isText(address) && isAddress(address) && isChainId(chainId);
  return {
    id,
    connector: known,
    ...(fits && { account: { address, chainId: Number(chainId) } }),
    ...(isText(name) && { name: sanitizeWalletName(name) }),
    ...(Number.isSafeInteger(connectedAt) && { connectedAt: Number(connectedAt) }),
  };
}

/** Parses the link to the wallet app that was opened last on this device, and its name. */
export function parseDeepLink(value: unknown) {
  const { href, name } = fieldsOf(value);
  const leads = isText(href) && URL.canParse(href) && isSafeLinkProtocol(new URL(href).protocol);
  return leads && isText(name) ? { href, name } : null;
}

/** Parses the session of a page that verifies sign-ins itself. `expiresAt` is in ms since 1970. */
export function parseSignInRecord(value: unknown) {
  const { address, chainId, expiresAt } = fieldsOf(value);
  const fits = isText(address) && isAddress(address) && isChainId(chainId) && Number.isSafeInteger(expiresAt);
  return fits ? { address, chainId: Number(chainId), expiresAt: Number(expiresAt) } : null;
}

/** Parses the cached names, by lower-case address. `expiresAt` is in ms since 1970. */
export function parseNameRecord(value: unknown) {
  const names = Object.entries(fieldsOf(value)).flatMap(([address, entry]) => {
    const { name, expiresAt } = fieldsOf(entry);
    const fits =
      isAddress(address) && address === address.toLowerCase() && isText(name) && Number.isSafeInteger(expiresAt);
    return fits ? [[address, { name, expiresAt: Number(expiresAt) }] as const] : [];
  });
  return Object.fromEntries(names.slice(0, NAME_LIMIT));
}

export const serializeRecord = (value: unknown) => JSON.stringify({ version: 1, value });

/** Parses a record with `read`. An invalid text counts as an empty record. */
export function parseRecord<T>(text: string | null, read: (value: unknown) => T): T {
  try {
    const { version, value } = fieldsOf(JSON.parse(text ?? 'null'));
    return read(version === 1 ? value : undefined);
  } catch {
    return read(undefined);
  }
}
