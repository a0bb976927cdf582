import type { Locator } from '@playwright/test';
import { expect } from 'vitest';
import type { startVerifier } from '../support/verifier.ts';
import { withSignIn } from './signInSite.ts';
import { createLayoutCheck, layouts, silentVisit } from './visitor/layouts.ts';
import { savePicture } from './visitor/look.ts';
import { say, sayAlert, sayStatus } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { Visitor } from './visitor/visitor.ts';

/*
 * Checks each state of the sign-in dialog in each layout and colour scheme, by keyboard. The server's answers are
 * delayed.
 */

const test = withSignIn('signInSteps', { withServer: true });
const FOX = {
  name: 'Fox',
  rdns: 'com.example.fox',
  icon: `data:image/svg+xml,${encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><path fill='#b85c20' d='M0 0h4v4H0z'/><path fill='#fff' d='m2 1 1 1-1 1-1-1z'/></svg>")}`,
};

const IDLE = sayStatus('sign_in.sentences.idle', 'Fox');

/** The window can be resized on desktop. A phone needs its own visit. */
const desks = { desk: ['wide', 'compact'], phone: ['sheet'] } as const;

/** Checks that everything in the dialog can be scrolled into view. */
async function fits(visitor: Visitor) {
  const { close, status, alert, send, cancel } = visitor.signIn;
  const writes = (size: string) =>
    visitor.page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, size);
  for (const [width, height, text] of [
    [320, 568, 100],
    [320, 256, 100],
    [844, 390, 100],
    [640, 360, 100],
    [390, 844, 200],
  ] as const) {
    await visitor.page.setViewportSize({ width, height });
    await writes(`${text}%`);
    const name = `${width} by ${height}, text at ${text} %`;
    for (const one of [close, status, alert, send, cancel]) {
      await one.scrollIntoViewIfNeeded();
      await seen(one, name).toBeInViewport({ ratio: 0.99 });
    }
    const box = await visitor.page.locator('#wallet').boundingBox();
    expect(box?.x, name).toBeGreaterThanOrEqual(0);
    expect(box?.y, name).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(width);
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(height);
    const sideways = await visitor.page.evaluate(() =>
      [...document.querySelectorAll('#wallet, #wallet *')].some(
        ({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1,
      ),
    );
    expect(sideways, name).toBe(false);
    if (process.env.SHOTS) await savePicture(visitor.page, 'signIn', `little-${width}-${height}-${text}`);
  }
  await writes('');
}

type Verifier = Awaited<ReturnType<typeof startVerifier>>;
type Check = ReturnType<typeof createLayoutCheck>;

const titleIn = ({ page }: Visitor) => page.locator('#wallet h2');

/** Connects, while the server answers late or not at all, until the message can be sent. */
async function prepares(visitor: Visitor, verifier: Verifier, { look }: Check) {
  const { page, wallet, signIn } = visitor;
  const title = titleIn(visitor);
  verifier.answer('/session', 'silence');
  verifier.answer('/nonce', 'silence');
  await visitor.pressesKeyOn(visitor.connect.dialog.getByRole('button', { name: /^Fox/ }));
  await wallet.approve();
  await seen(signIn.dialog).toContainText(say('checking.title'));
  // The clock is stopped, so that no time limit ends during the checks.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  await seen.poll(async () => (await visitor.heard()).at(-1)).toBe(sayStatus('checking.sentences.checking'));
  await look('checking', title);
  await page.clock.runFor(15_000);
  await seen(signIn.preparing).toBeVisible();
  await look('preparing', title, IDLE);
  await page.clock.runFor(15_000);
  await seen(signIn.retry).toBeVisible();
  await look('unprepared', title, sayAlert('sign_in.signature.preparing_error'));
  verifier.answer('/nonce', null);
  await visitor.pressesKeyOn(signIn.retry);
  await seen(signIn.send).toBeVisible();
  await look('ready', signIn.send);
}

/** The wallet switches to an unsupported network, and back. */
async function strays(visitor: Visitor, { look }: Check) {
  const { wallet, signIn } = visitor;
  const title = titleIn(visitor);
  await wallet.setChain(137);
  await look('elsewhere', title, sayStatus('sign_in.astray.elsewhere', 'Fox', { name: 'Ethereum' }));
  const confirm = signIn.dialog.getByRole('button', { name: say('sign_in.acts.switching', 'Fox') });
  await visitor.pressesKeyOn(signIn.switch);
  await look('switching', confirm, sayStatus('sign_in.acts.switching', 'Fox'));
  await wallet.reject(-32603);
  await seen(signIn.switch).toBeVisible();
  await look('error-switching', signIn.switch, sayAlert('sign_in.signature.switching_error'));
  await visitor.pressesKeyOn(signIn.switch);
  await visitor.hearsOnly([sayStatus('sign_in.acts.switching', 'Fox')]);
  await wallet.approve();
  await seen(signIn.send).toBeVisible();
  await look('back', title, IDLE);
}

/** Checks that the dialog has the same height with each text. */
function keepsHeight({ heights }: Check) {
  const astray = ['elsewhere', 'switching', 'error-switching'];
  for (const [view, high] of Object.entries(heights)) {
    const of = (those: boolean) => Object.keys(high).filter((name) => astray.includes(name) === those);
    for (const those of [true, false]) {
      const all = new Set(of(those).map((name) => high[name]));
      expect(all, `${view}: ${JSON.stringify(high)}`).toHaveProperty('size', 1);
    }
  }
}

async function leavesUnconfirmed(visitor: Visitor, verifier: Verifier, { look }: Check) {
  const { page } = visitor;
  verifier.answer('/sign-out', 500);
  visitor.forgiven.push(/status of 500/);
  await visitor.requests('account');
  await seen(visitor.account.leave).toBeVisible();
  await visitor.heard();
  await visitor.pressesKeyOn(visitor.account.leave);
  const trouble = page.getByRole('alert').filter({ hasText: say('trouble.signOut') });
  await seen(trouble).toBeVisible();
  const heard: string[] = [];
  const hear = async () => {
    heard.push(...(await visitor.heard()));
    return [...heard].sort();
  };
  await seen.poll(hear).toEqual([expect.stringContaining(sayAlert('trouble.signOut')), sayStatus('news.disconnected')]);
  await look('trouble', null);
  await visitor.pressesKeyOn(trouble.getByRole('button', { name: say('close') }));
  await seen(trouble).toBeHidden();
}

for (const [where, views] of Object.entries(desks))
  test(`each state of the sign-in dialog passes axe: ${views.join(', ')}`, { timeout: 400_000 }, async ({
    visit,
    verifier,
  }) => {
    const visitor = await visit({
      wallets: [{ info: FOX, answer: 'hold' }],
      ...layouts[views[0]],
      ...silentVisit,
    });
    const { page, wallet, signIn } = visitor;
    const check = createLayoutCheck(visitor, views);
    const { look } = check;
    const press = (target: Locator) => visitor.pressesKeyOn(target);

    await prepares(visitor, verifier, check);
    await press(signIn.send);
    await look('signing', signIn.waiting, sayStatus('sign_in.sentences.signing', 'Fox'));
    await page.clock.runFor(15_000);
    await look('hint', signIn.waiting, sayStatus('sign_in.sentences.slow', 'Fox'));
    await wallet.reject(-32603);
    await seen(signIn.send).toBeVisible();
    await look('error-signing', signIn.send, sayAlert('sign_in.signature.signing_error'), IDLE);
    if (where === 'desk') await fits(visitor);

    verifier.answer('/verify', 'silence');
    await press(signIn.send);
    await visitor.hearsOnly([sayStatus('sign_in.sentences.signing', 'Fox')]);
    await wallet.approve();
    await seen(signIn.verifying).toBeVisible();
    await look('verifying', signIn.verifying, sayStatus('sign_in.sentences.verifying'));
    await page.clock.runFor(15_000);
    await seen(signIn.send).toBeVisible();
    await look('error-verifying', signIn.send, sayAlert('sign_in.signature.verifying_error'), IDLE);
    verifier.answer('/verify', null);
    wallet.answers.personal_sign = () => 'no signature';
    await press(signIn.send);
    await seen(signIn.alert).toHaveText(say('sign_in.signature.oops_error'));
    await seen(signIn.send).toBeVisible();
    await visitor.heard();
    await look('error-oops', signIn.send);

    await strays(visitor, check);
    keepsHeight(check);
    expect(Object.keys(check.heights).sort()).toEqual([...views].sort());

    await page.clock.resume();
    verifier.answer('/session', null);
    wallet.answers.personal_sign = 'approve';
    await press(signIn.send);
    await seen(signIn.dialog).toBeHidden();
    await visitor.hears('news.signedIn');
    await seen.poll(async () => (await visitor.heard()).at(-1)).toBe(sayStatus('news.signedIn'));
    await visitor.isHome();

    await leavesUnconfirmed(visitor, verifier, check);
  });
