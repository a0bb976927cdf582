import type { Client, Hash, Hex } from 'viem';
import { type ReplacementReturnType, waitForTransactionReceipt } from 'viem/actions';
import type { TransactionOutcome } from '#domain/transaction';
import type { WatchedTransaction } from '#machines/transaction';
import { wagmiChains, wagmiConfig } from '../wallets/config';

type Replacement = Pick<ReplacementReturnType, 'reason' | 'transaction'>;

interface Nonce {
  /** The transaction's nonce, if a node reported it while the page watched the transaction earlier. */
  nonce?: number | undefined;
  onNonce?: (nonce: number) => void;
}

/** How many reads must show the nonce as used and the transaction as unknown. One node may lag behind another. */
const NEEDED_READS = 4;

/** Whether another transaction of the account has used `nonce`. Returns false if the node fails. */
const isReplaced = ({ request }: Client, { address, hash }: WatchedTransaction, nonce: number) =>
  Promise.all([
    request({ method: 'eth_getTransactionCount', params: [address as Hex, 'latest'] }),
    request({ method: 'eth_getTransactionReceipt', params: [hash as Hash] }),
  ]).then(
    ([count, receipt]) => Number(count) > nonce && receipt === null,
    () => false,
  );

/** Reports the transaction's nonce. Calls `end` once no node knows it, and another transaction has used its nonce. */
function watchReplaced(base: Client, watched: WatchedTransaction, { nonce, onNonce }: Nonce, end: () => void): Client {
  let reads = 0;
  const request = async (question: { method: string; params?: unknown[] }, options?: object): Promise<unknown> => {
    const answer: unknown = await base.request(question as never, options);
    if (question.method !== 'eth_getTransactionByHash' || question.params?.[0] !== watched.hash) return answer;
    if (answer !== null) onNonce?.(Number((answer as { nonce?: unknown }).nonce));
    else if (nonce !== undefined && (await isReplaced(base, watched, nonce))) reads += 1;
    if (reads === NEEDED_READS) end();
    return answer;
  };
  return { ...base, request: request as Client['request'] };
}

async function awaitReceipt(client: Client, { hash, confirmations }: WatchedTransaction, signal: AbortSignal) {
  let replacement: Replacement | null = null as Replacement | null;
  const { status, transactionHash } = await waitForTransactionReceipt(client, {
    hash: hash as Hash,
    confirmations,
    signal,
    // No time limit here, because the transaction machine sets one.
    timeout: 0,
    onReplaced: (by) => (replacement = by),
  });
  const mined = replacement?.transaction.hash ?? hash;
  if (!['success', 'reverted'].includes(status) || transactionHash.toLowerCase() !== mined.toLowerCase())
    throw new Error('What the node answered is no receipt of this transaction.');
  const same = replacement === null || replacement.reason === 'repriced';
  return status === 'success' && same ? 'confirmed' : 'failed';
}

/**
 * A replacement with the same effect confirms a transaction, and any other fails it. A transaction that was replaced
 * while nobody watched has failed: no node knows it, and its nonce is used.
 * @throws if a node doesn't answer, or not with a valid receipt. Results are final, so they must be certain.
 */
export async function waitForTransactionOutcome(
  watched: WatchedTransaction,
  signal: AbortSignal,
  nonce: Nonce = {},
): Promise<TransactionOutcome> {
  const { chainId } = watched;
  if (!wagmiChains.some(({ id }) => id === chainId)) throw new Error('This network is not used here.');
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  try {
    return await new Promise<TransactionOutcome>((resolve, reject) => {
      const client = watchReplaced(wagmiConfig.getClient({ chainId }), watched, nonce, () => resolve('failed'));
      awaitReceipt(client, watched, either).then(resolve, reject);
    });
  } finally {
    ended.abort();
  }
}
