import { type Hex, hexToString } from 'viem';
import { expect } from 'vitest';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { createSignInTest } from './signInSite.ts';
import { expectPage } from './visitor/expectPage.ts';
import { announcementVisitOptions } from './visitor/fixtures.ts';
import { say, sayStatus, TEST_WALLET_NAME } from './visitor/say.ts';
import { countRequests } from './visitor/viewer.ts';

/*
 * Tests sign-in with a server (`VITE_AUTH_URL`) on another origin, by keyboard and by mouse. `looks.test.ts` checks how
 * the steps look.
 */

const test = createSignInTest('signInSteps', { withServer: true });
const IDLE = sayStatus('sign_in.sentences.idle');
const SIGNING = sayStatus('sign_in.sentences.signing');

test('each step of the sign-in is announced, and receives the keyboard focus', async ({ visit, verifier }) => {
  const visitor = await visit({ wallets: [{ answer: 'hold' }], ...announcementVisitOptions });
  const { page, wallet, signIn } = visitor;
  const title = page.locator('#wallet h2');

  // The server does not answer at first, so the page has to wait for the session and the nonce.
  verifier.answer('/session', 'silence');
  verifier.answer('/nonce', 'silence');
  await visitor.pressesKeyOn(visitor.connect.rows.first());
  await wallet.approve();
  await expectPage(signIn.dialog).toContainText(say('checking.title'));
  // The clock is stopped, so that no time limit ends during the checks.
  await visitor.clock.stop();
  await expectPage.poll(async () => (await visitor.heard()).at(-1)).toBe(sayStatus('checking.sentences.checking'));
  await page.clock.runFor(15_000);
  await visitor.reaches(title, IDLE);
  await page.clock.runFor(15_000);
  await visitor.reaches(title, `alert: ${say('sign_in.signature.preparing_error')}`);
  verifier.answer('/nonce', null);
  await visitor.pressesKeyOn(signIn.retry);
  await visitor.reaches(signIn.send);

  // First the wallet fails to sign, then the server fails to verify.
  await visitor.pressesKeyOn(signIn.send);
  await visitor.reaches(signIn.waiting, SIGNING);
  await wallet.reject(-32603);
  await visitor.reaches(signIn.send, `alert: ${say('sign_in.signature.signing_error')}`, IDLE);
  verifier.answer('/verify', 'silence');
  await visitor.pressesKeyOn(signIn.send);
  await visitor.hearsOnly([SIGNING]);
  await wallet.approve();
  await visitor.reaches(signIn.verifying, sayStatus('sign_in.sentences.verifying'));
  await page.clock.runFor(15_000);
  await visitor.reaches(signIn.send, `alert: ${say('sign_in.signature.verifying_error')}`, IDLE);
  verifier.answer('/verify', null);

  // The wallet switches to an unsupported network, and back.
  await wallet.setChain(137);
  await visitor.reaches(title, sayStatus('sign_in.astray.elsewhere', TEST_WALLET_NAME, { name: 'Ethereum' }));
  await visitor.pressesKeyOn(signIn.switch);
  await visitor.hearsOnly([sayStatus('sign_in.acts.switching')]);
  await wallet.approve();
  await visitor.reaches(title, IDLE);

  await page.clock.resume();
  verifier.answer('/session', null);
  wallet.answers.personal_sign = 'approve';
  await visitor.pressesKeyOn(signIn.send);
  await visitor.hearsSignedIn();
  await visitor.seesNoHash();

  verifier.answer('/sign-out', 500);
  visitor.forgiven.push(/status of 500/);
  await visitor.requests('account');
  await visitor.pressesKeyOn(visitor.account.leave);
  const trouble = page.getByRole('alert').filter({ hasText: say('trouble.signOut') });
  await visitor.pressesKeyOn(trouble.getByRole('button', { name: say('close') }));
  await expectPage(trouble).toBeHidden();
});

test('the session is a cookie of the server, which the page neither reads nor stores', async ({ visit, verifier }) => {
  let known = verifier.log.length;
  /** Returns the requests that the server has received since the last call of this function. */
  const asks = () => {
    const requests = verifier.log.slice(known).map(({ method, path, status }) => `${method} ${path} ${status}`);
    known += requests.length;
    return requests;
  };
  const visitor = await visit();
  const { page, context, wallet } = visitor;
  /** Returns the session that the server reports to the page. */
  const who = () =>
    page.evaluate(
      (url) => fetch(`${url}/session`, { credentials: 'include' }).then((answer) => answer.json()),
      verifier.url,
    );
  await visitor.connects();
  await visitor.signs();
  const verification = ['OPTIONS /verify 204', 'POST /verify 204', 'GET /session 200'];
  expect(asks()).toEqual(['GET /session 200', 'GET /nonce 200', ...verification]);
  expect(await who()).toEqual({ address: DEFAULT_ACCOUNT.address, chainId: 1 });

  const [cookie, ...others] = await context.cookies(verifier.url);
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax' });
  const kept = await page.evaluate(() => ({
    cookie: document.cookie,
    local: { ...localStorage } as Record<string, string>,
    session: { ...sessionStorage } as Record<string, string>,
  }));
  expect(kept).toMatchObject({ cookie: '', session: {} });
  expect(Object.keys(kept.local).sort()).toEqual(['latest', 'recents', 'session'].map((name) => `iaborrow.${name}`));
  const signed = wallet.log.find(({ method }) => method === 'personal_sign')!;
  const [, nonce] = /^Nonce: (\w+)$/m.exec(hexToString((signed.params as [Hex])[0]))!;
  for (const secret of [nonce!, cookie!.value])
    expect(JSON.stringify(kept).toLowerCase()).not.toContain(secret.toLowerCase());
  // Only the record `session` may contain the account, because the next visit shows the account at once.
  const { 'iaborrow.session': _, ...unnamed } = kept.local;
  expect(JSON.stringify(unnamed).toLowerCase()).not.toContain(DEFAULT_ACCOUNT.address.toLowerCase());

  await visitor.opensAccount();
  asks();
  await visitor.account.leave.click();
  await visitor.hears('news.disconnected');
  expect(asks()).toEqual(['POST /sign-out 204']);
  expect(await context.cookies(verifier.url)).toEqual([]);
  expect(await who()).toBeNull();
  expect(countRequests(wallet, 'wallet_revokePermissions')).toBe(1);
});
