import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Route } from '@playwright/test';
import { expect, inject } from 'vitest';
import type { Trace } from '#domain/trace';
import { DIST } from '../support/build.ts';
import { readTrace, replayTrace } from '../traces/traces.ts';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test, type VisitOptions } from './visitor/fixtures.ts';
import { recordCopies } from './visitor/inPage.ts';
import { runAxe } from './visitor/look.ts';
import { say, TEST_WALLET_NAME } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

const copying: VisitOptions = { permissions: ['clipboard-write'], scripts: [recordCopies] };

const traceOf = (visitor: Visitor) => {
  const button = visitor.page.getByRole('button', { name: say('trace') });
  return { button, said: button.locator('+ [aria-live=polite]') };
};

/** Moves the focus from `before` to the button that copies the trace, and presses `key`. Returns the copied text. */
async function copiesByKey(visitor: Visitor, before: Locator, key: string) {
  const { button, said } = traceOf(visitor);
  await before.focus();
  await visitor.page.keyboard.press('Tab');
  await expectPage(button).toBeFocused();
  await visitor.page.keyboard.press(key);
  await expectPage(said).toHaveText(say('traced.copied'));
  await expectPage(button).toBeFocused();
  return visitor.page.evaluate((): string => Reflect.get(window, 'copied'));
}

/** Checks that `text` is a trace without personal data that can be replayed, and returns the parsed trace. */
async function readSafeTrace(text: string, name: string): Promise<Trace> {
  const trace = readTrace(name, text);
  // The hash in the name of the build may match a forbidden pattern by chance.
  expect(text.replace(trace.build, '')).not.toMatch(/[0-9a-f]{16}|0x|https?:|wss?:|wc:|\.eth/i);
  for (const secret of [TEST_WALLET_NAME, DEFAULT_ACCOUNT.address, '1234', 'example.wallet'])
    expect(text).not.toContain(secret);
  expect(trace.build).toMatch(/^index-[\w-]+\.js en$/);
  await replayTrace(name, trace);
  return trace;
}

async function expectNoAxeFindings(visitor: Visitor) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.page.emulateMedia({ colorScheme });
    expect(await runAxe(visitor.page), colorScheme).toEqual([]);
  }
}

test('a visitor who has declined and then signed in can copy the trace by keyboard', async ({ visit }) => {
  const visitor = await visit({ wallets: [{ answer: 'reject' }], ...copying, origin: inject('origin') });
  await visitor.picks();
  await expectPage(visitor.connect.retry).toBeVisible();
  visitor.wallet.answers.default = 'approve';
  await visitor.connect.retry.click();
  await visitor.signIn.send.click();
  await visitor.hears('news.signedIn');
  await visitor.breaksPage();
  const { page } = visitor;
  const { button, said } = traceOf(visitor);
  const home = page.getByRole('link', { name: say('landing.error.home') });
  const text = await copiesByKey(visitor, home, 'Enter');
  const { steps } = await readSafeTrace(text, 'signing in');
  const machines = steps.map(({ machine }) => machine);
  expect(machines).toEqual(expect.arrayContaining(['address', 'alpha', 'attempt', 'connection', 'signIn']));
  // 4001 is the code of the wallet's error: the visitor declined.
  expect(text).toContain('"code":4001');

  // If the browser can copy neither text nor a selection, the page shows the trace in a text field.
  await page.setViewportSize({ width: 320, height: 568 });
  await page.evaluate(() => {
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
    document.execCommand = () => false;
  });
  const byHand = page.getByRole('textbox', { name: say('trace') });
  await button.click();
  await expectPage(said).toHaveText(say('traced.refused'));
  await readSafeTrace(await byHand.inputValue(), 'a refused fault');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectNoAxeFindings(visitor);
  await page.evaluate(() => Reflect.deleteProperty(document, 'execCommand'));
  await button.click();
  await expectPage(said).toHaveText(say('traced.copied'));
  await expectPage(byHand).toHaveCount(0);
});

test('the dialog has a button that copies the trace if the wallet bundle fails to load', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], ...copying, viewport: { width: 390, height: 700 }, path: '/' });
  const { page } = visitor;
  visitor.forgiven.push(/Failed to load|dynamically imported module/);
  await visitor.waitsForScripts();
  await page.route('**/assets/*.js', (route: Route) => route.abort());
  await visitor.requests('connect');
  await visitor.hears('wallet.broken.title');
  const dialog = page.locator('dialog#wallet');
  const height = async () => (await dialog.boundingBox())?.height;
  const before = await height();
  const text = await copiesByKey(visitor, visitor.connect.retry, 'Space');
  const { button, said } = traceOf(visitor);
  await expectPage(said).toBeInViewport({ ratio: 1 });
  // The message about the copied trace changes no height, and makes no part of the dialog scroll.
  expect(await height()).toBe(before);
  expect(
    await dialog.evaluate((it) =>
      [...it.querySelectorAll('*')].some(
        (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto',
      ),
    ),
  ).toBe(false);
  const [low, top] = [await button.boundingBox(), await said.boundingBox()];
  expect(top!.y).toBeGreaterThanOrEqual(low!.y + low!.height);
  await expectNoAxeFindings(visitor);
  const { steps } = await readSafeTrace(text, 'a walletLoader that failed');
  expect(steps.filter(({ machine }) => machine === 'walletLoader').at(-1)?.state).toEqual({ failed: 'broken' });
});

test("the built site does not contain the developers' trace button", () => {
  // If `src/main.tsx` renames this id, this line fails, because the search for the old id below would prove nothing.
  expect(readFileSync('src/main.tsx', 'utf8')).toContain("corner.id = 'trace-corner'");
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|html)$/.test(name));
  const built = files.map((name) => readFileSync(join(DIST, name), 'utf8')).join();
  expect(built).toContain('data-trace');
  expect(built).not.toContain('trace-corner');
});
