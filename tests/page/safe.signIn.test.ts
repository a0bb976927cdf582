import { deployApprovingWallet } from '../support/chain.ts';
import { framedComplaints, SAFE, standAround } from './safe.ts';
import { seen } from './seen.ts';
import { withSignIn } from './signing.ts';

const test = withSignIn('safe', { withServer: true, framed: true });

test('a visitor inside Safe signs in by a server, and stays signed in after a reload', async ({
  come,
  site,
  chain,
  verifier,
}) => {
  const address = await deployApprovingWallet(chain);
  const { page, context, forgiven } = await come([], {
    path: '/',
    before: (page, context) => standAround(page, context, site, address),
  });
  forgiven.push(...framedComplaints);
  await page.goto(SAFE);
  const inner = page.frameLocator('iframe');
  const send = inner.getByRole('button', { name: 'Send message' });
  const account = inner.getByRole('dialog', { name: 'Account' });
  const askForAccount = () =>
    inner.locator('html').evaluate(() => {
      location.hash = 'account';
    });
  await seen(inner.locator('#wallet')).toHaveCount(1);
  await askForAccount();
  await send.click();
  await seen.poll(() => verifier.visitors()).toEqual([address]);
  // The session cookie is valid only inside Safe.
  seen(await context.cookies(verifier.url)).toMatchObject([
    { httpOnly: true, sameSite: 'None', secure: true, partitionKey: 'https://safe.global' },
  ]);
  await page.reload();
  await seen(inner.locator('html[data-connected]')).toHaveCount(1);
  await askForAccount();
  await seen(account).toBeVisible();
  await seen(send).toHaveCount(0);
});
