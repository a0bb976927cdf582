import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createActor } from 'xstate';
import { buildSiteGallery } from '../../../src/tools/gallery/build.ts';
import { chartOf } from '../../../src/workbench/charts/chart.ts';
import { layOutChart } from '../../../src/workbench/charts/layout.ts';
import { createBench } from '../../../src/workbench/recorder/bench.ts';
import { writeRecording } from '../../../src/workbench/recorder/recordingFile.ts';
import { generateAllPaths } from '../../engine/paths.ts';
import { expectPage } from '../../page/visitor/expectPage.ts';
import { worlds } from '../../samples/worlds.ts';
import { startProgram } from '../../support/development.ts';
import { allMachines } from '../../support/machines.ts';
import { wordsAt } from '../../support/words.ts';
import { expectAccessible, openPage, readHighlightedIds, serveBuiltPages } from '../browser.ts';
import { lamp } from '../foreign/lamp.ts';
import { highlightedIdsAlong, SECRET_PATTERN } from '../lit.ts';

const OUT = resolve('node_modules/.cache/gallery');
const built = serveBuiltPages(OUT, () => buildSiteGallery(OUT));

/** Opens a page of the gallery. A request to another host is an error. */
async function open(path: string) {
  const { page, problems } = await openPage(built.browser);
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !url.startsWith(built.origin)) problems.push(`It asked for ${url}.`);
  });
  await page.goto(`${built.origin}/${path}`);
  return page;
}

/** In the page: plays paths, faster than by Playwright's clicks. Returns the highlighted ids after each step. */
async function playAll(titles: string[]) {
  const { until, lit, button } = window.tools;
  const output = document.querySelector<HTMLElement>('.controls output')!;
  const played: string[][][] = [];
  button('Paths').click();
  for (const title of titles) {
    const find = () =>
      [...document.querySelectorAll<HTMLElement>('.stories li button')].find(
        (one) => one.querySelector('b')!.textContent === title,
      );
    await until(`${title} is listed`, () => Boolean(find()));
    find()!.click();
    await until(`${title} starts`, () => output.dataset.story === title && output.dataset.at === '0');
    const steps = [lit()];
    const [, last] = output.textContent!.split(' of ').map(Number);
    for (let at = 1; at <= last!; at++) {
      button('Step forward').click();
      await until(`step ${at} of ${title}`, () => output.dataset.at === String(at));
      steps.push(lit());
    }
    played.push(steps);
  }
  return played;
}

/** Waits until the frame of the chart shows the whole active state. */
const expectLitInSight = (page: Page) => expectPage(page.locator('.canvas .lit').last()).toBeInViewport({ ratio: 1 });

async function openMachine(name: string) {
  const page = await open(`${name}.html`);
  await page.locator('.controls output[data-at="0"]').waitFor();
  await page.locator('.canvas .lit').first().waitFor();
  // A simple drawing stands in for the chart until the browser has laid it out.
  await expectPage(page.locator('.progress')).toHaveCount(0);
  return page;
}

describe.each(allMachines)('the gallery page of $name', { timeout: 900_000 }, ({ name, machine }) => {
  test('the chart highlights the state after every step of every generated path', async () => {
    const paths = generateAllPaths(machine, worlds[name]);
    const must = await Promise.all(paths.map(highlightedIdsAlong));
    const page = await openMachine(name);
    await expectLitInSight(page);
    const titles = paths.map(({ title }) => title);
    expect(await page.evaluate(playAll, titles)).toEqual(must);
  });
});

test("the app's own view in the gallery follows the steps of a played scenario", async () => {
  const page = await openMachine('connect');
  const view = page.frameLocator('.view iframe');
  await page.getByRole('button', { name: /^The wallet declines/ }).click();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await expectPage(page.locator('.controls output')).toHaveText('3 of 5');
  await expectPage(view.getByText(wordsAt('failure.rejected.title', null))).toBeVisible();
  const middles = ['.view', '.view iframe'].map(async (name) => {
    const { x, y, width, height } = (await page.locator(name).boundingBox())!;
    return [Math.round((x + width / 2) / 4), Math.round((y + height / 2) / 4)];
  });
  const [around, shown] = await Promise.all(middles);
  expect(shown).toEqual(around);
  await page.keyboard.press('ArrowLeft');
  await expectPage(view.getByText(wordsAt('connect.status.opening.title', { name: 'Fox' }))).toBeVisible();
  await page.getByRole('button', { name: 'Play' }).click();
  await expectPage(page.locator('.controls output')).toHaveText('5 of 5');
  // At the end, Play starts from the beginning.
  await page.getByRole('button', { name: 'Play' }).click();
  await expectPage(page.locator('.controls output')).toHaveText('1 of 5');
  await expectPage(page.locator('.controls output')).toHaveText('5 of 5');
});

test('the step list scrolls to the current step, and a path can be copied as a test', async () => {
  const page = await openMachine('connect');
  await page.getByRole('button', { name: /^Paths/ }).click();
  await page.locator('.stories li button').first().click();
  const slider = page.getByRole('slider', { name: 'Step' });
  const current = page.locator('.steps [aria-current]');
  const last = await slider.getAttribute('max');
  expect(Number(last)).toBeGreaterThan(30);
  for (const key of ['End', 'Home']) {
    await slider.press(key);
    await expectPage(page.locator('.controls output')).toHaveText(`${key === 'End' ? last : 0} of ${last}`);
    await expectPage(current).toBeInViewport({ ratio: 0.9 });
  }
  expect(await page.evaluate(() => scrollY)).toBe(0);

  // At either end the button keeps the focus, and the keys still work.
  const back = page.getByRole('button', { name: 'Step back' });
  await back.press('Enter');
  await expectPage(back).toBeFocused();
  await expectPage(page.locator('.controls output')).toHaveText(`0 of ${last}`);
  await page.keyboard.press('ArrowRight');
  await expectPage(page.locator('.controls output')).toHaveText(`1 of ${last}`);
  await page.locator('.stories li button').first().focus();
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expectPage(page.locator('.stories li').nth(1).locator('[aria-current]')).toBeVisible();
  await slider.press('End');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as test' }).click();
  await expectPage(page.getByText('The test was copied.')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain("test('the connect machine reaches the recorded state after each step'");
  expect(text).not.toMatch(SECRET_PATTERN);
});

test('the text of a chart keeps its size, unless the chart is fitted to its frame', async () => {
  const page = await openMachine('connect');
  await page.setViewportSize({ width: 1920, height: 1080 });
  const percent = async () => Number.parseInt((await page.locator('.bar output').textContent())!, 10);
  expect(await percent()).toBeGreaterThanOrEqual(100);
  await page.getByRole('button', { name: 'Fit' }).click();
  const hidden = () =>
    page.locator('.canvas').evaluate((it) => [it.scrollHeight - it.clientHeight, it.scrollWidth - it.clientWidth]);
  await expectPage.poll(hidden).toEqual([0, 0]);
  // A fitted chart grows with the window, and shows the active state.
  const before = await percent();
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expectPage.poll(percent).toBeGreaterThan(before);
  await expectLitInSight(page);
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await expectAccessible(page);
});

test('the page of session is not cut off, and its button Outline draws the outline', async () => {
  const page = await openMachine('session');
  await expectPage(page.locator('.steps li')).not.toHaveCount(0);
  const cut = await page.locator('.steps b').evaluateAll((words) =>
    words.flatMap((word) => {
      const [own, cell] = [word, word.parentElement!].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect];
      return own.right > cell.right + 1 ? [word.textContent] : [];
    }),
  );
  expect(cut).toEqual([]);
  for (const width of [390, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  const { machine } = allMachines.find(({ name }) => name === 'session')!;
  const { boxes, edges } = await layOutChart(chartOf(machine), 'outline');
  const outline = page.getByRole('button', { name: 'Outline' });
  await outline.click();
  await expectPage(outline).toHaveAttribute('aria-pressed', 'true');
  await expectPage(page.locator('.canvas [data-state]')).toHaveCount(
    boxes.filter(({ kind }) => kind !== 'start').length,
  );
  await expectPage(page.locator('.canvas .edge')).toHaveCount(edges.length);
});

test('`npm run workbench:gallery` serves the page of each machine', async () => {
  const { origin, stop } = await startProgram(['src/tools/start.js', 'gallery'], /shown at (\S+?)\. /, { PORT: '0' });
  onTestFinished(() => void stop());
  const pages = await Promise.all(allMachines.map(({ name }) => fetch(`${origin}/${name}.html`)));
  expect(pages.filter(({ ok }) => !ok)).toEqual([]);
});

test('the index shows messages, counts states, and finds machines by descriptions', async () => {
  const page = await open('');
  const chart = page.getByRole('region', { name: 'Chart of the messages' });
  await expectPage(chart.getByText('followSession').first()).toBeAttached();
  for (const name of ['connection', 'identity', 'outcomes'])
    await expectPage(chart.locator('text', { hasText: new RegExp(`^${name}$`) }).first()).toBeAttached();
  await expectAccessible(page);
  await page.keyboard.press('/');
  await page.keyboard.type('copytext');
  await expectPage(page.getByRole('status')).toHaveText(`1 of ${allMachines.length} machines`);
  const search = page.getByRole('searchbox');
  await search.fill('Xyz');
  await expectPage(page.getByRole('status')).toHaveText('No machines match "Xyz".');
  await search.fill('never answers');
  // The report of the tests counts the same states.
  const count = /^\| attempt +\| +(\d+) \|/m.exec(readFileSync('tests/README.md', 'utf8'))![1];
  const attempt = page.getByRole('link', { name: /^attempt/ });
  await expectPage(attempt).toContainText(`${count} states,`);
  await attempt.click();
  await expectPage(page.getByRole('heading', { name: 'attempt' })).toBeVisible();
  await expectPage(page.locator('.figures div', { hasText: 'states' })).toHaveText(`states${count}`);
});

test('a static page opens a recording, and reports a damaged file', async () => {
  const bench = createBench();
  const actor = createActor(lamp, { inspect: bench.recorder.inspect }).start();
  actor.send({ type: 'press' });
  actor.stop();
  const page = await open('index.html');
  await page.getByRole('link', { name: 'Open a recording' }).click();
  await expectPage(page.getByRole('heading', { name: 'Open a recording' })).toBeVisible();
  await expectAccessible(page);
  const picker = page.locator('input[type=file]');
  const file = { name: 'bug.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
  await picker.setInputFiles(file);
  await expectPage(page.getByRole('status')).toHaveText('"bug.json" is no recording of the workbench.');
  await picker.setInputFiles({ ...file, buffer: Buffer.from(writeRecording(bench, bench.recorder.read(), true)) });
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['lamp', 'lamp.on', 'lamp.on.warm']);
  await expectAccessible(page);
});
