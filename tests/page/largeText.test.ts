import type { Page } from '@playwright/test';
import { describe, expect, inject } from 'vitest';
import { withAccount } from './accounts.ts';
import { withRelay } from './relaySite.ts';
import { layouts } from './visitor/layouts.ts';
import { checkLayout } from './visitor/look.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';

/** Doubles the browser's default font size, which rem lengths and media queries follow. */
const enlarge = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
};
const enlarged = { before: enlarge };

/** In the page: lists the elements that cause horizontal scrolling. */
const beyondWindow = () =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth
    ? [...document.querySelectorAll('header *, main *, footer *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth)
        .map(({ localName, textContent }) => `${localName} ${textContent}`)
    : [];

/** In the page: lists the names that are cut with an ellipsis. */
const cutNames = () =>
  [...document.querySelectorAll('dialog[open] li bdi')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ textContent }) => textContent);

const { wide, sheet, narrow } = layouts;
const LONG = 'Coinbase Smart Wallet';

describe('at text size 200 %', () => {
  const test = withAccount('largeText');

  test('icons grow with the text beside them', async ({ visit }) => {
    const visitor = await visit({ path: '/' });
    const widths = () =>
      visitor.page
        .locator('main a svg[width], #alpha button svg[width]')
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).inlineSize)));
    const usual = await widths();
    expect(usual.length).toBeGreaterThanOrEqual(5);
    await enlarge(visitor.page);
    expect(await widths()).toEqual(usual.map((width) => 2 * width));
  });

  for (const [size, layout] of Object.entries({ wide, narrow })) {
    test(`nothing is cut off in the connect dialog, ${size}`, async ({ visit }) => {
      const visitor = await visit({ wallets: [{ info: { name: LONG }, answer: 'hold' }], ...layout, ...enlarged });
      const { page, connect } = visitor;
      await seen(connect.rows.first()).toBeVisible();
      await checkLayout(page, 'the list');
      expect(await page.evaluate(cutNames)).toEqual([]);
      await connect.rows.first().click();
      await seen(connect.status).toContainText(say('connect.status.opening.title', '').replace('…', ''));
      await checkLayout(page, 'an opened wallet');
      await visitor.wallet.reject();
      await seen(connect.retry).toBeVisible();
      await checkLayout(page, 'a declined request');
      await connect.back.click();
      await connect.search.fill('rainbow');
      await connect.rows.first().click();
      await seen(connect.dialog.getByRole('heading', { level: 2 })).toBeVisible();
      await checkLayout(page, 'another wallet');
    });

    test(`nothing is cut off in the account and the network dialog, ${size}`, async ({ visit, someone }) => {
      const named = await someone({ ether: '1234.5678', name: `amina-${size}.eth` });
      const visitor = await visit({ wallets: [{ account: named }], ...layout, ...enlarged });
      await visitor.connects();
      await visitor.isHome();
      const { page } = visitor;
      const notice = page.getByRole('complementary', { name: say('confirmed.label') });
      await seen(notice.getByRole('button', { name: say('close') })).toBeInViewport({ ratio: 1 });
      await visitor.requestsNext('account');
      await seen(visitor.account.who).toContainText('amina');
      await checkLayout(page, 'the account');
      await visitor.account.dialog.getByRole('button', { name: say('account.network', 'Ethereum') }).click();
      await seen(page.getByRole('dialog', { name: say('chain.title'), exact: true })).toBeVisible();
      await checkLayout(page, 'the networks');
      expect(await page.evaluate(cutNames)).toEqual([]);
      await visitor.escapes();
      await seen(page.getByRole('dialog', { name: say('chain.title'), exact: true })).toBeHidden();
      expect(await page.evaluate(beyondWindow)).toEqual([]);
    });

    test(`nothing is cut off in the sign-in dialog and the alpha modal, ${size}`, async ({ visit }) => {
      const visitor = await visit({
        wallets: [{ info: { name: LONG } }],
        origin: inject('origin'),
        ...layout,
        ...enlarged,
      });
      await visitor.connect.rows.first().click();
      await seen(visitor.signIn.send).toBeEnabled();
      await checkLayout(visitor.page, 'the sign-in');
      await visitor.escapes();
      await seen(visitor.signIn.dialog).toBeHidden();
      await visitor.alpha.join.click();
      await seen(visitor.alpha.modal).toBeVisible();
      await checkLayout(visitor.page, 'the alpha modal');
    });
  }
});

describe('on a phone at text size 200 %', () => {
  const test = withRelay('largeText');

  test('nothing is cut off in the wallet sheet and its steps', async ({ visit }) => {
    const noteTaps = () =>
      addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault());
    const before = async (page: Page) => {
      await enlarge(page);
      await page.addInitScript(noteTaps);
    };
    const visitor = await visit({ ...sheet, before });
    const tile = visitor.modal.getByRole('link', { name: /^Rainbow/ });
    await seen(tile).toHaveAttribute('href', /^https:/);
    await checkLayout(visitor.page, 'the sheet');
    await visitor.taps(visitor.button('browse'));
    await seen(visitor.modal.getByRole('link', { name: new RegExp(`^${say('get')} `) })).toHaveCount(3);
    await checkLayout(visitor.page, 'the step for new wallets');
    await visitor.taps(visitor.connect.back);
    await visitor.taps(tile);
    await seen(visitor.connect.status).toContainText(say('connect.status.opening.title', 'Rainbow'));
    await checkLayout(visitor.page, 'an opened wallet');
  });
});
