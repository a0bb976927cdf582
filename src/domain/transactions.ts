import { isAddress } from './address';
import { isChainId } from './chainId';
import {
  type Account,
  isAccountNonce,
  parseStoredTransaction,
  type Transaction,
  type TransactionOutcome,
} from './transaction';

/**
 * The transactions of all accounts that were used in this browser: by lower-case address, then by chain id, newest
 * first. The account that changed last comes first. A cleared list stays as an empty one, so that another tab can
 * distinguish "cleared" from "not known yet".
 */
export type TransactionBook = Record<string, Record<number, Transaction[]>>;

/** The number of settled transactions that are kept for each address and chain. */
const SETTLED_LIMIT = 10;
/** Limits of the stored record, because other scripts may have stored more. */
const LIMITS = { accounts: 50, chains: 50, pending: 100 };

const isPending = ({ status }: Transaction) => status === 'pending';

/** Keeps the newest pending and settled transactions, and those in `late`, which have just settled and may be old. */
function trimList(list: Transaction[], late: Transaction[] = []) {
  const finished = new Set([...late, ...list.filter((one) => !isPending(one))]);
  const stay = new Set([...list.filter(isPending).slice(0, LIMITS.pending), ...[...finished].slice(0, SETTLED_LIMIT)]);
  return list.filter((one) => stay.has(one));
}

const takeFirst = <T>(most: number, entries: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).slice(0, most));

export const listTransactions = (book: TransactionBook, { address, chainId }: Account): Transaction[] =>
  book[address.toLowerCase()]?.[chainId] ?? [];

export const listPendingTransactions = (book: TransactionBook, account: Account) =>
  listTransactions(book, account).filter(isPending);

/** Returns the settled transactions in `now` that were pending in `list`, or were in `settled`. */
export function findNewlySettled({ list, settled }: Record<'list' | 'settled', Transaction[]>, now: Transaction[]) {
  const known = new Set([...settled, ...list.filter(isPending)].map(({ hash }) => hash));
  return now.filter((one) => !isPending(one) && known.has(one.hash));
}

function replaceList(book: TransactionBook, { address, chainId }: Account, list: Transaction[]): TransactionBook {
  const { [address.toLowerCase()]: chains = {}, ...others } = book;
  const { [chainId]: _, ...rest } = chains;
  const lists = { ...takeFirst(LIMITS.chains - 1, rest), [chainId]: list };
  return takeFirst(LIMITS.accounts, { [address.toLowerCase()]: lists, ...others });
}

/** Adds a sent transaction. A known hash changes nothing, because the listed transaction may have a result. */
export function addToBook(book: TransactionBook, account: Account, transaction: Transaction): TransactionBook {
  const list = listTransactions(book, account);
  return list.some(({ hash }) => hash === transaction.hash)
    ? book
    : replaceList(book, account, trimList([transaction, ...list]));
}

/** Stores a transaction's result, however old the transaction is. A settled one keeps its result, which is final. */
export function settleInBook(book: TransactionBook, account: Account, hash: string, status: TransactionOutcome) {
  const list = listTransactions(book, account);
  const before = list.find((one) => one.hash === hash.toLowerCase() && isPending(one));
  if (!before) return book;
  const { nonce: _, ...rest } = before;
  const after = { ...rest, status };
  const next = list.map((one) => (one === before ? after : one));
  return replaceList(book, account, trimList(next, [after]));
}

/** Lets a later visit notice if another transaction with that nonce has replaced this pending one. */
export function setNonceInBook(book: TransactionBook, account: Account, hash: string, nonce: number): TransactionBook {
  const list = listTransactions(book, account);
  const isMeant = (one: Transaction) => one.hash === hash.toLowerCase() && isPending(one) && one.nonce !== nonce;
  if (!isAccountNonce(nonce) || !list.some(isMeant)) return book;
  const next = list.map((one) => (isMeant(one) ? { ...one, nonce } : one));
  return replaceList(book, account, next);
}

export const clearInBook = (book: TransactionBook, account: Account): TransactionBook =>
  listTransactions(book, account).length ? replaceList(book, account, []) : book;

/**
 * Returns `theirs` with the results that only `ours` has, and with pending transactions of `ours` while there is room.
 * If it removed some of `theirs` to make room, both tabs would undo each other's work forever.
 */
function mergeLists(ours: Transaction[], theirs: Transaction[]) {
  const answered = ({ hash }: Transaction) => ours.find((one) => one.hash === hash && !isPending(one));
  const next = theirs.map((one) => (isPending(one) && answered(one)) || one);
  const unseen = ours.filter((one) => isPending(one) && !theirs.some(({ hash }) => hash === one.hash));
  const room = LIMITS.pending - next.filter(isPending).length;
  const late = next.filter((one) => !theirs.includes(one));
  return trimList([...unseen.slice(0, room), ...next], late);
}

/**
 * Merges another tab's record (`theirs`) with this tab's (`ours`). The later writer wins. Keeps results, and new
 * transactions of this tab, while there is room. Cleared transactions stay cleared. The result equals `theirs` if there
 * is nothing to write back. Both tabs agree after each has read the other's record.
 */
export function mergeBooks(ours: TransactionBook, theirs: TransactionBook): TransactionBook {
  const book: TransactionBook = { ...theirs };
  for (const [address, chains] of Object.entries(ours)) {
    const lists: Record<number, Transaction[]> = { ...chains, ...theirs[address] };
    for (const [id, list] of Object.entries(chains)) {
      const others = theirs[address]?.[Number(id)];
      if (others?.length) lists[Number(id)] = mergeLists(list, others);
    }
    book[address] = takeFirst(LIMITS.chains, lists);
  }
  return takeFirst(LIMITS.accounts, book);
}

const entriesOf = <T>(value: unknown, fits: (key: string) => boolean, most: number, read: (value: unknown) => T) =>
  Object.fromEntries(
    Object.entries(value ?? {})
      .filter(([key]) => fits(key))
      .slice(0, most)
      .map(([key, entry]) => [key, read(entry)] as const),
  );

const isAccount = (key: string) => isAddress(key) && key === key.toLowerCase();
const isChain = (key: string) => isChainId(Number(key)) && String(Number(key)) === key;

function readList(value: unknown) {
  const byHash = new Map<string, Transaction>();
  for (const one of Array.isArray(value) ? value.map(parseStoredTransaction) : [])
    if (one && !byHash.has(one.hash)) byHash.set(one.hash, one);
  return trimList([...byHash.values()]);
}

/** Parses a stored record, and leaves out its invalid parts. */
export const parseTransactionBook = (value: unknown): TransactionBook =>
  entriesOf(value, isAccount, LIMITS.accounts, (chains) => entriesOf(chains, isChain, LIMITS.chains, readList));
