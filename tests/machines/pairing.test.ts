import { describe, expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { pairingMachine } from '#machines/pairing';
import { testLive } from '../engine/live';
import { type PerformOptions, perform } from '../engine/perform';
import { doneEvent, errorEvent } from '../engine/words';
import { pairingWorld } from '../samples/pairing';
import { nthPairingUri } from '../samples/wallets';

const request = (attempt: string) => ({ type: 'request', attempt });
const leave = (attempt: string) => ({ type: 'leave', attempt });
const shown = (nth: number) => ({ type: 'code.shown', uri: nthPairingUri(nth) });
const starting = (state: unknown) => ({ pairing: { starting: state } });
const showing = { pairing: 'shown' };
const awaited = (state: string) => starting({ awaited: state });

/** Starts the machine. Returns it with its emitted events. */
function start(options?: PerformOptions<typeof pairingMachine>) {
  const life = perform(pairingMachine, options);
  const emitted: AnyEventObject[] = [];
  life.actor.on('*', (event) => emitted.push(event));
  return { ...life, emitted };
}

async function performed(...events: { type: string }[]) {
  const life = start();
  for (const event of events) await life.send(event);
  const where = () => life.snapshot().value;
  return { ...life, where };
}

testLive(
  pairingMachine,
  pairingWorld,
  ({ given, snapshot, emitted }) => {
    const asks = () => snapshot().children.pairPhone !== undefined;
    return {
      idle: ({ context: { attempt, uri } }) => expect([asks(), attempt, uri]).toEqual([false, null, null]),
      pairing: () => expect(asks()).toBe(true),
      'pairing.starting': ({ context: { uri } }) => expect(uri).toBeNull(),
      'pairing.starting.awaited': ({ context: { attempt, reason } }) => {
        expect(attempt).not.toBeNull();
        expect(reason).toBeNull();
      },
      'pairing.starting.unwanted': ({ context: { attempt } }) => expect(attempt).toBeNull(),
      'pairing.starting.stuck': ({ context: { attempt, reason } }) => {
        expect(reason).toMatch(/^(refused|unreachable)$/);
        expect(emitted.at(-1)).toEqual({ type: 'pairing.refused', attempt, reason });
      },
      'pairing.shown': ({ context: { attempt, uri } }) => {
        expect(uri).toBe(nthPairingUri(1));
        expect(emitted).toContainEqual({ type: 'code.arrived', attempt, uri });
      },
      approved: ({ context: { attempt, uri } }) => {
        expect([asks(), uri]).toEqual([false, null]);
        expect(emitted.at(-1)).toEqual({ type: 'pairing.approved', attempt });
      },
      failed: ({ context: { attempt, reason, uri } }) => {
        expect([asks(), uri]).toEqual([false, null]);
        expect(emitted.at(-1)).toEqual({ type: 'pairing.refused', attempt, reason });
      },
      reloading: ({ context: { missed } }) => expect([asks(), missed]).toEqual([false, true]),
      withdrawing: ({ context: { uri } }) => expect(given('withdrawCode')).toEqual({ uri }),
    };
  },
  start,
);

describe('a requested code that has not arrived', () => {
  test('a code whose attempt has left is withdrawn when it arrives', async () => {
    const { send, where, given, snapshot } = await performed(request('first'), leave('first'));
    expect(where()).toEqual(starting('unwanted'));
    await send(shown(1));
    expect([where(), given('withdrawCode')]).toEqual(['withdrawing', { uri: nthPairingUri(1) }]);
    await send(doneEvent('withdrawCode'));
    expect([where(), snapshot().context.uri]).toEqual(['idle', null]);
  });

  test('the next attempt gets the requested code, or a new one if the request fails', async () => {
    const { send, where, snapshot } = await performed(request('first'), leave('first'), request('second'));
    expect(where()).toEqual(awaited('takenOver'));
    const { pairPhone } = snapshot().children;
    await send({ type: 'pairing.failed', reason: 'unreachable' } as never);
    expect(where()).toEqual(awaited('wanted'));
    expect(snapshot().children.pairPhone).not.toBe(pairPhone);
    await send(shown(2));
    expect(snapshot()).toMatchObject({
      value: showing,
      context: { attempt: 'second', uri: nthPairingUri(2) },
    });
  });

  test('a code without an attempt is given up after a minute, and withdrawn if it comes', async () => {
    const { send, where, clock, snapshot } = await performed(request('first'));
    clock.increment(60_000);
    expect([where(), snapshot().context.reason]).toEqual([starting('stuck'), 'unreachable']);
    await send(shown(1));
    expect(where()).toBe('withdrawing');
    await send(doneEvent('withdrawCode'));
    expect(where()).toBe('idle');
  });

  test('a code is given up when the relay refuses the site, and the next is requested', async () => {
    const { send, where, snapshot } = await performed(request('first'), { type: 'relay.refused' });
    expect([where(), snapshot().context.reason]).toEqual([starting('stuck'), 'refused']);
    const { pairPhone } = snapshot().children;
    await send(request('second'));
    expect([where(), snapshot().context.reason]).toEqual([awaited('wanted'), null]);
    expect(snapshot().children.pairPhone).not.toBe(pairPhone);
  });
});

describe('a requested code that a second attempt has taken over', () => {
  const taken = () => performed(request('first'), leave('first'), request('second'));

  test('a code that was taken over is sent to the second attempt', async () => {
    const { send, snapshot } = await taken();
    await send(shown(1));
    expect(snapshot()).toMatchObject({
      value: showing,
      context: { attempt: 'second', uri: nthPairingUri(1) },
    });
  });

  test('a code that was taken over is given up on a refusal, or after a minute', async () => {
    for (const reason of ['refused', 'unreachable']) {
      const { send, where, clock, snapshot } = await taken();
      if (reason === 'refused') await send({ type: 'relay.refused' });
      else clock.increment(60_000);
      expect([where(), snapshot().context.reason]).toEqual([starting('stuck'), reason]);
    }
  });

  test('a code that was taken over has no attempt again once the second one leaves', async () => {
    const { send, where } = await taken();
    await send(leave('first'));
    expect(where()).toEqual(awaited('takenOver'));
    await send(leave('second'));
    expect(where()).toEqual(starting('unwanted'));
  });
});

test('a failed pairing reports the reason to its attempt, unless that has left', async () => {
  const fails = { type: 'pairing.failed', reason: 'rejected' };
  for (const events of [[], [shown(1)]]) {
    const { where, snapshot } = await performed(request('first'), ...events, fails);
    expect([where(), snapshot().context]).toMatchObject(['failed', { reason: 'rejected', uri: null }]);
  }
  const { where } = await performed(request('first'), leave('first'), fails);
  expect(where()).toBe('idle');
});

describe('a code that is shown', () => {
  test('a shown code is withdrawn when its own attempt leaves, but not another attempt', async () => {
    const { send, where } = await performed(request('first'), shown(1), leave('second'));
    expect(where()).toEqual(showing);
    await send(leave('first'));
    expect(where()).toBe('withdrawing');
  });

  test('a shown code is replaced for another attempt, also during a withdrawal', async () => {
    for (const events of [[request('second')], [leave('first'), request('second')]]) {
      const { send, where, snapshot } = await performed(request('first'), shown(1), ...events);
      expect(where()).toBe('withdrawing');
      await send(doneEvent('withdrawCode'));
      expect([where(), snapshot().context.attempt]).toEqual([awaited('wanted'), 'second']);
    }
  });

  test('a shown code is not replaced for an attempt that leaves meanwhile', async () => {
    for (const [who, next] of [
      ['second', 'idle'],
      ['first', awaited('wanted')],
    ] as const) {
      const { send, where } = await performed(request('first'), shown(1), request('second'), leave(who));
      expect(where()).toBe('withdrawing');
      await send(errorEvent('withdrawCode', new Error('offline')));
      expect(where()).toEqual(next);
    }
  });

  test('the pairing machine waits at most 2 s for the withdrawal of a code', async () => {
    const { where, clock } = await performed(request('first'), shown(1), leave('first'));
    clock.increment(2_000);
    expect(where()).toBe('idle');
  });

  test('a shown code expires after 5.5 minutes', async () => {
    const { where, clock, snapshot } = await performed(request('first'), shown(1));
    clock.increment(329_999);
    expect(where()).toEqual(showing);
    clock.increment(1);
    expect([where(), snapshot().context.reason]).toEqual(['failed', 'expired']);
  });

  test('an approved code connects the phone, and the next attempt gets another code', async () => {
    const { send, where, snapshot } = await performed(request('first'), shown(1), { type: 'phone.approved' });
    expect([where(), snapshot().context.attempt]).toEqual(['approved', 'first']);
    await send(request('second'));
    expect([where(), snapshot().context.attempt]).toEqual([awaited('wanted'), 'second']);
  });
});

describe('the connection to the relay while a code is shown', () => {
  test('losing the relay connection, and its return, is reported to the attempt', async () => {
    const { emitted, send, where } = await performed(request('first'), shown(1));
    for (const type of ['line.lost', 'line.restored']) {
      await send({ type });
      expect([where(), emitted.at(-1)]).toEqual([showing, { type, attempt: 'first' }]);
    }
  });

  test('a pairing fails if its relay connection is given up', async () => {
    const { where, snapshot } = await performed(request('first'), shown(1), { type: 'line.gone' });
    expect([where(), snapshot().context.reason]).toEqual(['failed', 'unreachable']);
  });

  test('a phone that approves while the relay connection is lost is connected', async () => {
    const { where } = await performed(request('first'), shown(1), { type: 'line.lost' }, { type: 'phone.approved' });
    expect(where()).toBe('approved');
  });
});

describe('a pairing library that cannot be loaded', () => {
  const missed = (online = true) => ({ type: 'library.missed', online });

  test('a failed import fails the attempt, and the next one reloads the page if online', async () => {
    const { send, where, snapshot, clock } = await performed(request('first'), missed());
    expect([where(), snapshot().context.reason]).toEqual(['failed', 'unreachable']);
    for (const event of [request('second'), missed(false), request('third'), missed()]) await send(event);
    expect(where()).toBe('reloading');
    clock.increment(10_000);
    expect([where(), snapshot().context.reason]).toEqual(['failed', 'unreachable']);
  });

  test('an attempt can be left while the page reloads, and fails if it does not reload', async () => {
    const ends = [
      [leave('first'), 'reloading'],
      [leave('second'), 'idle'],
      [doneEvent('reloadPage'), 'failed'],
      [errorEvent('reloadPage', new Error('no')), 'failed'],
    ] as const;
    for (const [event, next] of ends) {
      const { send, where } = await performed(request('first'), missed(), request('second'), missed());
      await send(event);
      expect(where()).toBe(next);
    }
  });
});
