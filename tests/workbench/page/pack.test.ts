import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packWorkbench } from '../../../src/workbench/pack/pack.ts';
import { serveFiles } from '../../../src/workbench/serve/files.ts';
import { seen } from '../../page/visitor/seen.ts';
import { startProgram } from '../../support/development.ts';
import { listenOnFreePort } from '../../support/listen.ts';
import { launchBrowser, litStatesOn, openPage } from '../browser.ts';

/** A small app of somebody else, in a file of its own. */
const APP = `
import { createActor, createMachine } from 'xstate';
import { connectWorkbench } from 'xstate-workbench';
import { createPanel } from 'xstate-workbench/panel';

const machine = createMachine({
  id: 'door',
  initial: 'shut',
  states: { shut: { on: { open: 'ajar' } }, ajar: { on: { close: 'shut' } } },
});
const url = new URLSearchParams(location.search).get('inspector');
const panel = createPanel();
const actor = createActor(machine, url ? connectWorkbench({ url, name: 'Doors' }) : panel);
actor.subscribe(({ value }) => { document.querySelector('#state').textContent = value; });
actor.start();
if (!url) panel.mount(document.querySelector('#panel'));
`;
const PAGE = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><link rel="stylesheet" href="/app.css">
<p id="state"></p><div id="panel"></div><script type="module" src="/app.js"></script></html>`;

const folder = mkdtempSync(join(tmpdir(), 'stranger-'));
const vite = resolve('node_modules/vite/bin/vite.js');
let browser: Browser;
let archive: string;
let app: Awaited<ReturnType<typeof listenOnFreePort>>;

/** Installs the archive into a new folder without the network. The app's own libraries are there already. */
function install() {
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd: folder });
  writeFileSync(
    join(folder, 'package.json'),
    '{ "name": "doors", "version": "1.0.0", "type": "module", "private": true }',
  );
  npm('install', archive);
  for (const name of ['xstate', 'react', 'react-dom', 'scheduler'])
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
}

/** Builds the app with Vite, as its author would. */
function buildApp() {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/app.js'), APP);
  const config = `export default { resolve: { preserveSymlinks: true }, build: { minify: false, rolldownOptions: {
    input: 'src/app.js', output: { entryFileNames: 'app.js' } } } };`;
  writeFileSync(join(folder, 'vite.config.js'), config);
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: folder });
  writeFileSync(join(folder, 'dist/index.html'), PAGE);
  writeFileSync(join(folder, 'dist/app.css'), 'html,body{margin:0;block-size:100%}#panel{block-size:90%}');
}

beforeAll(async () => {
  [archive, browser] = await Promise.all([packWorkbench(join(folder, 'packed')), launchBrowser()]);
  install();
  buildApp();
  app = await listenOnFreePort(createServer(serveFiles(join(folder, 'dist'), {})));
}, 300_000);
afterAll(async () => {
  await browser.close();
  app.close();
  rmSync(folder, { recursive: true });
});

describe('the packed archive in another app', { timeout: 120_000 }, () => {
  test('contains nothing of this site, and no path of this computer', () => {
    const root = join(folder, 'node_modules/xstate-workbench');
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(10);
    for (const { parentPath, name } of files.filter((file) => file.name !== 'LICENSE')) {
      const text = readFileSync(join(parentPath, name), 'utf8');
      expect(text, name).not.toMatch(/iaborrow|walletconnect|#domain\/|#views\//i);
      expect(text.includes(resolve('.')), name).toBe(false);
    }
  });

  test('starts the inspector by its command, which shows and controls the app', async () => {
    const command = join(folder, 'node_modules/.bin/xstate-workbench');
    const inspector = await startProgram([command], /runs at (\S+?)\. /, { PORT: '0' });
    const url = inspector.origin.replace(/^http/, 'ws');
    const { page: own } = await openPage(browser);
    await own.goto(`http://localhost:${app.port}/?inspector=${encodeURIComponent(url)}`);
    await seen(own.locator('#state')).toHaveText('shut');
    const { page } = await openPage(browser);
    await page.goto(inspector.origin);
    await seen.poll(() => litStatesOn(page)).toEqual(['door', 'door.shut']);
    await page.getByRole('region', { name: 'What can happen now' }).getByRole('button', { name: 'open' }).click();
    await seen(own.locator('#state')).toHaveText('ajar');
    await seen.poll(() => litStatesOn(page)).toEqual(['door', 'door.ajar']);
    inspector.stop();
  });

  test('shows the machines of the page in a panel', async () => {
    const { page } = await openPage(browser);
    await page.goto(`http://localhost:${app.port}/`);
    await seen(page.locator('#state')).toHaveText('shut');
    await page.getByRole('region', { name: 'What can happen now' }).getByRole('button', { name: 'open' }).click();
    await seen(page.locator('#state')).toHaveText('ajar');
    await seen.poll(() => litStatesOn(page)).toEqual(['door', 'door.ajar']);
  });
});
