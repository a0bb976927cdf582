import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { type Scenario, type ScenarioStep, scenarios } from '#tests/samples/scenarios';
import { worlds } from '#tests/samples/worlds';
import type { Story } from './stories';

/** The scenarios of a machine, in order. */
export const scenariosOf = (machine: string): readonly Scenario[] =>
  scenarios.filter((scenario) => scenario.machine === machine);

/** Returns the input of a story, its events with their receivers, and the wallet of a scenario. */
export function eventsOf(machine: AnyStateMachine, story: Pick<Story, 'kind' | 'from' | 'steps'>) {
  const { samples = [], inputs = [undefined] } = worlds[machine.id] ?? {};
  if (story.kind === 'scenario') {
    const { input = inputs[0], steps, wallet = {} } = scenariosOf(machine.id)[story.from]!;
    return { input: input as unknown, steps, wallet };
  }
  const steps = story.steps.slice(1).map(({ event }): ScenarioStep => {
    return { to: '', event: typeof event === 'number' ? samples[event]! : ({ type: event! } as AnyEventObject) };
  });
  return { input: inputs[story.from] as unknown, steps };
}
