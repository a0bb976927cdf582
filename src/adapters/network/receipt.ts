import type { Hash } from 'viem';
import { type ReplacementReturnType, waitForTransactionReceipt } from 'viem/actions';
import type { Outcome } from '#domain/transaction';
import type { Watched } from '#machines/transaction';
import { chains, config } from '../wallets/config';

/** viem's report about a transaction that its owner has replaced. */
type Replacement = Pick<ReplacementReturnType, 'reason' | 'transaction'>;

/**
 * Returns the outcome of a transaction. Its owner may have replaced it: a transaction that does the same counts as this
 * one, and any other as its end. `signal` ends the wait.
 *
 * @throws if a node does not answer, or answers with something that is no receipt. The network's answer is final, so it
 * must be one.
 */
export async function outcomeOf({ chainId, hash, confirmations }: Watched, signal: AbortSignal): Promise<Outcome> {
  if (!chains.some(({ id }) => id === chainId)) throw new Error('This network is not used here.');
  let replacement: Replacement | null = null as Replacement | null;
  const { status, transactionHash } = await waitForTransactionReceipt(config.getClient({ chainId }), {
    hash: hash as Hash,
    confirmations,
    signal,
    // The machine sets the time limit.
    timeout: 0,
    onReplaced: (by) => {
      replacement = by;
    },
  });
  const mined = replacement?.transaction.hash ?? hash;
  if (!['success', 'reverted'].includes(status) || transactionHash.toLowerCase() !== mined.toLowerCase())
    throw new Error('What the node answered is no receipt of this transaction.');
  const same = replacement === null || replacement.reason === 'repriced';
  return status === 'success' && same ? 'confirmed' : 'failed';
}
