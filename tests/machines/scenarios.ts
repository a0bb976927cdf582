import { expect } from 'vitest';
import { type AnyEventObject, type AnyStateMachine, fromCallback } from 'xstate';
import { type EventOrDelay, type PerformOptions, perform } from '../engine/perform';

/** A scenario of one machine: its title, the events, and the state and a part of the context expected after them. */
export type MachineScenario = [what: string, events: EventOrDelay[], state: unknown, context?: object];

/** Returns a test that sends the events of a scenario to `machine`, and compares the state. */
export const checkScenario =
  <M extends AnyStateMachine>(machine: M, options: PerformOptions<M> = {}) =>
  async (...[, events, state, context = {}]: MachineScenario) => {
    const { play, snapshot } = perform(machine, options);
    await play(events);
    expect(snapshot()).toMatchObject({ value: state, context });
  };

/** Returns the logic of an actor, `line`, that adds each event that it receives to `told`. */
export function recordMessages() {
  const told: AnyEventObject[] = [];
  const line = fromCallback<AnyEventObject, object | undefined>(({ receive }) => receive((event) => told.push(event)));
  return { line, told };
}
