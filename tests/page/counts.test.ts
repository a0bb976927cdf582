import type { Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { renderingOf } from '../support/rendering.ts';
import { bundledFiles, walletBundleOf } from './bundle.ts';
import { serveOther } from './otherSite.ts';
import { seen } from './seen.ts';
import { alive, alphaOf, requestDialog, test, visitWith } from './visit.ts';

/* Limits the costs of opening a dialog by counts, which are equal on every machine. Times are not. */

const count = (page: Page, selector: string) => page.locator(selector).count();

/** In the page: counts elements that are added to the dialog or removed from it, from now on. */
const watchDialog = () => {
  const counts = { added: 0, removed: 0 };
  const elements = (nodes: NodeList) =>
    [...nodes]
      .filter((node) => node instanceof Element)
      .reduce((sum, one) => sum + 1 + one.querySelectorAll('*').length, 0);
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      counts.added += elements(addedNodes);
      counts.removed += elements(removedNodes);
    }
  }).observe(document.querySelector('dialog#wallet')!, { childList: true, subtree: true });
  const rows = [...document.querySelectorAll('dialog#wallet [data-wallet]')];
  Object.assign(window, {
    counts,
    stay: () => {
      const now = [...document.querySelectorAll('dialog#wallet [data-wallet]')];
      return now.length === rows.length && now.every((row, i) => row === rows[i]);
    },
  });
};
const changesOf = (page: Page) =>
  page.evaluate(() => ({ ...Reflect.get(window, 'counts'), stay: Reflect.get(window, 'stay')() }));

const ROW = 'dialog#wallet [data-wallet]';

test('the page has at most 330 elements once its scripts run', async ({ visit }) => {
  const { page } = await visit();
  await alive(page);
  const elements = await count(page, '*');
  console.info(`page: ${elements} elements`);
  expect(elements).toBeLessThanOrEqual(330);
});

describe('the wallet list', () => {
  test('the list has at most five elements for each wallet, and 110 for all of them', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, []);
    await seen(connect.rows.first()).toBeVisible();
    const rows = await count(page, ROW);
    const inRows = await page.locator(ROW).evaluateAll((all) => all.map((row) => 2 + row.querySelectorAll('*').length));
    const inList = await count(page, 'dialog#wallet [data-scrolls]:has([data-wallet]) *');
    const inDialog = await count(page, 'dialog#wallet *');
    console.info(`${rows} wallets: ${inList} elements in the list, ${inDialog} in the dialog`);
    expect(Math.max(...inRows)).toBeLessThanOrEqual(5);
    expect(rows).toBeGreaterThanOrEqual(22);
    expect(inList).toBeLessThanOrEqual(110);
    expect(inDialog).toBeLessThanOrEqual(165);
  });

  test('opening the dialog again mounts nothing, because a closed dialog keeps its list', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{}]);
    await seen(connect.rows.first()).toBeVisible();
    await page.keyboard.press('Escape');
    await seen(connect.dialog).toBeHidden();
    await page.evaluate(watchDialog);
    for (let opening = 0; opening < 3; opening++) {
      await requestDialog(page, 'connect');
      await seen(connect.rows.first()).toBeVisible();
      await page.keyboard.press('Escape');
      await seen(connect.dialog).toBeHidden();
    }
    expect(await changesOf(page)).toEqual({ added: 0, removed: 0, stay: true });
  });

  test('the account dialog keeps its elements when it closes', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{}]);
    await connect.rows.first().click();
    await seen(connect.dialog).toBeHidden();
    await requestDialog(page, 'account');
    await seen(connect.account).toBeVisible();
    const button = await connect.leave.elementHandle();
    for (let opening = 0; opening < 2; opening++) {
      await page.keyboard.press('Escape');
      await seen(connect.account).toBeHidden();
      await requestDialog(page, 'account');
      await seen(connect.account).toBeVisible();
      await seen(connect.account.getByRole('heading', { name: 'Account' })).toBeFocused();
      expect(await connect.leave.evaluate((now, before) => now === before, button)).toBe(true);
    }
  });

  test('the account is mounted before a returning visitor requests it', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{}]);
    await connect.rows.first().click();
    await seen(connect.dialog).toBeHidden();
    await page.reload();
    const button = page.locator('dialog#wallet button', { hasText: 'Disconnect' });
    await seen(button).toHaveCount(1);
    await seen(page.getByRole('dialog')).toHaveCount(0);
    const before = await button.elementHandle();
    await requestDialog(page, 'account');
    await seen(connect.account).toBeVisible();
    await seen(connect.account.getByRole('heading', { name: 'Account' })).toBeFocused();
    expect(await button.evaluate((now, before) => now === before, before)).toBe(true);
  });

  test('the list starts at its top and without a search after another step', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{}]);
    await connect.search.fill('rain');
    await connect.row('Rainbow').click();
    await seen(connect.back).toBeVisible();
    await page.keyboard.press('Escape');
    await seen(connect.dialog).toBeHidden();
    await requestDialog(page, 'connect');
    await seen(connect.search).toHaveValue('');
    await seen(connect.back).toHaveCount(0);
    await connect.rows.last().scrollIntoViewIfNeeded();
    await page.keyboard.press('Escape');
    await seen(connect.dialog).toBeHidden();
    await page.evaluate(() => localStorage.removeItem('iaborrow.latest'));
    await requestDialog(page, 'connect');
    await seen(connect.rows.first()).toBeInViewport();
  });

  describe('with a control in the header', () => {
    const site = serveOther('counts');

    test('before a press, only the page and the wallet bundle are requested', async ({ visit }) => {
      const requests: string[] = [];
      const { page, foreign } = await visitWith(visit, [], {
        path: '/',
        origin: site.origin,
        before: async (page) => {
          page.on('request', (request) => requests.push(new URL(request.url()).pathname));
        },
      });
      await alive(page);
      await seen.poll(() => count(page, ROW)).toBeGreaterThan(10);
      await page.waitForLoadState('networkidle');
      const bundle = bundledFiles(site.dist);
      // Adding to a set while iterating it visits imports of imports as well.
      const files = new Set([walletBundleOf(site.dist).file]);
      for (const name of files) for (const next of bundle.find(({ file }) => file === name)!.imports) files.add(next);
      const others = requests.filter((path) => !files.has(path.slice(1)) && !/^\/favicon\.\w+$/.test(path));
      // Browsers load lazy pictures some time before they come into sight.
      const early = others.filter((path) => path !== '/portraits.svg');
      expect(early.sort()).toEqual(['/', expect.stringMatching(/\.woff2$/)]);
      expect(new Set(requests).size).toBe(requests.length);
      expect(foreign).toEqual([]);
    });

    test('the first opening recalculates the style of fewer elements than exist', async ({ visit }) => {
      const { page, connect } = await visitWith(visit, [], { path: '/', origin: site.origin });
      await alive(page);
      await seen.poll(() => count(page, ROW)).toBeGreaterThan(10);
      const press = () => page.getByRole('banner').getByRole('link', { name: 'Connect' }).click();
      const { elements } = await renderingOf(page, press);
      await seen(connect.rows.first()).toBeVisible();
      const all = await count(page, '*');
      console.info(`recalculated in the first opening: ${elements}; elements ${all}`);
      expect(elements).toBeLessThan(all);
    });

    test('the first opening mounts no row, because the list is mounted beforehand', async ({ visit }) => {
      const { page, connect, wallet } = await visitWith(visit, [{ announce: 'when told' }], {
        path: '/',
        origin: site.origin,
      });
      await alive(page);
      await seen.poll(() => count(page, ROW)).toBeGreaterThan(10);
      await seen(page.getByRole('dialog')).toHaveCount(0);
      expect(wallet.questions).toBe(0);
      await page.evaluate(watchDialog);
      await page.getByRole('banner').getByRole('link', { name: 'Connect' }).click();
      await seen(connect.rows.first()).toBeVisible();
      expect(await changesOf(page)).toMatchObject({ added: 0, stay: true });
    });
  });
});

describe('style recalculation', () => {
  test('a second opening recalculates the style of only a part of the page', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, []);
    await seen(connect.rows.first()).toBeVisible();
    await page.keyboard.press('Escape');
    await seen(connect.dialog).toBeHidden();
    const { elements: wallet } = await renderingOf(page, () => requestDialog(page, 'connect'));
    await page.keyboard.press('Escape');
    await seen(connect.dialog).toBeHidden();
    const alpha = alphaOf(page);
    await alpha.join.click();
    await seen(alpha.modal).toBeVisible();
    await page.keyboard.press('Escape');
    await seen(alpha.modal).toBeHidden();
    const { elements: modal } = await renderingOf(page, () => alpha.join.click());
    const all = await count(page, '*');
    console.info(`recalculated: wallet dialog ${wallet}, alpha modal ${modal}; elements ${all}`);
    expect(wallet).toBeLessThan(all);
    // Everything outside of the modal becomes inert, which is a style.
    expect(modal).toBeLessThan((all * 2) / 3);
  });
});
