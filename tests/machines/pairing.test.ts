import { describe, expect, test } from 'vitest';
import { pairingMachine } from '#machines/pairing';
import { perform } from '../perform';
import { proveAll } from '../tier';
import { uriOf } from '../wallets';
import { done, failed } from '../words';
import { pairingWorld } from '../worlds';

const request = (attempt: string) => ({ type: 'request', attempt });
const leave = (attempt: string) => ({ type: 'leave', attempt });
const shown = (nth: number) => ({ type: 'code.shown', uri: uriOf(nth) });
const starting = (state: string) => ({ pairing: { starting: state } });

/** A pairing that `events` happened to. */
async function performed(...events: { type: string }[]) {
  const life = perform(pairingMachine);
  for (const event of events) await life.send(event);
  const where = () => life.snapshot().value;
  return { ...life, where };
}

describe('pairing', () => {
  const { coverage, walks, complete } = proveAll('live', pairingMachine, pairingWorld);

  for (const { title, follow } of walks)
    test(title, async () => {
      const { stop, given, ...life } = perform(pairingMachine, { coverage });
      const asks = () => life.snapshot().children.pairPhone !== undefined;
      await follow({
        ...life,
        states: {
          idle: ({ context: { attempt, uri } }) => expect([asks(), attempt, uri]).toEqual([false, null, null]),
          pairing: () => expect(asks()).toBe(true),
          'pairing.starting': ({ context: { uri } }) => expect(uri).toBeNull(),
          'pairing.starting.wanted': ({ context: { attempt, reason } }) => {
            expect(attempt).not.toBeNull();
            expect(reason).toBeNull();
          },
          'pairing.starting.takenOver': ({ context: { attempt, reason } }) => {
            expect(attempt).not.toBeNull();
            expect(reason).toBeNull();
          },
          'pairing.starting.unwanted': ({ context: { attempt } }) => expect(attempt).toBeNull(),
          'pairing.starting.stuck': ({ context: { reason } }) => expect(reason).toMatch(/^(refused|unreachable)$/),
          'pairing.shown': ({ context: { attempt, uri } }) => {
            expect(attempt).not.toBeNull();
            expect(uri).toBe(uriOf(1));
          },
          approved: ({ context: { attempt, uri } }) => {
            expect(attempt).not.toBeNull();
            expect([asks(), uri]).toEqual([false, null]);
          },
          failed: ({ context: { reason, uri } }) => {
            expect(reason).not.toBeNull();
            expect([asks(), uri]).toEqual([false, null]);
          },
          reloading: ({ context: { missed } }) => expect([asks(), missed]).toEqual([false, true]),
          withdrawing: ({ context: { uri } }) => expect(given('withdrawCode')).toEqual({ uri }),
        },
      });
      stop();
    });

  test('takes every transition', complete);
});

describe('a code that is not there yet', () => {
  test('is not withdrawn when its attempt leaves, but as soon as it is shown', async () => {
    const { send, where, given, snapshot } = await performed(request('first'), leave('first'));
    expect(where()).toEqual(starting('unwanted'));
    await send(shown(1));
    expect([where(), given('withdrawCode')]).toEqual(['withdrawing', { uri: uriOf(1) }]);
    await send(done('withdrawCode'));
    expect([where(), snapshot().context.uri]).toEqual(['idle', null]);
  });

  test('is taken over by the next attempt, which starts again if it fails', async () => {
    const { send, where, snapshot } = await performed(request('first'), leave('first'), request('second'));
    expect(where()).toEqual(starting('takenOver'));
    const { pairPhone } = snapshot().children;
    await send({ type: 'pairing.failed', reason: 'unreachable' } as never);
    expect(where()).toEqual(starting('wanted'));
    expect(snapshot().children.pairPhone).not.toBe(pairPhone);
    await send(shown(2));
    expect(snapshot()).toMatchObject({ value: { pairing: 'shown' }, context: { attempt: 'second', uri: uriOf(2) } });
  });

  test('is given up by its attempt after a minute, and withdrawn when it comes after all', async () => {
    const { send, where, clock, snapshot } = await performed(request('first'));
    clock.increment(60_000);
    expect([where(), snapshot().context.reason]).toEqual([starting('stuck'), 'unreachable']);
    await send(shown(1));
    expect(where()).toBe('withdrawing');
    await send(done('withdrawCode'));
    expect(where()).toBe('idle');
  });

  test('is not waited for once the relay refuses the site; the next attempt starts anew', async () => {
    const { send, where, snapshot } = await performed(request('first'), { type: 'relay.refused' });
    expect([where(), snapshot().context.reason]).toEqual([starting('stuck'), 'refused']);
    const { pairPhone } = snapshot().children;
    await send(request('second'));
    expect([where(), snapshot().context.reason]).toEqual([starting('wanted'), null]);
    expect(snapshot().children.pairPhone).not.toBe(pairPhone);
  });
});

describe('a code that another attempt has taken over', () => {
  const taken = () => performed(request('first'), leave('first'), request('second'));

  test('is shown to that attempt', async () => {
    const { send, snapshot } = await taken();
    await send(shown(1));
    expect(snapshot()).toMatchObject({ value: { pairing: 'shown' }, context: { attempt: 'second', uri: uriOf(1) } });
  });

  test('is given up when the relay refuses the site, or after a minute', async () => {
    for (const reason of ['refused', 'unreachable']) {
      const { send, where, clock, snapshot } = await taken();
      if (reason === 'refused') await send({ type: 'relay.refused' });
      else clock.increment(60_000);
      expect([where(), snapshot().context.reason]).toEqual([starting('stuck'), reason]);
    }
  });

  test('is unwanted again once that attempt leaves, and not another', async () => {
    const { send, where } = await taken();
    await send(leave('first'));
    expect(where()).toEqual(starting('takenOver'));
    await send(leave('second'));
    expect(where()).toEqual(starting('unwanted'));
  });
});

test('a pairing that fails says why to its attempt, and nothing to one that has left', async () => {
  const fails = { type: 'pairing.failed', reason: 'rejected' };
  for (const events of [[], [shown(1)]]) {
    const { where, snapshot } = await performed(request('first'), ...events, fails);
    expect([where(), snapshot().context]).toMatchObject(['failed', { reason: 'rejected', uri: null }]);
  }
  const { where } = await performed(request('first'), leave('first'), fails);
  expect(where()).toBe('idle');
});

describe('a code that is shown', () => {
  test('is withdrawn when its attempt leaves, and not when another leaves', async () => {
    const { send, where } = await performed(request('first'), shown(1), leave('second'));
    expect(where()).toEqual({ pairing: 'shown' });
    await send(leave('first'));
    expect(where()).toBe('withdrawing');
  });

  test('is replaced for another attempt, also for one that comes while it is withdrawn', async () => {
    for (const events of [[request('second')], [leave('first'), request('second')]]) {
      const { send, where, snapshot } = await performed(request('first'), shown(1), ...events);
      expect(where()).toBe('withdrawing');
      await send(done('withdrawCode'));
      expect([where(), snapshot().context.attempt]).toEqual([starting('wanted'), 'second']);
    }
  });

  test('is not replaced for an attempt that leaves while it is withdrawn', async () => {
    for (const [who, next] of [
      ['second', 'idle'],
      ['first', starting('wanted')],
    ] as const) {
      const { send, where } = await performed(request('first'), shown(1), request('second'), leave(who));
      expect(where()).toBe('withdrawing');
      await send(failed('withdrawCode', new Error('offline')));
      expect(where()).toEqual(next);
    }
  });

  test('has been withdrawn after 2 s, whatever becomes of it', async () => {
    const { where, clock } = await performed(request('first'), shown(1), leave('first'));
    clock.increment(2_000);
    expect(where()).toBe('idle');
  });

  test('expires by itself after five and a half minutes', async () => {
    const { where, clock, snapshot } = await performed(request('first'), shown(1));
    clock.increment(329_999);
    expect(where()).toEqual({ pairing: 'shown' });
    clock.increment(1);
    expect([where(), snapshot().context.reason]).toEqual(['failed', 'expired']);
  });

  test('is approved by the phone, and the next attempt has another', async () => {
    const { send, where, snapshot } = await performed(request('first'), shown(1), { type: 'phone.approved' });
    expect([where(), snapshot().context.attempt]).toEqual(['approved', 'first']);
    await send(request('second'));
    expect([where(), snapshot().context.attempt]).toEqual([starting('wanted'), 'second']);
  });
});

describe('a library that cannot be loaded', () => {
  const missed = (online = true) => ({ type: 'library.missed', online });

  test('fails once; the second time the page is loaded anew, if the browser is online', async () => {
    const { send, where, snapshot, clock } = await performed(request('first'), missed());
    expect([where(), snapshot().context.reason]).toEqual(['failed', 'unreachable']);
    for (const event of [request('second'), missed(false), request('third'), missed()]) await send(event);
    expect(where()).toBe('reloading');
    clock.increment(10_000);
    expect([where(), snapshot().context.reason]).toEqual(['failed', 'unreachable']);
  });

  test('is left while the page is loaded anew, or fails if that does not happen', async () => {
    const ends = [
      [leave('first'), 'reloading'],
      [leave('second'), 'idle'],
      [done('reloadPage'), 'failed'],
      [failed('reloadPage', new Error('no')), 'failed'],
    ] as const;
    for (const [event, next] of ends) {
      const { send, where } = await performed(request('first'), missed(), request('second'), missed());
      await send(event);
      expect(where()).toBe(next);
    }
  });
});
