import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type AnyStateMachine, initialTransition, transition } from 'xstate';
import { buildGallery } from '../../../src/workbench/gallery/build.ts';
import { describeTransition, listStateNodes, transitionsOf } from '../../engine/words.ts';
import { expectPage } from '../../page/visitor/expectPage.ts';
import { openPage, serveBuiltPages } from '../browser.ts';
import { FAULTY_MACHINES, faultyGallery } from '../foreign/faulty.ts';

const transitionNames = ({ root }: AnyStateMachine) =>
  listStateNodes(root).flatMap(transitionsOf).map(describeTransition);

/** Returns one path of a machine: its start and, for the machine `trap`, the event that enters the trap. */
function pathsOf(machine: AnyStateMachine) {
  const [first] = initialTransition(machine);
  const events = machine.id === 'trap' ? [{ type: 'go' }] : [];
  return [
    {
      title: 'begins',
      input: undefined,
      takes: events.length ? transitionNames(machine).slice(0, 1) : [],
      async follow({ send, visit }: { send(event: { type: string }): unknown; visit(snapshot: unknown): unknown }) {
        await visit(first);
        for (const event of events) {
          await send(event);
          await visit(transition(machine, first, event)[0]);
        }
      },
    },
  ];
}

const OUT = resolve('node_modules/.cache/gallery-faults');
const stage = 'tests/workbench/foreign/stage.tsx';
const config = { ...faultyGallery, title: 'Faults', views: {}, stage, pathsOf, transitionsOf: transitionNames };
const built = serveBuiltPages(OUT, () => buildGallery(OUT, config));

async function openMachine(name: string) {
  const { page } = await openPage(built.browser);
  await page.goto(`${built.origin}/${name}.html`);
  await page.locator('.canvas .lit').first().waitFor();
  return page;
}

test.each(FAULTY_MACHINES)(
  'the chart of $machine.id has a badge with the message where the mistake is',
  async ({ machine, state, says }) => {
    const page = await openMachine(machine.id);
    const badges = page.locator('.canvas .fault-badge');
    await expectPage(badges.filter({ has: page.locator('title', { hasText: says }) })).toHaveCount(1);
    const corner = await page.locator(`.canvas [data-state="${state}"] > .frame`).first().boundingBox();
    const middles = await badges.locator('circle').evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2] as const;
      }),
    );
    // The badge stands at the upper right corner of the state.
    const [x, y] = [corner!.x + corner!.width, corner!.y];
    expect(middles.filter(([left, top]) => Math.hypot(left - x, top - y) < 6)).toHaveLength(1);
    await page.locator('.faults summary').click();
    await expectPage(page.locator('.faults li').filter({ hasText: says })).toHaveCount(1);
  },
);

test('the coverage marks the transitions that no path takes', async () => {
  const page = await openMachine('trap');
  await expectPage(page.locator('.canvas .untaken')).toHaveCount(0);
  await page.getByRole('button', { name: 'Coverage' }).click();
  await expectPage(page.locator('.stage')).toContainText('1 of 3 transitions were taken by paths.');
  const marked = () =>
    page
      .locator('.canvas .untaken .word')
      .evaluateAll((words) => [...new Set(words.map((one) => one.textContent))].sort());
  await expectPage.poll(marked).toEqual(['skip', 'stay']);
  await page.getByRole('button', { name: 'Coverage' }).click();
  await expectPage(page.locator('.canvas .untaken')).toHaveCount(0);
});
