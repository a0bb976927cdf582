import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Frame, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectPage } from '../../page/visitor/expectPage.ts';
import { buildSite, copySite, DIST, serveSite } from '../../support/build.ts';
import { readTrace, replayTrace } from '../../traces/traces.ts';
import {
  expectAccessible,
  launchBrowser,
  openPage,
  pressStepBack,
  readCutOffControls,
  readHighlightedIds,
  stubIdleCallbacks,
} from '../browser.ts';
import { runCopiedTests } from '../copied.ts';
import { SECRET_PATTERN } from '../lit.ts';

let server: Awaited<ReturnType<typeof serveSite>>;
let browser: Browser;

/** Serves the site with the workbench under the production policy, except that the page may frame itself. */
async function serveWorkbench() {
  const [built, framed] = [`${DIST}-workbench`, `${DIST}-framed`];
  await buildSite(built, {}, 'workbench');
  copySite(built, framed, ["frame-src 'none'"], ["frame-src 'self'"]);
  return serveSite(framed);
}

beforeAll(async () => {
  [server, browser] = await Promise.all([serveWorkbench(), launchBrowser()]);
}, 180_000);
afterAll(async () => {
  await browser.close();
  server.close();
});

/** Opens the workbench after `before`. Violations of the policy fail the test, because Chromium logs them as errors. */
async function open(before?: (context: BrowserContext) => Promise<unknown>) {
  const { context, page } = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await before?.(context);
  await page.goto(`${server.origin}/?workbench`, { waitUntil: 'domcontentloaded' });
  await page.locator('.canvas svg').waitFor();
  const frame = page.frame({ url: /workbench=page/ }) as Frame;
  return { page, frame };
}

const tree = (page: Page, name: string) =>
  page.locator('.tree').getByRole('button', { name: new RegExp(`^${name}\\b`) });
const now = (page: Page) => page.locator('.now');
/** Reads the clipboard in another page, because the site's policy forbids reading it. */
async function copied(page: Page) {
  const reader = await page.context().newPage();
  await reader.route('**/paste', (route) => route.fulfill({ contentType: 'text/html', body: 'Paste' }));
  await reader.goto(`${server.origin}/paste`);
  const text = await reader.evaluate(() => navigator.clipboard.readText());
  await reader.close();
  return text;
}

describe('/?workbench', () => {
  test('the panel controls the page, shows past steps, and copies a test that passes', async () => {
    const { page } = await open();
    const modal = page.frameLocator('#page-frame').getByRole('dialog');
    await tree(page, 'app').click();
    await expectPage(now(page)).toContainText(
      'It only runs alpha, walletLoader, comparison, and address: choose one under Running.',
    );
    await tree(page, 'alpha').click();
    await expectPage.poll(() => readHighlightedIds(page)).toEqual(['alpha', 'alpha.closed']);
    await now(page).getByRole('button', { name: 'open', exact: true }).click();
    await expectPage(modal).toBeVisible();
    await expectPage.poll(() => readHighlightedIds(page)).toEqual(['alpha', 'alpha.open']);
    await expectPage.poll(() => page.locator('.canvas .taken .word').allTextContents()).toContain('open');
    await now(page).getByRole('button', { name: 'close', exact: true }).click();
    await expectPage(modal).toBeHidden();
    await now(page).getByRole('button', { name: 'open', exact: true }).click();
    await expectPage(modal).toBeVisible();

    // The form supplies the data of the event `write`.
    await now(page).getByLabel('Edit the data of write').click();
    await now(page).getByLabel('text', { exact: true }).fill('"40000"');
    await now(page).getByRole('button', { name: 'Send write' }).click();
    await expectPage(modal.getByRole('textbox', { name: 'Amount' })).toHaveValue('40000');

    await pressStepBack(page);
    await expectPage(page.getByRole('heading', { name: 'What could happen then' })).toBeVisible();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expectPage.poll(() => readHighlightedIds(page)).toEqual(['alpha', 'alpha.open']);

    await now(page).getByRole('button', { name: 'close', exact: true }).click();
    await expectPage(modal).toBeHidden();
    await page.getByRole('button', { name: 'Copy as test' }).click();
    await expectPage(page.locator('.notice')).toHaveText('The test was copied.');
    const text = await copied(page);
    expect(text).not.toMatch(SECRET_PATTERN);
    // The last step is one of the address machine: closing the modal goes back in the browser's history.
    expect(await runCopiedTests({ 'copied.test.ts': text })).toEqual([
      'the address machine reaches the recorded state after each step',
    ]);
    await page.getByRole('button', { name: 'Copy trace' }).click();
    await expectPage(page.locator('.notice')).toHaveText('The trace was copied.');
    const trace = await copied(page);
    expect(trace).not.toMatch(SECRET_PATTERN);
    await replayTrace('copied', readTrace('copied', trace));
  });

  test('the panel fires a timer, and stops the clock', async () => {
    const { page, frame } = await open((context) => context.route(/\/wallet-[^/]*\.js/, () => {}));
    await page.getByRole('button', { name: 'Stop the clock' }).click();
    await tree(page, 'walletLoader').click();
    await now(page)
      .getByRole('button', { name: /^dialog\.request/ })
      .first()
      .click();
    const time = page.getByRole('group', { name: 'Time' });
    const left = await time.getByRole('button').first().textContent();
    await frame.waitForTimeout(1_100);
    expect(await time.getByRole('button').first().textContent()).toBe(left);
    await time.getByRole('button').first().click();
    await expectPage(page.locator('.log')).toContainText('after');
  });

  test('the panel keeps its steps at Escape, and is not cut off at 1440 and 1000 px', async () => {
    const { page } = await open();
    await tree(page, 'alpha').click();
    await page.locator('.canvas').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('requested');
    await expectPage(page.locator('.canvas .found .name')).toHaveText('requested');
    await page.keyboard.press('Escape');
    await expectPage(page.locator('.canvas .found')).toHaveCount(0);
    await page.locator('.canvas').focus();
    await pressStepBack(page);
    await page.keyboard.press('Escape');
    await expectPage(page.getByRole('heading', { name: 'What can happen now' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectPage(page.locator('.log .line')).not.toHaveCount(0);
    for (const [width, height, least] of [
      [1440, 900, 320],
      [1000, 700, 160],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await readCutOffControls(page)).toEqual([]);
      expect((await page.locator('.canvas').boundingBox())!.height).toBeGreaterThan(least);
      await expectPage(page.getByRole('button', { name: 'Close', exact: true })).toBeInViewport({ ratio: 1 });
      // States in the narrow tree are not broken into letters.
      const heights = await page
        .locator('.tree .line span')
        .evaluateAll((states) => states.map((state) => state.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeLessThan(40);
    }
    // Leaves out the framed page, which has its own tests.
    await page.locator('#page-frame').evaluate((frame) => frame.remove());
    await expectAccessible(page);
  });

  test('the panel moves to its own window and back by keyboard, unless it is blocked', async () => {
    const { page } = await open();
    const move = page.getByRole('button', { name: 'Own window' });
    await page.evaluate(() => {
      Reflect.set(window, 'real', window.open);
      window.open = () => null;
    });
    await move.click();
    await expectPage(page.locator('.notice')).toContainText('The browser blocked the window.');
    await page.evaluate(() => {
      window.open = Reflect.get(window, 'real');
    });
    const [apart] = await Promise.all([page.waitForEvent('popup'), move.press('Enter')]);
    await apart.locator('.canvas svg').waitFor();
    await tree(apart, 'app').focus();
    await apart.keyboard.press('ArrowDown');
    await apart.keyboard.press('Enter');
    await expectPage.poll(() => readHighlightedIds(apart)).toEqual(['alpha', 'alpha.closed']);
    await now(apart).getByRole('button', { name: 'open', exact: true }).press('Enter');
    await expectPage(page.frameLocator('#page-frame').getByRole('dialog')).toBeVisible();
    await expectPage.poll(() => readHighlightedIds(apart)).toEqual(['alpha', 'alpha.open']);
    await apart.getByRole('slider', { name: 'Step' }).press('ArrowLeft');
    await expectPage(apart.getByRole('heading', { name: 'What could happen then' })).toBeVisible();
    await apart.getByRole('button', { name: 'Step forward' }).press('Enter');
    await expectPage(apart.getByRole('heading', { name: 'What can happen now' })).toBeVisible();
    await expectAccessible(apart);
    await apart.keyboard.press('/');
    await expectPage(apart.getByRole('searchbox', { name: 'Find a state or an event' })).toBeFocused();
    // The window may close before the browser confirms the press.
    const dock = apart.getByRole('button', { name: 'Dock' }).press('Enter');
    await Promise.all([
      apart.waitForEvent('close'),
      dock.catch((error) => {
        if (!String(error).includes('has been closed')) throw error;
      }),
    ]);
    await expectPage(page.getByRole('heading', { name: 'Workbench' })).toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.waitForURL((url) => !url.search);
  });
});

describe("Stately's inspector", () => {
  test("Stately's inspector opens on a click, and hides the values that the trace hides", async () => {
    const { context, page } = await openPage(browser);
    const received: string[] = [];
    await context.exposeFunction('received', (text: string) => received.push(text));
    const listening = `<script>addEventListener('message', ({ data }) => received(JSON.stringify(data)));
      opener.postMessage({ type: '@statelyai.connected' }, '*');</script>`;
    await context.route('https://stately.ai/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: listening }),
    );
    await page.addInitScript(stubIdleCallbacks);
    await page.goto(`${server.origin}/?inspect`);
    const button = page.getByRole('button', { name: "Open Stately's inspector" });
    await button.waitFor();
    expect(context.pages()).toHaveLength(1);
    await page.getByRole('textbox', { name: 'Amount to borrow' }).fill('1234567');
    await button.click();
    await expectPage.poll(() => received.some((text) => text.includes('"write"'))).toBe(true);
    expect(received.join()).not.toMatch(/1234567|0x[\da-f]{40}/i);

    await page.evaluate(() => {
      window.open = () => null;
    });
    await button.click();
    await expectPage(page.locator('#inspector-corner [role=status]')).toContainText('The browser blocked the window.');
    await expectAccessible(page);
  });
});

test('the built site contains nothing of the workbench', () => {
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const scripts = files.filter(({ name }) => /\.(js|html|css)$|_headers$/.test(name));
  expect(scripts.length).toBeGreaterThan(2);
  for (const { parentPath, name } of scripts)
    expect(readFileSync(join(parentPath, name), 'utf8'), name).not.toMatch(
      /workbench|elkjs|statelyai|inspector-corner|the real view|copy as test|demo[- ]wallet|demo\.html|mine a block|nothing is inspected|example\.wallet|asked of the wallet/i,
    );
});
