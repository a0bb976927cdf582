import { describe, expect } from 'vitest';
import { measureRendering } from '../support/rendering.ts';
import { findWalletBundle, listBundledFiles } from './bundle.ts';
import { serveSiteWithoutSignIn } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Limits the browser's work for opening a dialog. Counts elements, because times differ between computers. */

const count = (visitor: Visitor, selector: string) => visitor.page.locator(selector).count();

/** Runs in the page: starts to count the elements that are added to the wallet dialog or removed from it. */
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
const changesOf = (visitor: Visitor) =>
  visitor.page.evaluate(() => ({ ...Reflect.get(window, 'counts'), stay: Reflect.get(window, 'stay')() }));

const ROW = 'dialog#wallet [data-wallet]';

describe('the wallet list', () => {
  test('the page has at most 330 elements, and the wallet list at most 110', async ({ visit }) => {
    const visitor = await visit({ wallets: [], path: '/' });
    await visitor.waitsForScripts();
    const elements = await count(visitor, '*');
    expect(elements).toBeLessThanOrEqual(330);
    await visitor.requests('connect');
    await expectPage(visitor.connect.rows.first()).toBeVisible();
    const rows = await count(visitor, ROW);
    const inRows = await visitor.page
      .locator(ROW)
      .evaluateAll((all) => all.map((row) => 2 + row.querySelectorAll('*').length));
    const inList = await count(visitor, 'dialog#wallet [data-scrolls]:has([data-wallet]) *');
    const inDialog = await count(visitor, 'dialog#wallet *');
    console.info(
      `page: ${elements} elements; ${rows} wallets: ${inList} elements in the list, ${inDialog} in the dialog`,
    );
    expect(Math.max(...inRows)).toBeLessThanOrEqual(5);
    expect(rows).toBeGreaterThanOrEqual(22);
    expect(inList).toBeLessThanOrEqual(110);
    expect(inDialog).toBeLessThanOrEqual(165);
  });

  test('reopening a dialog adds no elements, and restyles only part of the page', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}] });
    const { page, connect, alpha } = visitor;
    const closes = async () => {
      await visitor.escapes();
      await visitor.seesNoDialog();
    };
    await expectPage(connect.rows.first()).toBeVisible();
    await closes();
    await page.evaluate(watchDialog);
    const { elements: wallet } = await measureRendering(page, () => visitor.requests('connect'));
    for (let opening = 0; opening < 2; opening++) {
      await expectPage(connect.rows.first()).toBeVisible();
      await closes();
      await visitor.requests('connect');
    }
    await closes();
    expect(await changesOf(visitor)).toEqual({ added: 0, removed: 0, stay: true });
    await alpha.join.click();
    await closes();
    const { elements: modal } = await measureRendering(page, () => alpha.join.click());
    const all = await count(visitor, '*');
    console.info(`recalculated: wallet dialog ${wallet}, alpha modal ${modal}; elements ${all}`);
    expect(wallet).toBeLessThan(all);
    expect(modal).toBeLessThan((all * 2) / 3);
  });

  test('the account dialog is mounted while it is closed, also after a reload', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}] });
    const { account, page } = visitor;
    const mounted = page.locator('dialog#wallet button', { hasText: say('leave') });
    await visitor.connects();
    await visitor.opensAccount();
    const closesAndOpens = async () => {
      await visitor.escapes();
      await visitor.seesNoDialogOrHash();
      const before = await mounted.elementHandle();
      await visitor.requests('account');
      await expectPage(account.dialog.getByRole('heading', { name: say('account.title') })).toBeFocused();
      expect(await account.leave.evaluate((now, before) => now === before, before)).toBe(true);
    };
    await closesAndOpens();
    await visitor.escapes();
    await visitor.seesNoHash();
    await page.reload();
    await expectPage(mounted).toHaveCount(1);
    await visitor.seesNoDialog();
    await closesAndOpens();
  });

  test('the reopened wallet list starts at its top and without a search', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}] });
    const { connect } = visitor;
    await connect.search.fill('rain');
    await visitor.picks('Rainbow');
    await expectPage(connect.back).toBeVisible();
    await visitor.escapes();
    await visitor.requestsNext('connect');
    await expectPage(connect.search).toHaveValue('');
    await expectPage(connect.back).toHaveCount(0);
    await connect.rows.last().scrollIntoViewIfNeeded();
    await visitor.escapes();
    await visitor.seesNoHash();
    await visitor.page.evaluate(() => localStorage.removeItem('iaborrow.latest'));
    await visitor.requests('connect');
    await expectPage(connect.rows.first()).toBeInViewport();
  });

  describe('with the account button in the header', () => {
    const site = serveSiteWithoutSignIn('counts');

    test('the page requests only its styles, font and scripts until the visitor clicks', async ({ visit }) => {
      const visitor = await visit({ wallets: [{}], path: '/', origin: site.origin });
      const { asked } = visitor;
      await visitor.waitsForScripts();
      await expectPage.poll(() => count(visitor, ROW)).toBeGreaterThan(10);
      await visitor.page.waitForLoadState('networkidle');
      const bundle = listBundledFiles(site.dist);
      // The loop also visits files that it adds, so the set gets all direct and indirect imports.
      const files = new Set([findWalletBundle(site.dist).file]);
      for (const name of files) for (const next of bundle.find(({ file }) => file === name)!.imports) files.add(next);
      const others = asked.filter((path) => !files.has(path.slice(1)));
      // The browser may load the lazy pictures of the landing page early.
      const early = others.filter((path) => path !== '/portraits.svg');
      expect(early.sort()).toEqual(['/', expect.stringMatching(/\.css$/), expect.stringMatching(/\.woff2$/)]);
      expect(new Set(asked).size).toBe(asked.length);
      expect([visitor.foreign, visitor.wallet.log, visitor.wallet.questions]).toEqual([[], [], 0]);
    });

    test("the wallet list's first opening adds no row, and restyles only part of the page", async ({ visit }) => {
      const visitor = await visit({ wallets: [{ announce: 'when told' }], path: '/', origin: site.origin });
      await visitor.waitsForScripts();
      await expectPage.poll(() => count(visitor, ROW)).toBeGreaterThan(10);
      await visitor.seesNoDialog();
      expect(visitor.wallet.questions).toBe(0);
      await visitor.page.evaluate(watchDialog);
      const press = () =>
        visitor.page
          .getByRole('banner')
          .getByRole('link', { name: say('landing.control.connect') })
          .click();
      const { elements } = await measureRendering(visitor.page, press);
      await expectPage(visitor.connect.rows.first()).toBeVisible();
      expect(await changesOf(visitor)).toMatchObject({ added: 0, stay: true });
      const all = await count(visitor, '*');
      console.info(`recalculated in the first opening: ${elements}; elements ${all}`);
      expect(elements).toBeLessThan(all);
    });
  });
});

test('hovering and pressing a button causes no layout', async ({ visit }) => {
  const visitor = await visit({ path: '/', reducedMotion: 'no-preference' });
  const { page } = visitor;
  await visitor.waitsForScripts();
  const devtools = await visitor.context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const { x, y } = (await visitor.alpha.join.boundingBox())!;
  const countLayouts = async () => {
    await page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')!.value;
  };
  const before = await countLayouts();
  await page.mouse.move(x + 20, y + 20);
  expect(await countLayouts(), 'hovering').toBe(before);
  await page.mouse.down();
  expect(await countLayouts(), 'pressing').toBe(before);
});
