import type { AnyMachineSnapshot } from 'xstate';

/** Formats the value of a state: `open.editing + idle`. */
export const formatStateValue = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value as Record<string, unknown>)
        .map(([key, inner]) => [key, formatStateValue(inner)].filter(Boolean).join('.'))
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

/** Matches XState's message about a guard that threw: its name, if it has one, and the guard's own message. */
const GUARD_THREW = /^(?:Error: )?Unable to evaluate guard (?:'(.*?)' )?in transition for event .*:\n([\s\S]*)$/;

/** Returns the text of an error. `masked` hides all but the guard, because the message may be private. */
export function formatErrorText(error: unknown, masked: boolean): string {
  const text = error instanceof Error ? error.message : String(error).replace(/^\w*Error: /, '');
  const [, message = text] = GUARD_THREW.exec(text)?.slice(1) ?? [];
  return masked ? `${text.slice(0, text.length - message.length)}…` : text;
}

/** Says why an actor has failed: `guard [fresh] threw: no data`. */
export function describeError(error: unknown, masked: boolean): string {
  const text = formatErrorText(error, masked);
  const [, guard = '', message] = GUARD_THREW.exec(text) ?? [];
  if (message === undefined) return `failed: ${text}`;
  return `${guard ? 'guard ' : ''}${formatGuards([guard])} threw: ${message}`;
}

/** Returns the state of a machine in words. */
export const formatStatesOf = (snapshot: AnyMachineSnapshot) =>
  formatStateValue(snapshot.value) || (snapshot.status === 'active' ? 'running' : 'done');
