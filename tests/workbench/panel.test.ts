import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createActor, createMachine, fromPromise } from 'xstate';
import { createBench } from '../../src/workbench/recorder/bench';
import { createCountingClock } from '../../src/workbench/recorder/clock';

const flush = () => new Promise<void>((heard) => queueMicrotask(heard));

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

test('no timer fires while the clock is stopped, and the timers set meanwhile are kept', () => {
  vi.useFakeTimers();
  const clock = createCountingClock();
  const [run, later, cleared] = [vi.fn(), vi.fn(), vi.fn()];
  const began = Date.now();
  clock.setTimeout(run, 100);
  vi.advanceTimersByTime(60);
  clock.stop();
  clock.setTimeout(later, 10);
  clock.clearTimeout(clock.setTimeout(cleared, 10));
  vi.advanceTimersByTime(1_000);
  expect([clock.stoppedSince(began), clock.isStopped()]).toEqual([1_000, true]);
  clock.start();
  const called = () => [run, later, cleared].map(({ mock }) => mock.calls.length);
  expect(called()).toEqual([0, 0, 0]);
  vi.advanceTimersByTime(10);
  expect(called()).toEqual([0, 1, 0]);
  vi.advanceTimersByTime(29);
  expect(called()).toEqual([0, 1, 0]);
  vi.advanceTimersByTime(1);
  expect(called()).toEqual([1, 1, 0]);
  vi.useRealTimers();
});
