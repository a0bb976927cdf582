import type { AnyStateMachine, ContextFrom, SnapshotFrom, StateValue } from 'xstate';

const valueOfPath = (path: string): StateValue =>
  path.split('.').reduceRight<StateValue | undefined>((inner, name) => (inner ? { [name]: inner } : name), undefined)!;

/** Returns the snapshot of a machine in the state at `path`, such as `idle.ready`. */
export const snapshotAt = <M extends AnyStateMachine>(machine: M, path: string, context: ContextFrom<M>) =>
  machine.resolveState({ value: valueOfPath(path), context }) as SnapshotFrom<M>;
