import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type AnyEventObject, createActor, createMachine, fromPromise } from 'xstate';
import { createSiteBench } from '../../src/tools/bench';
import { chartOf } from '../../src/workbench/charts/chart';
import { type Bench, createBench } from '../../src/workbench/recorder/bench';
import { createCountingClock } from '../../src/workbench/recorder/clock';
import { generatePaths, selectFewestPaths } from '../engine/paths';
import { perform } from '../engine/perform';
import { describeTransition, listStateNodes, serializeValue, transitionsOf } from '../engine/words';
import { worlds } from '../samples/worlds';
import { allMachines } from '../support/machines';
import { lintCopiedTest, runCopiedTest } from './copied';
import { SECRET_PATTERN } from './secrets';

const flush = () => new Promise<void>((heard) => queueMicrotask(heard));

/** Runs `machine`, and records its steps in a bench. */
function watched(
  machine: Parameters<typeof perform>[0],
  input: unknown,
): { bench: Bench } & ReturnType<typeof perform> {
  const bench = createSiteBench(worlds);
  const life = perform(machine, { input: input as never, inspect: bench.recorder.inspect });
  return { bench, ...life };
}

describe.each(allMachines)('the workbench of $name', ({ name, machine }) => {
  const paths = generatePaths(machine, worlds[name]);
  const all = listStateNodes(machine.root).flatMap(transitionsOf);

  test.each(paths)('the workbench follows each path: $title', async ({ input, follow, takes }) => {
    const { bench, ...life } = watched(machine, input);
    const { sessionId } = life.actor;
    const send = async (event: AnyEventObject) => {
      await life.send(event);
      await flush();
      const entry = bench.recorder.read().entries.findLast(({ session }) => session === sessionId);
      expect(entry?.snapshot).toBe(life.actor.getSnapshot());
    };
    await follow({ send, snapshot: life.snapshot, states: { '*': () => {} } });
    await flush();
    const own = bench.recorder.read().entries.filter(({ session }) => session === sessionId);
    for (const { before, event, taken, refused } of own) {
      if (refused.length) expect([taken, before?.can(event)], serializeValue(event)).toEqual([[], false]);
    }
    const taken = new Set(own.flatMap((entry) => entry.taken).map((index) => describeTransition(all[index]!)));
    // A path also names transitions of invoked machines. Their steps are entries of their own, so their names are left
    // out.
    const names = all.map(describeTransition);
    expect([...new Set(takes)].filter((one) => names.includes(one) && !taken.has(one))).toEqual([]);
    const told = own.map((entry) => serializeValue(bench.tell(entry, true)));
    for (const text of [...told, bench.trace()]) expect(text).not.toMatch(SECRET_PATTERN);
    life.stop();
  });
});

test.each(['chain', 'alpha'])('a copied test of %s passes', async (name) => {
  const { machine } = allMachines.find((one) => one.name === name)!;
  const [path] = selectFewestPaths(generatePaths(machine, worlds[name]));
  const { bench, ...life } = watched(machine, path!.input);
  let left = 6;
  await path!.follow({ send: async (event) => void (left-- > 0 && (await life.send(event))) }).catch(() => {});
  await flush();
  const file = bench.testOf(bench.recorder.read().entries.at(-1)!);
  await lintCopiedTest(file);
  expect(await runCopiedTest(file)).toEqual([`${name} goes the way that the workbench recorded`]);
  life.stop();
});

const lamp = createMachine(
  {
    id: 'lamp',
    initial: 'off',
    context: { kind: 'warm' },
    states: {
      off: {
        invoke: { id: 'ask', src: 'ask', onDone: 'on', onError: 'broken' },
        on: { press: 'on', dim: { guard: 'canDim', target: 'on' } },
        after: { 60000: 'broken' },
      },
      on: { on: { press: 'off', shade: { actions: 'note' } } },
      broken: { type: 'final' },
    },
  },
  {
    actors: { ask: fromPromise(() => new Promise(() => {})) },
    guards: { canDim: () => false },
    actions: { note: () => {} },
  },
);

/** Runs a lamp with a bench, until the test ends. */
async function begin() {
  const fault = new Error('no power');
  const samples = [{ type: 'xstate.error.actor.ask', error: fault }];
  const bench = createBench(() => ({ samples, names: { outage: fault } }));
  const actor = createActor(lamp, { inspect: bench.recorder.inspect, clock: bench.clock }).start();
  onTestFinished(() => void actor.stop());
  await flush();
  return { bench, actor, now: () => bench.happenings(actor.sessionId)! };
}

describe('the possible events of a machine', () => {
  test('the workbench distinguishes events, answers, failures, timers and refused events', async () => {
    const { now } = await begin();
    const { events, ports, timers, refused, unheard } = now();
    expect(events.map(({ type }) => type)).toEqual(['press']);
    expect(ports).toMatchObject([{ id: 'ask', answers: [{ data: '' }], failures: [{ data: 'outage' }] }]);
    expect(timers).toMatchObject([{ word: 'after 60 s', delay: 60_000 }]);
    expect(refused).toEqual([
      { type: 'dim', guards: ['canDim'], choices: [{ event: { type: 'dim' }, data: '' }], isUntried: true },
    ]);
    expect(unheard).toEqual(['shade']);
  });

  test('the workbench says why no event is possible', async () => {
    const part = createMachine({ id: 'part', initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } });
    const both = createMachine({ id: 'both', invoke: ['first', 'second'].map((id) => ({ id, src: part })) });
    const bench = createBench();
    const actor = createActor(both, { inspect: bench.recorder.inspect }).start();
    await flush();
    const first = bench.recorder.read().actors.find(({ parent }) => parent === actor.sessionId)!;
    const silenceOf = (session: string) => bench.happenings(session)!.silence;
    expect(silenceOf(actor.sessionId)).toBe(
      'It hears no events itself. It only runs first and second: choose one under Running.',
    );
    expect(silenceOf(first.session)).toBe('');
    first.ref!.send({ type: 'go' });
    expect(silenceOf(first.session)).toBe('It stays in this state: no event, answer or timer leads out of it.');
    actor.stop();
    expect(silenceOf(actor.sessionId)).toBe('It has ended, so nothing can happen to it any more.');
  });

  test('a timer fires when the workbench requests it', async () => {
    const { bench, actor, now } = await begin();
    bench.expire(actor.sessionId, now().timers[0]!.id);
    expect(actor.getSnapshot().value).toBe('broken');
  });

  test("an answer from the workbench has the same effect as the port's own", async () => {
    const { bench, actor, now } = await begin();
    bench.send(actor.sessionId, now().ports[0]!.answers[0]!.event);
    expect(actor.getSnapshot().value).toBe('on');
    expect(now().ports).toEqual([]);
  });
});

test('an entry of the log names the transitions that were taken', async () => {
  const { bench, actor } = await begin();
  actor.send({ type: 'press' });
  await flush();
  const { taken } = bench.recorder.read().entries.at(-1)!;
  expect(taken.map((index) => chartOf(lamp).transitions[index]!.word)).toEqual(['press']);
});

test('an entry of the log names the guard that refused the event', async () => {
  const { bench, actor } = await begin();
  for (const type of ['dim', 'shade']) actor.send({ type });
  await flush();
  const [, dim, shade] = bench.recorder.read().entries;
  const index = chartOf(lamp).transitions.findIndex(({ word }) => word === 'dim');
  expect(dim).toMatchObject({ taken: [], refused: [{ index, guard: 'canDim' }] });
  expect(shade).toMatchObject({ taken: [], refused: [] });
});

test('the recorder drops the oldest steps, and machines that have stopped', async () => {
  const { createRecorder } = await import('../../src/workbench/recorder/recorder');
  const recorder = createRecorder({ steps: 2 });
  const actor = createActor(lamp, { inspect: recorder.inspect }).start();
  for (let i = 0; i < 3; i++) actor.send({ type: 'press' });
  await flush();
  expect(recorder.read().entries.map(({ nth }) => nth)).toEqual([3, 4]);
  actor.send({ type: 'press' });
  actor.send({ type: 'xstate.error.actor.ask' } as never);
  await flush();
  expect(recorder.read().actors).toEqual([]);
});

test('an event that is not a plain object is shown only by its type', async () => {
  class Odd {
    type = 'press';
    secret = 'amina';
  }
  const { bench, actor } = await begin();
  actor.send(new Odd());
  await flush();
  expect(bench.tell(bench.recorder.read().entries.at(-1)!, true).event).toEqual({ type: 'press' });
});

describe('a clock that can be stopped', () => {
  test('no timer fires while the clock is stopped', () => {
    vi.useFakeTimers();
    const clock = createCountingClock();
    const run = vi.fn();
    const began = Date.now();
    clock.setTimeout(run, 100);
    vi.advanceTimersByTime(60);
    clock.stop();
    vi.advanceTimersByTime(1_000);
    expect(run).not.toHaveBeenCalled();
    expect(clock.stoppedSince(began)).toBe(1_000);
    expect(clock.isStopped()).toBe(true);
    clock.start();
    vi.advanceTimersByTime(39);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  test('timers that are set or cleared while the clock is stopped are kept', () => {
    vi.useFakeTimers();
    const clock = createCountingClock();
    const [kept, cleared] = [vi.fn(), vi.fn()];
    clock.stop();
    clock.setTimeout(kept, 10);
    clock.clearTimeout(clock.setTimeout(cleared, 10));
    clock.start();
    vi.advanceTimersByTime(10);
    expect(kept).toHaveBeenCalledOnce();
    expect(cleared).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});
