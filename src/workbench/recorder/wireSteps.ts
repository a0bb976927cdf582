import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { toPlainJson } from './plain';
import type { ReportedStep } from './recording';
import { inferStepTransitions } from './transitions';
import type { WireSnapshot } from './wire';

/** Infers the transitions of a step that the app has not reported. `before` is null for the start of the actor. */
export const inferFirstOrLaterStep = (
  before: AnyMachineSnapshot | null,
  after: AnyMachineSnapshot,
  event: AnyEventObject,
): Pick<ReportedStep, 'taken' | 'refused' | 'unsure'> =>
  before ? inferStepTransitions(before, after, event) : { taken: [], refused: [] };

/** Returns a snapshot with its values decoded by `decode`. */
export const decodeSnapshot = (
  { context, output, error, ...rest }: WireSnapshot,
  decode: (it: unknown) => unknown,
): WireSnapshot => ({
  ...rest,
  context: decode(context),
  output: toPlainJson(decode(output)),
  error: toPlainJson(decode(error)),
});
