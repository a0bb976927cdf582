import { expectPage } from './visitor/expectPage.ts';
import { announcementVisitOptions, test } from './visitor/fixtures.ts';
import { say, sayStatus } from './visitor/say.ts';

/* Uses the network dialog by keyboard alone. `looks.test.ts` checks how its states look. */

const CONFIRM = sayStatus('chain.confirm');
const WRONG = `${sayStatus('chain.astray.title')} ${say('chain.astray.text')}`;
const POLYGON = 137;

test('each step of the network dialog is announced, and receives the keyboard focus', async ({ visit }) => {
  const visitor = await visit({ wallets: [{ answer: 'hold' }], ...announcementVisitOptions });
  const { page, wallet } = visitor;
  const { dialog, title, ethereum, leave, trouble } = visitor.network;
  const { join } = visitor.alpha;
  const requestDialog = async (hash: string) => {
    await visitor.seesNoDialogOrHash();
    await join.focus();
    await visitor.requests(hash);
    await expectPage(dialog).toBeVisible();
  };
  await visitor.pressesKeyOn(visitor.connect.rows.first());
  await wallet.approve();
  await visitor.seesNoDialogOrHash();
  await visitor.hears('news.connected');
  await visitor.heard();

  await wallet.setChain(POLYGON);
  await visitor.hearsOnly([sayStatus('news.moved')]);
  await requestDialog('account');
  await visitor.reaches(title, WRONG);
  await visitor.pressesKeyOn(ethereum);
  await visitor.reaches(ethereum, CONFIRM);
  await wallet.reject();
  await visitor.seesNoDialogOrHash();
  await expectPage(trouble).toBeVisible();
  // The notice closes by itself after some seconds, unless the clock is stopped.
  await visitor.clock.stop();
  await visitor.reaches(join, `alert: ${say('trouble.unchanged')} Close`);
  await visitor.pressesKeyOn(trouble.getByRole('button', { name: say('close') }));
  await expectPage(trouble).toHaveCount(0);
  await page.clock.resume();
  // The next dialog returns the focus to the control that had it before, so some control must have the focus now.
  await expectPage(page.locator('a:focus, button:focus')).toBeVisible();

  await requestDialog('chain');
  await visitor.reaches(title, WRONG);
  await visitor.pressesKeyOn(ethereum, 'Space');
  await visitor.hearsOnly([CONFIRM]);
  await wallet.approve();
  await visitor.seesNoDialogOrHash();
  await visitor.reaches(join, sayStatus('news.moved'));

  await wallet.setChain(POLYGON);
  await visitor.hearsOnly([sayStatus('news.moved')]);
  await requestDialog('chain');
  await visitor.hearsOnly([WRONG]);
  await visitor.pressesKeyOn(leave);
  await visitor.seesNoDialogOrHash();
  await visitor.reaches(join, sayStatus('news.disconnected'));
});
