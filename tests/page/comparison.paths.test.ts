import { describe } from 'vitest';
import { dollars, grouped } from '#copy/numbers';
import { compareCosts } from '#domain/comparison';
import { comparisonMachine } from '#machines/comparison';
import { copy } from '#views/copy';
import { pathsOf, selectFewestPaths } from '../engine/paths';
import { prove } from '../engine/tier';
import { comparisonWorld } from '../samples/comparison';
import { test } from './visitor/fixtures.ts';
import { noteSaid } from './visitor/inPage.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';

describe('the comparison machine on the page', () => {
  const { paths, complete } = prove(
    'page',
    comparisonMachine,
    selectFewestPaths(pathsOf(comparisonMachine, comparisonWorld, 'transitions')),
  );

  for (const { title, follow } of paths)
    test(title, async ({ visit }) => {
      const visitor = await visit({
        clock: true,
        scripts: [noteSaid],
      });
      await visitor.waitsForScripts();
      await visitor.page.clock.pauseAt(Date.now() + 60_000);
      const part = visitor.page.getByRole('region', { name: say('comparison.title') });
      const field = part.getByRole('textbox', { name: say('comparison.amount') });
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
          'xstate.after.announceDelay.comparison.typing': () => visitor.page.clock.runFor(700),
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
            await visitor.hearsOnly(spoken ? [`status: ${spoken}`] : [], () =>
              visitor.looksRight(String(snapshot.value)),
            );
          },
        },
      });
    });

  test('takes every transition', complete);
});
