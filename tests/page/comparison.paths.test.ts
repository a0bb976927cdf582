import { describe } from 'vitest';
import { dollars } from '#copy/numbers';
import { comparisonMachine } from '#machines/comparison';
import { presentComparison } from '../../src/views/landing/comparison.present.ts';
import { pathsOf, selectFewestPaths } from '../engine/paths';
import { prove } from '../engine/tier';
import { comparisonWorld } from '../samples/comparison';
import { textOf } from '../support/words.ts';
import { test } from './visitor/fixtures.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
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
        scripts: [recordAnnouncements],
      });
      await visitor.waitsForScripts();
      await visitor.page.clock.pauseAt(Date.now() + 60_000);
      const part = visitor.page.getByRole('region', { name: say('comparison.title') });
      const field = part.getByRole('textbox', { name: say('comparison.amount') });
      const costs = part.getByRole('definition');

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
          '*': async (model) => {
            const shown = presentComparison(model);
            await seen(field).toHaveValue(shown.text);
            await seen(costs).toHaveText([shown.costs.kaminoCost, shown.costs.iABorrowCost].map(dollars));
            await seen(part.getByText(textOf(shown.saving), { exact: true }).first()).toBeVisible();
            const spoken = textOf(shown.heard);
            await seen(part.getByRole('status')).toHaveText(spoken);
            await visitor.hearsOnly(spoken ? [`status: ${spoken}`] : [], () => visitor.looksRight(String(model.value)));
          },
        },
      });
    });

  test('takes every transition', complete);
});
