import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
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

test('Escape and one step back remove every hash that the visitor typed', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], path: '/' });
  const { page } = visitor;
  await visitor.waitsForScripts();
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await visitor.requestsWallets();
    for (const hash of ['account', 'chain']) await type(visitor, hash);
    await close();
    await expectPage(visitor.connect.dialog).toBeHidden();
    await visitor.isHome();
  }
  await leavesNothing(visitor);
});

test('after a reload, closing the dialog removes every hash that the visitor typed', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], path: '/' });
  await visitor.waitsForScripts();
  await visitor.requestsWallets();
  await type(visitor, 'account');
  await visitor.page.reload();
  await visitor.seesWallets();
  await visitor.escapes();
  await expectPage(visitor.connect.dialog).toBeHidden();
  await leavesNothing(visitor);
});

test('a hash opens its dialog shortly after the dialog of another hash has closed', async ({ visit }) => {
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
    await expectPage(visitor.page, `${turns} turns`).toHaveURL(/#connect$/);
    await visitor.escapes();
    await visitor.seesNoDialog();
    await visitor.isHome();
  }
  await leavesNothing(visitor);
});
