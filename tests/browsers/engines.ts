import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type KeyInput } from 'puppeteer-core';
import { Builder, Capabilities, Key } from 'selenium-webdriver';
import { createLaunchOptions, unpackChromium } from '../support/chromium.ts';
import { findFreePort } from '../support/listen.ts';

/** A browser tab with the mouse and keyboard input of a person. */
export interface BrowserTab {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  back(): Promise<unknown>;
  /** Runs the function body `script` in the page. Its arguments and its result must be JSON. */
  run<T>(script: string, ...args: unknown[]): Promise<T>;
  clickAt(x: number, y: number): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  press(key: 'Escape' | 'Tab' | 'Enter'): Promise<void>;
  close(): Promise<void>;
}

const SIZE = { width: 1280, height: 800 };
const found = (paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path));

/** Starts Chromium, driven through CDP, or Firefox, driven through WebDriver BiDi. */
async function byPuppeteer(browser: 'chrome' | 'firefox', options: object): Promise<BrowserTab> {
  const launched = await puppeteer.launch({ browser, headless: true, defaultViewport: SIZE, ...options });
  const page = await launched.newPage();
  const loaded = { waitUntil: 'load' } as const;
  return {
    goto: (url) => page.goto(url, loaded),
    reload: () => page.reload(loaded),
    back: () => page.evaluate('history.back()'),
    run: (script, ...args) =>
      page.evaluate(`(function(...arguments){${script}})(${args.map((one) => JSON.stringify(one)).join()})`) as never,
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key as KeyInput),
    close: () => launched.close(),
  };
}

function start(command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

/** Starts WebKitGTK's browser, driven through WebDriver. Starts a virtual display if the computer has no display. */
async function byWebDriver(driver: string, browser: string): Promise<BrowserTab> {
  const port = await findFreePort();
  const screen = 90 + (port % 900);
  const helpers: ChildProcess[] = [];
  if (!process.env.DISPLAY) {
    helpers.push(start('Xvfb', [`:${screen}`, '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']));
    for (let tries = 0; tries < 100 && !existsSync(`/tmp/.X11-unix/X${screen}`); tries += 1) await sleep(50);
  }
  helpers.push(
    start(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      DISPLAY: process.env.DISPLAY ?? `:${screen}`,
      // WebKit's sandbox does not work as root, and test computers have no graphics card.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    }),
  );
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  });
  const server = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`${server}/status`).catch(() => null)) break;
    await sleep(50);
  }
  const session = await new Builder().usingServer(server).withCapabilities(capabilities).build();
  await session
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...SIZE });
  const keys = { Escape: Key.ESCAPE, Tab: Key.TAB, Enter: Key.ENTER };
  return {
    goto: (url) => session.get(url),
    reload: () => session.navigate().refresh(),
    back: () => session.executeScript('history.back()'),
    run: (script, ...args) => session.executeScript(script, ...args),
    clickAt: (x, y) =>
      session
        .actions({ async: true })
        .move({ x: Math.round(x), y: Math.round(y) })
        .click()
        .perform(),
    type: (text) => session.actions({ async: true }).sendKeys(text).perform(),
    press: (key) => session.actions({ async: true }).sendKeys(keys[key]).perform(),
    close: async () => {
      await session.quit().catch(() => {});
      for (const helper of helpers) helper.kill();
    },
  };
}

const firefox = found([process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox']);
const webDriver = found([process.env.WEBKIT_DRIVER_PATH, '/usr/bin/WebKitWebDriver']);
const miniBrowser = found([
  process.env.WEBKIT_PATH,
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
]);
/** The path of the oldest supported Chromium. `.ci/run` installs it from `oldest/package-lock.json`. */
const oldest = found([resolve('node_modules/.cache/oldest/node_modules/@sparticuz/chromium')]);
const { executablePath, args, env } = createLaunchOptions();

/** The browser engines in which the tests run. `missing` says how to install the engine, or is null if installed. */
export const browserEngines = [
  { name: 'Chromium', missing: null, open: () => byPuppeteer('chrome', { executablePath, args, env }) },
  {
    name: 'the oldest Chromium',
    missing: oldest ? null : 'install tests/browsers/oldest as .ci/run does',
    open: () => {
      const { executablePath, env: own } = unpackChromium(oldest!);
      return byPuppeteer('chrome', { executablePath, args, env: { ...env, ...own } });
    },
  },
  {
    name: 'Firefox',
    missing: firefox ? null : 'install firefox-esr, or name one in FIREFOX_PATH',
    open: () => byPuppeteer('firefox', { executablePath: firefox }),
  },
  {
    name: 'WebKit',
    missing: webDriver && miniBrowser ? null : 'install webkit2gtk-driver and xvfb',
    open: () => byWebDriver(webDriver!, miniBrowser!),
  },
];
