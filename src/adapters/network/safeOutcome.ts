import { isHash, type TransactionOutcome } from '#domain/transaction';
import type { WatchedTransaction } from '#machines/transaction';
import { wagmiConfig } from '../wallets/config';
import { waitForTransactionOutcome } from './receipt';

export interface SafeProvider {
  request(question: { method: 'wallet_getCallsStatus'; params: [string] }): Promise<unknown>;
}

/** Statuses of EIP-5792: cancelled before it was executed, and reverted. */
const FAILED = [400, 500];

/**
 * Safe's wallet answers with a `safeTxHash`, which no node knows. Safe knows the hash of the transaction that executes
 * it. Safe may also have answered with a hash of the chain, so a node is asked as well.
 * @throws if neither Safe nor a node answers
 */
export async function waitForSafeOutcome(
  provider: Promise<SafeProvider>,
  watched: WatchedTransaction,
  signal: AbortSignal,
  byNode: Promise<TransactionOutcome>,
): Promise<TransactionOutcome> {
  const { pollingInterval } = wagmiConfig.getClient({ chainId: watched.chainId as never });
  const bySafe = async (): Promise<TransactionOutcome> => {
    const safe = await provider;
    while (!signal.aborted) {
      const answer = Object(await safe.request({ method: 'wallet_getCallsStatus', params: [watched.hash] }));
      const hash: unknown = Object(answer.receipts?.[0]).transactionHash;
      if (FAILED.includes(answer.status)) return 'failed';
      if (isHash(hash)) return waitForTransactionOutcome({ ...watched, hash: hash.toLowerCase() }, signal);
      await new Promise((resolve) => setTimeout(resolve, pollingInterval));
    }
    throw signal.reason;
  };
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  return Promise.race([Promise.any([byNode, bySafe()]), aborted]);
}
