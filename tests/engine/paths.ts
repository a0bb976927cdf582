/**
 * Generates tests from machines. `generatePaths` explores a machine and returns paths over every edge. `path.follow`
 * replays a path with a running machine (see `perform.ts`), a view or the whole page. After every step, it compares
 * them with the path.
 *
 * `@xstate/test` owns paths and replay, and `xstate/graph` explores. No other file imports either. This file runs in
 * Node and in browsers.
 *
 * A path goes to the nearest edge not yet taken, and on from there. So it takes back, close and retry like any other
 * event. Shortest or simple paths would never visit a state twice.
 */
import { TestModel, type TestPath } from '@xstate/test';
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type ContextFrom,
  getNextTransitions,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import {
  describeEvent,
  describeTransition,
  parseXStateEventType,
  resolveDelay,
  serializeValue,
  shortenData,
  transitionsOf,
} from './words';
import { createStepper, findActiveStates, findMicrostepTransitions, hasTransitionFor } from './xstate';

/** Samples of what a machine may receive from outside: its inputs, and its events with data. */
export interface PathSamples<M extends AnyStateMachine = AnyStateMachine> {
  inputs?: readonly InputFrom<M>[];
  /** Events with their data. A type without a sample is sent without data. */
  samples?: readonly AnyEventObject[];
  /** Names of inputs and samples, which represent them in titles. */
  names?: Record<string, unknown>;
  /**
   * Returns the part of the context that matters. Snapshots that differ only in other parts are explored once. Default:
   * the whole context.
   */
  identify?: (context: ContextFrom<M>, state: SnapshotFrom<M>['value']) => unknown;
  /** Whether an event can happen in this state and context. Default: always. */
  possible?: (event: AnyEventObject, snapshot: SnapshotFrom<M>) => boolean;
  limit?: number;
}

/**
 * Thrown if a test of generated paths lacks a function for an event, or a check of a state. Only the last test reports
 * it, and not each path.
 */
export class MissingTestCodeError extends Error {}

/** The running machine, view or page in which a path is replayed. */
export interface PathReplayTarget<M extends AnyStateMachine = AnyStateMachine> {
  /** Causes an event that `events` doesn't contain. */
  send?: (event: AnyEventObject) => unknown;
  /** Functions that cause an event, by its type. */
  events?: Record<string, (event: AnyEventObject) => unknown>;
  /**
   * Assertions for each state, by its path (`a.b`). `*` applies to all states. Without `*`, `createPathTests` needs a
   * check for each state, or for one of its parents.
   */
  states?: Record<string, (snapshot: SnapshotFrom<M>) => unknown>;
  /** Called with the expected snapshot before each step's assertions. */
  visit?: (snapshot: SnapshotFrom<M>) => void;
  /** Returns the machine's snapshot. Absent if the machine can only be seen from outside. */
  snapshot?: () => unknown;
}

/** A generated path: the events that lead a machine through states of interest. */
export interface GeneratedPath<M extends AnyStateMachine = AnyStateMachine> {
  title: string;
  input: InputFrom<M>;
  takes: string[];
  /** The ids of the active states at the end of each step. */
  reaches: string[];
  types: string[];
  samples: string[];
  /** Each pair of consecutive moves, as texts. A move is an event in a state. */
  pairs: string[];
  /** Replays the path. An error names the path and the step, with its start and its target. */
  follow(stage: PathReplayTarget<M>): Promise<void>;
}

const situation = ({ value, status, context, output }: AnyMachineSnapshot) =>
  serializeValue({ value, status, context, output });

interface Situation {
  state: AnyMachineSnapshot;
  transitions: Record<string, { event: AnyEventObject; state: AnyMachineSnapshot }>;
}

/** Returns each pair of state and context that `machine` can reach from `input`, with its possible events. */
export function exploreMachine<M extends AnyStateMachine>(machine: M, input: InputFrom<M>, world: PathSamples<M> = {}) {
  const { samples = [], identify = (context) => context, possible: can = () => true } = world;

  const possible = (now: AnyMachineSnapshot) => {
    const types = getNextTransitions(now).map(({ eventType }) => eventType);
    // No test sends these: XState raises `done.state` itself, and a wildcard names no event.
    const bare = types.filter((type) => type && !/^xstate\.done\.state\.|\*$/.test(type));
    const untold = bare.filter((type) => !samples.some((sample) => sample.type === type));
    // Paths also send events that a guard refuses, to check that these change nothing.
    const heard = (event: AnyEventObject) => bare.includes(event.type) || hasTransitionFor(now, event);
    const events = [...[...new Set(untold)].map((type) => ({ type })), ...samples].filter(
      (event) => heard(event) && can(event, now as SnapshotFrom<M>),
    );
    // In one state, only the shortest timer can fire. Timers of parallel states are independent.
    const timers = events.flatMap((event) => {
      const { delay } = parseXStateEventType(event.type);
      const node = `${event.type.replace(`xstate.after.${delay}.`, '')}.`;
      return delay ? [{ event, node, ms: resolveDelay(machine, delay, now) }] : [];
    });
    const late = timers.filter(({ node, ms }) =>
      timers.some((other) => other.ms < ms && (node.startsWith(other.node) || other.node.startsWith(node))),
    );
    return now.status === 'active' ? events.filter((event) => !late.some((timer) => timer.event === event)) : [];
  };

  const keys = new WeakMap<AnyMachineSnapshot, string>();
  const key = (snapshot: AnyMachineSnapshot) => {
    const { value, status, context } = snapshot;
    const found = keys.get(snapshot) ?? serializeValue([value, status, identify(context, value)]);
    keys.set(snapshot, found);
    return found;
  };
  const step = stepper(machine, input);
  const taken = new WeakMap<AnyMachineSnapshot, Map<AnyEventObject, string[]>>();
  const transition = (from: AnyMachineSnapshot, event: AnyEventObject) => {
    const { state, takes } = step(from, event);
    taken.set(from, (taken.get(from) ?? new Map()).set(event, takes));
    return state;
  };
  const map = getAdjacencyMap(Object.create(machine, { transition: { value: transition } }) as AnyStateMachine, {
    input,
    events: possible,
    serializeState: key as never,
    serializeEvent: rememberEach(serializeValue) as never,
    limit: 50_000,
  });
  return {
    key,
    situations: new Map(Object.entries(map as Record<string, Situation>)),
    /** The names of the transitions that the machine takes when it starts. */
    first: step.first,
    /** Returns the names of the transitions that `event` takes in a situation. */
    takenBy: (from: AnyMachineSnapshot, event: AnyEventObject) => taken.get(from)?.get(event) ?? [],
  };
}

interface Edge {
  event: AnyEventObject;
  /** The event as JSON. */
  text: string;
  to: string;
  takes: string[];
  /** The names of the taken transitions as one text. */
  move: string;
  /** The ids of the states that are active after the event. */
  reaches: string[];
  /** The snapshot after the event, computed from the snapshot that was explored. */
  state: AnyMachineSnapshot;
  /** Whether all events have the same effects after `state` as in the situation `to`. */
  isExact: boolean;
}

type Graph = ReturnType<typeof drawn>;

/** Caches explored graphs, because exploring is slow. */
const known = new WeakMap<object, [machine: AnyStateMachine, input: unknown, graph: Graph][]>();

/** Returns the explored states of `machine` with the events that lead from one to another, and the first state. */
function graphOf<M extends AnyStateMachine>(machine: M, input: InputFrom<M>, world: PathSamples<M>): Graph {
  const graphs = known.get(world) ?? [];
  known.set(world, graphs);
  const [, , found] = graphs.find(([its, from]) => its === machine && from === input) ?? [];
  const graph = found ?? drawn(machine, input, world);
  if (!found) graphs.push([machine, input, graph]);
  return graph;
}

/** Returns the parts of a snapshot that decide the effects of later events, but do not identify its situation. */
function futureOf({ context, historyValue }: AnyMachineSnapshot, { identify }: PathSamples<never>) {
  const history = Object.entries(historyValue).map(([id, nodes]) => [id, ...nodes.map((node) => node.id)]);
  return serializeValue([history, identify ? context : null]);
}

function drawn<M extends AnyStateMachine>(machine: M, input: InputFrom<M>, world: PathSamples<M>) {
  const { key, situations, first: initial, takenBy } = exploreMachine(machine, input, world);
  const edges = [...situations].map(([from, { state, transitions }]) => {
    const out = Object.entries(transitions).map(([text, { event, state: next }]): Edge => {
      const takes = takenBy(state, event);
      const to = key(next);
      const explored = situations.get(to)!.state;
      const isExact = explored === next || futureOf(explored, world) === futureOf(next, world);
      return { event, text, to, takes, move: takes.join(', '), reaches: idsIn(next), state: next, isExact };
    });
    return [from, out] as const;
  });
  const [[start, first] = ['', null]] = situations;
  return {
    start,
    first: initial,
    reached: first ? idsIn(first.state) : [],
    edges: new Map(edges),
    key,
    rehearse: rehearser(machine, input, first?.state),
  };
}

const idsIn = (snapshot: AnyMachineSnapshot) => findActiveStates(snapshot).map(({ id }) => id);

/** Returns a name for two consecutive moves (events in a state), or '' if one of them takes no transition. */
const pairOf = (last: string, edge: Edge) => (last && edge.move ? `${last} ⇒ ${edge.move}` : '');

/**
 * The parts that paths must cover. `edges`: each event in each state and context. `transitions`: each transition and
 * each state, by few paths. `samples`: each set of simultaneous transitions, with each sample that causes it. `pairs`:
 * each two moves that can follow one another. A move is an event in a state.
 */
type Aim = 'edges' | 'transitions' | 'samples' | 'pairs';

/** A node of the search: `at` is a situation, and `last` names the transitions that led there, if pairs are the aim. */
interface Place {
  at: string;
  last: string;
  ways?: Way[];
  /** The ways that cover a goal which no path covers yet. Ways only leave this list, so it is cached. */
  useful?: Way[];
}

interface Way {
  from: Place;
  edge: Edge;
  goals: Goal[];
  to: Place;
}

/** Something that paths must cover: an edge, or the name of something that several edges cover. */
type Goal = string | Edge;

/**
 * Returns sequences of edges that together cover all parts of the kind `aim`. Each sequence goes on to the nearest part
 * that no sequence covers yet.
 */
function cover({ start, edges, reached }: Graph, aim: Aim, limit: number) {
  const places = new Map<string, Map<string, Place>>();
  const placeOf = (at: string, last: string) => {
    const here = places.get(at) ?? new Map<string, Place>();
    const place = here.get(last) ?? { at, last };
    places.set(at, here.set(last, place));
    return place;
  };
  const goalsOf = ({ last }: Place, edge: Edge): Goal[] => {
    if (aim === 'transitions') return [...edge.takes, ...edge.reaches];
    if (aim === 'pairs') return [pairOf(last, edge)];
    return [aim === 'edges' ? edge : `${edge.move} ${edge.text}`];
  };
  const waysOf = (place: Place) => {
    place.ways ??= (edges.get(place.at) ?? []).map((edge): Way => {
      const goals = goalsOf(place, edge);
      return { from: place, edge, goals, to: placeOf(edge.to, aim === 'pairs' ? edge.move : '') };
    });
    return place.ways;
  };
  const taken = new Set<Goal>(['', ...reached]);
  const gain = ({ goals }: Way) => {
    let count = 0;
    for (const goal of goals) if (!taken.has(goal)) count += 1;
    return count;
  };
  /** Returns the way from `place` that covers the most missing goals, among those that `isWanted` selects. */
  const bestFrom = (place: Place, isWanted: (way: Way) => boolean) => {
    const useful = (place.useful ?? waysOf(place)).filter((way) => gain(way) > 0);
    place.useful = useful;
    let best: Way | undefined;
    for (const way of useful) if (isWanted(way) && (!best || gain(way) > gain(best))) best = way;
    return best;
  };

  const nearest = (from: Place, isWanted: (way: Way) => boolean): Way[] => {
    const arrivals = new Map<Place, Way | undefined>([[from, undefined]]);
    const waysTo = (place: Place): Way[] => {
      const way = arrivals.get(place);
      return way ? [...waysTo(way.from), way] : [];
    };
    // This is a breadth-first search, because a loop over a Map also visits the entries that its body adds.
    for (const here of arrivals.keys()) {
      const best = bestFrom(here, isWanted);
      if (best) return [...waysTo(here), best];
      for (const way of waysOf(here)) if (!arrivals.has(way.to)) arrivals.set(way.to, way);
    }
    return [];
  };
  const next = (here: Place) => {
    // Prefers events after which the machine still accepts events, so that the path can continue.
    const way = nearest(here, ({ to }) => waysOf(to).length > 0);
    return way.length ? way : nearest(here, () => true);
  };

  const home = placeOf(start, '');
  const paths: Edge[][] = [];
  do {
    const path: Edge[] = [];
    let here = home;
    for (let way = next(here); way.length; way = path.length < limit ? next(here) : []) {
      for (const { edge, goals, to } of way) {
        for (const goal of goals) taken.add(goal);
        path.push(edge);
        here = to;
      }
    }
    paths.push(path);
  } while (next(home).length);
  return paths;
}

/**
 * Returns a function that takes a single step without starting actors. It returns the next snapshot, and the names of
 * the taken transitions.
 */
function stepper(machine: AnyStateMachine, input: unknown) {
  const takes: string[] = [];
  const names = new Map<AnyTransitionDefinition, string>();
  const nameOf = (transition: AnyTransitionDefinition) => {
    const own = () => transitionsOf(transition.source).includes(transition);
    const name = names.get(transition) ?? (own() ? describeTransition(transition) : '');
    names.set(transition, name);
    return name;
  };
  const { step } = createStepper(machine, input, (happened) => {
    // XState also reports the entry of the initial state, which is not a transition of the chart and gets no name.
    takes.push(
      ...findMicrostepTransitions(happened)
        .map(nameOf)
        .filter((name) => name !== ''),
    );
  });
  const stepWithNames = (from: AnyMachineSnapshot, event: AnyEventObject) => {
    takes.length = 0;
    return { state: step(from, event), takes: [...takes] };
  };
  return Object.assign(stepWithNames, { first: [...takes] });
}

/**
 * Returns a function that computes the snapshots along some edges. Paths with the same beginning share snapshots.
 * Snapshots from exploring are reused, until they may differ in parts of the context that `identify` leaves out.
 */
function rehearser(machine: AnyStateMachine, input: unknown, explored: AnyMachineSnapshot | undefined) {
  interface Place {
    event: AnyEventObject;
    state: AnyMachineSnapshot;
    isExact: boolean;
    next: Map<Edge, Place>;
  }
  const { start, step } = createStepper(machine, input, () => {});
  const isExact = Boolean(explored);
  const home: Place = { event: { type: 'xstate.init' }, state: explored ?? start(), isExact, next: new Map() };
  return (edges: readonly Edge[]) => {
    let here = home;
    const steps = [{ event: here.event, state: here.state }];
    for (const edge of edges) {
      const { event } = edge;
      const place = here.next.get(edge) ?? {
        event,
        state: here.isExact ? edge.state : step(here.state, event),
        isExact: here.isExact && edge.isExact,
        next: new Map(),
      };
      here.next.set(edge, place);
      steps.push({ event, state: place.state });
      here = place;
    }
    return { state: here.state, steps, weight: edges.length };
  };
}

/** Returns all pairs of consecutive transitions (an event in a state) from all inputs, as texts. */
export function listTransitionPairs<M extends AnyStateMachine>(machine: M, world: PathSamples<M> = {}): string[] {
  const { inputs = [undefined as InputFrom<M>] } = world;
  const pairs = inputs.flatMap((input) => {
    const { edges } = graphOf(machine, input, world);
    return [...edges.values()].flat().flatMap((first) => {
      return (edges.get(first.to) ?? []).map((second) => pairOf(first.move, second));
    });
  });
  return [...new Set(pairs)].filter(Boolean);
}

/** Returns paths through `machine` from each input, which together cover all parts of the kind `aim`. */
export function generatePaths<M extends AnyStateMachine>(
  machine: M,
  world: PathSamples<M> = {},
  aim: Aim = 'edges',
): GeneratedPath<M>[] {
  const { inputs = [undefined as InputFrom<M>], limit = 60 } = world;
  const model = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(machine as never, {
    stateMatcher: (snapshot, key) => key === '*' || snapshot.matches(key as never),
  });

  const paths = inputs.flatMap((input) => {
    const graph = graphOf(machine, input, world);
    return cover(graph, aim, limit).map((edges) => {
      const trail = graph.rehearse(edges);
      const takes = [...graph.first, ...edges.flatMap((edge) => edge.takes)];
      const astray = edges.find(({ to }, i) => graph.key(trail.steps[i + 1]!.state) !== to);
      const after = astray && describeEvent(astray.event);
      if (after) throw new Error(`${machine.id}: "identify" takes situations for one that differ after ${after}`);
      const pairs = edges.slice(1).map((edge, i) => pairOf(edges[i]!.move, edge));
      // Adds one path at a time, because @xstate/test (beta.5) drops equal paths, and compares errors as equal.
      const [test] = model.getPaths(() => [trail] as never);
      const reaches = [...new Set(trail.steps.flatMap(({ state }) => idsIn(state)))];
      return { input, takes, reaches, pairs: pairs.filter(Boolean), trail: test! };
    });
  });

  const titles = titlesOf(paths, world);
  return paths.map(({ trail, ...path }, i) => {
    const events = trail.steps.slice(1).map(({ event }) => event);
    const title = `${aim === 'pairs' ? 'pairs of events: ' : ''}${titles[i]}`;
    const types = events.map(({ type }) => type);
    const samples = events.filter((event) => Object.keys(event).length > 1);
    return {
      ...path,
      title,
      types,
      samples: samples.map(serializeValue),
      follow: (stage) => follow(machine, title, trail, stage),
    };
  });
}

/** Returns all paths of `machine`: those for each move, then those for each pair of consecutive moves. */
export const generateAllPaths = <M extends AnyStateMachine>(
  machine: M,
  world: PathSamples<M> = {},
): GeneratedPath<M>[] => [...generatePaths(machine, world), ...generatePaths(machine, world, 'pairs')];

/** Returns a function that puts a sample into words: its name in `world`, or else its data as text. */
function sayOf({ names = {} }: PathSamples): (value: unknown) => string {
  const known = new Map(Object.entries(names).map(([name, value]) => [serializeValue(value), name]));
  return (value) =>
    known.get(serializeValue(value)) ??
    (typeof value === 'string' && /^[\w.:-]{1,36}$/.test(value) ? value : shortenData(value));
}

/** Returns a function that calls `make` once for each argument, and then returns the cached result. */
function rememberEach<Of extends object, Result>(make: (of: Of) => Result) {
  const known = new Map<Of, Result>();
  return (of: Of): Result => {
    const found = known.get(of) ?? make(of);
    known.set(of, found);
    return found;
  };
}

/** The largest number of steps in a title. */
const NAMED = 4;

/**
 * Returns a title for each path: the first of its steps that no earlier path has in this order, and the state after
 * them. Equal titles get their inputs added.
 */
function titlesOf(
  paths: { input: unknown; trail: Pick<TestPath<AnyMachineSnapshot, AnyEventObject>, 'steps'> }[],
  world: PathSamples<never>,
) {
  const say = sayOf(world as PathSamples);
  const taken = new Set<string>();
  const used = new Map<string, number>();
  // Paths share events and snapshots, so the texts for them are cached.
  const wordsOf = rememberEach((event: AnyEventObject) => describeEvent(event, say));
  const stateOf = rememberEach(stateIn);
  return paths.map(({ input, trail }) => {
    const [first, ...rest] = trail.steps;
    const steps = rest.map(({ event, state }) => ({ words: wordsOf(event), state: stateOf(state) }));
    const rows: string[] = [];
    let chains: string[] = [];
    for (let length = 1; length <= NAMED; length++) {
      const words = steps.slice(length - 1);
      chains = words.map((step, from) => (length > 1 ? `${chains[from]} → ${step.words}` : step.words));
      rows.push(...words.map(({ state }, from) => `${chains[from]}: ${state}`));
    }
    const few = steps.slice(0, NAMED);
    const inARow = `${few.map(({ words }) => words).join(' → ')}: ${few.at(-1)?.state}`;
    const whole = steps.length ? inARow : ['starts', stateOf(first!.state)].filter(Boolean).join(': ');
    const title = steps.length > 2 ? (rows.find((row) => !taken.has(row)) ?? whole) : whole;
    for (const row of [...rows, whole]) taken.add(row);
    const named = (world.inputs?.length ?? 0) > 1 && used.has(title) ? `${title} (from ${say(input)})` : title;
    used.set(named, (used.get(named) ?? 0) + 1);
    return used.get(named)! > 1 ? `${named} (${used.get(named)})` : named;
  });
}

/** Returns the names of a snapshot's innermost active states, joined by ` + `. */
const stateIn = ({ value }: AnyMachineSnapshot): string => {
  const leaves = (it: unknown): string[] =>
    typeof it === 'string'
      ? [it]
      : Object.entries(it as object).flatMap(([key, one]) =>
          leaves(one).map((leaf) => (leaf ? `${key}.${leaf}` : key)),
        );
  return leaves(value).join(' + ');
};

/** Returns a small selection of `paths` that still takes every transition and reaches every state. */
export function selectFewestPaths<W extends Pick<GeneratedPath, 'takes' | 'reaches'>>(paths: readonly W[]): W[] {
  const few: W[] = [];
  for (const goalsOf of [({ takes }: W) => takes, ({ reaches }: W) => reaches]) {
    const met = new Set(few.flatMap(goalsOf));
    const left = new Set(paths.flatMap(goalsOf).filter((goal) => !met.has(goal)));
    const gain = (path: W) => new Set(goalsOf(path).filter((goal) => left.has(goal))).size;
    while (left.size) {
      const best = paths.reduce((a, b) => (gain(b) > gain(a) ? b : a));
      for (const goal of goalsOf(best)) left.delete(goal);
      few.push(best);
    }
  }
  return few;
}

async function follow<M extends AnyStateMachine>(
  machine: M,
  title: string,
  trail: TestPath<AnyMachineSnapshot, AnyEventObject>,
  { send, events = {}, states, visit, snapshot }: PathReplayTarget<M>,
) {
  // TestModel silently skips an event that no function causes. Here such an event is an error, before the path starts.
  const types = trail.steps.slice(1).map(({ event }) => event.type);
  const orphan = types.find((type) => !(events[type] ?? send));
  if (orphan)
    throw new MissingTestCodeError(`Nothing in the test causes "${orphan}" of ${machine.id}. Add it under "events".`);

  let at = 0;
  const happen = async ({ event }: { event: AnyEventObject }) => {
    at += 1;
    await (events[event.type] ?? send)?.(event);
  };
  const agree = (model: AnyMachineSnapshot) => {
    if (!snapshot) return;
    const [must, is] = [situation(model), situation((snapshot() ?? model) as AnyMachineSnapshot)];
    if (must !== is) throw new Error(`The model is at ${must}\nbut life is at ${is}`);
  };
  const everywhere = async (model: AnyMachineSnapshot) => {
    agree(model);
    visit?.(model as SnapshotFrom<M>);
    await states?.['*']?.(model as SnapshotFrom<M>);
  };
  const always = { '*': everywhere };
  // `*` runs first, so that it detects a wrong state before the check of that state.
  const asserted = { ...always, ...states, ...always };
  const executors = Object.fromEntries(types.map((type) => [type, happen]));
  try {
    await trail.test({ events: executors as never, states: asserted as never });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Removes the path that TestModel adds, because the message has the step already.
    error.message = error.message.replace(/\nPath:\n[\s\S]*$/, '');
    if (error instanceof MissingTestCodeError) throw error;
    const { event, state } = trail.steps[at]!;
    const before = trail.steps[at - 1]?.state.value;
    const where =
      before === undefined
        ? 'at the start'
        : `step ${at}: ${serializeValue(before)} – ${describeEvent(event)} → ${serializeValue(state.value)}`;
    error.message = `${title}\n${where}\n${error.message}`;
    throw error;
  }
}
