import { expect } from 'vitest';
import { expectPage } from './visitor/expectPage.ts';
import { test, type VisitOptions } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

const early: VisitOptions = { withhold: '**/assets/*.js' };
const amountIn = ({ page }: Visitor) => page.getByRole('textbox', { name: say('comparison.amount') });

test('a chosen amount, the open modal and a typed amount survive hydration', async ({ visit }) => {
  const visitor = await visit(early);
  const { page, alpha } = visitor;
  const preset = page.getByRole('button', { name: '10,000 USDC' });
  await preset.click();
  await expectPage(amountIn(visitor)).toHaveValue('10000');
  await alpha.join.click();
  await expectPage(alpha.slider).toBeFocused();
  await alpha.field.fill('90000');
  await visitor.receivesScripts();
  await expectPage(alpha.modal).toBeVisible();
  await expectPage(alpha.request).toBeDisabled();
  await alpha.field.blur();
  await expectPage(alpha.field).toHaveValue('50,000');
  await alpha.close.click();
  await expectPage(page.getByText(say('comparison.words', { difference: 440 }))).toBeVisible();
  await expectPage(preset).toHaveAttribute('aria-pressed', 'true');
});

test('a moved slider, an alpha request and a typed comparison survive hydration', async ({ visit }) => {
  const visitor = await visit(early);
  const { alpha } = visitor;
  await amountIn(visitor).fill('1000');
  await alpha.join.click();
  await alpha.slider.fill('25000');
  await alpha.request.click();
  await visitor.receivesScripts();
  await expectPage(alpha.modal).toBeHidden();
  await expectPage.poll(() => visitor.foreign.join()).toContain(encodeURIComponent('25000 USDC'));
  await expectPage(visitor.page.getByText('88%', { exact: true })).toBeVisible();
});

test('the alpha modal works before hydration, and stays closed once it is closed', async ({ visit }) => {
  const visitor = await visit(early);
  const { alpha } = visitor;
  await alpha.join.click();
  await alpha.slider.fill('25000');
  for (let i = 0; i < 3; i++) await alpha.more.click();
  await alpha.close.click();
  await expectPage(alpha.modal).toBeHidden();
  await visitor.receivesScripts();
  await expectPage(alpha.modal).toBeHidden();
  await alpha.join.click();
  await expectPage(alpha.field).toHaveValue('28,000');
});

test('an alpha request long before hydration opens no tab, and its amount is clamped', async ({ visit }) => {
  // Simulates a click some seconds ago, after which the browser would block a new tab.
  const expire = () =>
    Object.defineProperty(navigator, 'userActivation', { value: { isActive: false, hasBeenActive: true } });
  const visitor = await visit({ ...early, scripts: [expire] });
  const { alpha } = visitor;
  await alpha.join.click();
  await alpha.field.fill('90000');
  await visitor.page.keyboard.press('Tab');
  await alpha.request.click();
  await visitor.receivesScripts();
  await expectPage(alpha.field).toHaveValue('50,000');
  await expectPage(alpha.request).toBeEnabled();
  expect(visitor.foreign).toEqual([]);
});

test('the scripts also load in a browser that reports no paint timings', async ({ visit }) => {
  const observeNothing = () => {
    PerformanceObserver.prototype.observe = () => {};
  };
  const visitor = await visit({ path: '/#how-it-works', scripts: [observeNothing] });
  await visitor.waitsForScripts();
});

test('the page works if its style sheet for dialogs fails, and requests it again', async ({ visit }) => {
  let requests = 0;
  const visitor = await visit({
    clock: true,
    before: (page) => page.route('**/assets/*.css', (route) => (requests++ ? route.continue() : route.abort())),
  });
  const { alpha, page } = visitor;
  visitor.forgiven.push(/net::ERR_FAILED/);
  await visitor.waitsForScripts();
  await alpha.join.click();
  await expectPage(alpha.modal).not.toHaveCSS('border-top-left-radius', '20px');
  await page.clock.fastForward(5000);
  await expectPage(alpha.modal).toHaveCSS('border-top-left-radius', '20px');
  expect(requests).toBe(2);
});

test('the alpha modal opens once its style sheet has loaded, or after three seconds', async ({ visit }) => {
  const late: VisitOptions = { clock: true, withhold: '**/assets/*.css' };
  const first = await visit(late);
  await first.alpha.join.click();
  await expectPage(first.alpha.modal).toHaveCSS('opacity', '0');
  first.release();
  await expectPage(first.alpha.modal).toHaveCSS('opacity', '1');
  await expectPage(first.alpha.modal).toHaveCSS('border-top-left-radius', '20px');

  const { alpha, page, release } = await visit(late);
  await alpha.join.click();
  await expectPage(alpha.modal).toHaveCSS('opacity', '0');
  await expectPage(page.locator('link[rel=stylesheet]')).toHaveCount(1);
  await page.clock.runFor(3000);
  await expectPage(alpha.modal).toHaveCSS('opacity', '1');
  await expectPage(alpha.modal).not.toHaveCSS('border-top-left-radius', '20px');
  release();
});

test('a double click on Join Alpha before hydration does not send the alpha request', async ({ visit }) => {
  const visitor = await visit({ ...early, viewport: { width: 390, height: 844 } });
  await visitor.alpha.join.dblclick({ delay: 20 });
  await expectPage(visitor.alpha.modal).toBeVisible();
  await visitor.receivesScripts();
  await expectPage(visitor.alpha.modal).toBeVisible();
  expect(visitor.foreign).toEqual([]);
});

test('clicks before hydration work in a browser without invoker commands', async ({ visit }) => {
  /** Runs in the page: disables the browser's invoker commands. Scripts can still read the `command` attributes. */
  const hideCommands = () => {
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement');
    const { getAttribute } = Element.prototype;
    new MutationObserver(() => {
      for (const button of document.querySelectorAll('button[command]:not([data-command])')) {
        button.setAttribute('data-command', getAttribute.call(button, 'command') ?? '');
        button.setAttribute('command', '--none');
      }
    }).observe(document, { childList: true, subtree: true });
    Element.prototype.getAttribute = function (name) {
      return getAttribute.call(this, name === 'command' ? 'data-command' : name);
    };
  };
  const visitor = await visit({ ...early, scripts: [hideCommands] });
  const { alpha } = visitor;
  await alpha.join.click();
  await expectPage(alpha.modal).toBeVisible();
  await visitor.receivesScripts();
  await alpha.slider.press('End');
  await expectPage(alpha.field).toHaveValue('50,000');
  await alpha.close.click();
  await expectPage(alpha.modal).toBeHidden();
  await alpha.join.click();
  await alpha.field.fill('20000');
  await expectPage(alpha.remaining).toHaveText('$67,975');
});

test('a page that was offline hydrates once it is online, and keeps the typed amount', async ({ visit }) => {
  let isDown = true;
  const visitor = await visit({
    before: (page) => page.route('**/assets/index-*.js*', (route) => (isDown ? route.abort() : route.continue())),
  });
  const { page, asked } = visitor;
  visitor.forgiven.push(/net::ERR_FAILED/);
  await page.evaluate(() => history.replaceState({ own: 1 }, ''));
  await amountIn(visitor).fill('1000');
  // After these failed requests, the page waits for the `online` event.
  await expectPage.poll(() => asked.filter((path) => path.includes('/index-')).length).toBe(4);
  isDown = false;
  const isAlive = page.locator('[data-alive]').nth(1);
  await expectPage
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {});
      return isAlive.count();
    })
    .toBe(1);
  await expectPage(amountIn(visitor)).toHaveValue('1,000');
  expect(await page.evaluate(() => history.state)).toEqual({ own: 1 });
});
