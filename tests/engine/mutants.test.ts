import { expect, test } from 'vitest';
import { type AnyStateMachine, createActor, fromPromise, SimulatedClock, setup } from 'xstate';
import { applyMutant, listMutants } from './mutants';

/** A sample machine: a door with a bell. Ringing opens the door for a while if someone is inside. */
const machine: AnyStateMachine = setup({
  types: { context: {} as { in: boolean; rung: number } },
  actions: { count: ({ context }) => void context.rung++, sigh: () => {}, greet: () => {} },
  guards: { in: ({ context }) => context.in, is: (_, it: boolean) => it },
  actors: { key: fromPromise(() => Promise.resolve()) },
  delays: { while: 100 },
}).createMachine({
  id: 'm',
  context: () => ({ in: true, rung: 0 }),
  initial: 'shut',
  states: {
    shut: { on: { ring: { guard: 'in', target: 'open', actions: ['count', 'sigh'] } } },
    open: { entry: 'greet', after: { while: 'shut' }, on: { back: 'shut' } },
    gone: { always: { guard: { type: 'is', params: true }, target: 'locked' } },
    locked: { exit: 'sigh', invoke: { id: 'key', src: 'key', onDone: 'shut' } },
  },
});

const mutants = listMutants(machine);

/** Returns the state of `machine` after all events, and how often the bell rang. A number advances the clock. */
function outcomeOf(machine: AnyStateMachine, ...events: (string | number)[]) {
  const clock = new SimulatedClock();
  const actor = createActor(machine, { clock }).start();
  for (const event of events) typeof event === 'number' ? clock.increment(event) : actor.send({ type: event });
  return [actor.getSnapshot().value, actor.getSnapshot().context.rung];
}

test('listMutants() lists each kind of mutant for each transition, delay and action', () => {
  expect(mutants.map(({ name }) => name)).toEqual([
    'm.shut · ring → m.open: dropped',
    'm.shut · ring → m.open: leads to m.gone',
    'm.shut · ring → m.open: leads to m.shut',
    'm.shut · ring → m.open: guard negated',
    'm.shut · ring → m.open: count left out',
    'm.shut · ring → m.open: sigh left out',
    'm.open · back → m.shut: dropped',
    'm.open · back → m.shut: leads to m.open',
    'm.open · back → m.shut: leads to m.gone',
    'm.open · back → m.shut: leads to m.locked',
    'm.open · while runs out → m.shut: dropped',
    'm.open · while runs out → m.shut: leads to m.open',
    'm.open · while runs out → m.shut: leads to m.locked',
    'm.open · while lasts twice as long',
    'm.open · entry: greet left out',
    'm.gone · always → m.locked: dropped',
    'm.gone · always → m.locked: leads to m.shut',
    'm.gone · always → m.locked: leads to m.gone',
    'm.gone · always → m.locked: guard negated',
    'm.locked · key answers → m.shut: dropped',
    'm.locked · key answers → m.shut: leads to m.open',
    'm.locked · key answers → m.shut: leads to m.locked',
    'm.locked · exit: sigh left out',
  ]);
  for (const mutant of mutants) expect(applyMutant(machine, mutant).config).not.toEqual(machine.config);
});

test('listMutants() lists mutants of a transition for the output of a spawned actor', () => {
  const spawning: AnyStateMachine = setup({}).createMachine({
    id: 'm',
    initial: 'open',
    states: { open: { on: { 'xstate.done.actor.wallet': 'shut' } }, shut: {} },
  });
  const [dropped] = listMutants(spawning);
  expect(dropped?.name).toContain('dropped');
  expect(applyMutant(spawning, dropped!).config).toMatchObject({ states: { open: { on: {} } } });
});

test.each<[name: string, events: (string | number)[], state: string, rung: number]>([
  ['m.shut · ring → m.open: dropped', ['ring'], 'shut', 0],
  ['m.shut · ring → m.open: leads to m.gone', ['ring'], 'locked', 1],
  ['m.shut · ring → m.open: leads to m.shut', ['ring'], 'shut', 1],
  ['m.shut · ring → m.open: guard negated', ['ring'], 'shut', 0],
  ['m.shut · ring → m.open: count left out', ['ring'], 'open', 0],
  ['m.shut · ring → m.open: sigh left out', ['ring'], 'open', 1],
  ['m.open · back → m.shut: leads to m.locked', ['ring', 'back'], 'locked', 1],
  ['m.open · while runs out → m.shut: dropped', ['ring', 1_000], 'open', 1],
  ['m.open · while runs out → m.shut: leads to m.locked', ['ring', 100], 'locked', 1],
  ['m.open · while lasts twice as long', ['ring', 199], 'open', 1],
  ['m.open · while lasts twice as long', ['ring', 200], 'shut', 1],
])('the mutant "%s" goes, by the events %j, to the state %s and rings %i times', (name, events, state, rung) => {
  const mutant = mutants.find((one) => one.name === name)!;
  expect(outcomeOf(applyMutant(machine, mutant), ...events)).toEqual([state, rung]);
  // Making mutants leaves the machine unchanged.
  expect([outcomeOf(machine, 'ring', 99), outcomeOf(machine, 'ring', 100)]).toEqual([
    ['open', 1],
    ['shut', 1],
  ]);
});
