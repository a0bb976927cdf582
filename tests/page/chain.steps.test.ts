import { expect } from 'vitest';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { silentVisitOptions } from './visitor/layouts.ts';
import { say, sayStatus } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Goes through the network dialog by keyboard alone. `looks.test.ts` checks how its states look. */

const CONFIRM = sayStatus('chain.confirm');
const WRONG = `${sayStatus('chain.astray.title')} ${say('chain.astray.text')}`;
const POLYGON = 137;

test('each step of the network dialog is announced, and gets the focus', async ({ visit }) => {
  const visitor = await visit({ wallets: [{ answer: 'hold' }], ...silentVisitOptions });
  const { page, wallet } = visitor;
  const { dialog, title, ethereum, leave, trouble } = visitor.network;
  const { join } = visitor.alpha;
  const requestDialog = async (hash: string) => {
    await visitor.isAtRest();
    await join.focus();
    await visitor.requests(hash);
    await expectPage(dialog).toBeVisible();
  };
  await visitor.pressesKeyOn(visitor.connect.rows.first());
  await wallet.approve();
  await visitor.isAtRest();
  await visitor.hears('news.connected');
  await visitor.heard();

  await wallet.setChain(POLYGON);
  await visitor.hearsOnly([sayStatus('news.moved')]);
  await requestDialog('account');
  await visitor.reaches(title, WRONG);
  await visitor.pressesKeyOn(ethereum);
  await visitor.reaches(ethereum, CONFIRM);
  await wallet.reject();
  await visitor.isAtRest();
  await expectPage(trouble).toBeVisible();
  // The clock is stopped, so that this short state stays visible.
  await visitor.clock.stop();
  await visitor.reaches(join, `alert: ${say('trouble.unchanged')} Close`);
  await visitor.pressesKeyOn(trouble.getByRole('button', { name: say('close') }));
  await expectPage(trouble).toHaveCount(0);
  await page.clock.resume();
  // Some link or button has the focus now. The next dialog returns the focus to it.
  await expectPage(page.locator('a:focus, button:focus')).toBeVisible();

  await requestDialog('chain');
  await visitor.reaches(title, WRONG);
  await visitor.pressesKeyOn(ethereum, 'Space');
  await visitor.hearsOnly([CONFIRM]);
  await wallet.approve();
  await visitor.isAtRest();
  await visitor.reaches(join, sayStatus('news.moved'));

  await wallet.setChain(POLYGON);
  await visitor.hearsOnly([sayStatus('news.moved')]);
  await requestDialog('chain');
  await visitor.hearsOnly([WRONG]);
  await visitor.pressesKeyOn(leave);
  await visitor.isAtRest();
  await visitor.reaches(join, sayStatus('news.disconnected'));
});

const CLOSINGS: Record<string, (visitor: Visitor) => Promise<unknown>> = {
  'the close button': ({ network }) => network.close.click(),
  Esc: (visitor) => visitor.escapes(),
  'the way back': ({ page }) => page.goBack(),
  'a press beside it': ({ page }) => page.mouse.click(5, 5),
};

test('closing the network dialog in any way clears the hash and restores the focus', async ({ visit }) => {
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
    await expectPage(network.title, how).toBeFocused();
    await close(visitor);
    await visitor.isAtRest();
    await expectPage(join, how).toBeFocused();
    await expectPage(network.trouble, how).toHaveCount(0);
    expect(await visitor.heard(), how).toEqual([]);
  }
});
