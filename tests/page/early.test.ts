import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { serveBuild } from '#build/preview';
import { copySite, DIST } from '../support/build.ts';
import { bundledFiles } from './bundle.ts';
import { hosting } from './hosting.ts';
import { seen } from './seen.ts';
import {
  alive,
  alphaOf,
  breakPage,
  connectOf,
  leavesSite,
  PAGE_SCRIPTS,
  type PageVisit,
  test,
  type VisitOptions,
  withheld,
} from './visit.ts';

/** Visits with blocked scripts. `run` releases them, and waits until React runs in the page. */
async function early(visit: (options?: VisitOptions) => Promise<PageVisit>, { before, ...options }: VisitOptions = {}) {
  const scripts = withheld('**/assets/*.js');
  const visited = await visit({
    ...options,
    before: async (page, context) => {
      await scripts.before(page);
      await before?.(page, context);
    },
  });
  const run = async () => {
    scripts.release();
    await alive(visited.page);
  };
  return { ...visited, alpha: alphaOf(visited.page), run };
}

describe('before the scripts have run', () => {
  test('Join Alpha opens the modal before the scripts, with the typed amount', async ({ visit }) => {
    const { alpha, run } = await early(visit);
    await alpha.join.click();
    await seen(alpha.modal).toBeVisible();
    await seen(alpha.slider).toBeFocused();
    await alpha.field.fill('90000');
    await run();
    await seen(alpha.modal).toBeVisible();
    await seen(alpha.blocked).toBeDisabled();
    await alpha.field.blur();
    await seen(alpha.field).toHaveValue('50,000');
  });

  test('a moved slider, an early request and a compared amount are not lost', async ({ visit }) => {
    const { page, foreign, alpha, run } = await early(visit);
    await page.getByRole('textbox', { name: 'Amount to borrow' }).fill('1000');
    await alpha.join.click();
    await alpha.slider.fill('25000');
    await alpha.request.click();
    await run();
    await seen(alpha.modal).toBeHidden();
    await seen.poll(() => foreign.join()).toContain(encodeURIComponent('25000 USDC'));
    await seen(page.getByText('88%', { exact: true })).toBeVisible();
  });

  test('an amount picked by a button is not lost', async ({ visit }) => {
    const { page, run } = await early(visit);
    await page.getByRole('button', { name: '10,000 USDC' }).click();
    await seen(page.getByRole('textbox', { name: 'Amount to borrow' })).toHaveValue('10000');
    await run();
    await seen(page.getByText('$440 less than Kamino')).toBeVisible();
    await seen(page.getByRole('button', { name: '10,000 USDC' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('a browser that reports no paint loads the scripts as well', async ({ visit }) => {
    const { page } = await visit({
      path: '/#how-it-works',
      before: (page) =>
        page.addInitScript(() => {
          PerformanceObserver.prototype.observe = () => {};
        }),
    });
    await alive(page);
  });

  test('a modal that was closed before the scripts stays closed', async ({ visit }) => {
    const { alpha, run } = await early(visit);
    await alpha.join.click();
    await alpha.slider.fill('25000');
    await alpha.close.click();
    await seen(alpha.modal).toBeHidden();
    await run();
    await seen(alpha.modal).toBeHidden();
    await alpha.join.click();
    await seen(alpha.field).toHaveValue('25,000');
  });

  test('buttons and field of the modal work before the scripts', async ({ visit }) => {
    const { alpha, run } = await early(visit);
    await alpha.join.click();
    for (let i = 0; i < 3; i++) await alpha.more.click();
    await run();
    await seen(alpha.field).toHaveValue('13,000');
  });

  test('an amount out of range, typed before the scripts ran, is brought into range', async ({ visit }) => {
    const { page, alpha, run } = await early(visit);
    await alpha.join.click();
    await alpha.field.fill('90000');
    await page.keyboard.press('Tab');
    await run();
    await seen(alpha.field).toHaveValue('50,000');
    await seen(alpha.request).toBeEnabled();
  });

  test('a request made long before the scripts run opens no tab', async ({ visit }) => {
    const { foreign, alpha, run } = await early(visit, {
      // Simulates that the click was some seconds ago.
      before: (page) =>
        page.addInitScript(() =>
          Object.defineProperty(navigator, 'userActivation', { value: { isActive: false, hasBeenActive: true } }),
        ),
    });
    await alpha.join.click();
    await alpha.request.click();
    await run();
    await seen(alpha.modal).toBeVisible();
    expect(foreign).toEqual([]);
  });

  test('a double click on Join Alpha before the scripts requests nothing', async ({ visit }) => {
    const { foreign, alpha, run } = await early(visit, { viewport: { width: 390, height: 844 } });
    await alpha.join.dblclick({ delay: 20 });
    await seen(alpha.modal).toBeVisible();
    await run();
    await seen(alpha.modal).toBeVisible();
    expect(foreign).toEqual([]);
  });

  test('early clicks work in a browser without invoker commands', async ({ visit }) => {
    const { alpha, run } = await early(visit, {
      before: (page) =>
        page.addInitScript(() => {
          Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement');
          // Hides `command` and `commandForElement` of buttons. Scripts can still read the attributes.
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
        }),
    });
    await alpha.join.click();
    await seen(alpha.modal).toBeVisible();
    await run();
    await alpha.slider.press('End');
    await seen(alpha.field).toHaveValue('50,000');
    await alpha.close.click();
    await seen(alpha.modal).toBeHidden();
    await alpha.join.click();
    await alpha.field.fill('20000');
    await seen(alpha.remaining).toHaveText('$67,975');
  });

  test('scripts that come back after the line was down find the typed amount', async ({ visit }) => {
    let isDown = true;
    let asked = 0;
    const { page, forgiven } = await visit({
      before: (page) =>
        page.route('**/assets/index-*.js*', (route) => {
          asked += 1;
          return isDown ? route.abort() : route.continue();
        }),
    });
    forgiven.push(/net::ERR_FAILED/);
    await page.evaluate(() => history.replaceState({ own: 1 }, ''));
    await page.getByRole('textbox', { name: 'Amount to borrow' }).fill('1000');
    // It has asked whether the script was damaged and once more, and waits now.
    await seen.poll(() => asked).toBe(4);
    isDown = false;
    const isAlive = page.locator('[data-alive]').nth(1);
    await seen
      .poll(async () => {
        // The waiting page hears that the line is back.
        await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {});
        return isAlive.count();
      })
      .toBe(1);
    await seen(page.getByRole('textbox', { name: 'Amount to borrow' })).toHaveValue('1,000');
    expect(await page.evaluate(() => history.state)).toEqual({ own: 1 });
  });

  test('a script that loads and then throws reloads the page once', async ({ visit }) => {
    const dist = `${DIST}-throws`;
    const entry = bundledFiles(DIST).find((file) => file.entry)!.file;
    const start = readFileSync(join(DIST, entry), 'utf8').slice(0, 60);
    copySite(DIST, dist, [start], [`throw new TypeError("a fault");${start}`]);
    const answer = serveBuild(dist);
    let asked = 0;
    const host = await hosting((request, response) => {
      if (request.url === `/${entry}`) asked += 1;
      answer(request, response);
    });
    let loads = 0;
    const { page, forgiven } = await visit({
      origin: host.origin,
      before: async (page) => {
        page.on('load', () => {
          loads += 1;
        });
      },
    });
    forgiven.push(/a fault/);
    // The first load asks for the script, whether it is the named one, and whether it is there. The second has it cached.
    await seen.poll(() => asked).toBe(5);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await seen.poll(() => asked).toBe(6);
    await page.evaluate(() => fetch('/').then((answer) => answer.text()));
    expect(loads).toBe(2);
  });

  test('closing a deep link stays on the page after its script failed once', async ({ visit }) => {
    let loads = 0;
    const { page, forgiven } = await visit({
      path: '/#connect',
      before: async (page) => {
        page.on('domcontentloaded', () => {
          loads += 1;
        });
        // On the first load, only the question whether the server has the script is answered.
        await page.route(PAGE_SCRIPTS, (route) =>
          loads > 1 || route.request().resourceType() === 'fetch' ? route.continue() : route.abort(),
        );
      },
    });
    forgiven.push(/net::ERR_FAILED/);
    await alive(page);
    expect(loads).toBe(2);
    await seen(connectOf(page).row('Rainbow')).toBeVisible();
    await page.keyboard.press('Escape');
    await seen(page.getByRole('dialog')).toHaveCount(0);
    await seen(page).toHaveURL(/\/$/);
    await leavesSite(page);
  });

  test('failed scripts are fetched again, and a later crash shows the error screen', async ({ visit }) => {
    let tries = 0;
    const visited = await visit({
      before: (page) =>
        page.route('**/assets/index-*.js*', (route) => {
          tries += 1;
          return tries === 1 ? route.abort() : route.continue();
        }),
    });
    const { page } = visited;
    await alive(page);
    // The page asks whether the server has the named script, past the cache, and reloads.
    await seen.poll(() => tries).toBe(4);
    await breakPage(page);
    // The browser logs the first failure.
    expect(visited.complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED']);
  });
});
