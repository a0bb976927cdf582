import { CacheProvider } from '@emotion/react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { machines } from '#tests/support/machines';
import { createStyleCache } from '#views/cache';
import { eventsOf } from './events';
import { type Run, startRun } from './run';
import { type ViewedMachine, viewedMachines } from './seen';
import type { Story } from './stories';
import { viewOf } from './views';

/** The place in a story that is shown. */
export interface Shown {
  /** The ids of the active states. */
  active: string[];
  /** The transitions that the last step took, by their index in the chart. */
  taken: number[];
  /** The transitions whose guards refused the last step. */
  refused: number[];
}

/** The functions of the framed view that the page around it calls. */
export interface FramedStage {
  /** Plays `story` of `machine` up to its step `at`; 0 is the start. */
  play(machine: string, story: Story, at: number): Promise<Shown>;
  /** Returns a test file that replays the played steps. */
  testOf(): string;
}

declare global {
  interface Window {
    stage?: FramedStage;
  }
}

const cache = createStyleCache();
const root = createRoot(document.getElementById('stage')!);
const told = () => new Promise<void>((heard) => queueMicrotask(heard));

/** Creates the stage: one story at a time. */
function createStage(): FramedStage {
  let current: { run: Run; story: Story; at: number; count: number } | undefined;
  const begin = (name: string, story: Story) => {
    const { machine } = machines.find((one) => one.name === name)!;
    current?.run.stop();
    const { input, wallet } = eventsOf(machine, story);
    const run = startRun(machine, input, wallet);
    const count = (current?.count ?? 0) + 1;
    current = { run, story, at: 0, count };
    const shown = viewedMachines.find((one): one is ViewedMachine => one === name);
    if (!shown) return;
    flushSync(() => {
      root.render(
        <CacheProvider key={count} value={cache}>
          {viewOf(shown, run)}
        </CacheProvider>,
      );
    });
    if (name === 'comparison') document.getElementById('comparison-island')?.scrollIntoView();
  };
  const play: FramedStage['play'] = async (name, story, at) => {
    const { machine } = machines.find((one) => one.name === name)!;
    if (current?.story !== story || current.at > at) begin(name, story);
    const { steps } = eventsOf(machine, story);
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
      // A wallet's answer takes a moment, and keys may be pressed faster.
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

window.stage = createStage();
