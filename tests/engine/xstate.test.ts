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

/** A lamp with a timer, and with a switch that may be locked. */
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

test('a snapshot lists its active states', () => {
  const active = findActiveStates(createActor(lamp).start().getSnapshot());
  expect(active.map(({ id }) => id)).toEqual(['lamp', 'lamp.dark']);
});

test('a computed step lists its transitions, and runs no action', () => {
  const taken: string[] = [];
  const { start, step } = createStepper(lamp, undefined, (happened) => {
    taken.push(...findMicrostepTransitions(happened).map(({ eventType }) => eventType));
  });
  const lit = step(start(), { type: 'press' });
  expect([lit.value, step(lit, { type: 'xstate.after.evening.lamp.lit' }).value]).toEqual(['lit', 'dark']);
  expect(taken).toContain('press');
});

test('an event counts as accepted where a transition for it is enabled', () => {
  const dark = createActor(lamp).start().getSnapshot();
  expect(['press', 'pull'].map((type) => hasTransitionFor(dark, { type }))).toEqual([true, false]);
});

test('a single timer can be fired by its id', () => {
  const actor = createActor(lamp).start();
  const type = 'xstate.after.night.lamp.lit';
  expect(() => fireTimer(actor, type)).toThrow(`No timer runs for ${type}.`);
  actor.send({ type: 'press' });
  fireTimer(actor, type);
  expect(actor.getSnapshot().value).toBe('dark');
  actor.stop();
});

test('a guard of a machine can be replaced', () => {
  const locked = lamp.provide({});
  for (const transition of locked.states.dark!.transitions.get('press') ?? [])
    replaceGuard(transition, 'isFree', () => false);
  const actor = createActor(locked).start();
  actor.send({ type: 'press' });
  expect(actor.getSnapshot().value).toBe('dark');
});
