import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { serveBuild } from '#build/preview';
import { copySite, DIST } from '../support/build.ts';
import { createGate } from '../support/gate.ts';
import { findWalletBundle, listBundledFiles } from './bundle.ts';
import { deploySite, startHostWithCached404 } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Tests the page on hosts that send damaged, outdated or missing files. */

/** Matches Chromium's messages about scripts with a wrong hash. */
const REFUSED = /integrity|digest|dynamically imported module|Failed to load/i;

const assetsOf = (extension: string) =>
  readdirSync(join(DIST, 'assets')).flatMap((name) => (name.endsWith(extension) ? [`/assets/${name}`] : []));
const [SCRIPTS, SHEETS] = [assetsOf('.js'), assetsOf('.css')];
/** The script with which the page looks for damaged scripts after a failure. */
const LOOK = SCRIPTS.find((name) => name.includes('/damage-')) ?? expect.fail('No script looks for damage.');
const ENTRY = `/${listBundledFiles(DIST).find(({ entry }) => entry)?.file}`;
const WALLET = `/${findWalletBundle(DIST).file}`;

/** Returns the path of a page that loads `script`. A script with the sentences of a language belongs to its page. */
const pageOf = (script: string) => {
  const [, language = 'en'] = /-(\w\w)-[\w-]{8}\.js$/.exec(script) ?? [];
  return language === 'en' ? '/' : `/${language}/`;
};

const sentenceIn = (path: string) =>
  /data-damaged="([^"]+)"/.exec(readFileSync(join(DIST, path, 'index.html'), 'utf8'))?.[1] ?? expect.fail(path);

/** Serves the site with one flipped bit in each script or style sheet that `isDamaged` selects. */
async function damagedHost(isDamaged: (path: string) => boolean) {
  const answer = serveBuild(DIST);
  const requests: string[] = [];
  const { origin } = await startHostWithCached404((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    if (![...SCRIPTS, ...SHEETS].includes(path) || !isDamaged(path)) return answer(request, response);
    const file = readFileSync(join(DIST, path));
    file[file.length >> 1]! ^= 1;
    const type = SHEETS.includes(path) ? 'text/css' : 'text/javascript';
    response.writeHead(200, { 'content-type': type }).end(file);
  });
  return { origin, requests };
}

/** Imports a script in the page. Reports a failure by the event that Vite's import helper dispatches. */
const load = (visitor: Visitor, script: string) =>
  // Evaluates text, because Vite would rewrite an `import()` in a function.
  visitor.page.evaluate(`import('${script}').then(() => true, () => !dispatchEvent(new Event('vite:preloadError')))`);

describe('a script or style sheet with one flipped bit (integrity)', () => {
  test('a damaged script shows a message in the language of the page', { timeout: 180_000 }, async ({ visit }) => {
    let damaged = '';
    const { origin } = await damagedHost((path) => path === damaged);
    const visitor = await visit({ origin, path: '/licenses.txt' });
    visitor.forgiven.push(REFUSED);
    // The browser must not take an intact copy of a script from its cache.
    const browser = await visitor.context.newCDPSession(visitor.page);
    await browser.send('Network.enable');
    await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
    expect(SCRIPTS.length).toBeGreaterThan(25);
    for (damaged of SCRIPTS.filter((script) => script !== LOOK)) {
      const path = pageOf(damaged);
      await visitor.page.goto(path, { waitUntil: 'domcontentloaded' });
      expect(await load(visitor, damaged), damaged).toBe(false);
      await expectPage(visitor.page.getByText(sentenceIn(path)), damaged).toBeVisible();
    }
  });

  test('the page stops requesting a script that is damaged', async ({ visit }) => {
    const { origin, requests } = await damagedHost((path) => path === ENTRY);
    const visitor = await visit({ origin });
    const { page } = visitor;
    visitor.forgiven.push(REFUSED);
    await expectPage(page.getByText(sentenceIn('/'))).toBeVisible();
    await page.waitForLoadState('networkidle');
    const before = requests.length;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.waitForLoadState('networkidle');
    expect(requests.filter((path) => path === '/')).toHaveLength(1);
    expect(requests).toHaveLength(before);
  });

  test('a damaged wallet bundle shows a message instead of the open dialog', async ({ visit }) => {
    const { origin } = await damagedHost((path) => path === WALLET);
    const visitor = await visit({ origin });
    visitor.forgiven.push(REFUSED);
    await visitor.waitsForScripts();
    await visitor.requests('connect');
    await expectPage(visitor.page.getByText(sentenceIn('/'))).toBeVisible();
    await visitor.seesNoDialog();
  });
});

test('a damaged style sheet is not applied', async ({ visit }) => {
  const { origin, requests } = await damagedHost((path) => SHEETS.includes(path));
  const visitor = await visit({ origin });
  visitor.forgiven.push(REFUSED);
  await visitor.waitsForScripts();
  expect(requests.some((path) => SHEETS.includes(path))).toBe(true);
  await visitor.alpha.join.click();
  await expectPage(visitor.alpha.modal).not.toHaveCSS('border-top-left-radius', '20px');
});

test('each dynamic import reports a script that fails to load', () => {
  const imports = SCRIPTS.flatMap((script) => [
    ...readFileSync(join(DIST, script), 'utf8').matchAll(/.{60}\bimport\(/g),
  ]);
  expect(imports.length).toBeGreaterThan(8);
  // The pattern matches an import inside a function that Vite's helper calls. The helper reports a failure as an event.
  for (const [text] of imports) expect(text).toMatch(/\w\((\(\)=>|async\(\)=>\{let\{[\w:]+\}=await )import\($/);
});

test('a script that loads and then throws reloads the page once', async ({ visit }) => {
  const dist = `${DIST}-throws`;
  const start = readFileSync(join(DIST, ENTRY), 'utf8').slice(0, 60);
  copySite(DIST, dist, [start], [`throw new TypeError("a fault");${start}`]);
  const answer = serveBuild(dist);
  let checks = 0;
  const host = await startHostWithCached404((request, response) => {
    // The page checks the script past the cache. Whether its second load finds the script in the cache is a race.
    if (request.url === ENTRY && request.headers['cache-control'] === 'no-cache') checks += 1;
    answer(request, response);
  });
  let loads = 0;
  const visitor = await visit({
    origin: host.origin,
    before: async (page) => {
      page.on('load', () => {
        loads += 1;
      });
    },
  });
  visitor.forgiven.push(/a fault/);
  // Each of the two loads checks the script for damage, and then whether it is on the server.
  await expectPage.poll(() => checks).toBe(4);
  await visitor.page.evaluate(() => dispatchEvent(new Event('online')));
  await expectPage.poll(() => checks).toBe(5);
  await visitor.page.evaluate(() => fetch('/').then((answer) => answer.text()));
  expect(loads).toBe(2);
});

async function newerSite() {
  const dist = `${DIST}-newer`;
  await deploySite(dist, { VITE_SIGN_IN: 'off', VITE_ALPHA_TOTAL: '200000' });
  return dist;
}

const GONE = /Failed to load resource|dynamically imported module|Refused to apply style/;

describe('a file that is missing for a moment', () => {
  test('Retry loads the wallet bundle although its 404 response is cached', async ({ visit }) => {
    const host = await startHostWithCached404(serveBuild(DIST));
    host.missing.add(WALLET);
    const visitor = await visit({ origin: host.origin, path: '/#connect' });
    visitor.forgiven.push(GONE);
    const { retry, row } = visitor.connect;
    await expectPage(retry).toBeVisible();
    host.missing.clear();
    await retry.click();
    await expectPage(row('Rainbow')).toBeVisible();
  });

  test('the next visit loads the landing bundle although its 404 response is cached', async ({ visit }) => {
    const host = await startHostWithCached404(serveBuild(DIST));
    host.missing.add(ENTRY);
    let fetched = 0;
    const visitor = await visit({
      origin: host.origin,
      before: async (page) => {
        page.on('response', async (response) => {
          if (!response.url().includes(ENTRY)) return;
          if (response.status() === 404) host.missing.clear();
          else fetched += 1;
        });
      },
    });
    visitor.forgiven.push(GONE);
    await visitor.waitsForScripts();
    // The page requests the file to check it for damage, and again to replace the cached 404.
    await expectPage.poll(() => fetched).toBeGreaterThanOrEqual(2);
    await visitor.reloads();
    await visitor.requests('connect');
    await expectPage(visitor.connect.row('Rainbow')).toBeVisible();
  });
});

describe('a deployment while the page is open', () => {
  test('an outdated page reports that it is outdated, and reloads with the same dialog', async ({ visit }) => {
    const newer = await newerSite();
    const host = await startHostWithCached404(serveBuild(DIST));
    const visitor = await visit({ origin: host.origin });
    const { page } = visitor;
    visitor.forgiven.push(GONE);
    await visitor.waitsForScripts();
    await page.evaluate(() => Reflect.set(window, 'old', true));
    const answer = serveBuild(newer);
    const [release, held] = createGate();
    host.answer = (request, response) => {
      // Delays only the HEAD request, by which the page looks for a new build before it reloads.
      if (request.method === 'HEAD') held.then(() => answer(request, response));
      else answer(request, response);
    };
    await visitor.requests('connect');
    await expectPage(page.getByRole('dialog')).toContainText(say('wallet.updating.title'));
    release();
    await expectPage(visitor.connect.row('Rainbow')).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'old'))).toBeUndefined();
    await expectPage(page.getByText('$177,975').first()).toBeAttached();
  });

  test('outdated HTML whose script no longer exists is reloaded once', async ({ visit }) => {
    const newer = await newerSite();
    const [old, answer] = [serveBuild(DIST), serveBuild(newer)];
    let pages = 0;
    const host = await startHostWithCached404((request, response) => {
      const isPage = request.url === '/' && request.headers['sec-fetch-mode'] === 'navigate';
      (isPage && pages++ === 0 ? old : answer)(request, response);
    });
    const visitor = await visit({ origin: host.origin });
    visitor.forgiven.push(GONE);
    await visitor.waitsForScripts();
    expect(pages).toBe(2);
  });
});
