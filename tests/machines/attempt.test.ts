import { describe, expect, test } from 'vitest';
import type { FailureReason } from '#domain/attempt';
import { attemptMachine } from '#machines/attempt';
import { testLive } from '../engine/live';
import { type PerformOptions, perform } from '../engine/perform';
import { attemptWorld } from '../samples/attempt';
import { installedWallet, nthPairingUri, scannedWallet } from '../samples/wallets';
import { recordMessages } from '../support/lines';

const arrived = (nth: number) => ({ type: 'code.arrived', uri: nthPairingUri(nth) });
const refused = (reason: FailureReason) => ({ type: 'claim.refused', reason });
const approved = { type: 'claim.approved' };

/** Starts an attempt. `told` are the events for the connection machine. */
function overheard(options: PerformOptions<typeof attemptMachine>) {
  const { line: connectionLine, told } = recordMessages();
  return { ...perform(attemptMachine, { ...options, actors: { connectionLine } }), told };
}

/** Starts an attempt with `wallet`. `pass` advances the clock by seconds. */
function start(wallet = scannedWallet) {
  const { clock, snapshot, ...rest } = overheard({ input: { wallet } });
  const pass = (seconds: number) => {
    for (let i = 0; i < seconds; i++) clock.increment(1_000);
  };
  const reason = () => snapshot().context.reason;
  return { ...rest, clock, snapshot, pass, reason };
}

testLive(
  attemptMachine,
  attemptWorld,
  ({ given, told, actor: { sessionId: attempt }, input }) => ({
    '*': () => expect(given('pairingLine')).toEqual({ own: { attempt } }),
    asking: ({ context: { reason } }) => {
      expect(told.at(-1)).toEqual({ type: 'claim', wallet: input.wallet, attempt });
      expect(reason).toBeNull();
    },
    'asking.preparing': ({ context: { left } }) => expect(left).toBe(0),
    'asking.scanning': ({ context: { uri, left } }) => {
      expect(uri).toBe(nthPairingUri(1));
      expect(left).toBeGreaterThan(0);
    },
    lapsed: ({ context: { uri, left } }) => {
      expect([uri, left]).toEqual([null, 0]);
      expect(told.at(-1)).toEqual({ type: 'withdraw', attempt });
    },
    failed: ({ context: { reason, uri } }) => {
      expect(reason).not.toBeNull();
      expect(uri).toBeNull();
      expect(told.at(-1)).toEqual({ type: 'withdraw', attempt });
    },
    approved: ({ status }) => expect(status).toBe('done'),
  }),
  overheard,
);

describe('rules of the attempt machine', () => {
  test('an attempt without a code for 10 s fails as "relay unreachable"', () => {
    const { clock, snapshot, reason } = start();
    clock.increment(9_999);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    clock.increment(1);
    expect([snapshot().value, reason()]).toEqual(['failed', 'unreachable']);
  });

  test('an attempt without an answer reports "slow" after 15 s, and fails after 120 s', () => {
    const { clock, snapshot, reason } = start(installedWallet);
    clock.increment(14_999);
    expect(snapshot().value).toEqual({ asking: { opening: 'fresh' } });
    clock.increment(1);
    expect(snapshot().value).toEqual({ asking: { opening: 'slow' } });
    clock.increment(104_999);
    expect(snapshot().value).toEqual({ asking: { opening: 'slow' } });
    clock.increment(1);
    expect([snapshot().value, reason()]).toEqual(['failed', 'timedOut']);
  });

  test('a code is replaced after 5 minutes, and stays until the next one is ready', async () => {
    const { send, pass, snapshot } = start();
    await send(arrived(1));
    expect(snapshot().context).toMatchObject({ uri: nthPairingUri(1), left: 300, code: 1 });
    pass(299);
    expect(snapshot().matches({ asking: 'scanning' })).toBe(true);
    expect(snapshot().context).toMatchObject({ uri: nthPairingUri(1), left: 1, code: 1 });
    pass(1);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    expect(snapshot().context).toMatchObject({ uri: nthPairingUri(1), left: 0, code: 1 });
    await send(arrived(2));
    expect(snapshot().context).toMatchObject({ uri: nthPairingUri(2), left: 300, code: 2 });
  });

  /** Lets a number of codes arrive and expire. */
  const expire = async ({ send, pass }: Pick<ReturnType<typeof start>, 'send' | 'pass'>, codes: number) => {
    for (let nth = 1; nth <= codes; nth++) {
      await send(arrived(nth));
      pass(300);
    }
  };

  test('an unused code is renewed three times, and then only on request', async () => {
    const { snapshot, ...rest } = start();
    await expire(rest, 3);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    await expire(rest, 1);
    expect([snapshot().value, snapshot().context.uri]).toEqual(['lapsed', null]);
    expect(rest.told.at(-1)).toMatchObject({ type: 'withdraw' });
    for (const type of ['page.hidden', 'page.visible']) await rest.send({ type });
    expect(snapshot().value).toBe('lapsed');
    await rest.send({ type: 'renew' });
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    await expire(rest, 3);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
  });

  test('a code that expires while the page is hidden is renewed when the page is visible', async () => {
    const { snapshot, ...rest } = start();
    await rest.send({ type: 'page.hidden' });
    await expire(rest, 1);
    expect(snapshot().value).toBe('lapsed');
    await rest.send({ type: 'page.hidden' });
    expect(snapshot().value).toBe('lapsed');
    await rest.send({ type: 'page.visible' });
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    await expire(rest, 2);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    await expire(rest, 1);
    expect(snapshot().value).toBe('lapsed');
  });

  test('a code that expires after the page is visible again is renewed on time', async () => {
    const { snapshot, ...rest } = start();
    for (const type of ['page.hidden', 'page.visible']) await rest.send({ type });
    await expire(rest, 1);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
  });

  test('a code that the wallet reports as expired is replaced up to three times', async () => {
    const { send, snapshot } = start();
    for (let nth = 1; nth <= 4; nth++) {
      expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
      await send(arrived(nth));
      await send(refused('expired'));
    }
    expect(snapshot().value).toBe('lapsed');
  });

  test('a code that the wallet reports as expired stays expired while the page is hidden', async () => {
    const { send, snapshot } = start();
    for (const event of [arrived(1), { type: 'page.hidden' }, refused('expired')]) await send(event);
    expect(snapshot().value).toBe('lapsed');
  });

  test('a visitor who retries gets three more renewals', async () => {
    const { snapshot, ...rest } = start();
    await expire(rest, 3);
    rest.clock.increment(10_000);
    await rest.send({ type: 'retry' });
    await expire(rest, 3);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
  });

  test('the old code stays visible while its replacement is requested', async () => {
    const { send, snapshot, reason } = start();
    await send(arrived(1));
    await send(refused('expired'));
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    expect([snapshot().context.uri, reason()]).toEqual([nthPairingUri(1), null]);
    await send(arrived(2));
    expect(snapshot().context).toMatchObject({ uri: nthPairingUri(2), code: 2 });
  });

  test.each([
    ['the first', false, scannedWallet],
    ['the next', true, scannedWallet],
    ['that of a wallet without codes', false, installedWallet],
  ])('an attempt fails if its pairing expires before a code is shown: %s', async (_, shown, wallet) => {
    const { send, snapshot, reason } = start(wallet);
    if (shown) {
      await send(arrived(1));
      await send(refused('expired'));
    }
    await send(refused('expired'));
    expect([snapshot().value, reason()]).toEqual(['failed', 'unreachable']);
  });

  test('a refused attempt stores the reason, and can be retried', async () => {
    const { send, snapshot, reason, told, actor } = start(installedWallet);
    await send(refused('elsewhere'));
    expect([snapshot().value, reason()]).toEqual(['failed', 'elsewhere']);
    await send({ type: 'retry' });
    expect([snapshot().value, reason()]).toEqual([{ asking: { opening: 'fresh' } }, null]);
    expect(told.map(({ type }) => type)).toEqual(['claim', 'withdraw', 'claim']);
    expect(told.at(-1)).toEqual({ type: 'claim', wallet: installedWallet, attempt: actor.sessionId });
    await send(approved);
    expect(snapshot().status).toBe('done');
  });

  test('a retry after a code requests another code', async () => {
    const { send, snapshot } = start();
    await send(arrived(1));
    await send(refused('rejected'));
    await send({ type: 'retry' });
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    expect(snapshot().context.uri).toBeNull();
    await send(arrived(2));
    expect(snapshot().context.code).toBe(1);
  });

  test('the attempt reports a lost relay until it is back, or another code is requested', async () => {
    const { send, snapshot } = start();
    await send(arrived(1));
    await send({ type: 'line.lost' });
    expect(snapshot().context).toMatchObject({ cutOff: true, uri: nthPairingUri(1) });
    await send({ type: 'line.restored' });
    expect(snapshot().context.cutOff).toBe(false);
    await send({ type: 'line.lost' });
    await send(refused('expired'));
    expect(snapshot().context.cutOff).toBe(false);
  });

  test('the attempt reports a lost relay also after its link was opened', async () => {
    const { send, snapshot } = start();
    for (const event of [arrived(1), { type: 'link.followed' }, { type: 'line.lost' }]) await send(event);
    expect(snapshot()).toMatchObject({ value: { asking: { opening: 'fresh' } }, context: { cutOff: true } });
    await send({ type: 'line.restored' });
    expect(snapshot().context.cutOff).toBe(false);
  });

  test('the attempt sends `leave` when it ends, and subscribes only to its own answers', () => {
    const { given, actor } = perform(attemptMachine, { input: { wallet: installedWallet } });
    const { sessionId: attempt } = actor;
    expect(given('connectionLine')).toEqual({ own: { attempt }, last: { type: 'leave', attempt } });
  });

  test('the clipboard runs only while a code is shown', async () => {
    const { actor, send, pass } = start();
    const clipboard = () => actor.getSnapshot().children.clipboard;
    expect(clipboard()).toBeUndefined();
    await send(arrived(1));
    const first = clipboard();
    expect(first).toBeDefined();
    pass(2);
    expect(clipboard()).toBe(first);
    pass(298);
    expect(clipboard()).toBeUndefined();
    await send(arrived(2));
    expect(clipboard()).not.toBe(first);
  });
});
