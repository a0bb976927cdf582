import { expect } from 'vitest';
import { expectPage } from './visitor/expectPage.ts';
import { type OpenVisit, test, type VisitOptions } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';

const open = async (visit: OpenVisit, how: VisitOptions = {}) => {
  const visitor = await visit({ ...how, reducedMotion: 'no-preference' });
  await visitor.waitsForScripts();
  await visitor.alpha.join.click();
  await expectPage(visitor.alpha.modal).toBeVisible();
  return visitor;
};

test('the page behind the alpha modal is inert and does not scroll', async ({ visit }) => {
  const visitor = await open(visit);
  const { page } = visitor;
  const width = await page.locator('main').evaluate((main) => main.clientWidth);
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 500);
  await page.keyboard.press('PageDown');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main, header, footer') === null)).toBe(true);
  }
  await visitor.alpha.close.click();
  expect(await page.locator('main').evaluate((main) => main.clientWidth)).toBe(width);
});

test('an alpha request opens the Telegram link in a new tab, and closes the modal', async ({ visit }) => {
  const visitor = await open(visit);
  const { alpha } = visitor;
  await visitor.page.evaluate(() => {
    const { open } = window;
    window.open = (...of) => {
      // Browsers set `window.event` only while a listener runs, so it shows in which event the page opens the tab.
      Object.assign(window, { inside: window.event?.type, active: navigator.userActivation.isActive });
      return open.apply(window, of);
    };
  });
  await alpha.field.fill('25,000');
  const [tab] = await Promise.all([visitor.context.waitForEvent('page'), alpha.request.click()]);
  await expectPage(alpha.modal).toBeHidden();
  await tab.waitForLoadState();
  expect(visitor.foreign).toHaveLength(1);
  const link = new URL(visitor.foreign[0] ?? '');
  expect(link.origin + link.pathname).toBe('https://t.me/example');
  expect(link.searchParams.get('text')).toBe('I would like to join the alpha and borrow 25000 USDC.');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  const call = await visitor.page.evaluate(() => [Reflect.get(window, 'inside'), Reflect.get(window, 'active')]);
  expect(call).toEqual(['submit', true]);
  await expectPage(alpha.join).toBeFocused();
});

test('a notice says that no tab opened, if the browser cannot open tabs', async ({ visit }) => {
  const visitor = await open(visit, { scripts: [() => Reflect.deleteProperty(window, 'open')] });
  await visitor.alpha.request.click();
  await expectPage(visitor.alpha.modal).toBeHidden();
  await expectPage(visitor.alpha.told).toHaveText(say('alpha.requested.unopened.text'));
  expect(visitor.foreign).toEqual([]);
});

test('closing the alpha modal keeps the scroll position, even with a hash in the URL', async ({ visit }) => {
  const visitor = await visit({ reducedMotion: 'reduce' });
  const { page } = visitor;
  await visitor.waitsForScripts();
  await page.getByRole('link', { name: say('landing.hero.how') }).click();
  await expectPage(page).toHaveURL(/#how-it-works$/);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  for (const close of [() => visitor.escapes(), () => page.goBack()]) {
    await visitor.alpha.join.click();
    await expectPage.poll(() => page.evaluate(() => history.state?.depth)).toBe(1);
    await close();
    await expectPage(visitor.alpha.modal).toBeHidden();
    await expectPage.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('auto');
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});

test('a double click on Join Alpha opens the modal, and presses none of its controls', async ({ visit }) => {
  const visitor = await visit();
  const { page, alpha, foreign } = visitor;
  const depth = () => page.evaluate(() => history.state?.depth);
  await visitor.waitsForScripts();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await alpha.join.dblclick({ delay: 20 });
    await expectPage.poll(depth).toBe(1);
    await expectPage(alpha.modal).toBeVisible();
    expect(foreign).toEqual([]);
    await alpha.request.dblclick({ delay: 20 });
    await expectPage.poll(depth).toBeUndefined();
    await expectPage(alpha.modal).toBeHidden();
    expect(foreign.splice(0)).toHaveLength(1);
    const [, ...tabs] = visitor.context.pages();
    for (const tab of tabs) await tab.close();
    await page.bringToFront();
  }
});

test('opening and closing the modal quickly, or a reload, adds no history entry', async ({ visit }) => {
  const visitor = await open(visit);
  const { alpha } = visitor;
  const depth = () => visitor.page.evaluate(() => history.state?.depth);
  for (let i = 0; i < 5; i++) {
    await visitor.escapes();
    await alpha.join.click();
  }
  await expectPage(alpha.modal).toBeVisible();
  // The page adds a history entry for the modal only after the `history.back()` of the last close has ended.
  await expectPage.poll(depth).toBe(1);
  await visitor.page.goBack();
  await expectPage(alpha.modal).toBeHidden();
  await alpha.join.click();
  await expectPage.poll(depth).toBe(1);
  await visitor.reloads();
  await expectPage.poll(depth).toBeUndefined();
  await visitor.leavesSite();
});
