import { expect, test } from 'vitest';
import { relayMachine } from '#machines/relay';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { relaySamples } from '../samples/connection';

const [dropped, opened, returned] = ['line.dropped', 'line.opened', 'visitor.returned'] as const;
const revived = createDoneEvent('reviveLine');
const unreachable = createErrorEvent('reviveLine', new Error('offline'));
const needed = (state: unknown) => ({ needed: state });
const [live, checking, retrying] = [needed('live'), needed('checking'), needed({ lost: 'retrying' })];

testLive(relayMachine, relaySamples, ({ snapshot }) => {
  const watches = () => snapshot().children.watchLine !== undefined && snapshot().children.watchReturn !== undefined;
  return {
    unneeded: () => expect(watches()).toBe(false),
    needed: () => expect(watches()).toBe(true),
  };
});

const pausing = [returned, unreachable, unreachable];
const gone = [dropped, 2_000, 60_000];

test.each<[what: string, events: EventOrDelay[], state: unknown, told: string]>([
  ['interrupted for less than 2 s', [dropped, 1_999], needed('interrupted'), ''],
  ['live again if it reopens at once', [dropped, 1_999, opened], live, ''],
  ['lost after 2 s', [dropped, 2_000], retrying, 'lost'],
  ['live again when it reopens', [dropped, 2_000, opened], live, 'lost restored'],
  ['lost for a minute', [dropped, 2_000, 59_999], retrying, 'lost'],
  ['given up after a minute', gone, needed('gone'), 'lost gone'],
  ['live again when it reopens after it was given up', [...gone, opened], live, 'lost gone restored'],
  ['checked when the visitor returns after it was given up', [...gone, returned], checking, 'lost gone'],
  ['checked when the visitor returns', [returned], checking, ''],
  ['live after a check', [returned, revived], live, ''],
  ['checked at once if it was interrupted', [dropped, returned], checking, ''],
  ['live after that check', [dropped, returned, revived], live, ''],
  ['lost after a check that fails', [returned, unreachable], retrying, 'lost'],
  ['checked for 10 s', [returned, 9_999], checking, ''],
  ['lost after a check of 10 s', [returned, 10_000], retrying, 'lost'],
  ['not retried for 5 s', [...pausing, 4_999], needed({ lost: 'pausing' }), 'lost'],
  ['retried after 5 s', [...pausing, 5_000], retrying, 'lost'],
  ['live after a retry', [...pausing, 5_000, unreachable, returned, revived], live, 'lost restored'],
])('the connection to the relay is retried after a loss: it is %s', async (_, events, state, told) => {
  const { actor, play, snapshot } = perform(relayMachine, { input: { isNeeded: true } });
  const emitted: string[] = [];
  actor.on('*', ({ type }) => emitted.push(type.replace('line.', '')));
  await play(events);
  expect([snapshot().value, emitted.join(' ')]).toEqual([state, told]);
});
