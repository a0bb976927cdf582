import { describe, inject } from 'vitest';
import { dollars } from '#copy/numbers';
import { createRequestLink } from '#domain/alpha';
import { alphaMachine } from '#machines/alpha';
import { site } from '#site';
import { presentAlpha } from '../../src/views/landing/alpha.present.ts';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { alphaWorld, tightAllocation, usualAllocation } from '../samples/alpha';
import { textOf, textOfAll } from '../support/words.ts';
import { serveSiteWithoutSignIn } from './sites.ts';
import { test } from './visitor/fixtures.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
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
const few = [usualAllocation, tightAllocation].flatMap((input) =>
  selectFewestPaths(pathsOf(alphaMachine, { ...world, inputs: [input] }, 'transitions')),
);

/** A site whose allocation is nearly used up. */
const tight = serveSiteWithoutSignIn('tight');

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
        scripts: [recordAnnouncements],
      });
      const { alpha } = visitor;
      await visitor.waitsForScripts();
      const blur = async () => {
        await alpha.field.focus();
        await visitor.page.keyboard.press('Tab');
      };
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
          open: async (model) => {
            const shown = presentAlpha(model);
            await seen(alpha.modal).toBeVisible();
            await seen(alpha.field).toHaveValue(shown.text);
            await seen(alpha.field).toHaveAttribute('aria-invalid', String(shown.blocked));
            await seen(alpha.remaining).toHaveText(dollars(shown.left));
            await seen(alpha.request).toHaveText(textOf(shown.request.label));
            await seen(alpha.request).toBeEnabled({ enabled: shown.request.event !== null });
            const news = textOfAll(shown.heard);
            await seen(alpha.status).toHaveText(news);
            const said = news ? [`status: ${news}`] : [];
            await visitor.hearsOnly(said, () => visitor.looksRight(shown.blocked ? 'open, blocked' : 'open'));
          },
          requesting: async ({ context: { amount } }) => {
            await seen(alpha.modal).toBeHidden();
            await seen.poll(() => visitor.foreign.at(-1)).toBe(createRequestLink(site.messaging, 'en', amount));
          },
          requested: async (model) => {
            const told = textOfAll(presentAlpha(model).notice!.heard);
            await seen(alpha.told).toHaveText(told);
            await seen(alpha.again).toHaveAttribute(
              'href',
              createRequestLink(site.messaging, 'en', model.context.amount),
            );
            await seen(alpha.join).toBeFocused();
            await visitor.hearsOnly([`status: ${told}`], () => visitor.looksRight('requested'));
          },
        },
      });
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});
