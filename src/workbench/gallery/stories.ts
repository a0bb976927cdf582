import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { eventLabelOf, guardLabelOf } from '../charts/chart';
import { formatEventData } from '../recorder/handledEvents';
import { transitionsForEvent } from '../recorder/transitions';
import { formatRefusal, formatStateValue } from '../recorder/words';
import type { GalleryConfig, GalleryScenario, GalleryStep, StoryConfig } from './config';
import { inputAndStepsOf, scenariosOf } from './events';
import { startStory } from './run';

/** A step of a story, as the list of steps shows it. */
interface StoryStep {
  /** The event in words: `pick`, `attempt answers`. */
  word: string;
  data: string;
  /** The ids of the actors that lead to the receiver, such as `connect.attempt`, or '' for the machine itself. */
  to: string;
  state: string;
  /** The state of the machine at `to`, if it has changed. */
  inner?: string;
  /** The guards that refuse the event. */
  refused?: string;
  /** The event of a generated path: its index in the machine's sample events, or its type if it is no sample. */
  event?: number | string;
}

/** A generated path or a scenario, as a list of steps. The first step is the start. */
export interface Story {
  kind: 'scenario' | 'path';
  title: string;
  about: string;
  /** The index of a path's input among the machine's inputs, or of a scenario among the machine's scenarios. */
  from: number;
  /** The id of the state that a scenario reaches. */
  reaches?: string;
  steps: StoryStep[];
}

const labelOf = (snapshot: AnyMachineSnapshot) => formatStateValue(snapshot.value) || '';
const START = { word: 'starts', data: '', to: '' };

/**
 * Returns the guards that refuse `event` in the state `before`, in words. Returns nothing if the event is not refused.
 */
function refusalIn(before: AnyMachineSnapshot, event: AnyEventObject) {
  const heard = transitionsForEvent(before, event.type);
  if (!heard.length || !heard.every(({ guard }) => guard) || before.can(event)) return {};
  return { refused: `refused${formatRefusal(heard.map(guardLabelOf))}` };
}

function stepOf(
  machine: AnyStateMachine,
  event: AnyEventObject,
  data: string,
  before: AnyMachineSnapshot,
  after: AnyMachineSnapshot,
): StoryStep {
  const { type } = event;
  const words = {
    word: eventLabelOf(type, machine),
    data,
    to: '',
    state: labelOf(after),
  };
  return { ...words, ...refusalIn(before, event) };
}

/** Returns the generated paths of `machine` as stories. */
async function pathStoriesOf(config: StoryConfig, machine: AnyStateMachine): Promise<Story[]> {
  const { samples = [], inputs = [undefined], names } = config.worlds[machine.id] ?? {};
  const stories: Story[] = [];
  // Paths share event objects, so the text of each is cached.
  const texts = new Map<AnyEventObject, string>();
  const textOf = (event: AnyEventObject) => {
    const text = texts.get(event) ?? formatEventData(event, names);
    texts.set(event, text);
    return text;
  };
  for (const { title, input, follow } of config.pathsOf(machine)) {
    const events: AnyEventObject[] = [];
    const snapshots: AnyMachineSnapshot[] = [];
    await follow({
      send: (event) => events.push(event),
      visit: (snapshot) => snapshots.push(snapshot as AnyMachineSnapshot),
    });
    const steps = events.map((event, at): StoryStep => {
      const nth = samples.indexOf(event);
      return {
        ...stepOf(machine, event, textOf(event), snapshots[at]!, snapshots[at + 1]!),
        event: nth < 0 ? event.type : nth,
      };
    });
    const first = { ...START, state: labelOf(snapshots[0]!) };
    const states = [first, ...steps].map(({ state }) => state);
    const about = states.filter((state, at) => state !== states[at - 1]).join(' › ');
    stories.push({
      kind: 'path',
      title,
      about,
      from: inputs.indexOf(input),
      steps: [first, ...steps],
    });
  }
  return stories;
}

/** Returns the snapshot of the actor below `snapshot` to which the ids in `to` lead. */
const runningAt = (snapshot: AnyMachineSnapshot, to: string) =>
  to
    .split('.')
    .filter(Boolean)
    .reduce<AnyMachineSnapshot | undefined>((at, id) => at?.children?.[id]?.getSnapshot(), snapshot);

/** Returns the state of the actor to which the ids in `to` lead, if it differs from `before`. */
function innerOf(before: string | undefined, snapshot: AnyMachineSnapshot, to: string) {
  const after = to && runningAt(snapshot, to);
  const inner = after && labelOf(after);
  return inner && inner !== before ? { inner } : {};
}

/** Returns the words that the list of steps shows for a scenario's step, without the state after the step. */
function wordsOf({ worlds }: GalleryConfig, step: GalleryStep, machine: AnyStateMachine, before: AnyMachineSnapshot) {
  const { to } = step;
  if (!('event' in step)) return { word: step.does, data: '', to };
  const { event } = step;
  const last = to.split('.').at(-1)!;
  const child = to ? (before.children[last] as { logic?: AnyStateMachine } | undefined)?.logic : machine;
  const { id } = child ?? machine;
  return { word: eventLabelOf(event.type, child ?? machine), data: formatEventData(event, worlds[id]?.names), to };
}

async function scenarioOf(
  config: GalleryConfig,
  machine: AnyStateMachine,
  scenario: GalleryScenario,
  from: number,
): Promise<Story> {
  const { title, about, reaches } = scenario;
  const { input, steps } = inputAndStepsOf(config, machine, { kind: 'scenario', from, steps: [] });
  const run = startStory(config, machine, input, scenario);
  const told: StoryStep[] = [{ ...START, state: labelOf(run.actor.getSnapshot()) }];
  for (const step of steps) {
    const words = wordsOf(config, step, machine, run.actor.getSnapshot());
    const inside = runningAt(run.actor.getSnapshot(), step.to);
    const before = inside && labelOf(inside);
    await run.take(step);
    const after = run.actor.getSnapshot();
    told.push({ ...words, state: labelOf(after), ...innerOf(before, after, step.to) });
  }
  run.stop();
  return { kind: 'scenario', title, about, from, reaches, steps: told };
}

/** Returns all stories of `machine`: its scenarios first. */
export async function storiesOf(config: StoryConfig, machine: AnyStateMachine): Promise<Story[]> {
  const own = scenariosOf(config, machine.id);
  const named = await Promise.all(own.map((scenario, i) => scenarioOf(config, machine, scenario, i)));
  return [...named, ...(await pathStoriesOf(config, machine))];
}
