import type { AnyEventObject } from 'xstate';
import type { RecordedStep, TraceWriter } from './mask';
import { toPlainJson } from './plain';

/** Matches hexadecimal digits that may belong to an account's address. */
const HEX = /0x[\da-f]{8}/i;

/** The parts of a step that may contain private values, and the machine of the step. */
export type MaskableStep = Pick<RecordedStep, 'machine' | 'event' | 'context'>;

/** Hides private values in steps, but keeps the types of events. Equal values have equal numbers in all steps. */
export function maskSteps(
  given: readonly MaskableStep[],
  write: TraceWriter,
): { event: AnyEventObject; context: object }[] {
  const safe = (it: unknown) => toPlainJson(it, { isRaw: true });
  const happened = given.map(({ machine, event, context }, i): RecordedStep => {
    return {
      actor: String(i),
      machine,
      event: safe(event) as AnyEventObject,
      state: '',
      context: safe(context ?? {}),
      times: 1,
    };
  });
  return write(happened).steps.map((step, i) => {
    const told = Object(step.event) as Record<string, unknown>;
    const { type } = given[i]!.event;
    // If the event is not a plain object, `write()` has hidden all of it.
    const event = { ...(told === step.event && told), type: HEX.test(type) ? String(told.type) : type };
    return { event, context: Object(step.context) as object };
  });
}

/** Hides private values in an event, and in contexts of its machine. */
export function maskEvent(
  machine: RecordedStep['machine'],
  event: AnyEventObject,
  contexts: readonly unknown[],
  write: TraceWriter,
) {
  const steps = maskSteps(
    contexts.map((context) => ({ machine, event, context })),
    write,
  );
  return { event: steps[0]!.event, contexts: steps.map(({ context }) => context as Record<string, unknown>) };
}
