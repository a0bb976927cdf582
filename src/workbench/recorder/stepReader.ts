import type { AnyEventObject } from 'xstate';
import type { TraceWriter } from './mask';
import { type MaskableStep, maskEvent, maskSteps } from './maskSteps';
import { isDeepEqual, readField, toPlainJson } from './plain';
import type { ActorMessage, LogEntry, Recorder } from './recording';
import { describeError } from './words';

/** A context field that a step has changed. `before` or `after` is undefined if the field is hidden or absent. */
interface Change {
  key: string;
  before: unknown;
  after: unknown;
}

/** A step as plain JSON. */
interface Told {
  event: unknown;
  context: unknown;
  before: unknown;
  output: unknown;
}

/** Converts recorded steps to plain JSON for the panel. `masked` hides private values. */
export interface StepReader {
  /** Returns the event of a step. */
  tellEvent(entry: LogEntry, masked: boolean): AnyEventObject;
  /** Returns the context fields that a step has changed. */
  tellChanges(entry: LogEntry, masked: boolean): Change[];
  /** Returns why the actor failed in this step, or '' if it didn't. `masked` hides the error's message. */
  tellFailure(entry: LogEntry, masked: boolean): string;
  /** Returns the event, the contexts before and after, and the output of a step. */
  tell(entry: LogEntry, masked: boolean): Told;
  /** Returns the event of a message. */
  tellMessage(message: ActorMessage, masked: boolean): AnyEventObject;
  /** Returns steps without private data, in which equal values have equal numbers. */
  hide(steps: readonly MaskableStep[]): { event: AnyEventObject; context: object }[];
}

/** Returns the context fields that a step has changed, with their values before and after. */
function changedIn({ before, snapshot }: LogEntry): [was: Record<string, unknown>, is: Record<string, unknown>] {
  const [was, is] = [Object(before?.context ?? {}), Object(snapshot.context)] as Record<string, unknown>[];
  const keys = [...new Set([...Object.keys(was!), ...Object.keys(is!)])];
  const differ = keys.filter((key) => !isDeepEqual(readField(was!, key), readField(is!, key)));
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(differ.filter((key) => Object.hasOwn(from, key)).map((key) => [key, readField(from, key)]));
  return [pick(was!), pick(is!)];
}

/** Creates a reader of the steps of `recorder`. `writeTrace` hides private values. */
export function createStepReader(recorder: Recorder, writeTrace: TraceWriter): StepReader {
  return {
    tellEvent({ event, snapshot }, masked) {
      if (!masked) return toPlainJson(event) as AnyEventObject;
      return maskEvent(snapshot.machine, event, [{}], writeTrace).event;
    },
    tellChanges(entry, masked) {
      const contexts = changedIn(entry);
      const keys = [...new Set(contexts.flatMap(Object.keys))];
      const { machine } = entry.snapshot;
      const told = masked ? maskEvent(machine, { type: '' }, contexts, writeTrace).contexts : contexts;
      const [before, after] = told.map((context) => toPlainJson(context) as Record<string, unknown>);
      return keys.map((key) => ({ key, before: readField(before!, key), after: readField(after!, key) }));
    },
    tellFailure: ({ snapshot: { status, error } }, masked) => (status === 'error' ? describeError(error, masked) : ''),
    tell({ event, before, snapshot }, masked) {
      const output = { output: snapshot.output as unknown };
      const contexts = [before?.context ?? {}, snapshot.context, output];
      const all = masked
        ? maskEvent(snapshot.machine, event, contexts, writeTrace)
        : { event, contexts: contexts as Record<string, unknown>[] };
      const [was, is, end] = all.contexts.map((one) => toPlainJson(one) as Record<string, unknown>);
      return { event: toPlainJson(all.event), before: was, context: is, output: end?.output };
    },
    tellMessage({ to, event }, masked) {
      if (!masked) return toPlainJson(event) as AnyEventObject;
      const actor = recorder.read().known.get(to);
      const machine = actor && 'snapshot' in actor ? actor.snapshot.machine : { id: '', events: [] };
      return maskEvent(machine, event, [{}], writeTrace).event;
    },
    hide: (steps) => maskSteps(steps, writeTrace),
  };
}
