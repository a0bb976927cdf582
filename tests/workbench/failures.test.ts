import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type AnyStateMachine, createActor, createMachine } from 'xstate';
import { type Bench, createBench } from '../../src/workbench/recorder/bench';
import { readRecording, writeRecording } from '../../src/workbench/recorder/recordingFile';
import { waitForEventLoopTurn } from '../support/gate';
import { runWithClient } from './wired';

const fail = () => {
  throw new TypeError('Amina has no words');
};

const faulty = (go: object, root: object = {}) =>
  createMachine(
    { id: 'gate', initial: 'shut', states: { shut: { on: { go, ok: { actions: () => {} } } }, open: {} }, ...root },
    { guards: { isRight: fail }, actions: { fail } },
  );

const PLACES = ['here', 'in another app'] as const;

function watch(where: (typeof PLACES)[number], machine: AnyStateMachine, isStarted = true) {
  const bench = createBench();
  const wired = where === 'here' ? null : runWithClient(machine, { isStarted: false });
  const actor = wired?.actor ?? createActor(machine, { inspect: bench.recorder.inspect });
  actor.subscribe({ error: () => {} });
  if (isStarted) actor.start();
  onTestFinished(() => void actor.stop());
  return { bench: wired?.bench ?? bench, actor };
}

describe.each(PLACES)('a machine that runs %s and has a function that throws', (where) => {
  test.each<[string, AnyStateMachine, string, string]>([
    ['a guard', faulty({ guard: 'isRight', target: 'open' }), 'go', 'guard [isRight] threw: Amina has no words'],
    [
      'an inline guard',
      faulty({ guard: fail, target: 'open' }),
      'go',
      'a guard without a name threw: Amina has no words',
    ],
    ['an action', faulty({ actions: 'fail' }), 'go', 'failed: Amina has no words'],
    ['its start', faulty({}, { context: fail }), 'xstate.init', 'failed: Amina has no words'],
  ])('the log says that %s has thrown', async (_, machine, type, says) => {
    const { bench, actor } = watch(where, machine);
    for (const type of ['ok', 'go', 'ok']) actor.send({ type });
    await vi.waitFor(() => expect(bench.recorder.read().entries.length).toBeGreaterThan(0));
    const last = bench.recorder.read().entries.at(-1)!;
    expect(last).toMatchObject({ event: { type }, taken: [], refused: [], unsure: [], snapshot: { status: 'error' } });
    expect(bench.tellFailure(last, false)).toBe(says);
    expect(bench.tellFailure(last, true)).toBe(says.replace(/: .*/, ': …'));
    expect(bench.recorder.read().actors).toEqual([]);
    for (const masked of [true, false]) {
      const saved = readRecording(writeRecording(bench, bench.recorder.read(), masked), 'it') as Bench;
      expect(saved.tellFailure(saved.recorder.read().entries.at(-1)!, false)).toBe(bench.tellFailure(last, masked));
    }
    // Events to an actor that has ended are no steps.
    const { length } = bench.recorder.read().entries;
    actor.send({ type: 'ok' });
    await Promise.resolve();
    expect(bench.recorder.read().entries).toHaveLength(length);
  });

  test('an event that throws has a line in the log if it was sent before the start', async () => {
    const { bench, actor } = watch(where, faulty({ actions: 'fail' }), false);
    for (const type of ['ok', 'go', 'ok']) actor.send({ type });
    await waitForEventLoopTurn();
    actor.start();
    await vi.waitFor(() => expect(bench.recorder.read().entries).toHaveLength(3));
    const told = bench.recorder.read().entries.map(({ event, snapshot }) => [event.type, snapshot.status]);
    expect(told).toEqual([
      ['xstate.init', 'active'],
      ['ok', 'active'],
      ['go', 'error'],
    ]);
  });
});
