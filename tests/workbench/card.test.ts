import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { cardMachine } from '../../src/tools/demo/card.ts';

/** Returns the state after these events. A number is a pause in ms. */
function after(...steps: (Parameters<ReturnType<typeof start>['actor']['send']>[0]['type'] | number)[]) {
  const { actor, clock } = start();
  for (const step of steps) {
    if (typeof step === 'number') clock.increment(step);
    else actor.send({ type: step });
  }
  return actor.getSnapshot().value;
}

function start() {
  const clock = new SimulatedClock();
  return { actor: createActor(cardMachine, { clock }).start(), clock };
}

test('the card of the demo wallet opens for a request, and fades out afterwards', () => {
  expect(after('asked')).toBe('openForRequest');
  expect(after('asked', 'answered')).toBe('leaving');
  expect(after('asked', 'answered', 499)).toBe('leaving');
  expect(after('asked', 'answered', 500)).toBe('hidden');
});

test('a request that arrives while the card fades out keeps the card open', () => {
  expect(after('asked', 'answered', 499, 'asked', 1000)).toBe('openForRequest');
  expect(after('asked', 'hide', 499, 'toggle', 1000)).toBe('openForVisitor');
});

test('a card that the visitor has opened stays open after a request', () => {
  expect(after('toggle', 'asked', 'answered', 1000)).toBe('openForVisitor');
  expect(after('toggle', 'asked', 'toggle')).toBe('hidden');
  expect(after('toggle', 'hide', 500)).toBe('hidden');
});

test('a card that is closed during a request stays closed until the next request', () => {
  expect(after('asked', 'hide', 500, 'answered')).toBe('hidden');
  expect(after('asked', 'toggle', 'answered', 'asked')).toBe('openForRequest');
});
