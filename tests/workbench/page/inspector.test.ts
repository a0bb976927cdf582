import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { bundleScripts } from '../../../src/workbench/serve/bundle.ts';
import { createFileHandler } from '../../../src/workbench/serve/files.ts';
import { expectPage } from '../../page/visitor/expectPage.ts';
import { listenOnFreePort } from '../../support/listen.ts';
import {
  expectAccessible,
  openPage,
  readHighlightedIds,
  serveInspector,
  startInspectedApp,
  startInspector,
  startStatelyApp,
  stubIdleCallbacks,
} from '../browser.ts';
import { lamp } from '../foreign/lamp.ts';

const inspector = serveInspector();

test('an app in Node is inspected through a WebSocket, with hidden values', async () => {
  const { page } = await openPage(inspector.browser);
  await page.goto(inspector.origin);
  await expectPage(page.getByRole('heading', { name: 'Nothing is inspected yet' })).toBeVisible();
  await expectPage(page.getByText(`createWebSocketInspector({ url: '${inspector.url}' })`)).toBeVisible();
  await expectPage(page.getByText(`connectWorkbench({ url: '${inspector.url}', name: 'My app' })`)).toBeVisible();
  const client = await page.request.get(`${inspector.origin}/client.js`);
  expect(await client.text()).toContain('connectWorkbench');
  await expectAccessible(page);

  const { actor, stop } = startStatelyApp(inspector.url, lamp);
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['lamp', 'lamp.off']);
  for (const type of ['more', 'press', 'more', 'more', 'more']) actor.send({ type });
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['lamp', 'lamp.on', 'lamp.on.bright']);
  await expectPage(page.locator('.tree')).toContainText('bulb cold');
  const now = page.getByRole('region', { name: 'What can happen now' });
  await expectPage(now).toContainText(
    "Events can't be sent from here, because the wire of @statelyai/inspect has no way",
  );
  await expectPage(now.getByRole('button')).toHaveCount(0);
  await page
    .locator('.log')
    .getByRole('button', { name: /more refused by \[isBright\]/ })
    .click();
  await expectPage.poll(() => page.locator('.canvas .edge.refused').count()).toBe(1);
  await expectPage(page.locator('.canvas .taken')).toHaveCount(0);
  await page.locator('.log').getByRole('button', { name: /press/ }).click();
  await expectPage(page.locator('.detail')).toContainText('level');
  await expectPage.poll(() => page.locator('.canvas .taken .word').allTextContents()).toContain('press');
  await expectPage(page.getByRole('heading', { name: 'What could happen then' })).toBeVisible();
  await expectPage(page.locator('.now').getByRole('list', { name: 'Events' })).toContainText('more [isBright]');
  const text = await page.locator('body').textContent();
  expect(text).not.toMatch(/Amina|0x[\da-f]{40}|a secret/i);
  await page.getByRole('button', { name: 'Back to now' }).click();

  // The chart of a disconnected app stays until another app connects.
  stop();
  await expectPage(page.locator('.tree .line')).toHaveCount(0);
  await expectPage(now).toContainText('Its app has closed or reloaded');
  expect(await readHighlightedIds(page)).toEqual(['lamp', 'lamp.on', 'lamp.on.bright']);
  startStatelyApp(inspector.url, lamp);
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['lamp', 'lamp.off']);
});

test('the inspector controls an app with the client, and can resume a past step', async () => {
  const { page } = await openPage(inspector.browser);
  await page.goto(inspector.origin);
  const { actor } = startInspectedApp(inspector.url, lamp, 'lamps');
  const now = page.getByRole('region', { name: 'What can happen now' });
  const press = now.getByRole('button', { name: 'press', exact: true });
  await press.click();
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['lamp', 'lamp.on', 'lamp.on.warm']);
  expect(actor.getSnapshot().value).toEqual({ on: 'warm' });
  // On a phone, the form for an event's data stays inside the window.
  await page.setViewportSize({ width: 390, height: 844 });
  await now.getByLabel('Edit the data of press').click();
  const { x, width } = (await now.locator('form').first().boundingBox())!;
  expect([x >= 0, x + width <= 390]).toEqual([true, true]);
  await now.getByLabel('Edit the data of press').click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Stop the clock' }).click();
  await now.getByRole('button', { name: 'after 60 s: run out now' }).click();
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['lamp', 'lamp.off']);
  await expectPage(now).toContainText(/more is refused( without data)? by \[isBright\]\./);

  await page.locator('.log').getByRole('button', { name: /press/ }).first().click();
  await page.getByRole('button', { name: 'Go on from here' }).click();
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['lamp', 'lamp.on', 'lamp.on.warm']);
  await expectPage(page.locator('.log')).toContainText(/goes back\s+(→ )?on\.warm/);
  expect(actor.getSnapshot().value).toEqual({ on: 'warm' });
  await expectAccessible(page);

  // The chart shows faults and coverage.
  actor.send({ type: 'surprise' });
  await page.locator('.faults summary').click();
  await expectPage(page.locator('.faults')).toContainText('No state hears surprise.');
  const badge = page.locator('.canvas .fault-badge');
  await expectPage(badge.locator('title')).toHaveText('No state hears surprise.');
  // The badge stands at the upper right corner of the state.
  const [corner, dot] = await Promise.all([
    page.locator('.canvas [data-state="lamp"] > .frame').first().boundingBox(),
    badge.locator('circle').boundingBox(),
  ]);
  const [right, down] = [dot!.x + dot!.width / 2 - corner!.x - corner!.width, dot!.y + dot!.height / 2 - corner!.y];
  expect(Math.hypot(right, down)).toBeLessThan(6);
  await page.getByRole('button', { name: 'Coverage' }).click();
  await expectPage(page.locator('.stage')).toContainText('2 of 7 transitions were taken in this session.');
  const untaken = page.locator('.canvas .untaken .word');
  const words = async () => [...new Set(await untaken.allTextContents())].sort();
  await expectPage.poll(words).toEqual(['load fails', 'more', 'press']);
  await expectAccessible(page);

  // A copied test imports the machine from the entered path.
  await page.locator('.log').getByText('Copy as test …').click();
  await page.getByLabel('File of the machine, from the test').fill('../src/lamp');
  await page.getByLabel('Name of the machine in it').fill('lamp');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expectPage(page.locator('.notice')).toHaveText('The test was copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("import { lamp } from '../src/lamp';");

  // A recording is saved with hidden values, and opened in place of the running machines.
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  const file = await saved.path();
  expect(saved.suggestedFilename()).toBe('workbench.json');
  expect(readFileSync(file, 'utf8')).not.toMatch(/Amina|0x[\da-f]{40}/i);
  const picker = page.locator('input[type=file]');
  await picker.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{') });
  await expectPage(page.locator('.notice')).toHaveText('"a.json" is no recording of the workbench: it is no JSON.');
  await picker.setInputFiles(file);
  await expectPage(page.getByRole('heading', { name: 'Recording' })).toBeVisible();
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['lamp', 'lamp.on', 'lamp.on.warm']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Leave the recording' }).click();
  await expectPage(press).toBeVisible();
});

test('an app in a page opens the inspector by a click, and is inspected', async () => {
  const out = resolve('node_modules/.cache/foreign');
  await bundleScripts(['tests/workbench/foreign/app.ts'], out);
  const html = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/app.js"></script>';
  writeFileSync(`${out}/index.html`, html);
  const app = await listenOnFreePort(createServer(createFileHandler(out, {})));
  const { page } = await openPage(inspector.browser);
  await page.addInitScript(stubIdleCallbacks);
  await page.goto(`http://127.0.0.1:${app.port}/#${encodeURIComponent(inspector.origin)}`);
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Inspect' }).click(),
  ]);
  await page.getByRole('button', { name: 'Press' }).click();
  // Machines of disconnected apps are listed as well, in other states.
  await opened
    .locator('.tree')
    .getByRole('button', { name: /^lamp.*warm/ })
    .click();
  await expectPage.poll(() => readHighlightedIds(opened)).toEqual(['lamp', 'lamp.on', 'lamp.on.warm']);
  app.close();
});

test('the page reports that its server has stopped, and reconnects once it can', async () => {
  const first = await startInspector();
  const { port } = new URL(first.origin);
  const { page } = await openPage(inspector.browser, {
    isProblem: (said) => said.type() === 'error' && !/ERR_CONNECTION_REFUSED|WebSocket/.test(said.text()),
  });
  // The inspector works by both local host names.
  await page.goto(`http://127.0.0.1:${port}`);
  const app = startStatelyApp(`ws://127.0.0.1:${port}`, lamp);
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['lamp', 'lamp.off']);
  first.stop();
  await expectPage(page.locator('.notice')).toContainText("The inspector's server is gone.");
  await expectPage(page.locator('.tree .line')).toHaveCount(0);
  await expectPage(page.getByRole('heading', { name: 'Nothing runs' })).toBeVisible();
  app.stop();

  const second = await startInspector(port);
  await expectPage(page.locator('.notice')).toHaveText('');
  startStatelyApp(`ws://127.0.0.1:${port}`, lamp).actor.send({ type: 'press' });
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['lamp', 'lamp.on', 'lamp.on.warm']);
  second.stop();
});

test('a large chart is shown without arrows first, and its layout can be cancelled', async () => {
  const states = Array.from({ length: 150 }, (_, i) => {
    const on = Object.fromEntries([1, 7, 31].map((far) => [`go${far}`, `s${(i + far) % 150}`]));
    return [`s${i}`, { on }];
  });
  const machine = createMachine({ id: 'large', initial: 's0', states: Object.fromEntries(states) });
  const { page } = await openPage(inspector.browser);
  await page.goto(inspector.origin);
  const { actor } = startStatelyApp(inspector.url, machine);
  await page
    .locator('.tree')
    .getByRole('button', { name: /^large/ })
    .click();
  await expectPage(page.locator('.progress')).toContainText('The arrows are being drawn…');
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['large', 'large.s0']);
  // The page stays usable while the chart is laid out.
  actor.send({ type: 'go1' });
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['large', 'large.s1']);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expectPage(page.locator('.progress')).toHaveText('Drawn without arrows: it was stopped.');
  await expectPage(page.locator('.canvas .taken .word')).toHaveText('go1');
});
