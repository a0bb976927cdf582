import { expect } from 'vitest';
import { type AnyEventObject, type AnyStateMachine, fromCallback } from 'xstate';
import { type EventOrDelay, type PerformOptions, perform } from '../engine/perform';

/** Events, the state after them, and a part of the context. */
export type MachineScenario = [what: string, events: EventOrDelay[], state: unknown, context?: object];

/** Returns a test that plays a row on `machine`. */
export const checkMachineScenario =
  <M extends AnyStateMachine>(machine: M, options: PerformOptions<M> = {}) =>
  async (...[, events, state, context = {}]: MachineScenario) => {
    const { play, snapshot } = perform(machine, options);
    await play(events);
    expect(snapshot()).toMatchObject({ value: state, context });
  };

/** Returns actor logic that records in `told` the events that it receives. */
export function recordMessages() {
  const told: AnyEventObject[] = [];
  const line = fromCallback<AnyEventObject, object | undefined>(({ receive }) => receive((event) => told.push(event)));
  return { line, told };
}
