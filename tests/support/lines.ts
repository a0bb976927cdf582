import { type AnyEventObject, fromCallback } from 'xstate';

/** Returns the logic of a link to another machine that records the owner's events in `told`. */
export function recordMessages() {
  const told: AnyEventObject[] = [];
  const line = fromCallback<AnyEventObject, object | undefined>(({ receive }) => receive((event) => told.push(event)));
  return { line, told };
}
