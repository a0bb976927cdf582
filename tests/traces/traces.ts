import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, transition } from 'xstate';
import { listAllowedWords, TRACE_VERSION, type Trace, type TraceStep } from '#domain/trace';
import { perform } from '../engine/perform';
import { describeEvent, parseXStateEventType, serializeValue } from '../engine/words';
import { createLoadedWallet } from '../samples/page';
import { allMachines } from '../support/machines';

/** Reads traces, which are recorded events of machines (see `domain/trace.ts`), and replays them. */

const HIDDEN = /^\$(\w+) (\d+)$/;
const known = new Set(listAllowedWords().split(' '));
const machineOf = (id: string) => allMachines.find(({ machine }) => machine.id === id)?.machine;

const isObject = (it: unknown): it is Record<string, unknown> => typeof it === 'object' && it !== null;

/** Returns the fields and texts in `it` that traces must not contain. */
function strangers(it: unknown, events: readonly string[], field = ''): string[] {
  if (isObject(it))
    return Object.entries(it).flatMap(([key, one]) => [
      ...(known.has(key) ? [] : [key]),
      ...strangers(one, events, key),
    ]);
  const told = known.has(`${field}=${it}`) || (field === 'type' && events.includes(it as string));
  return typeof it !== 'string' || it === '' || HIDDEN.test(it) || told ? [] : [it];
}

function faultOf(step: unknown, begun: Set<unknown>): string | undefined {
  if (!isObject(step) || typeof step.actor !== 'string') return 'it names no actor';
  const machine = machineOf(String(step.machine));
  if (!machine) return `there is no machine ${serializeValue(step.machine)}`;
  if (!isObject(step.event) || typeof step.event.type !== 'string') return 'it has no event';
  if (!step.state) return 'it has no state';
  if (!(Number(step.times) >= 1)) return 'it does not say how often it happened';
  if (begun.size < begun.add(step.actor).size && !isObject(step.context)) return 'it does not say what it starts from';
  const { type } = step.event;
  if (![type, `type=${type}`].some((told) => machine.events.includes(told) || known.has(told)) && !HIDDEN.test(type))
    return `${machine.id} knows no event ${serializeValue(type)}; the trace may be of another build`;
  const [stranger] = [step.event, step.context].flatMap((it) => strangers(it, machine.events));
  return stranger === undefined
    ? undefined
    : `${serializeValue(stranger)} is nothing that may be told of ${serializeValue(type)}`;
}

/** Parses `text`, the trace of the file `file`. Throws an error that names the first fault. */
export function readTrace(file: string, text: string): Trace {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`);
  }
  if (!isObject(read) || !('trace' in read)) throw new Error(`${file} is no trace.`);
  if (read.trace !== TRACE_VERSION)
    throw new Error(
      `${file} is a trace of version ${serializeValue(read.trace)}; what is known is version ${TRACE_VERSION}.`,
    );
  if (!Array.isArray(read.steps)) throw new Error(`${file} has no steps.`);
  const begun = new Set();
  for (const [nth, step] of read.steps.entries()) {
    const fault = faultOf(step, begun);
    if (fault) throw new Error(`${file}, step ${nth + 1}: ${fault}.`);
  }
  return read as unknown as Trace;
}

/**
 * Texts to try for a typed amount: inside and outside of the limits, above the rest of the allocation, and no number.
 */
const WRITTEN = ['20000', '60000', '90000', 'abc', ''];
/** How often replaying tries other values for hidden ones before it fails. */
const TRIES = 625;

/** Yields functions that choose among values. Together, they try all combinations of choices. */
function* answersTo() {
  let taken: number[] = [];
  while (true) {
    const asked: number[] = [];
    yield <Answer>(among: readonly Answer[]) => {
      asked.push(among.length);
      return among[taken[asked.length - 1] ?? 0] as Answer;
    };
    const next = asked.map((_, i) => taken[i] ?? 0);
    while (next.length && next.at(-1) === asked[next.length - 1]! - 1) next.pop();
    if (!next.length) return;
    next.push(next.pop()! + 1);
    taken = next;
  }
}
type Choose = <Answer>(among: readonly Answer[]) => Answer;

/**
 * Returns a function that replaces the placeholders in a trace, which stand for private values, by harmless values of
 * the same kind. If several values are possible, `choose` picks one.
 */
function filler(choose: Choose) {
  const chosen = new Map<string, string>();
  const fill = (it: unknown, written = false): unknown => {
    if (Array.isArray(it)) return it.map((one) => fill(one));
    if (isObject(it))
      return Object.fromEntries(Object.entries(it).map(([key, one]) => [key, fill(one, written && key === 'text')]));
    const [hidden, kind, nth = ''] = HIDDEN.exec(String(it)) ?? [];
    if (!hidden) return it;
    if (kind === 'hex') return `0x${nth.padStart(40, '0')}`;
    if (kind === 'number') return 2 ** 20 + Number(nth);
    if (kind !== 'string') return null;
    if (written && !chosen.has(nth)) chosen.set(nth, choose(WRITTEN));
    return chosen.get(nth) ?? `text ${nth}`;
  };
  return (event: unknown): AnyEventObject => {
    const { type } = event as AnyEventObject;
    const filled = fill(event, type === 'write') as AnyEventObject;
    if (!parseXStateEventType(type).failing || !isObject(filled.error)) return filled;
    // A wallet may have reported the rejection in a text, which traces hide.
    const declined = 'code' in filled.error ? [] : [{ code: 4001 }];
    return { ...filled, error: Object.assign(new Error('hidden'), filled.error, choose([{}, ...declined])) };
  };
}

/** Starts the machine at the first recorded step of an actor, which may not be the start of the machine. */
function begin(machine: AnyStateMachine, { event, state, context }: TraceStep, fill: (it: unknown) => AnyEventObject) {
  const { type, input } = fill(event);
  if (type === 'xstate.init')
    // The session starts from its recorded context, because the wallet loader adds values to the bundle's input.
    return perform(machine, { input: machine.id === 'session' ? fill(context) : (input as never) });
  // Here the trace has lost its first steps. `perform` would reject answers to requests in the lost steps.
  let snapshot: AnyMachineSnapshot = machine.resolveState({ value: state as string, context: fill(context) });
  const send = async (happens: AnyEventObject) => {
    [snapshot] = transition(machine, snapshot, happens);
  };
  return { send, snapshot: () => snapshot, stop: () => {} };
}

async function run(machine: AnyStateMachine, steps: TraceStep[], choose: Choose) {
  const fill = filler(choose);
  const life = begin(machine, steps[0]!, fill);
  let from: unknown = 'nowhere';
  for (const [nth, { event, state, times }] of steps.entries()) {
    const happens = fill(event);
    // A trace replaces the loaded wallet bundle by a word.
    if (happens.output === 'loaded') happens.output = createLoadedWallet();
    const where = `${machine.id} (${steps[nth]!.actor}), step ${nth + 1}: from ${serializeValue(from)}, on ${describeEvent(happens)}`;
    try {
      // The trace hides the name of the actor that has answered, so this event cannot be replayed.
      if (nth && !HIDDEN.test(happens.type)) for (let i = 0; i < times; i++) await life.send(happens);
    } catch (error) {
      throw new Error(`${where}: ${(error as Error).message}`);
    }
    const is: unknown = life.snapshot().value;
    if (serializeValue(is) !== serializeValue(state))
      throw new Error(`${where}, ${serializeValue(state)} is expected, not ${serializeValue(is)}.`);
    if (happens.type === 'xstate.stop') break;
    from = state;
  }
  life.stop();
}

/** Runs each machine of a trace. Throws an error that names `file` and the first step with another result. */
export async function replayTrace(file: string, { steps }: Trace) {
  for (const actor of new Set(steps.map((step) => step.actor))) {
    const own = steps.filter((step) => step.actor === actor);
    const machine = machineOf(own[0]!.machine)!;
    let failure: Error | undefined;
    let tries = 0;
    for (const choose of answersTo()) {
      tries += 1;
      const failed = await run(machine, own, choose).then(
        () => undefined,
        (error: Error) => error,
      );
      if (!failed || tries > TRIES) {
        failure = failed && failure;
        break;
      }
      failure ??= failed;
    }
    if (failure) throw new Error(`${file}: ${failure.message}`);
  }
}
