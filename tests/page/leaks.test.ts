import type { CDPSession } from '@playwright/test';
import { describe, expect } from 'vitest';
import { createRelayTest } from './relaySite.ts';
import { expectPage } from './visitor/expectPage.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Tests for memory leaks. The first rounds create caches that stay on purpose. */

const test = createRelayTest('leaks');

async function left(visitor: Visitor, devtools: CDPSession) {
  // Headless browsers may never become idle, because they paint nothing.
  await visitor.page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 })));
  // The second collection frees objects that other freed objects referenced.
  for (let sweep = 0; sweep < 3; sweep++) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const elements = await visitor.page.locator('*').count();
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes'), listeners: value('JSEventListeners'), elements };
}

type Left = Awaited<ReturnType<typeof left>>;

async function openAndClose([what, times]: readonly ['wallet' | 'alpha', number]) {
  const dialog = document.querySelector<HTMLDialogElement>(`dialog#${what}`)!;
  const until = (holds: () => unknown) =>
    new Promise<void>((resolve) => {
      const look = () => (holds() ? resolve() : setTimeout(look));
      look();
    });
  for (let round = 0; round < times; round++) {
    if (what === 'alpha') {
      dialog.showModal();
      // The modal adds its history entry one event-loop turn later.
      await until(() => history.state?.depth);
      dialog.close();
      await until(() => !history.state?.depth);
    } else {
      location.hash = 'connect';
      await until(() => dialog.open && dialog.querySelectorAll('li').length > 10);
      dialog.querySelector<HTMLElement>('button[aria-label=Close]')!.click();
      await until(() => !dialog.open && !location.hash);
    }
  }
}

/** React keeps objects of the last round, so the limits allow for one round. A leak in each round would exceed them. */
function expectSame(after: Left, before: Left) {
  expect(after.elements).toBe(before.elements);
  expect(after.nodes / before.nodes).toBeLessThan(1.2);
  expect(after.listeners / before.listeners).toBeLessThan(1.05);
}

describe('memory after opening and closing dialogs many times', () => {
  for (const what of ['wallet', 'alpha'] as const)
    test(`opening and closing the ${what} dialog 200 times leaks no memory`, async ({ visit }) => {
      const visitor = await visit({ path: '/' });
      await visitor.waitsForScripts();
      const devtools = await visitor.context.newCDPSession(visitor.page);
      await devtools.send('Performance.enable');
      await visitor.page.evaluate(openAndClose, [what, 50] as const);
      const before = await left(visitor, devtools);
      await visitor.page.evaluate(openAndClose, [what, 150] as const);
      const after = await left(visitor, devtools);
      console.info(`after 50 and 200 rounds: ${JSON.stringify(before)}, ${JSON.stringify(after)}`);
      expectSame(after, before);
      // Compiled code of frequent functions takes memory.
      expect(after.heap / before.heap).toBeLessThan(1.1);
    });

  test('showing a pairing code 16 times leaks no memory, and opens one socket', async ({ visit, relay }) => {
    const visitor = await visit();
    const devtools = await visitor.context.newCDPSession(visitor.page);
    await devtools.send('Performance.enable');
    const makeCodes = async (times: number) => {
      for (let round = 0; round < times; round++) {
        await visitor.picks(round % 2 ? 'MetaMask' : 'Rainbow');
        await expectPage(visitor.connect.code).toBeVisible();
        await visitor.connect.back.click();
        await expectPage(visitor.connect.code).toBeHidden();
      }
    };
    await makeCodes(6);
    const before = await left(visitor, devtools);
    await makeCodes(10);
    const after = await left(visitor, devtools);
    console.info(`after 6 and 16 codes: ${JSON.stringify(before)}, ${JSON.stringify(after)}`);
    // A second instance of WalletConnect's library would also log a warning.
    expect(visitor.sockets).toHaveLength(1);
    expect(relay.sockets).toBe(1);
    expectSame(after, before);
    // Compiled code takes memory, and each shown QR code some 30 kB in the browser.
    expect(after.heap / before.heap).toBeLessThan(1.25);
  });
});
