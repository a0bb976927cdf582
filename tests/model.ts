/**
 * The machines write the tests. `walksOf` walks a machine over every edge that it has; `walk.follow`
 * replays a walk with a machine that runs (see `perform.ts`), a view, or the whole page, and holds
 * life against the model after every step.
 *
 * `@xstate/test` owns paths and replay, `xstate/graph` explores. No other file imports either, and
 * this one runs in Node and in a browser.
 *
 * A walk goes to the nearest edge not yet taken, and on from there, so that back, close and retry are
 * taken like any other; shortest or simple paths would never return to where they have been.
 */
import { TestModel, type TestPath } from '@xstate/test';
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  getNextTransitions,
  type InputFrom,
  type InspectionEvent,
  type SnapshotFrom,
} from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { AFTER, delayOf, legible, nameOf, nodesOf, phrase, transitionsOf } from './words';

/** What may come to a machine from outside. */
export interface World<M extends AnyStateMachine = AnyStateMachine> {
  /** Every input worth starting from. */
  inputs?: readonly InputFrom<M>[];
  /** Events with their payloads. A type without a sample is sent bare. */
  samples?: readonly AnyEventObject[];
  /** What of the context tells two situations of one state apart. Default: all of it. */
  identify?: (context: ContextFrom<M>, state: SnapshotFrom<M>['value']) => unknown;
  /** Whether `event` can be made to happen in a situation, where not all can. */
  possible?: (event: AnyEventObject, snapshot: SnapshotFrom<M>) => boolean;
  /** After how many steps a walk is cut. */
  limit?: number;
}

/** Where a walk is replayed. */
export interface Stage<M extends AnyStateMachine = AnyStateMachine> {
  /** Makes an event happen when `events` does not say how. */
  send?: (event: AnyEventObject) => unknown;
  /** How to make an event happen, by its type. */
  events?: Record<string, (event: AnyEventObject) => unknown>;
  /** What must hold in a state, by its path (`a.b`); `*` holds everywhere. */
  states?: Record<string, (snapshot: SnapshotFrom<M>) => unknown>;
  /** What the machine is now. Absent where it can only be seen from outside. */
  snapshot?: () => unknown;
}

export interface Walk<M extends AnyStateMachine = AnyStateMachine> {
  title: string;
  input: InputFrom<M>;
  /** Names of the transitions that it takes. */
  takes: string[];
  /** Replays the walk. Fails with the walk, the step, and where it came from and went. */
  follow(stage: Stage<M>): Promise<void>;
}

const situation = ({ value, status, context, output }: AnyMachineSnapshot) =>
  legible({ value, status, context, output });

interface Situation {
  state: AnyMachineSnapshot;
  transitions: Record<string, { event: AnyEventObject; state: AnyMachineSnapshot }>;
}

/** Every situation that `machine` can get into from `input`, with the events that lead on from there. */
export function explore<M extends AnyStateMachine>(machine: M, input: InputFrom<M>, world: World<M> = {}) {
  const { samples = [], identify = (context) => context, possible: can = () => true } = world;

  const possible = (now: AnyMachineSnapshot) => {
    const types = getNextTransitions(now).map(({ eventType }) => eventType);
    // XState raises `done.state` itself, and a wildcard says nothing without a sample.
    const bare = types.filter((type) => type && !/^xstate\.done\.state\.|\*$/.test(type));
    const untold = bare.filter((type) => !samples.some((sample) => sample.type === type));
    // To keep an event from the states around is a transition, too.
    const heard = (event: AnyEventObject) => now.machine.getTransitionData(now, event).length > 0;
    const events = [...[...new Set(untold)].map((type) => ({ type })), ...samples].filter(
      (event) => heard(event) && can(event, now as SnapshotFrom<M>),
    );
    // Of timers that run in one state, only the shortest can run out; those of states side by side began at any time.
    const timers = events.flatMap((event) => {
      const [, delay] = AFTER.exec(event.type) ?? [];
      const node = `${event.type.replace(`xstate.after.${delay}.`, '')}.`;
      return delay ? [{ event, node, ms: delayOf(machine, delay, now) }] : [];
    });
    const late = timers.filter(({ node, ms }) =>
      timers.some((other) => other.ms < ms && (node.startsWith(other.node) || other.node.startsWith(node))),
    );
    return now.status === 'active' ? events.filter((event) => !late.some((timer) => timer.event === event)) : [];
  };

  const key = ({ value, status, context }: AnyMachineSnapshot) => legible([value, status, identify(context, value)]);
  const map = getAdjacencyMap(machine as AnyStateMachine, {
    input,
    events: possible,
    serializeState: key as never,
    serializeEvent: legible as never,
    limit: 50_000,
  });
  return { key, situations: new Map(Object.entries(map as Record<string, Situation>)) };
}

/** Event sequences that together take every edge: from where one stands, always on to the nearest edge not yet taken. */
function cover(situations: Map<string, Situation>, key: (snapshot: AnyMachineSnapshot) => string, limit: number) {
  const edges = [...situations].map(([from, { transitions }]) => {
    const out = Object.values(transitions).map(({ event, state }) => ({ event, to: key(state), taken: false }));
    return [from, out] as const;
  });
  const from = new Map(edges);
  type Edge = (typeof edges)[number][1][number];

  const nearest = (start: string, wanted: (edge: Edge) => boolean): Edge[] => {
    const seen = new Set([start]);
    const queue: [string, Edge[]][] = [[start, []]];
    for (const [here, way] of queue) {
      const out = from.get(here) ?? [];
      const found = out.find((edge) => !edge.taken && wanted(edge));
      if (found) return [...way, found];
      for (const edge of out.filter(({ to }) => !seen.has(to))) {
        seen.add(edge.to);
        queue.push([edge.to, [...way, edge]]);
      }
    }
    return [];
  };
  const next = (here: string) => {
    // What ends the walk comes last.
    const way = nearest(here, ({ to }) => Boolean(from.get(to)?.length));
    return way.length ? way : nearest(here, () => true);
  };

  const [start = ''] = from.keys();
  const walks: Edge[][] = [];
  do {
    const walk: Edge[] = [];
    for (let way = next(start); way.length; way = walk.length < limit ? next(walk.at(-1)?.to ?? start) : []) {
      for (const edge of way) edge.taken = true;
      walk.push(...way);
    }
    walks.push(walk);
  } while (next(start).length);
  return walks;
}

/** Lives through `events` without starting any actor: the snapshots on the way, and the names of the transitions taken. */
function rehearse(machine: AnyStateMachine, input: unknown, events: AnyEventObject[]) {
  const takes: string[] = [];
  const inspect = (happened: InspectionEvent) => {
    if (happened.type !== '@xstate.microstep') return;
    // Going to the initial state is no transition of the chart.
    takes.push(...happened._transitions.filter((t) => transitionsOf(t.source).includes(t)).map(nameOf));
  };
  const self = createActor(machine, { input, inspect });
  const idle = () => {};
  const deeds = { logger: idle, defer: idle, emit: idle, stopChild: idle, actionExecutor: idle };
  const inert = { self, system: self.system, id: '', sessionId: '', ...deeds };
  let state: AnyMachineSnapshot = self.getSnapshot();
  const steps = [{ event: { type: 'xstate.init' } as AnyEventObject, state }];
  for (const event of events) {
    state = machine.transition(state, event, inert as never);
    steps.push({ event, state });
  }
  return { takes, path: { state, steps, weight: events.length } };
}

/** Walks through `machine` that together take every edge it has from `inputs`, with every sample. */
export function walksOf<M extends AnyStateMachine>(machine: M, world: World<M> = {}): Walk<M>[] {
  const { inputs = [undefined as InputFrom<M>], limit = 60 } = world;
  const model = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(machine as never, {
    stateMatcher: (snapshot, path) => path === '*' || snapshot.matches(path as never),
  });

  const walks = inputs.flatMap((input) => {
    const { key, situations } = explore(machine, input, world);
    return cover(situations, key, limit).map((edges) => {
      const events = edges.map(({ event }) => event);
      const { takes, path } = rehearse(machine, input, events);
      const astray = edges.find(({ to }, i) => key(path.steps[i + 1]!.state) !== to);
      const after = astray && phrase(astray.event);
      if (after) throw new Error(`${machine.id}: "identify" takes situations for one that differ after ${after}`);
      // One path at a time: beta.5 drops paths that look alike, and to it all errors look alike.
      const [test] = model.getPaths(() => [path] as never);
      return { input, takes, path: test! };
    });
  });

  return walks.map(({ input, takes, path }, i) => {
    const words = path.steps.slice(1).map(({ event }) => phrase(event));
    const shown = words.length > 9 ? [...words.slice(0, 7), `${words.length - 7} more`] : words;
    const title = [`walk ${i + 1} of ${walks.length}: ${shown[0] ?? 'starts'}`, ...shown.slice(1)].join(' → ');
    return { title, input, takes, follow: (stage) => follow(machine, title, path, stage) };
  });
}

/** The few walks that still take every transition that `walks` take. */
export function essentials<W extends { takes: string[] }>(walks: readonly W[]): W[] {
  const few: W[] = [];
  const left = new Set(walks.flatMap(({ takes }) => takes));
  const gain = ({ takes }: W) => new Set(takes.filter((name) => left.has(name))).size;
  while (left.size) {
    const best = walks.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    for (const name of best.takes) left.delete(name);
    few.push(best);
  }
  return few.length ? few : walks.slice(0, 1);
}

async function follow<M extends AnyStateMachine>(
  machine: M,
  title: string,
  path: TestPath<AnyMachineSnapshot, AnyEventObject>,
  { send, events = {}, states, snapshot }: Stage<M>,
) {
  // TestModel passes over what it has no code for; here that is an error, before anything happens.
  const types = path.steps.slice(1).map(({ event }) => event.type);
  const orphan = types.find((type) => !(events[type] ?? send));
  if (orphan) throw new Error(`${title}\nNobody can make ${orphan} happen.`);
  if (states) mustFit(machine, Object.keys(states));

  let at = 0;
  const happen = async ({ event }: { event: AnyEventObject }) => {
    at += 1;
    await (events[event.type] ?? send)?.(event);
  };
  const agree = (model: AnyMachineSnapshot) => {
    const [must, is] = [situation(model), situation((snapshot?.() ?? model) as AnyMachineSnapshot)];
    if (must !== is) throw new Error(`The model is at ${must}\nbut life is at ${is}`);
  };
  const everywhere = async (model: AnyMachineSnapshot) => {
    agree(model);
    await states?.['*']?.(model as SnapshotFrom<M>);
  };
  const always = { '*': everywhere };
  // `*` comes first: it is of no use to look at a state that life is not in.
  const asserted = { ...always, ...states, ...always };
  const executors = Object.fromEntries(types.map((type) => [type, happen]));
  try {
    await path.test({ events: executors as never, states: asserted as never });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { event, state } = path.steps[at]!;
    const before = path.steps[at - 1]?.state.value;
    const where =
      before === undefined
        ? 'at the start'
        : `step ${at}: ${legible(before)} – ${phrase(event)} → ${legible(state.value)}`;
    // TestModel appends the whole path; the step says it better.
    error.message = `${title}\n${where}\n${error.message.replace(/\nPath:\n[\s\S]*$/, '')}`;
    throw error;
  }
}

function mustFit({ id, root }: AnyStateMachine, asserted: string[]) {
  const nodes = nodesOf(root).map(({ path, states }) => ({ path: path.join('.'), leaf: !Object.keys(states).length }));
  const unknown = asserted.find((name) => name !== '*' && !nodes.some(({ path }) => path === name));
  if (unknown) throw new Error(`${id} has no state "${unknown}" to assert.`);
  const asserts = (path: string) => asserted.some((name) => name === '*' || `${path}.`.startsWith(`${name}.`));
  const forgotten = nodes.find(({ path, leaf }) => leaf && !asserts(path));
  if (forgotten) throw new Error(`Nothing is asserted in the state "${forgotten.path}" of ${id}.`);
}
