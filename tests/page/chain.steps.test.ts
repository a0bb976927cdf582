import { describe, expect } from 'vitest';
import { createLayoutCheck, expectAnnounced, layouts, pressKeyOn, silencePage } from './look.ts';
import { CONFIRM, networkOf, UNCHANGED, WRONG } from './network.ts';
import { seen } from './seen.ts';
import { saidIn } from './signing.ts';
import { alphaOf, requestDialog, test, visitWith } from './visit.ts';

/* Checks each state of the network dialog in each layout and colour scheme, by keyboard alone. */

const POLYGON = 137;

/** Layouts that differ only in size share one visit. The test presses keys in the last of them. */
const visits = { 'of a computer': ['wide', 'compact', 'narrow'], 'of a phone': ['sheet'] } as const;

describe('each state of the network dialog', () => {
  for (const [device, names] of Object.entries(visits))
    test(`each state of the network dialog is accessible in each layout ${device}`, async ({ visit }) => {
      const { page, connect, wallet } = await visitWith(
        visit,
        [{ info: { name: 'Fox', rdns: 'com.example.fox' }, answer: 'hold' }],
        { ...layouts[names[0]], before: silencePage },
      );
      const { dialog, title, ethereum, leave, trouble } = networkOf(page);
      const { join } = alphaOf(page);
      const { look, heights } = createLayoutCheck(page, 'chain.steps', names);
      const closed = async () => {
        await seen(page.getByRole('dialog')).toHaveCount(0);
        await seen(page).toHaveURL(/\/$/);
      };
      const asks = async (hash: string) => {
        await closed();
        await join.focus();
        await requestDialog(page, hash);
        await seen(dialog).toBeVisible();
      };

      await pressKeyOn(page, page.locator('#wallet').getByRole('button', { name: /^Fox/ }));
      await wallet.approve();
      await closed();
      await seen(page.getByText('Connected', { exact: true })).toBeAttached();
      await saidIn(page);

      await asks('chain');
      await look('connected', title);
      await page.keyboard.press('Escape');
      await closed();
      await seen(join).toBeFocused();

      await wallet.setChain(POLYGON);
      await expectAnnounced(page, ['status: Network changed']);
      await asks('account');
      await look('wrong', title, WRONG);
      await pressKeyOn(page, ethereum);
      await look('confirm', ethereum, CONFIRM);
      expect(Object.keys(heights)).toEqual(names);
      const height = expect.any(Number);
      for (const high of Object.values(heights))
        expect(high).toEqual({ connected: height, wrong: height, confirm: high.wrong });
      await wallet.reject();
      await closed();
      await seen(trouble).toBeVisible();
      // The clock stands still, so that this short-lived state stays visible.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
      await look('trouble', join, `alert: ${UNCHANGED} Close`);
      await pressKeyOn(page, trouble.getByRole('button', { name: 'Close' }));
      await seen(trouble).toHaveCount(0);
      await page.clock.resume();
      // The focus returns to this control after the dialog closes.
      await seen(page.locator('a:focus, button:focus')).toBeVisible();

      await asks('chain');
      await expectAnnounced(page, [WRONG]);
      await seen(title).toBeFocused();
      await pressKeyOn(page, ethereum, 'Space');
      await expectAnnounced(page, [CONFIRM]);
      await wallet.approve();
      await closed();
      await expectAnnounced(page, ['status: Network changed']);
      await seen(join).toBeFocused();

      await wallet.setChain(POLYGON);
      await expectAnnounced(page, ['status: Network changed']);
      await asks('chain');
      await expectAnnounced(page, [WRONG]);
      await pressKeyOn(page, leave);
      await closed();
      await expectAnnounced(page, ['status: Disconnected']);
      await seen(join).toBeFocused();
      await requestDialog(page, 'chain');
      await seen(connect.dialog).toBeVisible();
    });
});
