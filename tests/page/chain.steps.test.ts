import { expect } from 'vitest';
import { test } from './visitor/fixtures.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { createLayoutCheck, layouts, silentVisit } from './visitor/layouts.ts';
import { say, sayStatus } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { Visitor } from './visitor/visitor.ts';

const CONFIRM = sayStatus('chain.confirm');
const WRONG = `${sayStatus('chain.astray.title')} ${say('chain.astray.text')}`;
const UNCHANGED = say('trouble.unchanged');

/* Checks each state of the network dialog in each layout and colour scheme, by keyboard alone. */

const POLYGON = 137;

/** Layouts that differ only in size share one visit. Keys are pressed only in the last one. */
const visits = { 'of a computer': ['wide', 'compact', 'narrow'], 'of a phone': ['sheet'] } as const;

for (const [device, names] of Object.entries(visits))
  test(`each state of the network dialog passes axe in each layout ${device}`, async ({ visit }) => {
    const visitor = await visit({
      wallets: [{ info: { name: 'Fox', rdns: 'com.example.fox' }, answer: 'hold' }],
      ...layouts[names[0]],
      ...silentVisit,
    });
    const { page, wallet } = visitor;
    const { dialog, title, ethereum, leave, trouble } = visitor.network;
    const { join } = visitor.alpha;
    const { look, heights } = createLayoutCheck(visitor, names);
    const closed = async () => {
      await visitor.seesNoDialog();
      await visitor.isHome();
    };
    const asks = async (hash: string) => {
      await closed();
      await join.focus();
      await visitor.requests(hash);
      await seen(dialog).toBeVisible();
    };

    await visitor.pressesKeyOn(page.locator('#wallet').getByRole('button', { name: /^Fox/ }));
    await wallet.approve();
    await closed();
    await seen(page.getByText(say('news.connected'), { exact: true })).toBeAttached();
    await visitor.heard();

    await asks('chain');
    await look('connected', title);
    await visitor.escapes();
    await closed();
    await seen(join).toBeFocused();

    await wallet.setChain(POLYGON);
    await visitor.hearsOnly([sayStatus('news.moved')]);
    await asks('account');
    await look('wrong', title, WRONG);
    await visitor.pressesKeyOn(ethereum);
    await look('confirm', ethereum, CONFIRM);
    expect(Object.keys(heights)).toEqual(names);
    const height = expect.any(Number);
    for (const high of Object.values(heights))
      expect(high).toEqual({ connected: height, wrong: height, confirm: high.wrong });
    await wallet.reject();
    await closed();
    await seen(trouble).toBeVisible();
    // The clock is stopped, so that this short state stays visible.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await look('trouble', join, `alert: ${UNCHANGED} Close`);
    await visitor.pressesKeyOn(trouble.getByRole('button', { name: say('close') }));
    await seen(trouble).toHaveCount(0);
    await page.clock.resume();
    // The focus returns to this control after the dialog closes.
    await seen(page.locator('a:focus, button:focus')).toBeVisible();

    await asks('chain');
    await visitor.hearsOnly([WRONG]);
    await seen(title).toBeFocused();
    await visitor.pressesKeyOn(ethereum, 'Space');
    await visitor.hearsOnly([CONFIRM]);
    await wallet.approve();
    await closed();
    await visitor.hearsOnly([sayStatus('news.moved')]);
    await seen(join).toBeFocused();

    await wallet.setChain(POLYGON);
    await visitor.hearsOnly([sayStatus('news.moved')]);
    await asks('chain');
    await visitor.hearsOnly([WRONG]);
    await visitor.pressesKeyOn(leave);
    await closed();
    await visitor.hearsOnly([sayStatus('news.disconnected')]);
    await seen(join).toBeFocused();
    await visitor.requests('chain');
    await seen(visitor.connect.dialog).toBeVisible();
  });
const CLOSINGS: Record<string, (visitor: Visitor) => Promise<unknown>> = {
  'the close button': ({ network }) => network.close.click(),
  Esc: (visitor) => visitor.escapes(),
  'the way back': ({ page }) => page.goBack(),
  'a press beside it': ({ page }) => page.mouse.click(5, 5),
};

test('the network dialog closes in each way, and hash and focus are restored', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], scripts: [recordAnnouncements] });
  const { network } = visitor;
  const { join } = visitor.alpha;
  await visitor.picks();
  await visitor.hears('news.connected');
  await visitor.isHome();
  await visitor.heard();
  for (const [how, close] of Object.entries(CLOSINGS)) {
    await join.focus();
    await visitor.requests('chain');
    await seen(network.title, how).toBeFocused();
    await close(visitor);
    await visitor.seesNoDialog();
    await visitor.isHome();
    await seen(join, how).toBeFocused();
    await seen(network.trouble, how).toHaveCount(0);
    expect(await visitor.heard(), how).toEqual([]);
  }
  await visitor.opensAccount();
});
