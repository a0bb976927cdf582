import { expect, onTestFinished } from 'vitest';
import {
  type Actor,
  type ActorRefFrom,
  type AnyActorLogic,
  createActor,
  enqueueActions,
  type InputFrom,
  type SimulatedClock,
  setup,
  stopChild,
} from 'xstate';
import type { Wallet } from '#domain/wallet';
import { addressMachine } from '#machines/address';
import { findActor } from '#machines/system';
import { walletMachine } from '#machines/wallet';
import { waitUntil } from '../support/until.ts';
import { createFakeProvider, type simulateBrowser } from './browser';

/** Runs the wallet bundle's machine beside the address machine, as the page does. */
const pageMachine = setup({
  types: {
    input: {} as InputFrom<typeof walletMachine>,
    context: {} as InputFrom<typeof walletMachine>,
    events: {} as { type: 'run'; id: string; logic: AnyActorLogic; input: unknown } | { type: 'stop'; id: string },
  },
  actors: { wallet: walletMachine, address: addressMachine },
  actions: {
    run: enqueueActions(({ enqueue, event }) => {
      if (event.type === 'run') enqueue.spawnChild(event.logic as never, { id: event.id, input: event.input } as never);
    }),
    stop: stopChild(({ event }) => event.id),
  },
}).createMachine({
  context: ({ input }) => input,
  invoke: [
    { id: 'wallet', src: 'wallet', input: ({ context }) => context },
    { id: 'address', systemId: 'address', src: 'address' },
  ],
  on: { run: { actions: 'run' }, stop: { actions: 'stop' }, 'xstate.error.actor.*': {} },
});

export async function startWalletBundle(input: Partial<InputFrom<typeof walletMachine>> = {}, clock?: SimulatedClock) {
  const { loadedWallet } = await import('#adapters/wallets/wallet');
  const { attemptLogic: attempt } = await import('#adapters/dialogs/attempt');
  const { addressLogic: address } = await import('#adapters/browser/address');
  const { listCurrentWallets } = await import('#adapters/wallets/wallets');
  const { requestAnnouncements } = await import('#adapters/wallets/providers');
  const begin = { ...loadedWallet.input, request: null, mustSignIn: false, ...input };
  const logic = pageMachine.provide({ actors: { wallet: loadedWallet.machine, address } });
  const page = createActor(logic, { input: begin, ...(clock && { clock }) }).start();
  const { system } = page;
  const [actor, connection] = [findActor(system, 'session'), findActor(system, 'connection')];
  const walletOf = (id: string) =>
    listCurrentWallets().find((one) => one.id === id) ?? expect.fail(`${id} is not listed.`);
  const run = (id: string, logic: AnyActorLogic, input: unknown) => {
    page.send({ type: 'run', id, logic, input });
    return (page.getSnapshot().children as Record<string, unknown>)[id] as Actor<AnyActorLogic>;
  };
  let attempts = 0;
  /** Starts an attempt to connect `wallet`. `answer` settles when the attempt ends, and `leave` cancels it. */
  const claim = (wallet: Wallet) => {
    const id = `attempt ${++attempts}`;
    const running = run(id, attempt, { wallet }) as unknown as ActorRefFrom<typeof attempt>;
    const answer = new Promise<void>((resolve, reject) => {
      const look = (now = running.getSnapshot()) => {
        if (now.status === 'done') resolve();
        if (now.matches('failed')) reject(now.context.reason);
      };
      running.subscribe({ next: look, complete: look });
      look();
    });
    // Prevents an unhandled rejection in tests that ignore the answer.
    answer.catch(() => {});
    return { answer, leave: () => page.send({ type: 'stop', id }) };
  };
  return {
    actor,
    connection,
    listCurrentWallets,
    requestAnnouncements,
    walletOf,
    claim,
    disconnect: () => actor.getSnapshot().children.identity!.send({ type: 'leave' }),
    connect: async (id: string) => {
      if (connection.getSnapshot().context.connection?.wallet.id === id) return;
      const { answer, leave } = claim(walletOf(id));
      await answer.finally(leave);
    },
    run,
    stop: () => page.stop(),
  };
}

export async function startWalletBundleForTest(...options: Parameters<typeof startWalletBundle>) {
  const session = await startWalletBundle(...options);
  onTestFinished(() => void session.stop());
  return session;
}

/** Starts the wallet bundle until the test ends, and connects `provider` as the wallet `com.fox`. */
export async function startConnectedWallet(
  browser: ReturnType<typeof simulateBrowser>,
  provider = createFakeProvider(),
  ...options: Parameters<typeof startWalletBundle>
) {
  const visit = await startWalletBundleForTest(...options);
  visit.requestAnnouncements();
  browser.announce('com.fox', provider);
  await waitUntil(() => expect(visit.actor.getSnapshot().matches('undecided')).toBe(false));
  await visit.connect('com.fox');
  return { ...visit, fox: provider };
}
