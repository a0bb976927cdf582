import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import type { Visitor } from './visitor/visitor.ts';

const type = (visitor: Visitor, hash: string) =>
  visitor.page.evaluate(async (hash) => {
    const told = new Promise((tell) => addEventListener('hashchange', tell, { once: true }));
    location.hash = hash;
    await told;
  }, hash);

test('closing a dialog once removes every hash that the visitor typed', async ({ visit }) => {
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
  await visitor.requestsWallets();
  await type(visitor, 'account');
  await page.reload();
  await visitor.seesWallets();
  await visitor.escapes();
  await visitor.isAtRest();
  await visitor.leavesSite();
});
