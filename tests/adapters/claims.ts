import { expect } from 'vitest';
import {
  type Actor,
  type AnyActorLogic,
  createActor,
  enqueueActions,
  type InputFrom,
  type SimulatedClock,
  setup,
} from 'xstate';
import type { Wallet } from '#domain/wallet';
import { addressMachine } from '#machines/address';
import type { sessionMachine } from '#machines/session';
import { find } from '#machines/system';
import { walletMachine } from '#machines/wallet';

/** The part of the page that wallets need: the wallet bundle and the address. */
const pageMachine = setup({
  types: {
    input: {} as InputFrom<typeof walletMachine>,
    context: {} as InputFrom<typeof walletMachine>,
    events: {} as { type: 'run'; id: string; logic: AnyActorLogic; input: unknown },
  },
  actors: { wallet: walletMachine, address: addressMachine },
  actions: {
    run: enqueueActions(({ enqueue, event: { id, logic, input } }) => {
      enqueue.spawnChild(logic as never, { id, input } as never);
    }),
  },
}).createMachine({
  context: ({ input }) => input,
  invoke: [
    { id: 'wallet', src: 'wallet', input: ({ context }) => context },
    { id: 'address', systemId: 'address', src: 'address' },
  ],
  on: { run: { actions: 'run' }, 'xstate.error.actor.*': {} },
});

let attempts = 0;

/**
 * Requests a connection to `wallet` in the system of `actor`, as an attempt does. `answer` settles with the result, and
 * `leave` cancels the request.
 */
function claim({ system }: Pick<Actor<typeof sessionMachine>, 'system'>, wallet: Wallet) {
  const connection = find(system, 'connection');
  const attempt = `attempt ${++attempts}`;
  const answer = new Promise<void>((resolve, reject) => {
    connection.on('claim.approved', (news) => news.attempt === attempt && resolve());
    connection.on('claim.refused', (news) => news.attempt === attempt && reject(news.reason));
  });
  // Prevents an unhandled rejection in tests that ignore the answer.
  answer.catch(() => {});
  connection.send({ type: 'claim', wallet, attempt });
  return { answer, leave: () => connection.send({ type: 'leave', attempt }) };
}

/** Starts the wallet bundle of a visit in the fake browser. */
export async function startSession(input: Partial<InputFrom<typeof walletMachine>> = {}, clock?: SimulatedClock) {
  const { wallet } = await import('#adapters/wallets/wallet');
  const { address } = await import('#adapters/browser/address');
  const { listed } = await import('#adapters/wallets/wallets');
  const { askProviders } = await import('#adapters/wallets/providers');
  const begin = { ...wallet.input, request: null, mustSignIn: false, ...input };
  const logic = pageMachine.provide({ actors: { wallet: wallet.machine, address } });
  const page = createActor(logic, { input: begin, ...(clock && { clock }) }).start();
  const { system } = page;
  const [actor, connection] = [find(system, 'session'), find(system, 'connection')];
  const walletOf = (id: string) => listed().find((one) => one.id === id) ?? expect.fail(`${id} is not listed.`);
  return {
    actor,
    connection,
    listed,
    askProviders,
    walletOf,
    claim: (wallet: Wallet) => claim({ system }, wallet),
    /** Connects a wallet unless it is connected already, and ends the attempt after its answer. */
    connect: async (id: string) => {
      if (connection.getSnapshot().context.connection?.wallet.id === id) return;
      const { answer, leave } = claim({ system }, walletOf(id));
      await answer.finally(leave);
    },
    /** Runs outside work in the system of the page, and returns its actor. */
    run: (id: string, logic: AnyActorLogic, input: unknown) => {
      page.send({ type: 'run', id, logic, input });
      return (page.getSnapshot().children as Record<string, unknown>)[id] as Actor<AnyActorLogic>;
    },
    stop: () => page.stop(),
  };
}
