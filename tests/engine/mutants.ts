import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, createMachine } from 'xstate';
import {
  describeEvent,
  describeTransition,
  findGuardName,
  listStateNodes,
  parseXStateEventType,
  transitionsOf,
} from './words';

/**
 * A deliberate fault in a machine, which a test must find. A transition is missing or leads elsewhere, a guard is
 * inverted, an action is left out, or a time limit is missing or doubled.
 */
export interface Mutant {
  /** A unique description of the fault. */
  name: string;
  /** Changes a copy of the machine's config. Returns implementations to replace, if any. */
  change(chart: State): Parts;
}

type Parts = Record<string, Record<string, unknown>>;
type Named = string | { type: string };

interface Branch {
  target?: string;
  guard?: Named;
  actions?: Named | Named[];
}
type Branches = string | Branch | (string | Branch)[];
type Heard = Record<string, Branches>;

interface Invoked extends Record<'onDone' | 'onError', Branches> {
  id: string;
}

interface State {
  states?: Record<string, State>;
  on?: Heard;
  after?: Heard;
  always?: Branches;
  invoke?: Invoked | Invoked[];
  entry?: Named | Named[];
  exit?: Named | Named[];
}

const listed = <T>(one: T | T[] | undefined): T[] => (Array.isArray(one) ? one : one === undefined ? [] : [one]);
const without = <T>(list: T[], nth: number) => list.filter((_, i) => i !== nth);
const typeOf = (one: Named) => (typeof one === 'string' ? one : one.type);

const stateAt = (chart: State, { path }: AnyStateNode) => path.reduce((state, key) => state.states![key]!, chart);

/** Returns the part of `state` that handles `eventType`, and the key of the handler in it. */
function slotOf(state: State, eventType: string): [Heard, string] {
  const { answering, failing, delay } = parseXStateEventType(eventType);
  if (!eventType) return [state as Heard, 'always'];
  if (delay) return [state.after!, delay];
  const invoked = listed(state.invoke).find(({ id }) => id === (answering ?? failing));
  if (invoked) return [invoked as unknown as Heard, answering ? 'onDone' : 'onError'];
  // A machine handles the output of a spawned actor in `on`, because `onDone` belongs to an invoked one.
  return [state.on!, eventType];
}

/** Replaces `transition` in the config by the result of `change`, or removes the transition. */
function edit(chart: State, transition: AnyTransitionDefinition, change: (branch: Branch) => Branch[]) {
  const { source, eventType } = transition;
  const nth = transitionsOf(source)
    .filter((other) => other.eventType === eventType)
    .indexOf(transition);
  const [heard, key] = slotOf(stateAt(chart, source), eventType);
  const branches = listed<string | Branch>(heard[key]).map((one) => (typeof one === 'string' ? { target: one } : one));
  heard[key] = branches.flatMap((branch, i) => (i === nth ? change(branch) : [branch]));
  if (!heard[key].length) delete heard[key];
}

/** Returns other targets for a transition to `target`: its neighbours in the chart or, if `all`, all its siblings. */
function elsewhere(target: AnyStateNode | undefined, all: boolean): AnyStateNode[] {
  const family = Object.values(target?.parent?.states ?? {});
  const at = family.indexOf(target!);
  const others = [...family.slice(at + 1), ...family.slice(0, at)];
  return all ? others : [...new Set([...others.slice(0, 1), ...others.slice(-1)])];
}

type Guards = Record<string, (args: never, params: never) => boolean>;

function mutantsOfTransition(machine: AnyStateMachine, transition: AnyTransitionDefinition): Mutant[] {
  const { eventType, target, actions } = transition;
  const name = eventType
    ? describeTransition(transition).replace(eventType, describeEvent({ type: eventType }))
    : describeTransition(transition);
  const changed = (what: string, change: (branch: Branch) => Branch[], parts: Parts = {}): Mutant => ({
    name: `${name}: ${what}`,
    change: (chart) => {
      edit(chart, transition, change);
      return parts;
    },
  });

  const dropped = changed('dropped', () => []);
  // A wrong target of Back is a common mistake, so every sibling state is tried as a target.
  const redirected = elsewhere(target?.[0], eventType === 'back').map(({ id }) =>
    changed(`leads to ${id}`, (branch) => [{ ...branch, target: `#${id}` }]),
  );
  const negated = [findGuardName(transition) ?? []].flat().map((type) => {
    const guard = (machine.implementations.guards as Guards)[type]!;
    // The negated guard gets a name of its own, because other transitions may use the original guard.
    const not = `not ${type}`;
    const opposite = (args: never, params: never) => !guard(args, params);
    const negate = (branch: Branch) => (typeof branch.guard === 'object' ? { ...branch.guard, type: not } : not);
    return changed('guard negated', (branch) => [{ ...branch, guard: negate(branch) }], {
      guards: { [not]: opposite },
    });
  });
  const idle = actions.map((action, nth) =>
    changed(`${typeOf(action as Named)} left out`, (branch) => [
      { ...branch, actions: without(listed(branch.actions), nth) },
    ]),
  );
  return [dropped, ...redirected, ...negated, ...idle];
}

const mutantsOfActions = ({ config }: AnyStateMachine, node: AnyStateNode): Mutant[] =>
  (['entry', 'exit'] as const).flatMap((when) =>
    listed(stateAt(config as State, node)[when]).map((action, nth) => ({
      name: `${node.id} · ${when}: ${typeOf(action)} left out`,
      change: (chart: State) => {
        const state = stateAt(chart, node);
        state[when] = without(listed(state[when]), nth);
        return {};
      },
    })),
  );

type Delay = number | ((args: never, params: never) => number);
const twice = (delay: Delay): Delay =>
  typeof delay === 'function' ? (args, params) => 2 * delay(args, params) : 2 * delay;

function mutantsOfLimits(machine: AnyStateMachine, node: AnyStateNode): Mutant[] {
  const delays = machine.implementations.delays as Record<string, Delay>;
  return Object.entries(stateAt(machine.config as State, node).after ?? {}).flatMap(([delay, branches]) => {
    const long = `twice ${delay}`;
    const doubled: Mutant = {
      name: `${node.id} · ${delay} lasts twice as long`,
      change: (chart) => {
        const state = stateAt(chart, node);
        const { [delay]: limit, ...others } = state.after!;
        state.after = { ...others, [long]: limit! };
        return { delays: { [long]: twice(delays[delay] ?? Number(delay)) } };
      },
    };
    const gone: Mutant = {
      name: `${node.id} · ${delay} never runs out`,
      change: (chart) => {
        delete stateAt(chart, node).after![delay];
        return {};
      },
    };
    // If the time limit has a single transition, the mutant without that transition already has no time limit.
    return listed(branches).length > 1 ? [doubled, gone] : [doubled];
  });
}

/** Returns all mutants of `machine`. */
export const listMutants = (machine: AnyStateMachine): Mutant[] =>
  listStateNodes(machine.root).flatMap((node) => [
    ...transitionsOf(node).flatMap((transition) => mutantsOfTransition(machine, transition)),
    ...mutantsOfLimits(machine, node),
    ...mutantsOfActions(machine, node),
  ]);

/** Copies the plain objects and arrays in `part`, and keeps other values. */
const copyOf = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(copyOf);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, copyOf(value)]));
};

/** Returns a copy of `machine` with the fault `mutant`. */
export function applyMutant<M extends AnyStateMachine>(machine: M, mutant: Mutant): M {
  const chart = copyOf(machine.config) as State;
  const { actors, actions, guards, delays } = machine.implementations;
  const parts = mutant.change(chart);
  const implementations = {
    actors,
    actions,
    guards: { ...guards, ...parts.guards },
    delays: { ...delays, ...parts.delays },
  };
  // A mutant may take transitions without events forever. With this limit, XState throws an error.
  const config = { ...(chart as object), options: { maxIterations: 1_000 } };
  return createMachine(config as never, implementations as never) as unknown as M;
}
