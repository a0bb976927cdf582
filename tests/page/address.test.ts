import { test } from './visitor/fixtures.ts';
import { seen } from './visitor/seen.ts';
import type { Visitor } from './visitor/visitor.ts';

const type = (visitor: Visitor, hash: string) =>
  visitor.page.evaluate(async (hash) => {
    const told = new Promise((tell) => addEventListener('hashchange', tell, { once: true }));
    location.hash = hash;
    await told;
  }, hash);

/** Checks that no dialog is open, and that going back leaves the site. */
async function leavesNothing(visitor: Visitor) {
  await visitor.seesNoDialog();
  await visitor.isHome();
  await visitor.leavesSite();
}

test('Escape and one step back remove all typed hashes from the history', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], path: '/' });
  const { page } = visitor;
  await visitor.waitsForScripts();
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await visitor.requestsWallets();
    for (const hash of ['account', 'chain']) await type(visitor, hash);
    await close();
    await seen(visitor.connect.dialog).toBeHidden();
    await visitor.isHome();
  }
  await leavesNothing(visitor);
});

test('closing the dialog removes all typed hashes from the history after a reload', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], path: '/' });
  await visitor.waitsForScripts();
  await visitor.requestsWallets();
  await type(visitor, 'account');
  await visitor.page.reload();
  await visitor.seesWallets();
  await visitor.escapes();
  await seen(visitor.connect.dialog).toBeHidden();
  await leavesNothing(visitor);
});

test('a hash opens its dialog if it is set some turns after another dialog closed', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], path: '/' });
  await visitor.waitsForScripts();
  for (const turns of [0, 1, 2, 3]) {
    await visitor.requestsWallets();
    const close = await visitor.connect.close.elementHandle();
    await visitor.page.evaluate(
      async ([close, turns]) => {
        close?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        for (let i = 0; i < turns; i++) await new Promise((resolve) => setTimeout(resolve));
        location.hash = 'account';
      },
      [close, turns] as const,
    );
    await visitor.seesWallets();
    await seen(visitor.page, `${turns} turns`).toHaveURL(/#connect$/);
    await visitor.escapes();
    await visitor.seesNoDialog();
    await visitor.isHome();
  }
  await leavesNothing(visitor);
});

test('the hash of the alpha modal adds a history entry of its own', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], path: '/' });
  const { page } = visitor;
  await visitor.waitsForScripts();
  const { modal, join } = visitor.alpha;
  await visitor.requestsWallets();
  const [close, open] = await Promise.all([visitor.connect.close.elementHandle(), join.elementHandle()]);
  await page.evaluate(
    async ([close, open]) => {
      const click = (it: Element | null) => it?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      click(close);
      await new Promise((resolve) => setTimeout(resolve));
      click(open);
    },
    [close, open] as const,
  );
  await seen(modal).toBeVisible();
  await seen.poll(() => page.evaluate(() => location.hash)).toBe('');
  await seen.poll(() => page.evaluate(() => history.state?.depth)).toBe(1);
  await page.goBack();
  await seen(modal).toBeHidden();
  await leavesNothing(visitor);
});

test('the hash changes from the account to the network dialog, and back', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], path: '/' });
  await visitor.waitsForScripts();
  await visitor.requests('account');
  await visitor.picks();
  await seen(visitor.account.dialog).toBeVisible();
  await type(visitor, 'chain');
  await seen(visitor.network.dialog).toBeVisible();
  await type(visitor, 'account');
  await seen(visitor.account.dialog).toBeVisible();
  await type(visitor, 'connect');
  await seen(visitor.page).toHaveURL(/#account$/);
  await seen(visitor.account.dialog).toBeVisible();
  await visitor.escapes();
  await leavesNothing(visitor);
});
