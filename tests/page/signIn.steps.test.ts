import { expect } from 'vitest';
import { createSignInTest } from './signInSite.ts';
import { expectPage } from './visitor/expectPage.ts';
import { silentVisitOptions } from './visitor/layouts.ts';
import { say, sayAlert, sayStatus, TEST_WALLET_NAME } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Goes through the sign-in dialog by keyboard alone. `looks.test.ts` checks how its states look. */

const test = createSignInTest('signInSteps', { withServer: true });
const IDLE = sayStatus('sign_in.sentences.idle');
const SIGNING = sayStatus('sign_in.sentences.signing');

/** Checks that everything in the dialog can be scrolled into view. */
async function fits(visitor: Visitor) {
  const { close, status, alert, send, cancel } = visitor.signIn;
  const writes = (size: string) =>
    visitor.page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, size);
  for (const [width, height, text] of [
    [320, 256, 100],
    [844, 390, 100],
    [390, 844, 200],
  ] as const) {
    await visitor.page.setViewportSize({ width, height });
    await writes(`${text}%`);
    const name = `${width} by ${height}, text at ${text} %`;
    for (const one of [close, status, alert, send, cancel]) {
      await one.scrollIntoViewIfNeeded();
      await expectPage(one, name).toBeInViewport({ ratio: 0.99 });
    }
    const { x, y, width: wide, height: high } = (await visitor.page.locator('#wallet').boundingBox())!;
    expect([x >= 0, y >= 0, x + wide <= width, y + high <= height], name).toEqual([true, true, true, true]);
    const sideways = await visitor.page.evaluate(() =>
      [...document.querySelectorAll('#wallet, #wallet *')].some(
        ({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1,
      ),
    );
    expect(sideways, name).toBe(false);
  }
  await writes('');
}

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
  await fits(visitor);
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
