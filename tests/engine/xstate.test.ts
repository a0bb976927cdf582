import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import {
  createStepper,
  findActiveStates,
  findMicrostepTransitions,
  fireTimer,
  hasTransitionFor,
  replaceGuard,
} from './xstate';

/** A lamp with two timers. A guard decides whether its switch works. */
const lamp = setup({
  guards: { isFree: () => true },
  delays: { evening: 60_000, night: 90_000 },
}).createMachine({
  id: 'lamp',
  initial: 'dark',
  states: {
    dark: { on: { press: { guard: 'isFree', target: 'lit' } } },
    lit: { after: { evening: 'dark', night: 'dark' } },
  },
});

test('findActiveStates() returns the active states of a snapshot, parents first', () => {
  const active = findActiveStates(createActor(lamp).start().getSnapshot());
  expect(active.map(({ id }) => id)).toEqual(['lamp', 'lamp.dark']);
});

test('createStepper() computes the next snapshot, and reports the taken transitions', () => {
  const taken: string[] = [];
  const { start, step } = createStepper(lamp, undefined, (happened) => {
    taken.push(...findMicrostepTransitions(happened).map(({ eventType }) => eventType));
  });
  const lit = step(start(), { type: 'press' });
  expect([lit.value, step(lit, { type: 'xstate.after.evening.lamp.lit' }).value]).toEqual(['lit', 'dark']);
  expect(taken).toContain('press');
});

test('hasTransitionFor() is true only for an event with an enabled transition', () => {
  const dark = createActor(lamp).start().getSnapshot();
  expect(['press', 'pull'].map((type) => hasTransitionFor(dark, { type }))).toEqual([true, false]);
});

test('fireTimer() fires the timer of one event, and throws if no such timer runs', () => {
  const actor = createActor(lamp).start();
  const type = 'xstate.after.night.lamp.lit';
  expect(() => fireTimer(actor, type)).toThrow(`No timer runs for ${type}.`);
  actor.send({ type: 'press' });
  fireTimer(actor, type);
  expect(actor.getSnapshot().value).toBe('dark');
  actor.stop();
});

test('replaceGuard() changes the guard of a transition in a running machine', () => {
  const locked = lamp.provide({});
  for (const transition of locked.states.dark!.transitions.get('press') ?? [])
    replaceGuard(transition, 'isFree', () => false);
  const actor = createActor(locked).start();
  actor.send({ type: 'press' });
  expect(actor.getSnapshot().value).toBe('dark');
});
