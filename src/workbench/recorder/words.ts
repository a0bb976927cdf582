import type { AnyMachineSnapshot } from 'xstate';

/** Formats a state value. `+` joins parallel states: `open.editing + idle`. */
export const formatStateValue = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value as Record<string, unknown>)
        .map(([key, inner]) => [key, formatStateValue(inner)].filter(Boolean).join('.'))
        .join(' + ');

/** Matches the stand-ins for the name of an inline guard. */
const UNNAMED = /^(…|guard|)$/;

/** Lists the names of guards: `[fresh], [known]`, or “a guard without a name” for inline ones. */
export const formatGuards = (guards: readonly string[]) => {
  const named = guards.filter((guard) => !UNNAMED.test(guard)).map((guard) => `[${guard}]`);
  const rest = named.length < guards.length ? ['a guard without a name'] : [];
  return [...new Set(named), ...rest].join(', ');
};

/** Returns a suffix for the word “refused”: ` by [fresh], [known]`, or '' without guards. */
export const formatRefusal = (guards: readonly string[]) => (guards.length ? ` by ${formatGuards(guards)}` : '');

/** Matches XState's message about a guard that threw. Captures the guard's name, if any, and its error message. */
const GUARD_THREW = /^(?:Error: )?Unable to evaluate guard (?:'(.*?)' )?in transition for event .*:\n([\s\S]*)$/;

/** Returns the message of an error. `masked` hides it, because it may be private, but keeps the name of the guard. */
export function formatErrorText(error: unknown, masked: boolean): string {
  const text = error instanceof Error ? error.message : String(error).replace(/^\w*Error: /, '');
  const [, message = text] = GUARD_THREW.exec(text)?.slice(1) ?? [];
  return masked ? `${text.slice(0, text.length - message.length)}…` : text;
}

/** Returns why an actor has failed: `guard [fresh] threw: no data`. */
export function describeError(error: unknown, masked: boolean): string {
  const text = formatErrorText(error, masked);
  const [, guard = '', message] = GUARD_THREW.exec(text) ?? [];
  if (message === undefined) return `failed: ${text}`;
  return `${guard ? 'guard ' : ''}${formatGuards([guard])} threw: ${message}`;
}

/** Formats the active states of a machine, or “running” or “done” for a machine without states. */
export const formatStatesOf = (snapshot: AnyMachineSnapshot) =>
  formatStateValue(snapshot.value) || (snapshot.status === 'active' ? 'running' : 'done');
