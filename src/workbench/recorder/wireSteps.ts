import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { toPlainJson } from './plain';
import type { ReportedStep } from './recording';
import { inferStepTransitions } from './transitions';
import type { WireSnapshot } from './wire';

/** Concludes which transitions a step took, if the app does not report them. */
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
