import type { CDPSession } from '@playwright/test';
import { expect } from 'vitest';
import { createRelayTest } from './relaySite.ts';
import { expectPage } from './visitor/expectPage.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Tests for memory leaks. The first rounds are not measured, because they fill caches that stay on purpose. */

const test = createRelayTest('leaks');

async function left(visitor: Visitor, devtools: CDPSession) {
  // A headless browser may never become idle, so the wait has a time limit.
  await visitor.page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 })));
  // Repeats the collection, because the first one does not free all objects.
  for (let sweep = 0; sweep < 3; sweep++) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const elements = await visitor.page.locator('*').count();
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes'), listeners: value('JSEventListeners'), elements };
}

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
      // The page adds a history entry for the modal one event-loop turn later.
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

/**
 * Checks that memory does not grow between round `first` and round `times` of `act`. React keeps objects of the last
 * round, so the limits allow for one round. A leak in each round would exceed them.
 */
async function expectNoLeak(
  visitor: Visitor,
  act: (times: number) => Promise<unknown>,
  { first, times, heap }: { first: number; times: number; heap: number },
) {
  const devtools = await visitor.context.newCDPSession(visitor.page);
  await devtools.send('Performance.enable');
  await act(first);
  const before = await left(visitor, devtools);
  await act(times - first);
  const after = await left(visitor, devtools);
  console.info(`after ${first} and ${times} rounds: ${JSON.stringify(before)}, ${JSON.stringify(after)}`);
  expect(after.elements).toBe(before.elements);
  expect(after.nodes / before.nodes).toBeLessThan(1.2);
  expect(after.listeners / before.listeners).toBeLessThan(1.05);
  // The heap may grow a little, because the browser compiles functions that run often.
  expect(after.heap / before.heap).toBeLessThan(heap);
}

for (const what of ['wallet', 'alpha'] as const)
  test(`opening and closing the ${what} dialog 200 times leaks no memory`, async ({ visit }) => {
    const visitor = await visit({ path: '/' });
    await visitor.waitsForScripts();
    const act = (times: number) => visitor.page.evaluate(openAndClose, [what, times] as const);
    await expectNoLeak(visitor, act, { first: 50, times: 200, heap: 1.1 });
  });

test('showing a pairing code 16 times leaks no memory, and opens one socket', async ({ visit, relay }) => {
  const visitor = await visit();
  const makeCodes = async (times: number) => {
    for (let round = 0; round < times; round++) {
      await visitor.picks(round % 2 ? 'MetaMask' : 'Rainbow');
      await expectPage(visitor.connect.code).toBeVisible();
      await visitor.connect.back.click();
      await expectPage(visitor.connect.code).toBeHidden();
    }
  };
  // The limit is wide, because each shown QR code takes some 30 kB in the browser.
  await expectNoLeak(visitor, makeCodes, { first: 6, times: 16, heap: 1.25 });
  // A second instance of WalletConnect's library would also log a warning.
  expect(visitor.sockets).toHaveLength(1);
  expect(relay.sockets).toBe(1);
});
