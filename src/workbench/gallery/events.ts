import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { EventStep, GalleryConfig, GalleryScenario } from './config';
import type { Story } from './stories';

export const scenariosOf = <One extends GalleryScenario>(
  { scenarios }: { scenarios: readonly One[] },
  machine: string,
) => scenarios.filter((scenario) => scenario.machine === machine);

/** Returns the input and the steps of a story. If the story is a scenario, the scenario is returned, too. */
export function inputAndStepsOf<One extends GalleryScenario>(
  config: Pick<GalleryConfig, 'worlds'> & { scenarios: readonly One[] },
  machine: AnyStateMachine,
  story: Pick<Story, 'kind' | 'from' | 'steps'>,
) {
  const { samples = [], inputs = [undefined] } = config.worlds[machine.id] ?? {};
  if (story.kind === 'scenario') {
    const scenario = scenariosOf(config, machine.id)[story.from]!;
    const { input = inputs[0], steps } = scenario;
    return { input: input as unknown, steps, scenario };
  }
  const steps = story.steps.slice(1).map(({ event }): EventStep => {
    return { to: '', event: typeof event === 'number' ? samples[event]! : ({ type: event! } as AnyEventObject) };
  });
  return { input: inputs[story.from] as unknown, steps };
}
