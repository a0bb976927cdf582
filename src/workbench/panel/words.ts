import type { AnyMachineSnapshot } from 'xstate';

/** Formats the value of a state: `open.editing + idle`. */
export const stateOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value as Record<string, unknown>)
        .map(([key, inner]) => [key, stateOf(inner)].filter(Boolean).join('.'))
        .join(' + ');

/** Names the guards that refused an event: ` by [fresh], [known]`, or '' if none is known. */
export const refusedBy = (guards: readonly string[]) => {
  const known = [...new Set(guards.filter(Boolean))];
  return known.length ? ` by [${known.join('], [')}]` : '';
};

/** Returns the state of a machine in words. */
export const saidOf = (snapshot: AnyMachineSnapshot) =>
  stateOf(snapshot.value) || (snapshot.status === 'active' ? 'running' : 'done');
