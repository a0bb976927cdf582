import { isAddress } from './address';
import { isChainId } from './chainId';
import { ConfirmationsError, InvalidHashError, NoAccountError, NoDescriptionError } from './errors';
import { cutText } from './text';

export interface Account {
  address: string;
  chainId: number;
}

export interface Transaction {
  /** In lower case, so that hashes can be compared as texts. */
  hash: string;
  description: string;
  status: 'pending' | TransactionOutcome;
  confirmations: number;
  nonce?: number;
}

/** The result of a transaction that is in a block. */
export type TransactionOutcome = 'confirmed' | 'failed';

export interface SentTransaction {
  hash: string;
  description: string;
  /** 1 by default. */
  confirmations?: number | undefined;
}

const LONGEST_DESCRIPTION = 100;
/** Control, bidi and invisible characters, except joiners, which Persian words and emoji need. */
const UNSEEN = /(?!\u200c|\u200d|\ufe0f)[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu;
const JOINERS = /\u200c|\u200d|\ufe0f/g;

export const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value);

export const isAccountNonce = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** Returns a description on one line without invisible characters, or `''` if nothing is left. */
function cleanDescription(value: unknown) {
  const words = typeof value === 'string' ? value : '';
  const line = words.replace(/\s/g, ' ').replace(UNSEEN, '').replace(/ +/g, ' ').trim();
  const clean = cutText(line, LONGEST_DESCRIPTION).trim();
  return clean.replace(JOINERS, '').trim() && clean;
}

/** @throws {InvalidHashError} {NoDescriptionError} {ConfirmationsError} in this order */
export function createTransaction({ hash, description, confirmations = 1 }: SentTransaction): Transaction {
  if (!isHash(hash)) throw new InvalidHashError();
  const words = cleanDescription(description);
  if (!words) throw new NoDescriptionError();
  if (!Number.isSafeInteger(confirmations) || confirmations < 1) throw new ConfirmationsError();
  return { hash: hash.toLowerCase(), description: words, status: 'pending', confirmations };
}

export function parseStoredTransaction(value: unknown): Transaction | null {
  try {
    const sent = value as Transaction;
    const status = (['pending', 'confirmed', 'failed'] as const).find((one) => one === sent.status);
    const numbered = isAccountNonce(sent.nonce) ? { nonce: sent.nonce } : {};
    return status ? { ...createTransaction(sent), status, ...numbered } : null;
  } catch {
    return null;
  }
}

/** @throws {NoAccountError} without an address or a chain */
export function requireAccount(
  connection: { address?: string | null | undefined; chainId?: number | null | undefined } | null,
): Account {
  const { address, chainId } = connection ?? {};
  if (!address || !isAddress(address) || !isChainId(chainId)) throw new NoAccountError();
  return { address, chainId };
}
