import type { Page } from '@playwright/test';
import { describe, expect, inject } from 'vitest';
import { askForAccount, withAccount } from './accounts.ts';
import { checkLayout, layouts } from './look.ts';
import { withRelay } from './relayed.ts';
import { seen } from './seen.ts';
import { signInOf } from './signing.ts';
import { alphaOf, tapLink, visitWith } from './visit.ts';

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

/** In the page: lists the names that end in an ellipsis. */
const cutNames = () =>
  [...document.querySelectorAll('dialog[open] li bdi')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ textContent }) => textContent);

const { wide, sheet, narrow } = layouts;
const LONG = 'Coinbase Smart Wallet';

describe('at text size 200 %', () => {
  const test = withAccount('largeText');

  test('icons grow with the words beside them', async ({ visit }) => {
    const { page } = await visit({ path: '/' });
    const widths = () =>
      page
        .locator('main a svg[width], #alpha button svg[width]')
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).inlineSize)));
    const usual = await widths();
    expect(usual.length).toBeGreaterThanOrEqual(5);
    await enlarge(page);
    expect(await widths()).toEqual(usual.map((width) => 2 * width));
  });

  for (const [size, layout] of Object.entries({ wide, narrow })) {
    test(`nothing is cut off in the connect dialog, ${size}`, async ({ come }) => {
      const { page, wallet, connect } = await come([{ info: { name: LONG }, answer: 'hold' }], {
        ...layout,
        ...enlarged,
      });
      await seen(connect.rows.first()).toBeVisible();
      await checkLayout(page, 'the list');
      expect(await page.evaluate(cutNames)).toEqual([]);
      await connect.rows.first().click();
      await seen(connect.status).toContainText('Opening');
      await checkLayout(page, 'an opened wallet');
      await wallet.reject();
      await seen(connect.retry).toBeVisible();
      await checkLayout(page, 'a declined request');
      await connect.back.click();
      await connect.search.fill('rainbow');
      await connect.rows.first().click();
      await seen(connect.dialog.getByRole('heading', { level: 2 })).toBeVisible();
      await checkLayout(page, 'another wallet');
    });

    test(`nothing is cut off in account and networks, ${size}`, async ({ enter, someone }) => {
      const named = await someone({ ether: '1234.5678', name: `amina-${size}.eth` });
      const { page, account } = await enter({ account: named }, { ...layout, ...enlarged });
      const notice = page.getByRole('complementary', { name: 'Notice' });
      await seen(notice.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
      await askForAccount(page);
      await seen(account.who).toContainText('amina');
      await checkLayout(page, 'the account');
      await account.dialog.getByRole('button', { name: /^Network/ }).click();
      await seen(page.getByRole('dialog', { name: 'Network', exact: true })).toBeVisible();
      await checkLayout(page, 'the networks');
      expect(await page.evaluate(cutNames)).toEqual([]);
      await page.keyboard.press('Escape');
      await seen(page.getByRole('dialog', { name: 'Network', exact: true })).toBeHidden();
      expect(await page.evaluate(beyondWindow)).toEqual([]);
    });

    test(`nothing is cut off in sign-in and alpha modal, ${size}`, async ({ visit }) => {
      const { page, connect } = await visitWith(visit, [{ info: { name: LONG } }], {
        origin: inject('origin'),
        ...layout,
        ...enlarged,
      });
      await connect.rows.first().click();
      await seen(signInOf(page).send).toBeEnabled();
      await checkLayout(page, 'the sign-in');
      await page.keyboard.press('Escape');
      await seen(signInOf(page).dialog).toBeHidden();
      await alphaOf(page).join.click();
      await seen(alphaOf(page).modal).toBeVisible();
      await checkLayout(page, 'the alpha modal');
    });
  }
});

describe('on a phone at text size 200 %', () => {
  const test = withRelay('largeText');

  test('nothing is cut off in the sheet and its steps', async ({ enter }) => {
    const noteTaps = () =>
      addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault());
    const before = async (page: Page) => {
      await enlarge(page);
      await page.addInitScript(noteTaps);
    };
    const { page, dialog } = await enter({ ...sheet, before });
    const tile = dialog.modal.getByRole('link', { name: /^Rainbow/ });
    await seen(tile).toHaveAttribute('href', /^https:/);
    await checkLayout(page, 'the sheet');
    await tapLink(dialog.button('Get a wallet'));
    await seen(dialog.modal.getByRole('link', { name: /^Get / })).toHaveCount(3);
    await checkLayout(page, 'the step for new wallets');
    await tapLink(dialog.back);
    await tapLink(tile);
    await seen(dialog.status).toContainText('Opening Rainbow');
    await checkLayout(page, 'an opened wallet');
  });
});
