import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { buildGallery } from '../../../src/workbench/gallery/build.ts';
import { describeTransition, listStateNodes, transitionsOf } from '../../engine/words.ts';
import { expectPage } from '../../page/visitor/expectPage.ts';
import { openPage, serveBuiltPages } from '../browser.ts';
import { FAULTY_MACHINES, trapGallery } from '../foreign/faulty.ts';

const { machine, says, state } = FAULTY_MACHINES[0]!;
const names = listStateNodes(machine.root).flatMap(transitionsOf).map(describeTransition);

/** The only path: its event enters the trap. */
const path = {
  title: 'begins',
  input: undefined,
  takes: names.slice(0, 1),
  async follow({ send, visit }: { send(event: { type: string }): unknown; visit(snapshot: unknown): unknown }) {
    const [first] = initialTransition(machine);
    await visit(first);
    await send({ type: 'go' });
    await visit(transition(machine, first, { type: 'go' })[0]);
  },
};

const OUT = resolve('node_modules/.cache/gallery-faults');
const built = serveBuiltPages(OUT, () =>
  buildGallery(OUT, {
    ...trapGallery,
    title: 'Faults',
    views: {},
    stage: 'tests/workbench/foreign/stage.tsx',
    pathsOf: () => [path],
    transitionsOf: () => names,
  }),
);

test('the gallery marks mistakes in a chart, and the transitions that no path takes', async () => {
  const { page } = await openPage(built.browser);
  await page.goto(`${built.origin}/trap.html`);
  const badge = page.locator('.canvas .fault-badge');
  await expectPage(badge.locator('title')).toHaveText(says);
  // A simple drawing stands in for the chart until the browser has laid it out.
  await expectPage(page.locator('.progress')).toHaveCount(0);
  // The badge stands at the upper right corner of the state.
  const [corner, dot] = await Promise.all([
    page.locator(`.canvas [data-state="${state}"] > .frame`).first().boundingBox(),
    badge.locator('circle').boundingBox(),
  ]);
  const [right, down] = [dot!.x + dot!.width / 2 - corner!.x - corner!.width, dot!.y + dot!.height / 2 - corner!.y];
  expect(Math.hypot(right, down)).toBeLessThan(6);
  await page.locator('.faults summary').click();
  await expectPage(page.locator('.faults li')).toHaveText([says]);

  const untaken = page.locator('.canvas .untaken');
  await expectPage(untaken).toHaveCount(0);
  await page.getByRole('button', { name: 'Coverage' }).click();
  await expectPage(page.locator('.stage')).toContainText('1 of 3 transitions were taken by paths.');
  const marked = async () => [...new Set(await untaken.locator('.word').allTextContents())].sort();
  await expectPage.poll(marked).toEqual(['skip', 'stay']);
  await page.getByRole('button', { name: 'Coverage' }).click();
  await expectPage(untaken).toHaveCount(0);
});
