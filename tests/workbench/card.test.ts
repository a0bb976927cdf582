import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { cardMachine } from '../../src/tools/demo/card.ts';

// A number is a pause in ms.
test.each([
  ['opens for a request', ['asked'], 'openForRequest'],
  ['fades out after the answer', ['asked', 'answered', 499], 'leaving'],
  ['is hidden when it has faded out', ['asked', 'answered', 500], 'hidden'],
  ['stays open for a request that arrives while it fades', ['asked', 'answered', 499, 'asked', 1000], 'openForRequest'],
  ['stays open for a visitor while it fades', ['asked', 'hide', 499, 'toggle', 1000], 'openForVisitor'],
  ['stays open after a request if the visitor opened it', ['toggle', 'asked', 'answered', 1000], 'openForVisitor'],
  ['is closed by the visitor during a request', ['toggle', 'asked', 'toggle'], 'hidden'],
  ['is hidden by the visitor', ['toggle', 'hide', 500], 'hidden'],
  ['stays closed after a request during which it was closed', ['asked', 'hide', 500, 'answered'], 'hidden'],
  ['opens again for the next request', ['asked', 'toggle', 'answered', 'asked'], 'openForRequest'],
] as const)('the card of the demo wallet %s', (_, steps, state) => {
  const clock = new SimulatedClock();
  const actor = createActor(cardMachine, { clock }).start();
  for (const step of steps) {
    if (typeof step === 'number') clock.increment(step);
    else actor.send({ type: step });
  }
  expect(actor.getSnapshot().value).toBe(state);
});
