import type { AnyStateMachine, SnapshotFrom, StateValue } from 'xstate';

type ValueOf<Machine extends AnyStateMachine> = SnapshotFrom<Machine>['value'];

/** The paths of a machine's innermost states, such as `idle.ready`. The machine has no parallel states. */
type StatePath<Value> = Value extends string
  ? Value
  : { [Name in keyof Value & string]: `${Name}.${StatePath<Value[Name]>}` }[keyof Value & string];

/**
 * A table with an entry for each state of a machine. A missing state is a type error. `Unseen` states need none,
 * because no visitor sees them.
 */
export type StateTable<Machine extends AnyStateMachine, Shown, Unseen extends StatePath<ValueOf<Machine>> = never> = {
  [Path in Exclude<StatePath<ValueOf<Machine>>, Unseen>]: Shown;
};

const pathOf = (value: StateValue): string =>
  typeof value === 'string' ? value : Object.entries(value).map(([name, inner]) => `${name}.${pathOf(inner!)}`)[0]!;

/** Returns the entry of the table `states` for the state `value`. */
export const lookUpState = <Value extends StateValue, States extends Partial<Record<StatePath<Value>, unknown>>>(
  states: States,
  value: Value,
) => states[pathOf(value) as keyof States];
