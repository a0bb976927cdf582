import { setTimeout as sleep } from 'node:timers/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Pages of which all was looked at once. */
const lookedAt = new WeakSet<Page>();

/**
 * Returns axe's findings on the page as it is: rule, and the elements at fault. It looks at a whole page once, and then
 * at the dialog that is open, if any: nothing else is reachable. `rules` are those that it goes by; all by default.
 */
export async function axe(page: Page, rules: readonly string[] = []) {
  const isModal = (await page.locator('dialog:modal').count()) > 0;
  // axe is brought to each document once.
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: 'axe' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false });
  if (isModal && lookedAt.has(page)) builder.include('dialog:modal');
  if (rules.length) builder.withRules([...rules]);
  lookedAt.add(page);

  const analysis = builder.analyze();
  // axe waits a moment now and then, also on a page whose clock stands still.
  const isTimed = await page.evaluate(() => '__pwClock' in window);
  const isDone = analysis.then(
    () => true,
    () => true,
  );
  while (isTimed && !(await Promise.race([isDone, sleep(20, false)]))) await page.clock.runFor(1);
  const { violations } = await analysis;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
