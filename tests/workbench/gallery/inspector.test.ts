import type { Browser } from '@playwright/test';
import { createInspector } from '@statelyai/inspect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { type GeneratedPath, generateAllPaths, selectFewestPaths } from '../../engine/paths.ts';
import { perform } from '../../engine/perform.ts';
import { worlds } from '../../samples/worlds.ts';
import { allMachines } from '../../support/machines.ts';
import { launchBrowser, startInspector, watchPage } from '../browser.ts';
import { highlightedIdsOf } from '../lit.ts';

let inspector: Awaited<ReturnType<typeof startInspector>>;
let browser: Browser;
let opened: Awaited<ReturnType<typeof watchPage>>;

beforeAll(async () => {
  [inspector, browser] = await Promise.all([startInspector(), launchBrowser()]);
  opened = await watchPage(browser);
  await opened.page.goto(inspector.origin);
}, 300_000);
afterAll(async () => {
  await browser.close();
  inspector.stop();
});

/** A step of a path: its messages, and the states that must be highlighted afterwards. */
interface WiredStep {
  messages: string[];
  ids: string[];
}

/** The kinds of messages that the inspector sends. */
const WIRED: readonly InspectionEvent['type'][] = ['@xstate.actor', '@xstate.event', '@xstate.snapshot'];

/** Whether the message is about a child machine, whose steps are no steps of the path. */
const isInner = ({ actorRef, rootId }: InspectionEvent) =>
  actorRef.sessionId !== rootId && 'root' in Object(Reflect.get(actorRef, 'logic'));

/** Replays a path. Returns the messages of each step, as an app sends them. */
async function wiredStepsOf(machine: AnyStateMachine, { input, follow }: GeneratedPath): Promise<WiredStep[]> {
  const messages: string[] = [];
  const steps: { end: number; ids: string[] }[] = [];
  let count = 0;
  const { inspect } = createInspector({ send: (message) => messages.push(JSON.stringify(message)) });
  const { stop, ...life } = perform(machine, {
    input: input as never,
    inspect: (news) => {
      if (isInner(news)) return;
      if (WIRED.includes(news.type)) count += 1;
      inspect.next?.(news);
    },
  });
  await follow({
    ...life,
    visit: (snapshot) => steps.push({ end: count, ids: highlightedIdsOf(snapshot as AnyMachineSnapshot) }),
  });
  // The inspector sends its messages in a later turn of the event loop.
  await new Promise((sent) => setTimeout(sent));
  stop();
  return steps.map(({ end, ids }, i) => ({ messages: messages.slice(steps[i - 1]?.end ?? 0, end), ids }));
}

/**
 * In the page: sends the messages of a path as an app does, and then revisits the first and the last step. If
 * `isThorough`, it revisits all steps back and forth. Returns the highlighted states after each step and each visit.
 */
async function playWired({ url, steps, isThorough }: { url: string; steps: string[][]; isThorough: boolean }) {
  const { until, lit, button } = window.tools;
  // Reads the number of the step from the slider, because the text beside it counts only the steps that are kept.
  const slider = () => document.querySelector<HTMLInputElement>('.time input');
  const first = Number(slider()?.max ?? 0) + 1;
  const last = first + steps.length - 1;
  const [live, past]: [string[][], string[][]] = [[], []];
  const visit = async (press: HTMLElement, at: number) => {
    press.click();
    const isPast = () => document.querySelector('.time')!.hasAttribute('data-past');
    await until(`it visits ${at}`, () => slider()?.value === `${at}` && isPast() === at < last);
    past.push(lit());
  };
  const app = new WebSocket(url);
  await new Promise((open) => app.addEventListener('open', open));
  for (const [i, messages] of steps.entries()) {
    for (const message of messages) app.send(message);
    await until(`step ${i} arrives`, () => slider()?.max === `${first + i}`);
    // The chart of a machine is laid out before it is first drawn.
    if (i === 0) await until('a chart is drawn', () => lit().length > 0);
    live.push(lit());
  }
  const [back, forward] = [button('Step back'), button('Step forward')];
  if (isThorough) {
    for (let at = last - 1; at >= first; at--) await visit(back, at);
    for (let at = first + 1; at <= last; at++) await visit(forward, at);
  } else if (first < last) {
    await visit(document.querySelectorAll<HTMLElement>('.log .line')[last - first]!, first);
    await visit(button('Back to now'), last);
  }
  app.close();
  await until('the app is gone', () => !document.querySelector('.tree .line'));
  return { live, past };
}

/** Returns the states that must be highlighted at each revisited step. `must` has at least two steps. */
const pastOf = (must: string[][], isThorough: boolean) =>
  isThorough ? [...must.slice(0, -1).reverse(), ...must.slice(1)] : [must[0], must.at(-1)];

test.each(allMachines)('the inspector follows each path of $name', { timeout: 600_000 }, async ({ name, machine }) => {
  const url = inspector.origin.replace(/^http/, 'ws');
  const paths = generateAllPaths(machine, worlds[name]);
  const thorough = new Set(selectFewestPaths(paths));
  for (const [i, path] of paths.entries()) {
    const steps = await wiredStepsOf(machine, path);
    const must = steps.map(({ ids }) => ids);
    const isThorough = thorough.has(path);
    const messages = steps.map((step) => step.messages);
    // Painting a step takes long, so only the first paths are painted.
    if (i < 2) await opened.page.evaluate((hidden) => document.body.toggleAttribute('hidden', hidden), i > 0);
    const { live, past } = await opened.page.evaluate(playWired, { url, steps: messages, isThorough });
    expect(live, path.title).toEqual(must);
    expect(past, path.title).toEqual(must.length > 1 ? pastOf(must, isThorough) : []);
  }
  expect(opened.problems).toEqual([]);
});
