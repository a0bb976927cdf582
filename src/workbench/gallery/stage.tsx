import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { GalleryConfig } from './config';
import { inputAndStepsOf } from './events';
import { type MachineRun, startStory } from './run';
import type { Story } from './stories';

/** The states and transitions that the chart highlights at one step of a story. */
export interface ChartHighlights {
  /** The ids of the active states. */
  active: string[];
  /** The transitions that the last step took, by their index in the chart. */
  taken: number[];
  /** The transitions whose guards refused the event of the last step. */
  refused: number[];
}

/** The functions that the page with the real view offers to the player, which frames that page. */
export interface FramedStage {
  /** Plays `story` of `machine` up to its step `at`; 0 is the start. */
  play(machine: string, story: Story, at: number): Promise<ChartHighlights>;
  /** Returns a test file that replays the played steps. */
  testOf(): string;
}

declare global {
  interface Window {
    stage?: FramedStage;
  }
}

/** The settings of the page that shows the app's real views. */
export interface StageConfig extends GalleryConfig {
  /** Returns the view of the machine `name`, or null if it has none. `key` differs for each run. */
  render(name: string, run: MachineRun, key: number): ReactNode;
  /** Called after the view of `name` was rendered. */
  onShown?(name: string): void;
}

const told = () => new Promise<void>((heard) => queueMicrotask(heard));

/** Creates the object that plays stories in this page, one at a time. */
function createStage(config: StageConfig): FramedStage {
  const root = createRoot(document.getElementById('stage')!);
  const machineOf = (name: string) => config.machines.find((one) => one.name === name)!.machine;
  let current: { run: MachineRun; story: Story; at: number; count: number } | undefined;
  const begin = (name: string, story: Story) => {
    const machine = machineOf(name);
    current?.run.stop();
    const { input, scenario } = inputAndStepsOf(config, machine, story);
    const run = startStory(config, machine, input, scenario);
    const count = (current?.count ?? 0) + 1;
    current = { run, story, at: 0, count };
    const view = config.render(name, run, count);
    if (!view) return;
    flushSync(() => root.render(view));
    config.onShown?.(name);
  };
  const play: FramedStage['play'] = async (name, story, at) => {
    if (current?.story !== story || current.at > at) begin(name, story);
    const { steps } = inputAndStepsOf(config, machineOf(name), story);
    const { run } = current!;
    const last = run.bench.recorder.read().entries.at(-1)?.nth ?? 0;
    for (const step of steps.slice(current!.at, at)) await flushSync(() => run.take(step));
    current!.at = at;
    await told();
    const { sessionId } = run.actor;
    const { entries } = run.bench.recorder.read();
    const entry = entries.findLast(({ session, nth }) => session === sessionId && nth > last);
    const { taken, refused } = at > 0 && entry ? entry : { taken: [], refused: [] };
    const active = run.actor.getSnapshot()._nodes.map(({ id }) => id);
    return { active, taken, refused: refused.map(({ index }) => index) };
  };
  let played: Promise<unknown> = Promise.resolve();
  return {
    play(...what) {
      // Waits for earlier calls. The user may press keys faster than simulated services answer.
      const now = played.then(() => play(...what));
      played = now.catch(() => {});
      return now;
    },
    testOf() {
      const { run } = current!;
      const { entries } = run.bench.recorder.read();
      return run.bench.testOf(entries.findLast(({ session }) => session === run.actor.sessionId)!);
    },
  };
}

/** Sets `window.stage`, by which the gallery's player drives this page in its frame. */
export function exposeStage(config: StageConfig) {
  window.stage = createStage(config);
}
