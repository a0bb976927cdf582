import { expect, onTestFinished, test, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { createBench } from '../../src/workbench/recorder/bench';
import { createPauseAwareClock } from '../../src/workbench/recorder/clock';
import { till } from './foreign/till';

const flush = () => new Promise<void>((heard) => queueMicrotask(heard));

function begin() {
  const fault = new Error('no power');
  const samples = [{ type: 'xstate.error.actor.pay', error: fault }];
  const bench = createBench(() => ({ samples, names: { outage: fault } }));
  const actor = createActor(till, { inspect: bench.recorder.inspect, clock: bench.clock }).start();
  onTestFinished(() => void actor.stop());
  const now = () => bench.happenings(actor.sessionId)!;
  const pay = () => {
    actor.send({ type: 'add', price: 1 });
    actor.send({ type: 'pay' });
  };
  return { bench, actor, now, pay };
}

test('the workbench distinguishes events, answers, failures, timers and refused events', () => {
  const { bench, actor, now, pay } = begin();
  expect(now()).toMatchObject({ events: [{ type: 'add' }], ports: [], timers: [], unheard: ['back'] });
  const refusedBy = (type: string) => {
    return { type, guards: ['isFilled'], choices: [{ event: { type }, data: '' }], isUntried: true };
  };
  expect(now().refused).toEqual(['look', 'pay'].map(refusedBy));
  pay();
  expect(now()).toMatchObject({
    events: [{ type: 'back' }],
    ports: [{ id: 'pay', answers: [{ data: '' }], failures: [{ data: 'outage' }] }],
    timers: [{ word: 'after 5 s', delay: 5_000 }],
    refused: [],
  });
  // Timers and answers that the workbench causes have the same effect as real ones.
  bench.expire(actor.sessionId, now().timers[0]!.id);
  expect(actor.getSnapshot().value).toBe('open');
  pay();
  bench.send(actor.sessionId, now().ports[0]!.answers[0]!.event);
  expect([actor.getSnapshot().value, now().ports]).toEqual(['paid', []]);
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

test('an event that is not a plain object is shown only by its type', () => {
  class Odd {
    type = 'add';
    secret = 'amina';
  }
  const { bench, actor } = begin();
  actor.send(new Odd());
  expect(bench.tell(bench.recorder.read().entries.at(-1)!, true).event).toEqual({ type: 'add' });
});

test('no timer fires while the clock is stopped, and the timers set meanwhile are kept', () => {
  vi.useFakeTimers();
  const clock = createPauseAwareClock();
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
