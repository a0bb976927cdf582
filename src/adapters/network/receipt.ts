import type { Client, Hash, Hex } from 'viem';
import { type ReplacementReturnType, waitForTransactionReceipt } from 'viem/actions';
import type { Outcome } from '#domain/transaction';
import type { Watched } from '#machines/transaction';
import { chains, config } from '../wallets/config';

/** viem's report about a transaction that its owner has replaced. */
type Replacement = Pick<ReplacementReturnType, 'reason' | 'transaction'>;

interface Nonce {
  /** The nonce that a node told at an earlier watch. */
  nonce?: number | undefined;
  noteNonce?: (nonce: number) => void;
}

/** How often a nonce must be used without a trace of its transaction: one node may lag behind another. */
const LOOKS = 4;

/** Whether another transaction of the account has used `nonce`. A node that fails says nothing. */
const isReplaced = ({ request }: Client, { address, hash }: Watched, nonce: number) =>
  Promise.all([
    request({ method: 'eth_getTransactionCount', params: [address as Hex, 'latest'] }),
    request({ method: 'eth_getTransactionReceipt', params: [hash as Hash] }),
  ]).then(
    ([count, receipt]) => Number(count) > nonce && receipt === null,
    () => false,
  );

/**
 * Returns `base`, which also passes on the nonce of the transaction. It calls `end` once the transaction is unknown and
 * its nonce used.
 */
function attentive(base: Client, watched: Watched, { nonce, noteNonce }: Nonce, end: () => void): Client {
  let looks = 0;
  const request = async (question: { method: string; params?: unknown[] }, options?: object): Promise<unknown> => {
    const answer: unknown = await base.request(question as never, options);
    if (question.method !== 'eth_getTransactionByHash' || question.params?.[0] !== watched.hash) return answer;
    if (answer !== null) noteNonce?.(Number((answer as { nonce?: unknown }).nonce));
    else if (nonce !== undefined && (await isReplaced(base, watched, nonce))) looks += 1;
    if (looks === LOOKS) end();
    return answer;
  };
  return { ...base, request: request as Client['request'] };
}

async function received(client: Client, { hash, confirmations }: Watched, signal: AbortSignal): Promise<Outcome> {
  let replacement: Replacement | null = null as Replacement | null;
  const { status, transactionHash } = await waitForTransactionReceipt(client, {
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

/**
 * Returns the outcome of a transaction. Its owner may have replaced it: a transaction that does the same counts as this
 * one, and any other as its end. One that was replaced while nobody watched has failed: no node knows it any more, and
 * its nonce is used. `signal` ends the wait.
 *
 * @throws if a node does not answer, or answers with something that is no receipt. The network's answer is final, so it
 * must be one.
 */
export async function outcomeOf(watched: Watched, signal: AbortSignal, nonce: Nonce = {}): Promise<Outcome> {
  const { chainId } = watched;
  if (!chains.some(({ id }) => id === chainId)) throw new Error('This network is not used here.');
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      const client = attentive(config.getClient({ chainId }), watched, nonce, () => resolve('failed'));
      received(client, watched, either).then(resolve, reject);
    });
  } finally {
    ended.abort();
  }
}
