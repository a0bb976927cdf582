import type { Locator } from '@playwright/test';
import { expect } from 'vitest';
import { createRelayTest, extractPairingUri } from './relaySite.ts';
import { expectPage } from './visitor/expectPage.ts';
import { layoutOptions, type VisitOptions } from './visitor/fixtures.ts';
import { checkLayout } from './visitor/look.ts';
import { say } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Uses the connect dialog by keyboard alone. `looks.test.ts` checks how its steps look. */

const test = createRelayTest('steps');

/** Returns functions that press a control, and check the title of the step that it leads to. */
function handsOf(visitor: Visitor) {
  const { page, modal } = visitor;
  const press = (target: Locator) => visitor.pressesKeyOn(target);
  const reaches = async (title: string) => {
    await expectPage(modal.locator('h2:focus')).toHaveText(title);
    await checkLayout(page, title);
  };
  return {
    press,
    reaches,
    leads: async (target: Locator, title: string) => {
      await press(target);
      await reaches(title);
    },
    shop: async (kind: 'extension' | 'desktop', host: string) => {
      const store = visitor.connect.link(new RegExp(`^${say(`options.${kind}.title`)}`));
      const [tab] = await Promise.all([visitor.context.waitForEvent('page'), press(store)]);
      await tab.close();
      await page.bringToFront();
      expect(visitor.foreign.splice(0).map((url) => new URL(url).host)).toEqual([host]);
    },
  };
}

/** Goes through the steps for getting a wallet, up to the reload that looks for the new wallet. */
async function getsWallets(visitor: Visitor) {
  const { page, modal } = visitor;
  const { back } = visitor.connect;
  const { press, reaches, leads, shop } = handsOf(visitor);
  const onPhone = modal.getByRole('button', { name: new RegExp(`^${say('options.mobile.title')}`) });
  await leads(visitor.button('what'), say('what'));
  await leads(visitor.button('browse'), say('browse'));
  await leads(visitor.button('getName', 'MetaMask'), say('getName', 'MetaMask'));
  await leads(onPhone, say('getApp', 'MetaMask'));
  await leads(visitor.button('haveIt'), say('setUp', 'MetaMask'));
  for (const title of [say('getApp', 'MetaMask'), say('getName', 'MetaMask'), say('browse')]) await leads(back, title);
  await press(visitor.button('getName', 'Ledger'));
  await shop('desktop', 'www.ledger.com');
  await reaches(say('setUp', 'Ledger'));
  await press(back);
  await leads(back, say('browse'));
  await press(visitor.button('getName', 'MetaMask'));
  await shop('extension', 'chromewebstore.google.com');
  await reaches(say('setUp', 'MetaMask'));
  await Promise.all([page.waitForEvent('load'), press(visitor.button('refresh'))]);
}

/** Options of a visit with an installed wallet that never answers. */
const usual: VisitOptions = {
  clock: true,
  wallets: [{ info: { name: 'Fox', rdns: 'com.example.fox' }, answer: 'hold' }],
};

test('each step of the connect dialog can be used by keyboard on a phone', async ({ visit, phoneOf }) => {
  const visitor = await visit({ ...layoutOptions.sheet, ...usual });
  const { page, connect } = visitor;
  const { press, reaches, leads } = handsOf(visitor);
  await expectPage(connect.link('Rainbow')).toBeVisible();
  await reaches(say('wallet.title'));
  await leads(visitor.button('browse'), say('browse'));
  await press(connect.back);
  await leads(visitor.modal.getByRole('button', { name: 'Fox', exact: true }), 'Fox');
  await press(connect.back);
  await expectPage(connect.link('Rainbow')).toHaveAttribute('href', /^https:/);
  const href = (await connect.link('Rainbow').getAttribute('href')) ?? '';
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), { once: true }));
  await leads(connect.link('Rainbow'), 'Rainbow');
  await page.clock.fastForward(2_500);
  await expectPage(connect.status).toContainText(say('phone.stuck'));
  const phone = await phoneOf('reject');
  await phone.pair(extractPairingUri(href));
  await expectPage(connect.status).toContainText(say('failure.rejected.title'));
  await reaches('Rainbow');
  await press(connect.retry);
  await expectPage(connect.link('Open Rainbow')).toBeVisible();
  await reaches('Rainbow');
  await visitor.escapes();
  await expectPage(visitor.modal).toBeHidden();
});

test('each step of the connect dialog can be used by keyboard in a narrow window', async ({ visit, relay, cutOff }) => {
  const visitor = await visit({ ...layoutOptions.compact, ...usual });
  const { page, modal } = visitor;
  const { status, row, retry, code, back } = visitor.connect;
  const { press, reaches, leads } = handsOf(visitor);
  // Waits for a wallet in the list, because the loading panel has the same title as the list.
  await visitor.seesWallets('Fox');
  await reaches(say('wallet.title'));
  // The page shows the wallet dialog for phones only on touch screens, not in every narrow window.
  await expectPage(modal.getByRole('list', { name: say('phone.list') })).toHaveCount(0);
  await getsWallets(visitor);

  await visitor.seesWallets('Fox');
  await leads(row('Fox'), 'Fox');
  await page.clock.fastForward(15_000);
  await expectPage(status).toContainText(say('still'));
  await visitor.wallet.reject();
  await expectPage(status).toContainText(say('failure.rejected.title'));
  await leads(back, say('wallet.title'));

  // The clock is stopped between two retries of WalletConnect's library, so that only the first retries happen.
  await visitor.clock.stop();
  await cutOff(visitor);
  await leads(row('Rainbow'), 'Rainbow');
  await page.clock.fastForward(10_000);
  await expectPage(status).toContainText(say('failure.unreachable.title', 'Rainbow'));
  relay.allow();
  await press(retry);
  const come = async () => {
    // The clock is stopped while the connection opens, because WalletConnect's library would repeat its requests.
    if (visitor.lines.every((line) => line.isClosed())) await page.clock.fastForward(50);
    return code.isVisible();
  };
  await expectPage.poll(come, { intervals: [20] }).toBe(true);
  await page.clock.resume();
  await reaches(say('scan', 'Rainbow'));
  await press(visitor.button('copy'));
  await expectPage(visitor.button('copied')).toBeVisible();
  await visitor.escapes();
  await visitor.seesNoDialogOrHash();
});
