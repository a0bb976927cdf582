import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { describe, expect, inject } from 'vitest';
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

const withClipboard: VisitOptions = { permissions: ['clipboard-write'] };

const traceOf = (visitor: Visitor) => {
  const button = visitor.page.getByRole('button', { name: say('trace') });
  return { button, said: button.locator('+ [aria-live=polite]') };
};

async function copiedBy(visitor: Visitor, press: () => Promise<void>) {
  await press();
  await expectPage(traceOf(visitor).said).toHaveText(say('traced.copied'));
  return visitor.page.evaluate((): string => Reflect.get(window, 'copied'));
}

/** Checks that `text` is a trace of the machines' events without personal data, and can be replayed. */
async function isGood(text: string, name: string): Promise<Trace> {
  const trace = readTrace(name, text);
  // The hash in a script's name may match a forbidden word by chance.
  expect(text.replace(trace.build, '')).not.toMatch(/[0-9a-f]{16}|0x|https?:|wss?:|wc:|\.eth/i);
  for (const secret of [TEST_WALLET_NAME, DEFAULT_ACCOUNT.address, '1234', 'example.wallet'])
    expect(text).not.toContain(secret);
  expect(trace.build).toMatch(/^index-[\w-]+\.js en$/);
  await replayTrace(name, trace);
  return trace;
}

/** Resolves when the page announces the result of copying. The same text may be announced again. */
const newsOf = (visitor: Visitor) =>
  visitor.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new MutationObserver((news) => {
          if (news.some(({ addedNodes }) => addedNodes.length)) resolve();
        }).observe(document.querySelector('[aria-live]')!, { childList: true });
      }),
  );

async function isSound(visitor: Visitor) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.page.emulateMedia({ colorScheme });
    expect(await runAxe(visitor.page), colorScheme).toEqual([]);
  }
}

const machinesIn = ({ steps }: Trace) => steps.map(({ machine }) => machine);

describe('the error screen copies the trace', () => {
  test('a visitor who has declined and then signed in can copy the trace by keyboard', async ({ visit }) => {
    const visitor = await visit({
      wallets: [{ answer: 'reject' }],
      ...withClipboard,
      origin: inject('origin'),
      scripts: [recordCopies],
    });
    await visitor.picks();
    await expectPage(visitor.connect.retry).toBeVisible();
    visitor.wallet.answers.default = 'approve';
    await visitor.connect.retry.click();
    await visitor.signIn.send.click();
    await visitor.hears('news.signedIn');
    await visitor.breaksPage();
    const { button } = traceOf(visitor);
    await visitor.page.getByRole('link', { name: say('landing.error.home') }).focus();
    await visitor.page.keyboard.press('Tab');
    await expectPage(button).toBeFocused();
    const text = await copiedBy(visitor, () => visitor.page.keyboard.press('Enter'));
    await expectPage(button).toBeFocused();
    const trace = await isGood(text, 'signing in');
    expect(machinesIn(trace)).toEqual(expect.arrayContaining(['address', 'attempt', 'connection', 'signIn']));
    // The trace of the machines' events contains the code of the wallet's error.
    expect(text).toContain('"code":4001');
  });

  test('the trace can be copied again, and is shown as text if the browser refuses', async ({ visit }) => {
    const visitor = await visit({ ...withClipboard, scripts: [recordCopies] });
    const { alpha } = visitor;
    await visitor.waitsForScripts();
    await alpha.join.click();
    await alpha.field.fill('60000');
    await alpha.request.click();
    await expectPage(alpha.modal).toBeHidden();
    await visitor.breaksPage();
    const { button, said } = traceOf(visitor);
    await expectPage(said).toHaveText('');
    const text = await copiedBy(visitor, () => button.click());
    expect(machinesIn(await isGood(text, 'a fault'))).toContain('alpha');
    // The same text is announced again.
    const changes = newsOf(visitor);
    await button.click();
    await changes;
    await expectPage(said).toHaveText(say('traced.copied'));
    await visitor.page.setViewportSize({ width: 320, height: 568 });
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

    // A browser that refuses to copy shows the trace of the machines' events as text.
    const { page } = visitor;
    const refusals: (() => unknown)[] = [
      () => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied.', 'NotAllowedError'));
      },
      () => Reflect.deleteProperty(Navigator.prototype, 'clipboard'),
    ];
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    const byHand = page.getByRole('textbox', { name: say('trace') });
    for (const refuse of refusals) {
      await page.evaluate(refuse);
      const change = newsOf(visitor);
      await button.click();
      await change;
      await expectPage(said).toHaveText(say('traced.refused'));
      await expectPage(button).toBeEnabled();
      await expectPage(byHand).toHaveCount(1);
      await isGood(await byHand.inputValue(), 'a refused fault');
    }
    await isSound(visitor);
    expect(await page.evaluate(() => 'clipboard' in navigator)).toBe(false);
    // Selections can be copied without the clipboard API.
    await page.evaluate(() => Reflect.deleteProperty(document, 'execCommand'));
    await button.click();
    await expectPage(said).toHaveText(say('traced.copied'));
    await expectPage(byHand).toHaveCount(0);
  });
});

describe('a wallet bundle that fails to load', () => {
  test('the dialog has a button that copies the trace', async ({ visit }) => {
    const visitor = await visit({
      wallets: [{}],
      ...withClipboard,
      viewport: { width: 390, height: 700 },
      path: '/',
      scripts: [recordCopies],
    });
    const { page } = visitor;
    visitor.forgiven.push(/Failed to load|dynamically imported module/);
    await visitor.waitsForScripts();
    await page.route('**/assets/*.js', (route: Route) => route.abort());
    await visitor.requests('connect');
    await visitor.hears('wallet.broken.title');
    const dialog = page.locator('dialog#wallet');
    const height = async () => (await dialog.boundingBox())?.height;
    const before = await height();
    await visitor.connect.retry.focus();
    await page.keyboard.press('Tab');
    const { button, said } = traceOf(visitor);
    await expectPage(button).toBeFocused();
    const text = await copiedBy(visitor, () => page.keyboard.press('Space'));
    await expectPage(said).toBeInViewport({ ratio: 1 });
    expect(await height()).toBe(before);
    // Showing the field causes no scrolling and covers nothing.
    expect(
      await dialog.evaluate((it) =>
        [...it.querySelectorAll('*')].some(
          (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto',
        ),
      ),
    ).toBe(false);
    const [low, top] = [await button.boundingBox(), await said.boundingBox()];
    expect(top!.y).toBeGreaterThanOrEqual(low!.y + low!.height);
    await isSound(visitor);
    const { steps } = await isGood(text, 'a walletLoader that failed');
    expect(steps.filter(({ machine }) => machine === 'walletLoader').at(-1)?.state).toEqual({ failed: 'broken' });
  });
});

test("the built site does not contain the developers' trace button", () => {
  // Checks the source as well, so that this test fails when the id changes.
  expect(readFileSync('src/main.tsx', 'utf8')).toContain("corner.id = 'trace-corner'");
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|html)$/.test(name));
  const built = files.map((name) => readFileSync(join(DIST, name), 'utf8')).join();
  expect(built).toContain('data-trace');
  expect(built).not.toContain('trace-corner');
});
