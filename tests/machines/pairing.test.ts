import { describe, expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { pairingMachine } from '#machines/pairing';
import { testLive } from '../engine/live';
import { type PerformOptions, perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { pairingSamples } from '../samples/connection';
import { nthPairingUri } from '../samples/wallets';
import { checkScenario, type MachineScenario } from './scenarios';

const request = (attempt: string) => ({ type: 'request', attempt });
const leave = (attempt: string) => ({ type: 'leave', attempt });
const shown = (nth: number) => ({ type: 'code.shown', uri: nthPairingUri(nth) });
const starting = (state: unknown) => ({ pairing: { starting: state } });
const showing = { pairing: 'shown' };
const awaited = (state: string) => starting({ awaited: state });
const [stuck, unwanted, wanted] = [starting('stuck'), starting('unwanted'), awaited('wanted')];
const withdrawn = createDoneEvent('withdrawCode');
const kept = createErrorEvent('withdrawCode', new Error('offline'));
const fails = { type: 'pairing.failed', reason: 'rejected' };
const missed = (online = true) => ({ type: 'library.missed', online });

/** Starts the machine. Returns it with its emitted events. */
function start(options?: PerformOptions<typeof pairingMachine>) {
  const life = perform(pairingMachine, options);
  const emitted: AnyEventObject[] = [];
  life.actor.on('*', (event) => emitted.push(event));
  return { ...life, emitted };
}

testLive(
  pairingMachine,
  pairingSamples,
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

describe('a requested pairing code that has not arrived', () => {
  const left = [request('first'), leave('first')];
  const taken = [...left, request('second')];

  test.each<MachineScenario>([
    ['unwanted once its attempt has left', left, unwanted],
    ['withdrawn if it arrives after its attempt has left', [...left, shown(1)], 'withdrawing'],
    ['forgotten once it is withdrawn', [...left, shown(1), withdrawn], 'idle'],
    ['forgotten if it fails after its attempt has left', [...left, fails], 'idle'],
    ['given up after a minute', [request('first'), 60_000], stuck, { reason: 'unreachable' }],
    ['withdrawn if it arrives after it was given up', [request('first'), 60_000, shown(1)], 'withdrawing'],
    ['given up when the relay refuses the site', [request('first'), 'relay.refused'], stuck, { reason: 'refused' }],
    ['given up if it fails', [request('first'), fails], 'failed', { reason: 'rejected' }],
    ['taken over by the next attempt', [...taken, shown(1)], showing, { attempt: 'second', uri: nthPairingUri(1) }],
    ['given up for the next attempt after a minute', [...taken, 60_000], stuck, { reason: 'unreachable' }],
    ['given up for the next attempt when the relay refuses', [...taken, 'relay.refused'], stuck, { reason: 'refused' }],
    ['still taken over after the first attempt leaves again', [...taken, leave('first')], awaited('takenOver')],
    ['unwanted once the next attempt has left too', [...taken, leave('second')], unwanted],
  ])('is withdrawn, given up or taken over: it is %s', checkScenario(pairingMachine));

  test.each([
    ['fails after it was taken over', taken, { type: 'pairing.failed', reason: 'unreachable' }],
    ['was given up', [request('first'), 'relay.refused'], request('second')],
  ])('is replaced by a new request if the code %s', async (_, events, event) => {
    const { play, snapshot } = start();
    await play(events);
    const { pairPhone } = snapshot().children;
    await play([event]);
    expect(snapshot()).toMatchObject({ value: wanted, context: { attempt: 'second', reason: null } });
    expect(snapshot().children.pairPhone).not.toBe(pairPhone);
  });
});

describe('a pairing code that is shown', () => {
  const code = [request('first'), shown(1)];
  const replaced = [...code, request('second')];

  test.each<MachineScenario>([
    ['stays when another attempt leaves', [...code, leave('second')], showing],
    ['is withdrawn when its attempt leaves', [...code, leave('first')], 'withdrawing'],
    ['is given up if its withdrawal takes 2 s', [...code, leave('first'), 2_000], 'idle'],
    ['is withdrawn for another attempt', replaced, 'withdrawing'],
    ['is replaced once it is withdrawn', [...replaced, withdrawn], wanted, { attempt: 'second' }],
    ['is replaced during a withdrawal', [...code, leave('first'), request('second'), withdrawn], wanted],
    ['is not replaced for an attempt that leaves', [...replaced, leave('second'), kept], 'idle'],
    ['is replaced, also if its own attempt leaves', [...replaced, leave('first'), kept], wanted],
    ['lasts for 5.5 minutes', [...code, 329_999], showing],
    ['expires after 5.5 minutes', [...code, 330_000], 'failed', { reason: 'expired' }],
    ['fails when the phone rejects', [...code, fails], 'failed', { reason: 'rejected', uri: null }],
    ['fails when the relay is given up', [...code, 'line.gone'], 'failed', { reason: 'unreachable' }],
    ['connects the phone', [...code, 'phone.approved'], 'approved', { attempt: 'first' }],
    ['connects the phone while the relay is lost', [...code, 'line.lost', 'phone.approved'], 'approved'],
    ['is used once', [...code, 'phone.approved', request('second')], wanted, { attempt: 'second' }],
  ])('ends, connects or is replaced: it %s', checkScenario(pairingMachine));

  test('reports to its attempt when the relay is lost or restored', async () => {
    const { emitted, play } = start();
    const lost = ['line.lost', 'line.restored'];
    await play([...code, ...lost]);
    expect(emitted.slice(-2)).toEqual(lost.map((type) => ({ type, attempt: 'first' })));
  });
});

describe('a pairing library that cannot be loaded', () => {
  const reload = [request('first'), missed(), request('second'), missed()];
  const offline = [request('first'), missed(), request('second'), missed(false), request('third'), missed()];

  test.each<MachineScenario>([
    ['fails the attempt', [request('first'), missed()], 'failed', { reason: 'unreachable' }],
    ['fails the next attempt if offline', offline.slice(0, 4), 'failed', { reason: 'unreachable' }],
    ['reloads the page for the next attempt that is online', offline, 'reloading'],
    ['fails if the page is not reloaded within 10 s', [...offline, 10_000], 'failed', { reason: 'unreachable' }],
    ['reloads the page, even if the first attempt leaves', [...reload, leave('first')], 'reloading'],
    ['can be left while the page reloads', [...reload, leave('second')], 'idle'],
    ['fails if the page does not reload', [...reload, createDoneEvent('reloadPage')], 'failed'],
    ['fails if the page can not reload', [...reload, createErrorEvent('reloadPage', new Error('no'))], 'failed'],
  ])('fails the attempt, or reloads the page: it %s', checkScenario(pairingMachine));
});
