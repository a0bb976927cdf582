import { deployApprovingWallet } from '../support/chain.ts';
import { framedComplaints, SAFE, standAround } from './safe.ts';
import { seen } from './seen.ts';
import { withSignIn } from './signing.ts';

const test = withSignIn('safe', { withServer: true, framed: true });

test('a visitor inside Safe signs in by the server, and still is after a reload', async ({
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
  const openAccount = () =>
    inner.locator('html').evaluate(() => {
      location.hash = 'account';
    });
  await seen(inner.locator('html[data-connected], #wallet')).not.toHaveCount(0);
  await openAccount();
  await inner.getByRole('button', { name: 'Send message' }).click();
  await seen(inner.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await seen.poll(() => verifier.visitors()).toEqual([address]);
  const cookies = await context.cookies(verifier.url);
  await page.reload();
  await seen(inner.locator('html[data-connected]')).toHaveCount(1);
  await openAccount();
  await seen(inner.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await seen(inner.getByRole('button', { name: 'Send message' })).toHaveCount(0);
  // Another site that shows the page is told nothing of the session inside Safe.
  seen(cookies).toMatchObject([{ httpOnly: true, sameSite: 'None', secure: true }]);
});
