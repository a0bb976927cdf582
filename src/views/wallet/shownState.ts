import type { AnyStateMachine, SnapshotFrom, StateValue } from 'xstate';

type ValueOf<Machine extends AnyStateMachine> = SnapshotFrom<Machine>['value'];

/** The paths of a machine's innermost states, such as `idle.ready`. The machine has no parallel states. */
type StatePath<Value> = Value extends string
  ? Value
  : { [Name in keyof Value & string]: `${Name}.${StatePath<Value[Name]>}` }[keyof Value & string];

/** An entry for each state of a machine: a missing one is a type error. No visitor sees the `Unseen` states. */
export type StateTable<Machine extends AnyStateMachine, Shown, Unseen extends StatePath<ValueOf<Machine>> = never> = {
  [Path in Exclude<StatePath<ValueOf<Machine>>, Unseen>]: Shown;
};

const pathOf = (value: StateValue): string =>
  typeof value === 'string' ? value : Object.entries(value).map(([name, inner]) => `${name}.${pathOf(inner!)}`)[0]!;

export const lookUpState = <Value extends StateValue, States extends Partial<Record<StatePath<Value>, unknown>>>(
  states: States,
  value: Value,
) => states[pathOf(value) as keyof States];
