import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { assign, sendTo, setup } from 'xstate';
import { expectPage } from '../../page/visitor/expectPage.ts';
import { launchBrowser, openPage, readHighlightedIds, startInspectedApp, startInspector } from '../browser.ts';

const clerk = setup({}).createMachine({
  id: 'clerk',
  initial: 'idle',
  states: { idle: { on: { order: 'busy' } }, busy: { on: { rest: 'idle' } } },
});
const shop = setup({
  types: { context: {} as { basket: { name: string; tags: string[] }[]; open: boolean } },
  actors: { clerk },
}).createMachine({
  id: 'shop',
  context: { basket: [], open: true },
  invoke: { src: 'clerk', id: 'clerk' },
  initial: 'calm',
  states: {
    calm: {
      on: {
        add: {
          actions: assign({ basket: ({ context, event }) => [...context.basket, { name: event.name, tags: ['new'] }] }),
        },
        ask: { actions: sendTo('clerk', { type: 'order' }) },
      },
    },
  },
});

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Opens an inspector of its own, because it stores steps, for a shop that has had three events. */
async function open() {
  const inspector = await startInspector();
  onTestFinished(() => void inspector.stop());
  const { page } = await openPage(browser);
  await page.goto(inspector.origin);
  await expectPage(page.getByRole('heading', { name: 'Nothing is inspected yet' })).toBeVisible();
  const { actor } = startInspectedApp(inspector.url, shop, 'shop');
  actor.send({ type: 'add', name: 'pear' });
  actor.send({ type: 'add', name: 'plum' });
  actor.send({ type: 'ask' });
  await page.locator('.canvas .lit').first().waitFor();
  const log = page.getByRole('region', { name: 'Log' });
  const lines = log.locator('.line');
  // The six lines are two starts, the three events, and the last event again for the second actor.
  await expectPage(lines).toHaveCount(6);
  return { page, actor, log, lines };
}

test('the log is filtered by actor, event and text, and opens values as trees', async () => {
  const { page, log, lines } = await open();
  const field = log.getByRole('searchbox', { name: 'Filter by event or text' });
  await field.fill('add');
  await expectPage(lines).toHaveCount(2);
  await expectPage(log.getByRole('status')).toHaveText('2 of 6');
  await field.fill('busy');
  await expectPage(lines).toHaveCount(1);
  // The search finds no hidden values.
  await field.fill('plum');
  await expectPage(lines).toHaveCount(0);
  await page.getByRole('button', { name: 'Hide values' }).click();
  await expectPage(lines).toHaveCount(1);
  await field.fill('');
  const actor = log.getByRole('combobox', { name: 'Actor' });
  await actor.selectOption({ label: 'clerk' });
  await expectPage(lines).toHaveCount(2);
  await actor.selectOption({ label: 'All actors' });
  await expectPage(lines).toHaveCount(6);

  // Changed parts of a value are marked.
  await log.getByRole('button', { name: /add/ }).first().click();
  await log.getByText('Event and context').click();
  const values = log.locator('.values');
  await values.getByText('context', { exact: true }).click();
  await expectPage(values.getByText('open', { exact: true })).toBeVisible();
  await values.getByText('basket', { exact: true }).click();
  await values.getByText('1', { exact: true }).click();
  await expectPage(values).toContainText('plum');
  const marked = values.locator('[data-changed] > summary > .key');
  await expectPage.poll(() => marked.allTextContents()).toEqual(['context', 'basket', '1', 'tags']);
});

test('by keyboard, tree and log are one Tab stop each, and a message leads to its step', async () => {
  const { page, log } = await open();
  const stops = (list: string) => page.locator(`${list} .line[tabindex="0"]`);
  await expectPage(stops('.tree')).toHaveCount(1);
  await expectPage(stops('.log')).toHaveCount(1);
  await stops('.log').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('heading', { name: 'What could happen then' })).toBeVisible();
  await expectPage(stops('.log')).toHaveCount(1);
  // The log keeps a Tab stop if the filter hides the row that had it.
  await log.getByRole('searchbox').fill('starts');
  await expectPage(stops('.log')).toHaveCount(1);
  await log.getByRole('searchbox').fill('');

  await page.getByRole('button', { name: 'Messages' }).click();
  const diagram = page.getByRole('region', { name: 'Messages between actors' });
  await diagram.getByRole('button', { name: /^shop.* sends order to clerk/ }).click();
  await expectPage(log.locator('[aria-current]')).toContainText('order');
  await diagram.getByRole('spinbutton', { name: 'From step' }).fill('1');
  await diagram.getByRole('spinbutton', { name: 'to step' }).fill('1');
  await expectPage(diagram.getByRole('button', { name: /sends order/ })).toHaveCount(0);
});

test('Pause stops only the view, and Clear keeps running actors', async () => {
  const { page, actor, log, lines } = await open();
  const pause = page.getByRole('button', { name: 'Pause' });
  await pause.click();
  await expectPage(page.locator('.now')).toContainText('Paused: later steps are recorded, and shown when you go on.');
  actor.send({ type: 'add', name: 'fig' });
  // If the log had added a step in spite of the pause, the step would be visible now.
  await page.getByRole('button', { name: 'Outline' }).click();
  await expectPage(lines).toHaveCount(6);
  await pause.click();
  await expectPage(lines).toHaveCount(7);

  // An idle machine keeps its chart while other machines run.
  await page.locator('.tree').getByRole('button', { name: /^shop/ }).click();
  for (let i = 0; i < 300; i++)
    for (const type of ['rest', 'order'] as const) actor.getSnapshot().children.clerk!.send({ type });
  await expectPage(log).toContainText('earlier steps are no longer kept');
  await expectPage(page.locator('.canvas svg')).toHaveAttribute('aria-label', 'Chart of shop');

  await log.getByRole('button', { name: 'Clear' }).click();
  for (const _ of ['at once', 'after a reload']) {
    await expectPage(page.locator('.tree')).toContainText('shop');
    await expectPage.poll(() => readHighlightedIds(page)).toEqual(['shop', 'shop.calm']);
    await expectPage(lines).toHaveCount(0);
    await page.reload();
  }
  actor.send({ type: 'add', name: 'fig' });
  await expectPage(lines).toHaveCount(1);
});
