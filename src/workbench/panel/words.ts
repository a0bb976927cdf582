import type { AnyMachineSnapshot } from 'xstate';

/** Returns the value of a state as a reader says it: `open.editing + idle`. */
export const stateOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value as Record<string, unknown>)
        .map(([key, inner]) => [key, stateOf(inner)].filter(Boolean).join('.'))
        .join(' + ');

/** Returns who refused an event: ` by [fresh], [known]`, or '' if no guard is known. */
export const refusedBy = (guards: readonly string[]) => {
  const known = [...new Set(guards.filter(Boolean))];
  return known.length ? ` by [${known.join('], [')}]` : '';
};

/** Returns where a machine is, in words. */
export const saidOf = (snapshot: AnyMachineSnapshot) =>
  stateOf(snapshot.value) || (snapshot.status === 'active' ? 'running' : 'done');
