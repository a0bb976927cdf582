import { describe, expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import { attemptMachine } from '#machines/attempt';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { done, failed } from '../engine/words';
import { attemptWorld } from '../samples/attempt';
import { expiry, rejection } from '../samples/connections';
import { installed, scanning, uriOf } from '../samples/wallets';

const arrived = (nth: number) => ({ type: 'code.arrived', uri: uriOf(nth) });

/** Starts an attempt with `wallet`. `pass` advances the clock by seconds. */
function begun(wallet = scanning) {
  const { clock, snapshot, ...rest } = perform(attemptMachine, { input: { wallet } });
  const pass = (seconds: number) => {
    for (let i = 0; i < seconds; i++) clock.increment(1_000);
  };
  const reason = () => snapshot().context.reason;
  return { ...rest, clock, snapshot, pass, reason };
}

testLive(attemptMachine, attemptWorld, ({ given, actor, input }) => ({
  '*': () => expect(given('attend')).toEqual({ wallet: input.wallet, attempt: actor.sessionId }),
  asking: ({ context: { reason } }) => {
    expect(given('requestConnection')).toEqual({ wallet: input.wallet, attempt: actor.sessionId });
    expect(reason).toBeNull();
  },
  'asking.preparing': ({ context: { left } }) => expect(left).toBe(0),
  'asking.scanning': ({ context: { uri, left } }) => {
    expect(uri).toBe(uriOf(1));
    expect(left).toBeGreaterThan(0);
  },
  lapsed: ({ context: { uri, left } }) => expect([uri, left]).toEqual([null, 0]),
  failed: ({ context: { reason, uri } }) => {
    expect(reason).not.toBeNull();
    expect(uri).toBeNull();
  },
  approved: ({ status }) => expect(status).toBe('done'),
}));

describe('rules of the attempt machine', () => {
  test('an attempt without a code for 10 s fails as "relay unreachable"', () => {
    const { clock, snapshot, reason } = begun();
    clock.increment(9_999);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    clock.increment(1);
    expect([snapshot().value, reason()]).toEqual(['failed', 'unreachable']);
  });

  test('an attempt without an answer shows a hint after 15 s, and fails after 120 s', () => {
    const { clock, snapshot, reason } = begun(installed);
    clock.increment(14_999);
    expect(snapshot().value).toEqual({ asking: { opening: 'fresh' } });
    clock.increment(1);
    expect(snapshot().value).toEqual({ asking: { opening: 'slow' } });
    clock.increment(104_999);
    expect(snapshot().value).toEqual({ asking: { opening: 'slow' } });
    clock.increment(1);
    expect([snapshot().value, reason()]).toEqual(['failed', 'timedOut']);
  });

  test('a followed link times out after 120 s, however long its code was shown before', async () => {
    const { send, clock, pass, snapshot, reason } = begun();
    await send(arrived(1));
    pass(200);
    await send({ type: 'link.followed' });
    clock.increment(119_999);
    expect(snapshot().matches({ asking: 'opening' })).toBe(true);
    clock.increment(1);
    expect([snapshot().value, reason()]).toEqual(['failed', 'timedOut']);
  });

  test('a code is replaced after 5 minutes, and stays until the next one is ready', async () => {
    const { send, pass, snapshot } = begun();
    await send(arrived(1));
    expect(snapshot().context).toMatchObject({ uri: uriOf(1), left: 300, code: 1 });
    pass(299);
    expect(snapshot().matches({ asking: 'scanning' })).toBe(true);
    expect(snapshot().context).toMatchObject({ uri: uriOf(1), left: 1, code: 1 });
    pass(1);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    expect(snapshot().context).toMatchObject({ uri: uriOf(1), left: 0, code: 1 });
    await send(arrived(2));
    expect(snapshot().context).toMatchObject({ uri: uriOf(2), left: 300, code: 2 });
  });

  /** Lets a number of codes arrive and expire. */
  const expire = async ({ send, pass }: Pick<ReturnType<typeof begun>, 'send' | 'pass'>, codes: number) => {
    for (let nth = 1; nth <= codes; nth++) {
      await send(arrived(nth));
      pass(300);
    }
  };

  test('an unused code is renewed three times, and then only on request', async () => {
    const { snapshot, ...rest } = begun();
    await expire(rest, 3);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    await expire(rest, 1);
    expect([snapshot().value, snapshot().context.uri]).toEqual(['lapsed', null]);
    expect(snapshot().children.requestConnection).toBeUndefined();
    for (const type of ['page.hidden', 'page.visible']) await rest.send({ type });
    expect(snapshot().value).toBe('lapsed');
    await rest.send({ type: 'renew' });
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    await expire(rest, 3);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
  });

  test('a code is not renewed while the page is hidden, but when it is visible again', async () => {
    const { snapshot, ...rest } = begun();
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

  test('a code is renewed if the page is visible again before it expires', async () => {
    const { snapshot, ...rest } = begun();
    for (const type of ['page.hidden', 'page.visible']) await rest.send({ type });
    await expire(rest, 1);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
  });

  test('a pairing that the wallet reports as expired is replaced three times', async () => {
    const { send, snapshot } = begun();
    for (let nth = 1; nth <= 4; nth++) {
      expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
      await send(arrived(nth));
      await send(failed('requestConnection', expiry));
    }
    expect(snapshot().value).toBe('lapsed');
  });

  test('a pairing that expires while the page is hidden is not replaced', async () => {
    const { send, snapshot } = begun();
    for (const event of [arrived(1), { type: 'page.hidden' }, failed('requestConnection', expiry)]) await send(event);
    expect(snapshot().value).toBe('lapsed');
  });

  test('a visitor who retries gets three more renewals', async () => {
    const { snapshot, ...rest } = begun();
    await expire(rest, 3);
    rest.clock.increment(10_000);
    await rest.send({ type: 'retry' });
    await expire(rest, 3);
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
  });

  test('a code that is not replaced within 10 s is removed', async () => {
    const { send, clock, pass, snapshot, reason } = begun();
    await send(arrived(1));
    pass(300);
    clock.increment(10_000);
    expect([snapshot().value, reason(), snapshot().context.uri]).toEqual(['failed', 'unreachable', null]);
  });

  test('a pairing that the wallet reports as expired is replaced as well', async () => {
    const { send, snapshot, reason } = begun();
    await send(arrived(1));
    await send(failed('requestConnection', expiry));
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    expect([snapshot().context.uri, reason()]).toEqual([uriOf(1), null]);
    await send(arrived(2));
    expect(snapshot().context).toMatchObject({ uri: uriOf(2), code: 2 });
  });

  test.each([
    ['the first', false, scanning],
    ['the next', true, scanning],
    ['that of a wallet without codes', false, installed],
  ])('a pairing that expires before its code is shown is not renewed: %s', async (_, shown, wallet) => {
    const { send, snapshot, reason } = begun(wallet);
    if (shown) {
      await send(arrived(1));
      await send(failed('requestConnection', expiry));
    }
    await send(failed('requestConnection', expiry));
    expect([snapshot().value, reason()]).toEqual(['failed', 'unreachable']);
  });

  test.each([
    [{ code: 4001 }, 'rejected'],
    [new Error('wrapped', { cause: rejection }), 'rejected'],
    [{ code: -32002 }, 'elsewhere'],
    [{ name: 'ProviderNotFoundError' }, 'notFound'],
    [{ name: 'RelayUnreachableError' }, 'unreachable'],
    [{ name: 'RelayRefusedError' }, 'refused'],
    [{ code: 4900 }, 'failed'],
    ['no', 'failed'],
    [undefined, 'failed'],
  ])('the error %o becomes %s, and can be retried', async (error, named) => {
    const { send, snapshot, reason, given } = begun(installed);
    await send(failed('requestConnection', error));
    expect([snapshot().value, reason()]).toEqual(['failed', named]);
    await send({ type: 'retry' });
    expect([snapshot().value, reason()]).toEqual([{ asking: { opening: 'fresh' } }, null]);
    expect(given('requestConnection')).toMatchObject({ wallet: installed });
    await send(done('requestConnection'));
    expect(snapshot().status).toBe('done');
  });

  test('a retry after a code requests another code', async () => {
    const { send, snapshot } = begun();
    await send(arrived(1));
    await send(failed('requestConnection', rejection));
    await send({ type: 'retry' });
    expect(snapshot().matches({ asking: 'preparing' })).toBe(true);
    expect(snapshot().context.uri).toBeNull();
    await send(arrived(2));
    expect(snapshot().context.code).toBe(1);
  });

  test('late answers of the first attempt change nothing after a retry', async () => {
    const tries: { answer: () => void; giveUp: (error: unknown) => void }[] = [];
    const requestConnection = fromPromise<void>(
      () =>
        new Promise((answer, giveUp) => {
          tries.push({ answer, giveUp });
        }),
    );
    const input = { wallet: installed };
    for (const late of ['answer', 'giveUp'] as const) {
      const { clock, send, snapshot, stop } = perform(attemptMachine, { input, actors: { requestConnection } });
      const first = tries.at(-1);
      clock.increment(120_000);
      await send({ type: 'retry' });
      first?.[late](rejection);
      await new Promise((heard) => setTimeout(heard));
      expect(snapshot().value).toEqual({ asking: { opening: 'fresh' } });
      tries.at(-1)?.answer();
      await new Promise((heard) => setTimeout(heard));
      expect(snapshot().status).toBe('done');
      stop();
    }
  });

  test('after a failure the wallet is listened to, once for all retries', async () => {
    const { send, actor } = begun(installed);
    const { attend } = actor.getSnapshot().children;
    for (const error of [rejection, expiry]) {
      await send(failed('requestConnection', error));
      await send({ type: 'retry' });
    }
    expect(actor.getSnapshot().children.attend === attend).toBe(true);
    expect(attend?.getSnapshot().status).toBe('active');
  });

  test('the clipboard runs as long as a code is shown', async () => {
    const { actor, send, pass } = begun();
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
