import { type AnyEventObject, fromCallback } from 'xstate';

/**
 * Returns actor logic that replaces a connection to another machine. It records the events that it receives in `told`.
 */
export function recordMessages() {
  const told: AnyEventObject[] = [];
  const line = fromCallback<AnyEventObject, object | undefined>(({ receive }) => receive((event) => told.push(event)));
  return { line, told };
}
