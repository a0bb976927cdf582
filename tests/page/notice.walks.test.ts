import { describe } from 'vitest';
import type { Notice } from '#domain/connection';
import { noticeMachine } from '#machines/notice';
import { words } from '#views/wallet/copy';
import { type World, walksOf } from '../engine/paths';
import { prove } from '../engine/tier';
import { ACCOUNT } from '../wallet/wallet.ts';
import { NAME, short } from './injected.ts';
import { beholder } from './look.ts';
import { seen } from './seen.ts';
import { follower, offerTrace } from './traced.ts';
import { ask, isConnected, test, visitWith } from './visit.ts';

const TEXTS: Partial<Record<Notice['code'], string>> = {
  connected: `Connected with ${NAME}`,
  disconnected: 'Disconnected',
};
const noticeOf = (code: Notice['code']): Notice => ({ code, address: short(ACCOUNT), name: NAME });

const world: World<typeof noticeMachine> = {
  samples: (['connected', 'disconnected'] as const).map((code) => ({ type: 'notice.posted', notice: noticeOf(code) })),
  // A wallet can disconnect only after it has connected, so the notice may still show that.
  possible: ({ notice }, { context }) => notice?.code !== 'disconnected' || context.notice?.code === 'connected',
};

const behold = beholder('notice');

describe('the notice machine on the page', () => {
  const { walks, complete } = prove('page', noticeMachine, walksOf(noticeMachine, world));

  for (const { title, follow } of walks)
    test(title, async ({ visit }) => {
      const { page, connect, wallet } = await visitWith(visit, [{}], {
        before: async (page) => {
          await page.clock.install();
          await page.addInitScript(offerTrace);
        },
      });
      const machine = follower(page, 'notice');
      const card = page.locator('#door-island').getByRole('complementary');
      await seen(connect.row(NAME)).toBeVisible();
      // From here on the test controls the page's clock.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
      /** Runs the page's clock in small steps until the condition holds. */
      const soon = (holds: () => Promise<boolean>) =>
        seen.poll(() => page.clock.runFor(10).then(holds), { intervals: [50] }).toBe(true);

      /** The wallet disconnects. */
      const disconnects = async () => {
        await wallet.disconnect();
        await soon(() => isConnected(page).then((it) => !it));
      };
      const connects = async () => {
        await soon(async () => (await page.locator('dialog[open]').count()) > 0 || /\/$/.test(page.url()));
        if (!(await connect.dialog.isVisible())) await ask(page, 'connect');
        await connect.row(NAME).click();
        await soon(() => isConnected(page));
        await soon(async () => (await page.locator('dialog[open]').count()) === 0);
      };

      await follow({
        events: {
          'notice.posted': async ({ notice }) => {
            // A connected visitor disconnects first. The next notice replaces that of the disconnection.
            if (await isConnected(page)) await disconnects();
            if (notice.code === 'connected') await connects();
          },
          dismiss: () => card.getByRole('button', { name: 'Close' }).click(),
          'xstate.after.noticeDuration.notice.shown': () => page.clock.fastForward(5_000),
        },
        states: {
          none: async () => {
            await seen(card).toHaveCount(0);
            await seen.poll(machine.state).toBe('none');
          },
          shown: async ({ context }) => {
            const notice = context.notice!;
            await seen(card).toContainText(TEXTS[notice.code]!);
            await seen(card.getByRole('link', { name: words.account.title })).toHaveCount(
              notice.code === 'connected' ? 1 : 0,
            );
            await seen.poll(machine.state).toBe('shown');
            await behold(page, notice.code);
          },
        },
      });
    });

  test('takes every transition', complete);
});
