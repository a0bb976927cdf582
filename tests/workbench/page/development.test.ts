import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page, Route } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectPage } from '../../page/visitor/expectPage.ts';
import { startDevelopmentServer } from '../../support/development.ts';
import { createGate } from '../../support/gate.ts';
import { launchBrowser, openPage, readHighlightedIds } from '../browser.ts';

/* Tests the workbench of the development server in a copy of the project, whose sources the tests change. */

const copy = mkdtempSync(join(tmpdir(), 'development-'));
let server: Awaited<ReturnType<typeof startDevelopmentServer>>;
let browser: Browser;

beforeAll(async () => {
  const files = ['index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
  for (const name of ['src', 'machines', 'tests', ...files]) cpSync(name, join(copy, name), { recursive: true });
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((one) => !/^\.(cache|vite)/.test(one)))
    symlinkSync(resolve('node_modules', name), join(copy, 'node_modules', name));
  [server, browser] = await Promise.all([startDevelopmentServer(copy), launchBrowser()]);
});
afterAll(async () => {
  server.stop();
  await browser.close();
  rmSync(copy, { recursive: true, force: true });
});

function edit(file: string, before: string, after: string) {
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text).toContain(before);
  writeFileSync(join(copy, file), text.replace(before, after));
}

/** Opens the workbench. Each script with the path `held` waits for `release`. */
async function openWorkbench(held = 'none') {
  const { page } = await openPage(browser);
  const [release, released] = createGate();
  await page.route(`**${held}`, async (route: Route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${server.origin}/?workbench`, { waitUntil: 'commit' });
  return { page, release };
}

const expectRunning = (page: Page) =>
  expectPage.poll(() => readHighlightedIds(page)).toEqual(['alpha', 'alpha.closed']);
const stateOf = (page: Page, id: string) => page.locator(`.canvas [data-state="${id}"]`);

test('the panel draws the first chart while the page starts, with no state highlighted', async () => {
  const { page, release } = await openWorkbench('/src/main.tsx');
  await stateOf(page, 'alpha.closed').waitFor();
  await expectPage(page.locator('.tree')).toHaveText('The page is starting…');
  await expectPage(page.locator('.stage h2')).toHaveText('alpha not started');
  expect(await readHighlightedIds(page)).toEqual([]);
  for (const name of ['Pause', 'Stop the clock']) await expectPage(page.getByRole('button', { name })).toHaveCount(0);
  release();
  await expectRunning(page);
  await expectPage(page.locator('.stage h2')).toHaveText('alpha closed');
  await expectPage(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('a change of a machine or of the panel shows at once', async () => {
  const { page } = await openWorkbench();
  await expectRunning(page);
  edit('machines/alpha.ts', "initial: 'closed',", "initial: 'closed', on: { unheard: '.added' },");
  edit('machines/alpha.ts', 'states: {', "states: { added: { description: 'Added.' },");
  await stateOf(page, 'alpha.added').waitFor();
  await expectRunning(page);
  edit('src/workbench/panel/WorkbenchHeader.tsx', 'Hide values', 'Hide secrets');
  await page.getByRole('button', { name: 'Hide secrets' }).waitFor();
  await expectRunning(page);
});
