import { fromCallback, fromPromise } from 'xstate';
import { TransactionsOffError } from '#domain/errors';
import {
  type Account,
  createTransaction,
  requireAccount,
  type SentTransaction,
  type TransactionOutcome,
} from '#domain/transaction';
import {
  addToBook,
  clearInBook,
  listPendingTransactions,
  listTransactions,
  mergeBooks,
  setNonceInBook,
  settleInBook,
  type TransactionBook,
} from '#domain/transactions';
import { transactionMachine, type WatchedTransaction } from '#machines/transaction';
import { transactionsMachine } from '#machines/transactions';
import { site } from '#site';
import { storedRecords } from '../browser/records';
import { createReturnWatcher } from '../browser/visibility';
import {
  getCurrentAccount,
  getCurrentConnection,
  getCurrentConnector,
  subscribeToConnection,
} from '../wallets/connection';
import type { SafeProvider } from './safeOutcome';

/** This tab's copy of the record that all tabs share. */
let book: TransactionBook = storedRecords.transactions.get();
const listeners = new Set<() => void>();

export function subscribeToTransactions(listen: () => void) {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

function setBook(next: TransactionBook) {
  if (next === book) return;
  book = next;
  for (const listen of listeners) listen();
}

/** Reads the stored record again before changing it, because another tab may have changed it meanwhile. */
function updateBook(by: (book: TransactionBook) => TransactionBook) {
  const before = storedRecords.transactions.get();
  const after = by(before);
  if (after !== before) storedRecords.transactions.set(after);
  setBook(after);
}

/** Merges another tab's record with results that only this tab knows. */
function mergeOtherTab() {
  const theirs = storedRecords.transactions.get();
  // An empty record means that everything was deleted, and stays empty.
  const both = Object.keys(theirs).length ? mergeBooks(book, theirs) : theirs;
  if (JSON.stringify(both) !== JSON.stringify(theirs)) storedRecords.transactions.set(both);
  setBook(both);
}

/**
 * Adds a transaction that the connected account has just sent, so that the account dialog lists and watches it. If
 * storage is full or forbidden, the transaction is known for this visit.
 * @throws {TransactionsOffError} if `site.wallet.transactions` is off
 * @throws {InvalidHashError} {NoDescriptionError} {ConfirmationsError} if `sent` is not valid
 * @throws {NoAccountError} if no wallet is connected
 */
export function addTransaction(sent: SentTransaction): void {
  if (!IS_ON) throw new TransactionsOffError();
  const account = requireAccount(getCurrentAccount());
  const transaction = createTransaction(sent);
  updateBook((book) => addToBook(book, account, transaction));
}

const PENDING = 'data-pending';
const IS_ON = site.wallet.transactions === 'on';

const watchTransactions = fromCallback(({ sendBack, system }) => {
  if (!IS_ON) return;
  const tell = () => {
    const connection = getCurrentConnection(system);
    if (!connection) return;
    const { address, chainId } = connection;
    const account: Account = { address, chainId };
    const list = listTransactions(book, account);
    document.documentElement.toggleAttribute(PENDING, listPendingTransactions(book, account).length > 0);
    sendBack({ type: 'transactions.changed', account, list });
  };
  const undo = [
    subscribeToTransactions(tell),
    subscribeToConnection(system, tell),
    storedRecords.transactions.watch(mergeOtherTab),
  ];
  mergeOtherTab();
  tell();
  return () => {
    document.documentElement.toggleAttribute(PENDING, false);
    for (const stop of undo) stop();
  };
});

const transaction = transactionMachine.provide({
  actors: {
    awaitReceipt: fromPromise<TransactionOutcome, WatchedTransaction>(async ({ input, signal, system }) => {
      // Loaded on demand, because few visitors have sent transactions.
      const { waitForTransactionOutcome } = await import('./receipt');
      const { waitForSafeOutcome } = await import('./safeOutcome');
      const { nonce } = listTransactions(book, input).find(({ hash }) => hash === input.hash.toLowerCase()) ?? {};
      const onNonce = (nonce: number) => {
        const withNonce = (book: TransactionBook) => setNonceInBook(book, input, input.hash, nonce);
        if (withNonce(book) !== book) updateBook(withNonce);
      };
      // Gets the connector first, because that throws once the page has stopped. `byNode` would then reject unhandled.
      const connector = getCurrentConnector(system);
      const byNode = waitForTransactionOutcome(input, signal, { nonce, onNonce });
      const outcome =
        connector?.type === 'safe'
          ? await waitForSafeOutcome(connector.getProvider() as Promise<SafeProvider>, input, signal, byNode)
          : await byNode;
      if (!signal.aborted) updateBook((book) => settleInBook(book, input, input.hash, outcome));
      return outcome;
    }),
    watchReturn: createReturnWatcher('online'),
  },
});

export const transactionsLogic = transactionsMachine.provide({
  actors: {
    transaction,
    watchTransactions,
    clearTransactions: fromPromise<void>(async ({ system }) => {
      const account = requireAccount(getCurrentConnection(system));
      updateBook((book) => clearInBook(book, account));
    }),
  },
});
