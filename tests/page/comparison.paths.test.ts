import { describe } from 'vitest';
import { dollars, grouped } from '#copy/numbers';
import { compareCosts } from '#domain/comparison';
import { comparisonMachine } from '#machines/comparison';
import { copy } from '#views/copy';
import { essentials, pathsOf } from '../engine/paths';
import { prove } from '../engine/tier';
import { comparisonWorld } from '../samples/comparison';
import { createStateCheck, expectAnnounced } from './look.ts';
import { alive, withClock } from './visit.ts';
import { test } from './visitor/fixtures.ts';
import { noteSaid } from './visitor/inPage.ts';
import { seen } from './visitor/seen.ts';

const behold = createStateCheck('comparison');

describe('the comparison machine on the page', () => {
  const { paths, complete } = prove(
    'page',
    comparisonMachine,
    essentials(pathsOf(comparisonMachine, comparisonWorld, 'transitions')),
  );

  for (const { title, follow } of paths)
    test(title, async ({ visit }) => {
      const { page } = await visit({
        before: withClock(noteSaid),
      });
      await alive(page);
      await page.clock.pauseAt(Date.now() + 60_000);
      const part = page.getByRole('region', { name: '50% cheaper to borrow' });
      const field = part.getByRole('textbox', { name: 'Amount to borrow' });
      const value = (name: string) => part.getByRole('term').filter({ hasText: name }).locator('+ dd');

      await follow({
        events: {
          write: async ({ text }) => {
            // Typing the same text again must send an event as well.
            await field.fill(`${text} `);
            await field.fill(text);
          },
          leave: async () => {
            await field.focus();
            await field.blur();
          },
          'xstate.after.announceDelay.comparison.typing': () => page.clock.runFor(700),
        },
        states: {
          '*': async (snapshot) => {
            const { amount, typed } = snapshot.context;
            const costs = compareCosts(amount);
            await seen(field).toHaveValue(typed ?? grouped(amount));
            await seen(value('Kamino')).toHaveText(dollars(costs.kaminoCost));
            await seen(value('iABorrow')).toHaveText(dollars(costs.iABorrowCost));
            const saving = amount ? copy.comparison.percent(costs) : copy.comparison.empty;
            await seen(part.getByText(saving, { exact: true }).first()).toBeVisible();
            const spoken = snapshot.matches('answered') ? copy.comparison.spoken(amount, costs) : '';
            await seen(part.getByRole('status')).toHaveText(spoken);
            await expectAnnounced(page, spoken ? [`status: ${spoken}`] : [], () =>
              behold(page, String(snapshot.value)),
            );
          },
        },
      });
    });

  test('takes every transition', complete);
});
