import { deployApprovingContract } from '../support/chain.ts';
import { frameBySafe, openSafe } from './safe.ts';
import { createSignInTest } from './signInSite.ts';
import { expectPage } from './visitor/expectPage.ts';
import { say } from './visitor/say.ts';

const test = createSignInTest('safe', { withServer: true, framed: true });

test('a visitor inside Safe signs in at a server, and stays signed in after a reload', async ({
  visit,
  site,
  chain,
  verifier,
}) => {
  const address = await deployApprovingContract(chain);
  const visited = await visit({
    wallets: [],
    path: '/',
    before: (page, context) => frameBySafe(page, context, site, address),
  });
  const { page, context } = visited;
  const { inner, isConnected, asksForAccount } = await openSafe(visited);
  const send = inner.getByRole('button', { name: say('sign_in.acts.ready') });
  const account = inner.getByRole('dialog', { name: say('account.title') });
  await expectPage(inner.locator('#wallet')).toHaveCount(1);
  await asksForAccount();
  await send.click();
  await expectPage.poll(() => verifier.visitors()).toEqual([address]);
  // The session cookie is partitioned, so it is valid only inside of Safe's page.
  expectPage(await context.cookies(verifier.url)).toMatchObject([
    { httpOnly: true, sameSite: 'None', secure: true, partitionKey: 'https://safe.global' },
  ]);
  await page.reload();
  await expectPage(isConnected).toHaveCount(1);
  await asksForAccount();
  await expectPage(account).toBeVisible();
  await expectPage(send).toHaveCount(0);
});
