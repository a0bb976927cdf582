import { createServer } from 'node:http';
import { type Browser, type BrowserContextOptions, type ConsoleMessage, chromium, type Page } from '@playwright/test';
import { createWebSocketInspector } from '@statelyai/inspect';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type AnyStateMachine, createActor } from 'xstate';
import { serveBuild } from '#build/preview';
import { connectWorkbench } from '../../src/workbench/client/client.ts';
import { expectPage } from '../page/visitor/expectPage.ts';
import { expectStatesDistinct } from '../page/visitor/layout.ts';
import { runAxe } from '../page/visitor/look.ts';
import { createLaunchOptions } from '../support/chromium.ts';
import { startProgram } from '../support/development.ts';
import { listenOnFreePort } from '../support/listen.ts';
import { addPageTools } from './inPage.ts';

/** Starts a browser that blocks windows which no click has opened, as a developer's browser does. */
export const launchBrowser = () =>
  chromium.launch({ ...createLaunchOptions(), ignoreDefaultArgs: ['--disable-popup-blocking'] });

/** In the page: blocks windows that no click has opened, because this Chromium has no pop-up blocker. */
const blockPopups = () => {
  const { open } = window;
  window.open = (...how) => (navigator.userActivation.isActive ? open.apply(window, how) : null);
};

/** Before the tests of a file, builds pages into the folder `out`, serves them, and starts a browser. */
export function serveBuiltPages(out: string, build: () => Promise<unknown>) {
  const built = {} as { browser: Browser; origin: string };
  beforeAll(async () => {
    const [browser] = await Promise.all([launchBrowser(), build()]);
    const { port, close } = await listenOnFreePort(createServer(serveBuild(out)));
    Object.assign(built, { browser, origin: `http://localhost:${port}` });
    return async () => {
      await browser.close();
      close();
    };
  }, 300_000);
  return built;
}

/** Starts `npm run workbench:inspector` in a process of its own, on a free port unless one is named. */
export async function startInspector(port = '0') {
  const program = await startProgram(['src/tools/start.js', 'inspector'], /runs at (\S+?)\. /, { PORT: port });
  return { ...program, url: program.origin.replace(/^http/, 'ws') };
}

/** Before the tests of a file, starts the inspector and a browser. */
export function serveInspector() {
  const served = {} as { browser: Browser; origin: string; url: string };
  beforeAll(async () => {
    const [browser, { origin, url, stop }] = await Promise.all([launchBrowser(), startInspector()]);
    Object.assign(served, { browser, origin, url });
    return async () => {
      await browser.close();
      stop();
    };
  }, 300_000);
  return served;
}

/** Runs `machine` until the test ends, connected to the inspector at `url` by the workbench's client. */
export function startInspectedApp(url: string, machine: AnyStateMachine, name: string) {
  const client = connectWorkbench({ url, name, WebSocket: WebSocket as never });
  const actor = createActor(machine, client).start();
  const stop = () => {
    actor.stop();
    client.close();
  };
  onTestFinished(stop);
  return { actor, stop };
}

/** Runs `machine` until the test ends, connected to the inspector at `url` by Stately's client. */
export function startStatelyApp(url: string, machine: AnyStateMachine) {
  const wire = createWebSocketInspector({ url });
  const actor = createActor(machine, { inspect: wire.inspect }).start();
  const stop = () => {
    wire.stop();
    actor.stop();
  };
  onTestFinished(stop);
  return { actor, stop };
}

/**
 * In the page: makes the browser idle at once. `@statelyai/inspect` sends in idle moments, and Chromium may find none for
 * a minute on a busy machine.
 */
export const stubIdleCallbacks = () => {
  window.requestIdleCallback = (run) => window.setTimeout(run, 0, { didTimeout: false, timeRemaining: () => 50 });
};

interface PageOptions extends BrowserContextOptions {
  isProblem?: (said: ConsoleMessage) => boolean;
}

/** Opens a page in a context of its own. `problems` collects the errors of all pages of the context. */
export async function watchPage(browser: Browser, { isProblem, ...options }: PageOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(120_000);
  await context.addInitScript(blockPopups);
  await context.addInitScript(addPageTools);
  const problems: string[] = [];
  const counts = isProblem ?? ((said: ConsoleMessage) => said.type() === 'error');
  context.on('weberror', (error) => problems.push(error.error().message));
  context.on('console', (said) => counts(said) && problems.push(`${said.text()} ${said.location().url}`));
  return { context, page: await context.newPage(), problems };
}

/** Opens a page until the test ends. The test fails if a page of its context has an error. */
export async function openPage(browser: Browser, options?: PageOptions) {
  const opened = await watchPage(browser, options);
  onTestFinished(async () => {
    const found = [...opened.problems];
    await opened.context.close();
    expect(found).toEqual([]);
  });
  return opened;
}

/** Returns the ids of the states that the chart highlights. */
export const readHighlightedIds = (page: Page) =>
  page.locator('.canvas .lit').evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-state')).sort());

/** Returns the controls of the panel that the window cuts off, by their names. */
export const readCutOffControls = (page: Page) =>
  page.locator('.panel :is(header, .bar, .time) :is(button, input, select)').evaluateAll((controls) =>
    controls.flatMap((control) => {
      const { left, right, bottom, width } = control.getBoundingClientRect();
      const isCut = left < 0 || right > innerWidth || (innerWidth > 390 && bottom > innerHeight);
      return width && isCut ? [control.ariaLabel ?? control.textContent] : [];
    }),
  );

/** Presses "Step back", and waits for the step and its chart. */
export async function pressStepBack(page: Page) {
  const slider = page.getByRole('slider', { name: 'Step' });
  // Reads both at once, because the page may take a step in between.
  const from = await page.getByRole('button', { name: 'Step back' }).evaluate((button: HTMLElement) => {
    const { value } = button.parentElement!.querySelector('input')!;
    button.click();
    return Number(value);
  });
  await expectPage(slider).toHaveValue(String(from - 1));
  const actor = page.locator('.log [aria-current] span').nth(1);
  // Reads only the machine's name, because the row may also show the actor's id.
  const machine = await actor.evaluate(({ firstChild }) => firstChild!.textContent);
  // If the step is of another machine, the chart appears only after it has been laid out.
  await expectPage(page.locator('.canvas svg')).toHaveAttribute('aria-label', `Chart of ${machine}`);
  await expectPage(page.locator('.canvas .lit')).not.toHaveCount(0);
}

/** Checks that axe finds nothing in either colour scheme, and that forced colours hide nothing. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await runAxe(page)).toEqual([]);
  }
  await expectStatesDistinct(page, page.url());
}
