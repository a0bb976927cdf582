import { type AnyEventObject, fromCallback } from 'xstate';

/** A line to another machine that only records, in `told`, what its owner says. */
export function recordMessages() {
  const told: AnyEventObject[] = [];
  const line = fromCallback<AnyEventObject, object | undefined>(({ receive }) => receive((event) => told.push(event)));
  return { line, told };
}
