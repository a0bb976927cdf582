import { describe, expect, onTestFinished, test } from 'vitest';
import { type AnyStateMachine, assign, createActor, createMachine, fromCallback, fromPromise, sendTo } from 'xstate';
import { chartOf } from '../../src/workbench/charts/chart';
import { layOutChart } from '../../src/workbench/charts/layout';
import { createBench } from '../../src/workbench/recorder/bench';
import { findShownActor, listActorsAt } from '../../src/workbench/recorder/past';
import { createRecorder } from '../../src/workbench/recorder/recorder';
import { createRemoteBench } from '../../src/workbench/recorder/remote';
import { formatGuards, formatRefusal } from '../../src/workbench/recorder/words';
import { waitForEventLoopTurn } from '../support/gate';
import { lamp } from './foreign/lamp';
import { announceSmallMachine, createStatelyInspector, runWithClient } from './wired';

/** Inspects `machine` as another app does. Returns the bench, and the machine's steps after `types` were sent. */
async function inspected(machine: AnyStateMachine, types: readonly string[], depth = 10) {
  const bench = createRemoteBench();
  const { inspect } = createStatelyInspector((message) => bench.hear(message, 'app'), {
    serializationDepthLimit: depth,
  });
  const actor = createActor(machine, { inspect }).start();
  onTestFinished(() => void actor.stop());
  for (const type of types) actor.send({ type });
  await waitForEventLoopTurn();
  const session = `app/${actor.sessionId}`;
  return { bench, session, steps: bench.recorder.read().entries.filter((entry) => entry.session === session) };
}

describe('an event that leaves the state unchanged', () => {
  const machine = createMachine(
    {
      id: 'm',
      initial: 'a',
      context: { count: 0 },
      states: {
        a: {
          on: {
            passes: { guard: 'yes', actions: 'note' },
            notes: { actions: 'note' },
            counts: { guard: 'yes', actions: assign({ count: ({ context }) => context.count + 1 }) },
            refuses: { guard: 'no', target: 'b' },
            inline: { guard: () => false, target: 'b' },
            both: [{ guard: 'no', target: 'b' }, { actions: 'note' }],
          },
        },
        b: { on: { other: 'a' } },
      },
    },
    { guards: { yes: () => true, no: () => false }, actions: { note: () => {} } },
  );
  // The messages of Stately's inspector do not say which of the transitions without effect was taken.
  test.each([
    ['passes', { taken: ['passes'], refused: '' }, { taken: [], unsure: ['yes'] }],
    ['notes', { taken: ['notes'], refused: '' }, {}],
    ['counts', { taken: ['counts'], refused: '' }, {}],
    ['refuses', { taken: [], refused: ' by [no]' }, {}],
    ['inline', { taken: [], refused: ' by a guard without a name' }, {}],
    ['both', { taken: ['both'], refused: '' }, {}],
    ['other', { taken: [], refused: '' }, {}],
  ])('the workbench shows taken and refused transitions of the event "%s"', async (type, known, overWire) => {
    const bench = createBench();
    const actor = createActor(machine, { inspect: bench.recorder.inspect }).start();
    const { actor: remote, stepsOf } = runWithClient(machine);
    for (const one of [actor, remote]) one.send({ type } as never);
    const { steps } = await inspected(machine, [type]);
    const [here, sent, told] = [bench.recorder.read().entries, stepsOf(), steps].map((entries) => {
      const { taken, refused, unsure, snapshot } = entries.at(-1)!;
      const { transitions } = chartOf(snapshot.machine);
      return {
        taken: taken.map((index) => transitions[index]!.word),
        refused: formatRefusal(refused.map(({ guard }) => guard)),
        unsure: unsure.map(({ guard }) => guard),
      };
    });
    expect([here, sent]).toEqual(Array(2).fill({ ...known, unsure: [] }));
    expect(told).toEqual({ ...known, unsure: [], ...overWire });
    actor.stop();
  });

  test('a guard without a name is shown as unnamed', () => {
    expect(formatRefusal(['fresh', 'fresh', 'guard'])).toBe(' by [fresh], a guard without a name');
    expect(formatGuards(['…'])).toBe('a guard without a name');
    expect(formatRefusal([])).toBe('');
  });
});

describe('a machine of 12 levels', () => {
  const deepest = Array.from({ length: 12 }, (_, i) => `s${i}`);
  const nest = (left: readonly string[]): object =>
    left.length
      ? { initial: left[0], states: { [left[0]!]: { ...nest(left.slice(1)), on: { [`at${left.length}`]: {} } } } }
      : {};
  const machine = createMachine({ id: 'deep', ...nest(deepest), on: { jump: `#deep.${deepest.join('.')}` } } as never);

  test('the panel shows the levels that the app sent, and names the setting to send more', async () => {
    const { bench, session, steps } = await inspected(machine, ['jump']);
    expect(steps).toHaveLength(2);
    const ids = steps.at(-1)!.snapshot._nodes.map(({ key }) => key);
    expect(ids.length).toBeGreaterThan(8);
    expect(bench.limitOf(session)).toContain('serializationDepthLimit');
    await layOutChart(chartOf(steps.at(-1)!.snapshot.machine), 'outline');
  });

  test('the panel shows all levels if the app sends them', async () => {
    const { bench, session, steps } = await inspected(machine, [], 60);
    expect(steps.at(-1)!.snapshot._nodes).toHaveLength(13);
    expect(bench.limitOf(session)).toBe('');
  });
});

test.each(['__proto__', 'constructor', 'toString'])('a machine and an event called %s are shown', async (name) => {
  const bench = createRemoteBench();
  const definition = `{"id":${JSON.stringify(name)},"initial":"a","states":{"a":{"on":{${JSON.stringify(name)}:"b"}},"b":{}}}`;
  bench.hear({ type: '@xstate.actor', sessionId: name, definition }, 'app');
  for (const value of ['a', 'b'])
    bench.hear({ type: '@xstate.snapshot', sessionId: name, event: { type: name }, snapshot: { value } }, 'app');
  const { entries } = bench.recorder.read();
  expect(entries.map(({ snapshot }) => snapshot.value)).toEqual(['a', 'b']);
  expect(bench.tellEvent(entries[1]!, true)).toEqual({ type: name });
  expect(chartOf(entries[0]!.snapshot.machine).transitions).toMatchObject([{ word: name, targets: [`${name}.b`] }]);
  expect(bench.happenings(`app/${name}`)).toBeDefined();
});

describe('actors and their messages', () => {
  const child = createMachine({ id: 'child', initial: 'idle', states: { idle: { on: { order: 'busy' } }, busy: {} } });
  const parent = createMachine(
    {
      id: 'parent',
      initial: 'on',
      invoke: [
        { src: 'child', id: 'first' },
        { src: 'child', id: 'second' },
        { src: 'listen', id: 'listen' },
        { src: 'load', id: 'load' },
      ],
      states: { on: { entry: sendTo('second', { type: 'order' }), on: { end: 'off' } }, off: { type: 'final' } },
    },
    { actors: { child, listen: fromCallback(() => {}), load: fromPromise(async () => 1) } },
  );

  test.each(['here', 'in another app'])('messages of actors %s have a sender and a receiver', async (where) => {
    const remote = createRemoteBench();
    const wire = createStatelyInspector((message) => remote.hear(message, 'app'));
    const bench = where === 'here' ? createBench() : remote;
    const actor = createActor(parent, {
      inspect: where === 'here' ? bench.recorder.inspect : wire.inspect,
    }).start();
    // The end of the promise arrives one turn later.
    for (let i = 0; i < 2; i++) await waitForEventLoopTurn();
    const { actors, others, messages, known } = bench.recorder.read();
    expect(actors.map(({ name, id, depth }) => [name, id, depth])).toEqual(
      expect.arrayContaining([
        ['child', 'first', 1],
        ['child', 'second', 1],
      ]),
    );
    expect(others.map(({ name }) => name)).toEqual(['listen']);
    const order = messages.find(({ event }) => event.type === 'order')!;
    expect([order.from, order.to].map((session) => known.get(session!)!.id)).toEqual([expect.any(String), 'second']);
    actor.send({ type: 'end' });
    await waitForEventLoopTurn();
    expect(bench.recorder.read().actors).toEqual([]);
    actor.stop();
  });

  test('the tree of a past step has the machines that ran then, also if they have ended', async () => {
    const recorder = createRecorder();
    const actor = createActor(parent, { inspect: recorder.inspect }).start();
    const { nth } = recorder.read().entries.at(-1)!;
    actor.send({ type: 'end' });
    await waitForEventLoopTurn();
    const recording = recorder.read();
    expect(recording.actors).toEqual([]);
    expect(listActorsAt(recording, nth).map(({ id }) => id)).toEqual(expect.arrayContaining(['first', 'second']));
  });

  test('the panel first shows a machine with states, even if the root has none', () => {
    const root = createMachine({ id: 'root', invoke: { src: child, id: 'child' } });
    const { recorder, describeApp } = createBench();
    const actor = createActor(root, { inspect: recorder.inspect }).start();
    const { known } = recorder.read();
    expect(known.get(findShownActor('', recorder.read(), describeApp)!)!.name).toBe('child');
    actor.stop();
  });
});

test('the done events of two states are distinguished', async () => {
  const part = (id: string) => ({
    initial: 'x',
    states: { x: { on: { [`end ${id}`]: 'y' } }, y: { type: 'final' as const } },
    onDone: '#m.b',
  });
  const machine = createMachine({
    id: 'm',
    initial: 'a',
    states: { a: { type: 'parallel', states: { p: part('p'), q: part('q') } }, b: {} },
  } as never);
  const { bench, session } = await inspected(machine, []);
  const { events } = bench.happenings(session)!;
  expect(new Set(events.map(({ type }) => type)).size).toBe(events.length);
  expect(events.filter(({ word }) => word === 'done')).toHaveLength(2);
});

test.each(['after', 'before'])('an app that disconnects %s its messages keeps only its steps', async (when) => {
  const bench = createRemoteBench();
  const messages: object[] = [];
  const { inspect } = createStatelyInspector((message) => messages.push(message));
  const actor = createActor(lamp, { inspect }).start();
  actor.send({ type: 'press' });
  await waitForEventLoopTurn();
  bench.join('app 1', '');
  announceSmallMachine(bench, 'app 12');
  if (when === 'before') bench.leave('app 1');
  for (const message of messages) bench.hear(message, 'app 1');
  if (when === 'after') bench.leave('app 1');
  actor.stop();
  await waitForEventLoopTurn();
  const { actors, others, entries } = bench.recorder.read();
  expect([actors.map(({ name }) => name), others]).toEqual([['a'], []]);
  expect(entries.map(({ snapshot }) => snapshot.machine.id)).toEqual(expect.arrayContaining(['a', 'lamp']));
});

test('machines with the same definition share one object, and so one chart layout', async () => {
  const bench = createRemoteBench();
  for (const sessionId of ['x:0', 'x:1']) announceSmallMachine(bench, 'app', sessionId);
  await waitForEventLoopTurn();
  const [first, second] = bench.recorder.read().entries.map(({ snapshot }) => snapshot.machine.config);
  expect(first).toBe(second);
});

test('invalid messages add no step', () => {
  const bench = createRemoteBench();
  const [start, step] = ['@xstate.actor', '@xstate.snapshot'].map((type) => ({ type, sessionId: 'x:0' }));
  for (const message of [
    null,
    'hello',
    { ...start, definition: '{' },
    { ...start, definition: '{"states":{"b":{"on":{"go":"nowhere"}}}}' },
    { ...start, definition: '{"id":"a","initial":"b","states":{"b":{}}}' },
    { ...step, snapshot: { value: 'b' } },
    { ...step, event: { type: 'go' }, snapshot: { value: 'c' } },
  ])
    bench.hear(message, 'app');
  expect([bench.recorder.read().known.size, bench.recorder.read().entries]).toEqual([1, []]);
});
