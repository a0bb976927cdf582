import { deployApprovingContract } from '../support/chain.ts';
import { frameBySafe, openSafe } from './safe.ts';
import { withSignIn } from './signInSite.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';

const test = withSignIn('safe', { withServer: true, framed: true });

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
  await seen(inner.locator('#wallet')).toHaveCount(1);
  await asksForAccount();
  await send.click();
  await seen.poll(() => verifier.visitors()).toEqual([address]);
  // The session cookie is partitioned, so it is valid only inside of Safe's page.
  seen(await context.cookies(verifier.url)).toMatchObject([
    { httpOnly: true, sameSite: 'None', secure: true, partitionKey: 'https://safe.global' },
  ]);
  await page.reload();
  await seen(isConnected).toHaveCount(1);
  await asksForAccount();
  await seen(account).toBeVisible();
  await seen(send).toHaveCount(0);
});
