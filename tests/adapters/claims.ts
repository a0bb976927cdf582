import { expect } from 'vitest';
import { createActor, type InputFrom, type SimulatedClock } from 'xstate';
import type { Wallet } from '#domain/wallet';
import type { sessionMachine } from '#machines/session';

let attempts = 0;

/**
 * Requests a connection to `wallet`, as an attempt does. `answer` settles with the result, and `leave` cancels the
 * request.
 */
export async function claim(wallet: Wallet) {
  const { connection } = await import('#adapters/wallets/connection');
  const attempt = `attempt ${++attempts}`;
  const answer = new Promise<void>((resolve, reject) => {
    connection.on('claim.approved', (news) => news.attempt === attempt && resolve());
    connection.on('claim.refused', (news) => news.attempt === attempt && reject(news.error));
  });
  // Prevents an unhandled rejection in tests that ignore the answer.
  answer.catch(() => {});
  connection.send({ type: 'claim', wallet, attempt });
  return { answer, leave: () => connection.send({ type: 'leave', attempt }) };
}

/** Connects `wallet` unless it is connected already, and ends the attempt after its answer. */
async function connect(wallet: Wallet) {
  const { connection } = await import('#adapters/wallets/connection');
  if (connection.getSnapshot().context.connection?.wallet.id === wallet.id) return;
  const { answer, leave } = await claim(wallet);
  await answer.finally(leave);
}

/** Starts the session of a visit in the fake browser. */
export async function startSession(input: Partial<InputFrom<typeof sessionMachine>> = {}, clock?: SimulatedClock) {
  const { session, sessionInput } = await import('#adapters/wallets/session');
  const { listed } = await import('#adapters/wallets/wallets');
  const { askProviders } = await import('#adapters/wallets/providers');
  const begin = { request: null, mustSignIn: false, chains: sessionInput.chains, ...input };
  const actor = createActor(session, { input: begin, ...(clock && { clock }) }).start();
  const walletOf = (id: string) => listed().find((one) => one.id === id) ?? expect.fail(`${id} is not listed.`);
  return { actor, listed, askProviders, walletOf, connect: (id: string) => connect(walletOf(id)) };
}
