import type { AnyMachineSnapshot } from 'xstate';

/** Formats the value of a state: `open.editing + idle`. */
export const formatState = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value as Record<string, unknown>)
        .map(([key, inner]) => [key, formatState(inner)].filter(Boolean).join('.'))
        .join(' + ');

/** Texts that stand for an inline guard, which has no name. */
const UNNAMED = /^(…|guard|)$/;

/** Names guards: `[fresh], [known]`, or "a guard without a name". */
export const formatGuards = (guards: readonly string[]) => {
  const named = guards.filter((guard) => !UNNAMED.test(guard)).map((guard) => `[${guard}]`);
  const rest = named.length < guards.length ? ['a guard without a name'] : [];
  return [...new Set(named), ...rest].join(', ');
};

/** Names the guards that refused an event: ` by [fresh], [known]`, or '' if there are none. */
export const formatRefusal = (guards: readonly string[]) => (guards.length ? ` by ${formatGuards(guards)}` : '');

/** Returns the state of a machine in words. */
export const labelOfStates = (snapshot: AnyMachineSnapshot) =>
  formatState(snapshot.value) || (snapshot.status === 'active' ? 'running' : 'done');
