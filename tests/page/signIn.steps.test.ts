import type { Locator, Page } from '@playwright/test';
import { expect } from 'vitest';
import {
  createLayoutCheck,
  expectAnnounced,
  keepPicture,
  layouts,
  pressKeyOn as pressOn,
  silencePage,
} from './look.ts';
import { seen } from './seen.ts';
import { saidIn, signInOf, withSignIn } from './signing.ts';
import { requestDialog } from './visit.ts';

/* Checks each state of the sign-in dialog in each layout and scheme, by keyboard. The server holds back answers. */

const test = withSignIn('signInSteps', { withServer: true });
const FOX = {
  name: 'Fox',
  rdns: 'com.example.fox',
  icon: `data:image/svg+xml,${encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><path fill='#b85c20' d='M0 0h4v4H0z'/><path fill='#fff' d='m2 1 1 1-1 1-1-1z'/></svg>")}`,
};

const IDLE = 'status: Sign a short message in Fox. That’s all it takes.';

/** The window can be resized on desktop. A phone needs its own visit. */
const desks = { desk: ['wide', 'compact'], phone: ['sheet'] } as const;

/** Checks that everything in the dialog can be scrolled into view. */
async function fits(page: Page, { close, status, alert, send, cancel }: ReturnType<typeof signInOf>) {
  const writes = (size: string) =>
    page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, size);
  for (const [width, height, text] of [
    [320, 568, 100],
    [320, 256, 100],
    [844, 390, 100],
    [640, 360, 100],
    [390, 844, 200],
  ] as const) {
    await page.setViewportSize({ width, height });
    await writes(`${text}%`);
    const name = `${width} by ${height}, text at ${text} %`;
    for (const one of [close, status, alert, send, cancel]) {
      await one.scrollIntoViewIfNeeded();
      await seen(one, name).toBeInViewport({ ratio: 0.99 });
    }
    const box = await page.locator('#wallet').boundingBox();
    expect(box?.x, name).toBeGreaterThanOrEqual(0);
    expect(box?.y, name).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(width);
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(height);
    const sideways = await page.evaluate(() =>
      [...document.querySelectorAll('#wallet, #wallet *')].some(
        ({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1,
      ),
    );
    expect(sideways, name).toBe(false);
    if (process.env.SHOTS) await keepPicture(page, 'signIn', `little-${width}-${height}-${text}`);
  }
  await writes('');
}

for (const [where, views] of Object.entries(desks))
  test(`each state of the sign-in dialog is accessible: ${views.join(', ')}`, { timeout: 400_000 }, async ({
    come,
    verifier,
  }) => {
    const { page, wallet, forgiven, connect } = await come([{ info: FOX, answer: 'hold' }], {
      ...layouts[views[0]],
      before: silencePage,
    });
    const signIn = signInOf(page);
    const title = page.locator('#wallet h2');
    const { look, heights } = createLayoutCheck(page, 'signIn', views);
    const press = (target: Locator) => pressOn(page, target);
    const fox = connect.dialog.getByRole('button', { name: /^Fox/ });

    verifier.answer('/session', 'silence');
    verifier.answer('/nonce', 'silence');
    await press(fox);
    await wallet.approve();
    await seen(signIn.dialog).toContainText('One moment…');
    // The clock stands still, so that no limit passes during checks.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
    await seen.poll(async () => (await saidIn(page)).at(-1)).toBe('status: Checking whether you are signed in.');
    await look('checking', title);
    await page.clock.runFor(15_000);
    await seen(signIn.preparing).toBeVisible();
    await look('preparing', title, IDLE);
    await page.clock.runFor(15_000);
    await seen(signIn.retry).toBeVisible();
    await look('unprepared', title, 'alert: Error preparing message, please retry');
    verifier.answer('/nonce', null);
    await press(signIn.retry);
    await seen(signIn.send).toBeVisible();
    await look('ready', signIn.send);

    await press(signIn.send);
    await look('signing', signIn.waiting, 'status: Open Fox and sign the message. This page continues on its own.');
    await page.clock.runFor(15_000);
    await look('hint', signIn.waiting, expect.stringMatching(/^status: Still waiting\. .*approve\.$/));
    await wallet.reject(-32603);
    await seen(signIn.send).toBeVisible();
    await look('error-signing', signIn.send, 'alert: Error signing message, please retry', IDLE);
    if (where === 'desk') await fits(page, signIn);

    verifier.answer('/verify', 'silence');
    await press(signIn.send);
    await expectAnnounced(page, ['status: Open Fox and sign the message. This page continues on its own.']);
    await wallet.approve();
    await seen(signIn.verifying).toBeVisible();
    await look('verifying', signIn.verifying, 'status: Signed. Checking your signature…');
    await page.clock.runFor(15_000);
    await seen(signIn.send).toBeVisible();
    await look('error-verifying', signIn.send, 'alert: Error verifying signature, please retry', IDLE);
    verifier.answer('/verify', null);
    wallet.answers.personal_sign = () => 'no signature';
    await press(signIn.send);
    await seen(signIn.alert).toHaveText('Oops, something went wrong');
    await seen(signIn.send).toBeVisible();
    await saidIn(page);
    await look('error-oops', signIn.send);

    await wallet.setChain(137);
    await look('elsewhere', title, 'status: Fox is on a network this page doesn’t use. Switch to Ethereum to sign in.');
    const confirm = signIn.dialog.getByRole('button', { name: 'Confirm in Fox…' });
    await press(signIn.switch);
    await look('switching', confirm, 'status: Confirm in Fox…');
    await wallet.reject(-32603);
    await seen(signIn.switch).toBeVisible();
    await look('error-switching', signIn.switch, 'alert: The network was not changed. Please try again.');
    await press(signIn.switch);
    await expectAnnounced(page, ['status: Confirm in Fox…']);
    await wallet.approve();
    await seen(signIn.send).toBeVisible();
    await look('back', title, IDLE);
    // The dialog keeps its height whatever its text.
    const astray = ['elsewhere', 'switching', 'error-switching'];
    for (const [view, high] of Object.entries(heights)) {
      const of = (those: boolean) => Object.keys(high).filter((name) => astray.includes(name) === those);
      for (const those of [true, false]) {
        const all = new Set(of(those).map((name) => high[name]));
        expect(all, `${view}: ${JSON.stringify(high)}`).toHaveProperty('size', 1);
      }
    }
    expect(Object.keys(heights).sort()).toEqual([...views].sort());

    await page.clock.resume();
    verifier.answer('/session', null);
    wallet.answers.personal_sign = 'approve';
    await press(signIn.send);
    await seen(signIn.dialog).toBeHidden();
    await seen(connect.news).toHaveText('Signed in');
    await seen.poll(async () => (await saidIn(page)).at(-1)).toBe('status: Signed in');
    await seen(page).toHaveURL(/\/$/);

    verifier.answer('/sign-out', 500);
    forgiven.push(/status of 500/);
    await requestDialog(page, 'account');
    await seen(connect.leave).toBeVisible();
    await saidIn(page);
    await press(connect.leave);
    const trouble = page.getByRole('alert').filter({ hasText: 'We couldn’t confirm that you are signed out.' });
    await seen(trouble).toBeVisible();
    const heard: string[] = [];
    const hear = async () => {
      heard.push(...(await saidIn(page)));
      return [...heard].sort();
    };
    await seen
      .poll(hear)
      .toEqual([
        expect.stringMatching(/^alert: We couldn’t confirm that you are signed out\./),
        'status: Disconnected',
      ]);
    await look('trouble', null);
    await press(trouble.getByRole('button', { name: 'Close' }));
    await seen(trouble).toBeHidden();
  });
