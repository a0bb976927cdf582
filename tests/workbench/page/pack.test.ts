import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { packWorkbench } from '../../../src/workbench/pack/pack.ts';
import { createFileHandler } from '../../../src/workbench/serve/files.ts';
import { expectPage } from '../../page/visitor/expectPage.ts';
import { startProgram } from '../../support/development.ts';
import { listenOnFreePort } from '../../support/listen.ts';
import { launchBrowser, openPage, readHighlightedIds } from '../browser.ts';

/** A small app that is no part of this project. */
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
  const manifest = '{ "name": "doors", "version": "1.0.0", "type": "module", "private": true }';
  writeFileSync(join(folder, 'package.json'), manifest);
  // Packs an installed library as the registry would send it.
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, resolve('node_modules/elkjs')];
  const packed = String(npm(...pack)).trim();
  npm('install', `./${packed}`, archive);
  for (const name of ['xstate', 'react', 'react-dom', 'scheduler'])
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
}

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
  app = await listenOnFreePort(createServer(createFileHandler(join(folder, 'dist'), {})));
}, 300_000);
afterAll(async () => {
  await browser.close();
  app.close();
  rmSync(folder, { recursive: true });
});

function packedTexts() {
  const root = join(folder, 'node_modules/xstate-workbench');
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')] as const);
}

/** Starts the inspector of the archive, and opens the app and the inspector's page. */
async function openInspector(isProblem?: () => boolean) {
  const command = join(folder, 'node_modules/.bin/xstate-workbench');
  const inspector = await startProgram([command], /runs at (\S+?)\. /, { PORT: '0' });
  onTestFinished(() => void inspector.stop());
  const url = inspector.origin.replace(/^http/, 'ws');
  const { page: own } = await openPage(browser);
  await own.goto(`http://localhost:${app.port}/?inspector=${encodeURIComponent(url)}`);
  const { page } = await openPage(browser, isProblem && { isProblem });
  await page.goto(inspector.origin);
  return { own, page };
}

/** Opens the app's door from the workbench. `own` shows the app, and `page` the workbench with arrows in its chart. */
async function openDoor(own: Page, page: Page) {
  await expectPage(own.locator('#state')).toHaveText('shut');
  await expectPage(page.locator('.canvas .edge')).not.toHaveCount(0);
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['door', 'door.shut']);
  await page.getByRole('region', { name: 'What can happen now' }).getByRole('button', { name: 'open' }).click();
  await expectPage(own.locator('#state')).toHaveText('ajar');
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['door', 'door.ajar']);
}

describe('the packed archive in another app', { timeout: 120_000 }, () => {
  test('contains nothing of this site, and no path of this computer', () => {
    const files = packedTexts();
    expect(files.length).toBeGreaterThan(10);
    for (const [name, text] of files.filter(([name]) => name !== 'LICENSE')) {
      expect(text, name).not.toMatch(/iaborrow|walletconnect|#domain\/|#views\//i);
      expect(text.includes(resolve('.')), name).toBe(false);
    }
  });

  test('contains no code of elkjs, which npm installs beside it', () => {
    const ELK = /org\.eclipse\.elk|Cannot construct an ELK/;
    const own = ['elk-api.js', 'elk-worker.min.js', 'elk.bundled.js'];
    for (const name of own) expect(readFileSync(resolve('node_modules/elkjs/lib', name), 'utf8'), name).toMatch(ELK);
    const texts = packedTexts();
    expect(texts.filter(([name, text]) => ELK.test(text) || own.includes(name))).toEqual([]);
    const [, manifest] = texts.find(([name]) => name === 'package.json')!;
    const { version } = JSON.parse(readFileSync('node_modules/elkjs/package.json', 'utf8'));
    expect(JSON.parse(manifest).dependencies).toEqual({ elkjs: version });
    expect(texts.find(([name]) => name === 'NOTICES')![1]).not.toMatch(/elkjs|EPL/);
  });

  test('connects an app in Node that has no web sockets of its own', () => {
    const app = join(folder, 'app.mjs');
    const source = `import { connectWorkbench } from 'xstate-workbench/client';
      import { createServer } from 'node:http';
      delete globalThis.WebSocket;
      const server = createServer();
      server.on('upgrade', (_, socket) => { console.log('connects'); socket.destroy(); client.close(); server.close(); });
      server.listen(0);
      const client = connectWorkbench({ url: 'ws://localhost:' + server.address().port });`;
    writeFileSync(app, source);
    expect(execFileSync(process.execPath, [app], { encoding: 'utf8', timeout: 20_000 })).toBe('connects\n');
  });

  test('starts the inspector by its command, which shows and controls the app', async () => {
    const { own, page } = await openInspector();
    await openDoor(own, page);
  });

  test('draws charts without arrows, and says why, when elkjs is missing', async () => {
    const elk = join(folder, 'node_modules/elkjs');
    renameSync(elk, `${elk}-away`);
    onTestFinished(() => renameSync(`${elk}-away`, elk));
    const { page } = await openInspector(() => false);
    await expectPage(page.locator('.canvas').locator('..')).toContainText('elkjs is not installed');
    expect(await readHighlightedIds(page)).toEqual(['door', 'door.shut']);
  });

  test('shows the machines of the page in a panel', async () => {
    const { page } = await openPage(browser);
    await page.goto(`http://localhost:${app.port}/`);
    await openDoor(page, page);
  });
});
