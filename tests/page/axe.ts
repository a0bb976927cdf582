import { setTimeout as sleep } from 'node:timers/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const lookedAt = new WeakSet<Page>();

/** Returns axe's findings. Checks a whole page once, and then only the open dialog, because the rest is inert. */
export async function axe(page: Page, rules: readonly string[] = []) {
  const isModal = (await page.locator('dialog:modal').count()) > 0;
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: 'axe' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false });
  if (isModal && lookedAt.has(page)) builder.include('dialog:modal');
  if (rules.length) builder.withRules([...rules]);
  lookedAt.add(page);

  const analysis = builder.analyze();
  // axe waits for timers, which a stopped clock would hold back.
  const isTimed = await page.evaluate(() => '__pwClock' in window);
  const isDone = analysis.then(
    () => true,
    () => true,
  );
  while (isTimed && !(await Promise.race([isDone, sleep(20, false)]))) await page.clock.runFor(1);
  const { violations } = await analysis;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
