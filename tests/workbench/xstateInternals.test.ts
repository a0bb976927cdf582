import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type AnyActorLogic,
  type AnyActorRef,
  assign,
  createActor,
  fromCallback,
  fromObservable,
  fromPromise,
  fromTransition,
  SimulatedClock,
  setup,
} from 'xstate';
import { createRecorder } from '../../src/workbench/recorder/recorder';
import { actorKindOf, expireTimer, RESTART_EVENT, timersOf } from '../../src/workbench/recorder/xstateInternals';

test.each<[string, AnyActorLogic]>([
  ['machine', setup({}).createMachine({})],
  ['promise', fromPromise(async () => 1)],
  ['callback', fromCallback(() => {})],
  ['observable', fromObservable(() => ({ subscribe: () => ({ unsubscribe: () => {} }) }))],
  ['transition', fromTransition((state) => state, 0)],
])('actorKindOf() recognises a %s by private parts of its logic', (kind, logic) => {
  const actor = createActor(logic).start();
  onTestFinished(() => void actor.stop());
  expect(actorKindOf(actor)).toBe(kind);
});

const load = vi.fn(async () => new Promise<number>(() => {}));
const counter = setup({ types: { context: {} as { count: number } } }).createMachine({
  id: 'counter',
  context: { count: 0 },
  initial: 'low',
  states: {
    low: { on: { add: { actions: assign({ count: ({ context }) => context.count + 1 }) } } },
  },
});
const job = setup({
  types: { context: {} as { runs: number } },
  actors: { load: fromPromise(load), counter },
  delays: { limit: ({ context }) => 1_000 * (context.runs + 1) },
}).createMachine({
  id: 'job',
  context: { runs: 0 },
  initial: 'idle',
  states: {
    idle: { on: { run: { target: 'running', actions: assign({ runs: ({ context }) => context.runs + 1 }) } } },
    running: {
      initial: 'early',
      invoke: [
        { src: 'load', id: 'load' },
        { src: 'counter', id: 'counter' },
      ],
      states: { early: { on: { later: 'late' } }, late: {} },
      on: { stop: 'idle' },
      after: { limit: 'idle' },
    },
  },
});

function runJob() {
  load.mockClear();
  const recorder = createRecorder();
  const clock = new SimulatedClock();
  const actor = createActor(job, { inspect: recorder.inspect, clock }).start();
  onTestFinished(() => void actor.stop());
  const child = () => actor.getSnapshot().children.counter as AnyActorRef;
  actor.send({ type: 'run' });
  child().send({ type: 'add' });
  actor.send({ type: 'later' });
  child().send({ type: 'add' });
  actor.send({ type: 'stop' });
  const { entries } = recorder.read();
  const steps = entries.filter(({ session }) => session === actor.sessionId);
  const ownOf = (type: string) => steps.find(({ event }) => event.type === type)!.own!;
  return { recorder, clock, actor, child, ownOf };
}

test('resumes a machine at a past step, with the actors that ran at that step', () => {
  const { recorder, actor, child, ownOf } = runJob();
  const seen = vi.fn();
  actor.subscribe(seen);
  expect(load).toHaveBeenCalledTimes(1);
  recorder.goOn(actor, ownOf('later'));
  expect(actor.getSnapshot()).toMatchObject({ value: { running: 'late' }, context: { runs: 1 } });
  expect(seen).toHaveBeenCalledOnce();
  expect(child().getSnapshot().context).toEqual({ count: 1 });
  // The resumed actor starts its promise again.
  expect(load).toHaveBeenCalledTimes(2);
  child().send({ type: 'add' });
  expect(child().getSnapshot().context).toEqual({ count: 2 });
  const last = recorder.read().entries.findLast(({ session }) => session === actor.sessionId)!;
  expect(last).toMatchObject({ event: { type: RESTART_EVENT }, taken: [], refused: [] });
  actor.send({ type: 'stop' });
  expect(actor.getSnapshot().value).toBe('idle');
});

test('the timers of a machine that resumes at a past step start again', () => {
  const { recorder, clock, actor, ownOf } = runJob();
  recorder.goOn(actor, ownOf('run'));
  const [timer] = timersOf(actor);
  expect(timer).toMatchObject({ delay: 2_000, event: { type: 'xstate.after.limit.job.running' } });
  clock.increment(1_999);
  expect(actor.getSnapshot().value).toEqual({ running: 'early' });
  clock.increment(1);
  expect(actor.getSnapshot().value).toBe('idle');
  recorder.goOn(actor, ownOf('run'));
  expireTimer(actor, timer!.id);
  expect([actor.getSnapshot().value, timersOf(actor)]).toEqual(['idle', []]);
});

test('a machine that has ended cannot resume, nor can it at an unknown step', () => {
  const { recorder, actor, ownOf } = runJob();
  const expectUnchanged = (nth: number) => {
    const before = [actor.getSnapshot(), recorder.read().entries.length];
    recorder.goOn(actor, nth);
    expect([actor.getSnapshot(), recorder.read().entries.length]).toEqual(before);
  };
  expectUnchanged(999);
  actor.stop();
  expectUnchanged(ownOf('run'));
});
