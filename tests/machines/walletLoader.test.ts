import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createMachine, fromCallback } from 'xstate';
import { type LoadResult, walletLoaderMachine } from '#machines/walletLoader';
import { testLive } from '../engine/live';
import { type Performance, type PerformOptions, perform } from '../engine/perform';
import { doneEvent, errorEvent } from '../engine/words';
import { loadedWallet, walletLoaderWorld } from '../samples/walletLoader';

const ask = { type: 'dialog.request', phone: false };
/** Events that load the wallet bundle before a dialog is requested. */
const unasked = ['visitor.approached', 'visitor.returned', 'browser.idled'];

const loaded = loadedWallet();
/** The event that a machine of the wallet bundle has failed. */
const ended = doneEvent('wallet');

/** Runs the wallet loader with a simulated wallet bundle that records its input. */
function performed(options: PerformOptions<typeof walletLoaderMachine> = {}) {
  const life: Performance<typeof walletLoaderMachine> = perform(walletLoaderMachine, options);
  const startedWith = (): { request: unknown } | undefined => life.snapshot().children.wallet?.getSnapshot().context;
  return { ...life, startedWith };
}

/** Starts the wallet loader. The test answers for the load. */
async function asked() {
  const walletLoader = performed();
  const load = (output: LoadResult) => walletLoader.send(doneEvent('loadWallet', output));
  await walletLoader.send(ask);
  return { ...walletLoader, load };
}

testLive(
  walletLoaderMachine,
  walletLoaderWorld,
  ({ given, startedWith }) => ({
    closed: ({ context }) => expect(context).toEqual({ request: null, tries: 0 }),
    'closed.preparing': () => expect(given('loadWallet')).toEqual({ tries: 0 }),
    loading: ({ context: { tries } }) => expect(given('loadWallet')).toEqual({ tries }),
    updating: ({ children }) => expect(children.reloadPage).toBeDefined(),
    failed: ({ status }) => expect(status).toBe('active'),
    open: () => expect(startedWith()).toMatchObject({ mustSignIn: false, chains: [] }),
  }),
  performed,
);

describe('rules of the walletLoader machine', () => {
  test('the layout is determined, and the dialog of a link is passed on to the address', async () => {
    const told: AnyEventObject[] = [];
    const listener = fromCallback<AnyEventObject>(({ receive }) => receive((event) => told.push(event)));
    const { send } = performed({ actors: { watchIntent: listener, addressLine: listener } });
    for (const type of ['dialog.requested', 'link.followed']) await send({ type, dialog: 'account' });
    expect(told).toEqual([
      { type: 'dialog.requested', dialog: 'account' },
      { type: 'request', dialog: 'account' },
    ]);
  });

  test('loading shows a message after 300 ms, and fails after 20 s', async () => {
    const { clock, snapshot } = await asked();
    clock.increment(299);
    expect(snapshot().value).toEqual({ loading: 'fresh' });
    clock.increment(1);
    expect(snapshot().value).toEqual({ loading: 'slow' });
    clock.increment(19_699);
    expect(snapshot().value).toEqual({ loading: 'slow' });
    clock.increment(1);
    expect(snapshot().value).toEqual({ failed: 'broken' });
  });

  test('each retry has a number of its own, so that it bypasses the cache', async () => {
    const { send, load, given, snapshot } = await asked();
    const tries = () => given('loadWallet');
    expect(tries()).toEqual({ tries: 0 });
    await load('broken');
    await send({ type: 'retry' });
    expect(tries()).toEqual({ tries: 1 });
    await send(errorEvent('loadWallet', new Error('gone')));
    expect(snapshot().value).toEqual({ failed: 'broken' });
    await send({ type: 'retry' });
    expect(tries()).toEqual({ tries: 2 });
    await send({ type: 'close' });
    expect(snapshot()).toMatchObject({ value: { closed: 'idle' }, context: { request: null, tries: 0 } });
    await send(ask);
    expect(tries()).toEqual({ tries: 0 });
  });

  test('a load that failed offline is retried once the browser is online', async () => {
    const { send, load, given, snapshot, startedWith } = await asked();
    await load('offline');
    expect(snapshot().value).toEqual({ failed: 'offline' });
    await send({ type: 'line.restored' });
    expect(snapshot().value).toEqual({ loading: 'fresh' });
    expect(given('loadWallet')).toEqual({ tries: 1 });
    await load(loaded);
    expect(snapshot().value).toBe('open');
    expect(startedWith()?.request).toEqual({ phone: false });
  });

  test('the wallet bundle starts with the dialog that was requested last', async () => {
    const { send, load, startedWith } = await asked();
    await send({ ...ask, dialog: 'account' });
    await send({ ...ask, dialog: 'chain' });
    await load(loaded);
    expect(startedWith()?.request).toEqual({ phone: false, dialog: 'chain' });
  });

  test.each(unasked)('the wallet bundle is loaded and started without a dialog on %s', async (type) => {
    const { send, startedWith, snapshot } = performed();
    await send({ type });
    expect(snapshot().value).toEqual({ closed: 'preparing' });
    await send(doneEvent('loadWallet', loaded));
    expect(snapshot().value).toBe('open');
    expect(startedWith()?.request).toEqual(null);
  });

  test.each(['offline', 'broken'] as const)(
    'a returning visitor sees no message while the wallet bundle is %s',
    async (output) => {
      const { send, snapshot } = performed();
      await send({ type: 'visitor.returned' });
      await send(doneEvent('loadWallet', output));
      expect(snapshot().value).toEqual({ closed: 'idle' });
    },
  );

  test('loading in the background fails after 120 s', async () => {
    const { send, clock, snapshot } = performed();
    await send({ type: 'browser.idled' });
    clock.increment(119_999);
    expect(snapshot().value).toEqual({ closed: 'preparing' });
    clock.increment(1);
    expect(snapshot().value).toEqual({ closed: 'idle' });
  });

  test.each([
    ['has no newer page after all', doneEvent('reloadPage', false)],
    ['cannot be reached', errorEvent('reloadPage', new Error('gone'))],
  ])('an outdated page counts as broken when the server %s', async (_, event) => {
    const { load, send, snapshot } = await asked();
    await load('outdated');
    expect(snapshot().value).toBe('updating');
    await send(event);
    expect(snapshot().value).toEqual({ failed: 'broken' });
  });

  test('the page waits 20 s for a newer version, unless the visitor closes the dialog', async () => {
    const { load, send, clock, snapshot } = await asked();
    await load('outdated');
    clock.increment(19_999);
    expect(snapshot().value).toBe('updating');
    clock.increment(1);
    expect(snapshot().value).toEqual({ failed: 'broken' });
    await send({ type: 'retry' });
    await load('outdated');
    await send({ type: 'close' });
    expect(snapshot()).toMatchObject({ value: { closed: 'idle' }, context: { request: null, tries: 0 } });
  });

  test('a returning visitor who requests a dialog during loading gets it', async () => {
    const { send, startedWith } = performed();
    await send({ type: 'visitor.returned' });
    await send({ type: 'dialog.request', phone: true });
    await send(doneEvent('loadWallet', loaded));
    expect(startedWith()?.request).toEqual({ phone: true });
  });

  test('requests are passed on to the wallet bundle after it has started', async () => {
    const heard: AnyEventObject[] = [];
    const wallet = createMachine({ on: { '*': { actions: ({ event }) => heard.push(event) } } });
    const { send } = performed();
    await send(ask);
    await send(doneEvent('loadWallet', loadedWallet(wallet)));
    await send({ type: 'dialog.request', phone: true });
    await send(ask);
    expect(heard).toEqual([{ type: 'dialog.request', phone: true }, ask]);
  });

  test.each([
    ['its views crash', { type: 'wallet.crashed', shown: true }],
    ['it breaks down', ended],
  ])('a wallet bundle that fails (%s) is stopped, and can be loaded again', async (_, crash) => {
    const { send, load, snapshot } = await asked();
    await load(loaded);
    await send(crash);
    expect(snapshot().value).toEqual({ failed: 'broken' });
    expect(snapshot().children.wallet).toBeUndefined();
    await send({ type: 'retry' });
    await load(loaded);
    expect(snapshot().value).toBe('open');
    expect(snapshot().children.wallet).toBeDefined();
  });

  test('a crash while no dialog is open shows no dialog', async () => {
    const { send, snapshot, startedWith } = performed();
    await send({ type: 'visitor.returned' });
    await send(doneEvent('loadWallet', loaded));
    expect(startedWith()?.request).toEqual(null);
    await send({ type: 'wallet.crashed', shown: false });
    expect(snapshot().value).toEqual({ closed: 'idle' });
  });
});

describe('the walletLoader machine: failures', () => {
  const gone = errorEvent('loadWallet', new Error('gone'));

  test.each(unasked)('a load without a request fails silently, and is repeated on request: %s', async (type) => {
    const { send, snapshot } = performed();
    for (let i = 0; i < 2; i++) {
      await send({ type });
      expect(snapshot().value).toEqual({ closed: 'preparing' });
      await send(gone);
      expect(snapshot()).toMatchObject({ status: 'active', value: { closed: 'idle' } });
    }
  });

  test.each(['offline', 'broken'] as const)(
    'a visitor who waits sees the reason, and can close the dialog: %s',
    async (state) => {
      const { load, send, snapshot } = await asked();
      await load(state);
      expect(snapshot().value).toEqual({ failed: state });
      await send({ type: 'close' });
      expect(snapshot()).toMatchObject({ value: { closed: 'idle' }, context: { request: null, tries: 0 } });
    },
  );

  test('a crash of the wallet bundle without a request closes its dialog', async () => {
    const { send, snapshot } = performed();
    for (const event of [{ type: 'visitor.returned' }, doneEvent('loadWallet', loaded)]) await send(event);
    await send(ended);
    expect(snapshot()).toMatchObject({ value: { closed: 'idle' }, context: { request: null, tries: 0 } });
  });

  test('a request that arrives before a crash of the wallet bundle is kept', async () => {
    const { send, snapshot } = performed();
    for (const event of [{ type: 'visitor.returned' }, doneEvent('loadWallet', loaded), ask]) await send(event);
    await send(ended);
    expect(snapshot()).toMatchObject({ value: { failed: 'broken' }, context: { request: { phone: false } } });
  });
});

test('a crash is ignored after closing, and the next request loads the bundle again', async () => {
  const { load, send, snapshot } = await asked();
  await load('broken');
  await send({ type: 'retry' });
  await load(loaded);
  await send({ type: 'wallet.crashed', shown: false });
  expect(snapshot()).toMatchObject({ value: { closed: 'idle' }, context: { request: null, tries: 0 } });
});
