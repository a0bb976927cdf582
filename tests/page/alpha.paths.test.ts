import { describe, inject } from 'vitest';
import { dollars, grouped } from '#copy/numbers';
import { exceedsAllocation, remainingAllocation, requestLink } from '#domain/alpha';
import { alphaMachine } from '#machines/alpha';
import { site } from '#site';
import { copy } from '#views/copy';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { alphaWorld, tightAllocation, usualAllocation } from '../samples/alpha';
import { serveOther } from './sites.ts';
import { test } from './visitor/fixtures.ts';
import { noteSaid } from './visitor/inPage.ts';
import { seen } from './visitor/seen.ts';

/** Excludes events while the link opens, because it opens at once and always succeeds. */
const world: World<typeof alphaMachine> = {
  ...alphaWorld,
  possible: (event, snapshot) => {
    if (snapshot.matches('requesting')) return event.type === 'xstate.done.actor.openRequest';
    if (snapshot.context.typed !== null && ['slide', 'step'].includes(event.type)) return false;
    return alphaWorld.possible?.(event, snapshot) ?? true;
  },
};
/** Uses few samples, because a browser is slow, but includes each allocation. */
const few = [usualAllocation, tightAllocation].flatMap((input) =>
  selectFewestPaths(pathsOf(alphaMachine, { ...world, inputs: [input] }, 'transitions')),
);

/** Two sites: one with the usual allocation, and one whose allocation is nearly used up. */
const tight = serveOther('tight');

describe('the alpha machine on the page', () => {
  const { paths, complete } = prove('page', alphaMachine, few, {
    impossible: [
      'alpha.requested.unopened',
      'alpha.requesting · open → alpha.open',
      'alpha.requesting · xstate.error.actor.openRequest → alpha.requested.unopened',
      'alpha.requesting · xstate.after.openLinkTimeout.alpha.requesting → alpha.requested.unopened',
    ],
  });

  for (const { title, input, follow } of paths)
    test(title, async ({ visit }) => {
      const origin = input.allocated === usualAllocation.allocated ? inject('origin') : tight.origin;
      const visitor = await visit({
        origin,
        scripts: [noteSaid],
      });
      const { alpha } = visitor;
      await visitor.waitsForScripts();
      const blur = async () => {
        await alpha.field.focus();
        await visitor.page.keyboard.press('Tab');
      };
      const status = alpha.modal.getByRole('status').last();
      let opened = false;

      await follow({
        events: {
          open: () => {
            opened = true;
            return alpha.join.click();
          },
          write: ({ text }) => alpha.field.fill(text),
          slide: ({ amount }) => alpha.slider.fill(String(amount)),
          step: ({ by }) => (by > 0 ? alpha.more : alpha.less).click(),
          leave: blur,
          request: () => alpha.field.press('Enter'),
          close: () => visitor.escapes(),
          dismiss: () => alpha.dismiss.click(),
          // The visitor returns from the new tab, and the focus returns to the page.
          'xstate.done.actor.openRequest': async () => {
            const [, ...tabs] = visitor.context.pages();
            for (const tab of tabs) await tab.close();
            await visitor.page.bringToFront();
          },
        },
        states: {
          closed: async () => {
            await seen(alpha.modal).toBeHidden();
            if (opened) await seen(alpha.join).toBeFocused();
            await visitor.hearsOnly([], () => visitor.looksRight('closed'));
          },
          open: async ({ context: { allocation, amount, typed, limit, stepped } }) => {
            const blocked = exceedsAllocation(allocation, amount);
            await seen(alpha.modal).toBeVisible();
            await seen(alpha.field).toHaveValue(typed ?? grouped(amount));
            await seen(alpha.field).toHaveAttribute('aria-invalid', String(blocked));
            await seen(alpha.remaining).toHaveText(dollars(remainingAllocation(allocation, amount)));
            await seen(blocked ? alpha.blocked : alpha.request).toBeEnabled({ enabled: !blocked });
            const left = remainingAllocation(allocation, amount);
            const step = stepped && copy.alpha.stepped(amount, left);
            const news = [limit ? copy.alpha.limit[limit] : step, blocked && copy.alpha.exceeds].filter(Boolean);
            await seen(status).toHaveText(news.join(' '));
            const said = news.length ? [`status: ${news.join(' ')}`] : [];
            await visitor.hearsOnly(said, () => visitor.looksRight(blocked ? 'open, blocked' : 'open'));
          },
          requesting: async ({ context: { amount } }) => {
            await seen(alpha.modal).toBeHidden();
            await seen.poll(() => visitor.foreign.at(-1)).toBe(requestLink(site.messaging, 'en', amount));
          },
          requested: async ({ context: { amount, limit } }) => {
            const { text } = copy.alpha.requested.opened;
            const told = limit ? `${copy.alpha.limit[limit]} ${text}` : text;
            await seen(alpha.told).toHaveText(told);
            await seen(alpha.again).toHaveAttribute('href', requestLink(site.messaging, 'en', amount));
            await seen(alpha.join).toBeFocused();
            await visitor.hearsOnly([`status: ${told}`], () => visitor.looksRight('requested'));
          },
        },
      });
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});
