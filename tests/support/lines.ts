import { type AnyEventObject, fromCallback } from 'xstate';

/** A link to another machine that records the owner's events in `told`. */
export function recordMessages() {
  const told: AnyEventObject[] = [];
  const line = fromCallback<AnyEventObject, object | undefined>(({ receive }) => receive((event) => told.push(event)));
  return { line, told };
}
