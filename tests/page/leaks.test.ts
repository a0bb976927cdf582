import type { CDPSession, Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { withRelay } from './relayed.ts';
import { seen } from './seen.ts';
import { alive } from './visit.ts';

/*
 * Opening and closing leaves nothing behind. Counts are compared with earlier counts of the same page. The first rounds
 * bring everything that is kept on purpose, and no more may come.
 */

const test = withRelay('leaks');

/** Counts the objects that are left once all that can go has gone. */
async function left(page: Page, devtools: CDPSession) {
  // Newer browsers that paint nothing may never be idle.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 })));
  // The second sweep takes objects that only those of the first one held.
  for (let sweep = 0; sweep < 3; sweep++) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const elements = await page.locator('*').count();
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes'), listeners: value('JSEventListeners'), elements };
}

type Left = Awaited<ReturnType<typeof left>>;

/** In the page: opens and closes the dialog so many times, as fast as it goes. */
async function openAndClose(times: number) {
  const dialog = document.querySelector<HTMLDialogElement>('dialog#wallet')!;
  const until = (holds: () => unknown) =>
    new Promise<void>((resolve) => {
      const look = () => (holds() ? resolve() : setTimeout(look));
      look();
    });
  for (let round = 0; round < times; round++) {
    location.hash = 'connect';
    await until(() => dialog.open && dialog.querySelectorAll('li').length > 10);
    dialog.querySelector<HTMLElement>('button[aria-label=Close]')!.click();
    await until(() => !dialog.open && !location.hash);
  }
}

/** In the page: opens and closes the alpha modal so many times, as fast as it goes. */
async function openAndCloseAlpha(times: number) {
  const modal = document.querySelector<HTMLDialogElement>('dialog#alpha')!;
  const until = (holds: () => unknown) =>
    new Promise<void>((resolve) => {
      const look = () => (holds() ? resolve() : setTimeout(look));
      look();
    });
  for (let round = 0; round < times; round++) {
    modal.showModal();
    // The entry in the history comes a turn later.
    await until(() => history.state?.depth);
    modal.close();
    await until(() => !history.state?.depth);
  }
}

/** React keeps more or less of the last round, as it happens. A leak of each round would be much more. */
function expectSame(after: Left, before: Left) {
  expect(after.elements).toBe(before.elements);
  expect(after.nodes / before.nodes).toBeLessThan(1.2);
  expect(after.listeners / before.listeners).toBeLessThan(1.05);
}

describe('opening and closing leaves nothing behind', () => {
  test('the dialog leaves nothing behind, 200 times', async ({ enter }) => {
    const { page, context } = await enter({ path: '/' });
    await alive(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    await page.evaluate(openAndClose, 50);
    const before = await left(page, devtools);
    await page.evaluate(openAndClose, 150);
    const after = await left(page, devtools);
    console.info(`after 50 and 200 rounds: ${JSON.stringify(before)}, ${JSON.stringify(after)}`);
    expectSame(after, before);
    // Code that is run often is compiled, and takes room.
    expect(after.heap / before.heap).toBeLessThan(1.1);
  });

  test('the alpha modal leaves nothing behind, 200 times', async ({ enter }) => {
    const { page, context } = await enter({ path: '/' });
    await alive(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    await page.evaluate(openAndCloseAlpha, 50);
    const before = await left(page, devtools);
    await page.evaluate(openAndCloseAlpha, 150);
    const after = await left(page, devtools);
    console.info(`after 50 and 200 rounds: ${JSON.stringify(before)}, ${JSON.stringify(after)}`);
    expectSame(after, before);
    expect(after.heap / before.heap).toBeLessThan(1.1);
  });

  test('a code leaves nothing behind, 16 times: one library, one socket', async ({ enter, relay }) => {
    const { page, context, dialog, sockets } = await enter();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    const makeCodes = async (times: number) => {
      for (let round = 0; round < times; round++) {
        await dialog.row(round % 2 ? 'MetaMask' : 'Rainbow').click();
        await seen(dialog.code).toBeVisible();
        await dialog.back.click();
        await seen(dialog.code).toBeHidden();
      }
    };
    await makeCodes(6);
    const before = await left(page, devtools);
    await makeCodes(10);
    const after = await left(page, devtools);
    console.info(`after 6 and 16 codes: ${JSON.stringify(before)}, ${JSON.stringify(after)}`);
    // A second library of its kind would also have complained on the console.
    expect(sockets).toHaveLength(1);
    expect(relay.sockets).toBe(1);
    expectSame(after, before);
    // Code that is run often is compiled, and each code that was shown leaves some 30 kB (of the library, or of ours: unknown).
    expect(after.heap / before.heap).toBeLessThan(1.25);
  });
});
