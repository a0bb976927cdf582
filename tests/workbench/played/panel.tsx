import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { siteGallery } from '#tools/gallery/config';
import { startRun } from '#tools/gallery/run';
import { inputAndStepsOf } from '#workbench/gallery/events';
import type { MachineRun } from '#workbench/gallery/run';
import type { Story } from '#workbench/gallery/stories';
import { formatJson } from '#workbench/recorder/plain';
import { Panel } from '../../../src/workbench/panel/Panel';
import { allMachines } from '../../support/machines';
import { highlightedIdsOf } from '../lit';

/** The states that the panel and the machine had while a path was played. */
interface Played {
  /** The ids of the highlighted states after each step. */
  live: string[][];
  /** The highlighted ids at each revisited past step, and the ids of the snapshot that was recorded there. */
  past: [shown: string[], recorded: string[]][];
  /** Events whose button is missing although the machine accepts them, or is there although it does not. */
  wrong: string[];
}

/** A played path, or the error that ended it. */
export type PlayResult = { played: Played } | { problem: string };

declare global {
  interface Window {
    /** Plays a path of the machine `name` in the panel, then goes back and forth in time. */
    playPath(name: string, story: Story, isThorough: boolean): Promise<Played>;
    /** Receives the result of a path. The test provides it. */
    handOver(result: PlayResult): void;
  }
}

const root = createRoot(document.getElementById('inspector')!);
const buttonsIn = (part: string) => [...document.querySelectorAll<HTMLButtonElement>(`.now ${part}`)];

function buttonFor({ bench, actor }: MachineRun, event: AnyEventObject) {
  const now = bench.happenings(actor.sessionId);
  if (!now) return undefined;
  const { events, ports, timers } = now;
  const choices = [
    ...events.flatMap(({ choices }) => choices),
    ...ports.flatMap(({ answers, failures }) => [...answers, ...failures]),
  ].map(({ event }) => event);
  // An event that is no sample is a new object each time, so its content is compared.
  const at = choices.includes(event)
    ? choices.indexOf(event)
    : choices.findIndex((choice) => formatJson(choice) === formatJson(event));
  return (
    buttonsIn('.choice > button')[at] ??
    buttonsIn('[aria-label=Time] button')[timers.findIndex(({ id }) => id === event.type)]
  );
}

window.playPath = async (name, story, isThorough) => {
  const { until, lit, button } = window.tools;
  const { machine } = allMachines.find((one) => one.name === name)!;
  const { input, steps } = inputAndStepsOf(siteGallery, machine, story);
  const run = startRun(machine, input);
  const { actor, bench } = run;
  const output = () => document.querySelector('.time output')?.textContent ?? '';
  const entries = () => bench.recorder.read().entries;
  const isDrawn = (machine: string) =>
    document.querySelector('.canvas svg')?.ariaLabel === `Chart of ${machine}` && lit().length > 0;
  const spent = new Set<string>();
  const played: Played = { live: [], past: [], wrong: [] };
  // `flushSync` removes the panel of the previous path at once.
  flushSync(() =>
    root.render(
      <div className="bench">
        <main className="whole">
          <Panel key={story.title} bench={bench} />
        </main>
      </div>,
    ),
  );
  // The panel first shows a machine with states. If that is not the path's machine, the test selects the first row.
  await until('the tree is there', () => Boolean(document.querySelector('.tree .line')));
  document.querySelector<HTMLElement>('.tree li:first-child .line:not([aria-current])')?.click();
  await until('the panel is there', () => output() !== '' && isDrawn(machine.id));
  played.live.push(lit());
  for (const step of steps) {
    if (!('event' in step)) throw new Error('A path has only events.');
    const { event } = step;
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    const offer = buttonFor(run, event);
    // The panel lets a timer expire even if a guard then refuses its event. A path may fire a timer twice.
    const isRight = event.type.startsWith('xstate.after.')
      ? Boolean(offer) || spent.has(event.type) || !snapshot.can(event)
      : Boolean(offer) === snapshot.can(event);
    if (!isRight) played.wrong.push(event.type);
    spent.add(event.type);
    const from = entries().at(-1)!.nth;
    if (offer) offer.click();
    else run.send(event);
    await until(
      `${event.type} is recorded`,
      () => entries().at(-1)!.nth > from && output() === `${entries().at(-1)!.nth} steps`,
    );
    played.live.push(lit());
  }
  const last = entries().at(-1)!.nth;
  const visit = async (press: HTMLElement, at: number) => {
    press.click();
    const entry = entries().find(({ nth }) => nth === at)!;
    await until(`it visits ${at}`, () => output() === (at < last ? `Step ${at} of ${last}` : `${last} steps`));
    await until(`the chart of ${at}`, () => isDrawn(entry.snapshot.machine.id));
    played.past.push([lit(), highlightedIdsOf(entry.snapshot)]);
  };
  const [back, forward] = [button('Step back'), button('Step forward')];
  if (isThorough) {
    for (let at = last - 1; at >= 1; at--) await visit(back, at);
    for (let at = 2; at < last; at++) await visit(forward, at);
  } else if (last > 1) {
    await visit(document.querySelectorAll<HTMLElement>('.log .line')[last - 1]!, 1);
  }
  run.stop();
  return played;
};
