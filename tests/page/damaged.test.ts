import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { serveBuild } from '#build/preview';
import { DIST } from '../support/build.ts';
import { findWalletBundle, listBundledFiles } from './bundle.ts';
import { startHostWithCached404 } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import type { Visitor } from './visitor/visitor.ts';

/** The browsers' messages about scripts with a wrong hash. */
const REFUSED = /integrity|digest|dynamically imported module|Failed to load/i;

const assetsOf = (extension: string) =>
  readdirSync(join(DIST, 'assets')).flatMap((name) => (name.endsWith(extension) ? [`/assets/${name}`] : []));
const [SCRIPTS, SHEETS] = [assetsOf('.js'), assetsOf('.css')];
/** The script that the page loads to look for damaged scripts. */
const LOOK = SCRIPTS.find((name) => name.includes('/damage-')) ?? expect.fail('No script looks for damage.');
const ENTRY = `/${listBundledFiles(DIST).find(({ entry }) => entry)?.file}`;

/** Returns the path of a page that loads this script. Pages in other languages load other sentences. */
const pageOf = (script: string) => {
  const [, language = 'en'] = /-(\w\w)-[\w-]{8}\.js$/.exec(script) ?? [];
  return language === 'en' ? '/' : `/${language}/`;
};

/** Returns the sentence with which a page says that its scripts are damaged. */
const sentenceIn = (path: string) =>
  /data-damaged="([^"]+)"/.exec(readFileSync(join(DIST, path, 'index.html'), 'utf8'))?.[1] ?? expect.fail(path);

/** Serves the site with one flipped bit in the files that `isDamaged` selects. */
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

/** Imports a script in the page, and reports a failure as the site's code does. */
const load = (visitor: Visitor, script: string) =>
  // The import is text, because Vite would rewrite it in a function.
  visitor.page.evaluate(`import('${script}').then(() => true, () => !dispatchEvent(new Event('vite:preloadError')))`);

describe('a script or style sheet with one flipped bit (integrity)', () => {
  test('a damaged script shows a message in the language of the page', { timeout: 180_000 }, async ({ visit }) => {
    let damaged = '';
    const { origin } = await damagedHost((path) => path === damaged);
    const visitor = await visit({ origin, path: '/licenses.txt' });
    visitor.forgiven.push(REFUSED);
    // An intact copy in the browser's cache would hide the damage.
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
    const wallet = `/${findWalletBundle(DIST).file}`;
    const { origin } = await damagedHost((path) => path === wallet);
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

test('each dynamic import reports if its script fails to load', () => {
  const imports = SCRIPTS.flatMap((script) => [
    ...readFileSync(join(DIST, script), 'utf8').matchAll(/.{60}\bimport\(/g),
  ]);
  expect(imports.length).toBeGreaterThan(8);
  // Each import must stand in a function that is passed to Vite's helper, which dispatches an event if it fails.
  for (const [text] of imports) expect(text).toMatch(/\w\((\(\)=>|async\(\)=>\{let\{[\w:]+\}=await )import\($/);
});
