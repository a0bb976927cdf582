import { createSignInTest } from './signInSite.ts';
import { expectPage } from './visitor/expectPage.ts';
import { silentVisitOptions } from './visitor/layouts.ts';
import { say, sayAlert, sayStatus, TEST_WALLET_NAME } from './visitor/say.ts';

/* Goes through the sign-in dialog by keyboard alone. `looks.test.ts` checks how its states look. */

const test = createSignInTest('signInSteps', { withServer: true });
const IDLE = sayStatus('sign_in.sentences.idle');
const SIGNING = sayStatus('sign_in.sentences.signing');

test('each step of the sign-in is announced, and gets the focus', async ({ visit, verifier }) => {
  const visitor = await visit({ wallets: [{ answer: 'hold' }], ...silentVisitOptions });
  const { page, wallet, signIn } = visitor;
  const title = page.locator('#wallet h2');

  // The server answers late.
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
  await visitor.reaches(title, sayAlert('sign_in.signature.preparing_error'));
  verifier.answer('/nonce', null);
  await visitor.pressesKeyOn(signIn.retry);
  await visitor.reaches(signIn.send);

  // The wallet fails, and then the server does.
  await visitor.pressesKeyOn(signIn.send);
  await visitor.reaches(signIn.waiting, SIGNING);
  await wallet.reject(-32603);
  await visitor.reaches(signIn.send, sayAlert('sign_in.signature.signing_error'), IDLE);
  verifier.answer('/verify', 'silence');
  await visitor.pressesKeyOn(signIn.send);
  await visitor.hearsOnly([SIGNING]);
  await wallet.approve();
  await visitor.reaches(signIn.verifying, sayStatus('sign_in.sentences.verifying'));
  await page.clock.runFor(15_000);
  await visitor.reaches(signIn.send, sayAlert('sign_in.signature.verifying_error'), IDLE);
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
  await visitor.isSignedIn();
  await visitor.isHome();

  verifier.answer('/sign-out', 500);
  visitor.forgiven.push(/status of 500/);
  await visitor.requests('account');
  await visitor.pressesKeyOn(visitor.account.leave);
  const trouble = page.getByRole('alert').filter({ hasText: say('trouble.signOut') });
  await visitor.pressesKeyOn(trouble.getByRole('button', { name: say('close') }));
  await expectPage(trouble).toBeHidden();
});
