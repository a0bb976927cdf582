import type { Locator } from '@playwright/test';
import { describe, expect } from 'vitest';
import { glance, hears, keepPicture, layouts, press as pressOn } from './look.ts';
import { noteSaid, saidIn, seen, signInOf, withSignIn } from './signing.ts';
import { ask, axe, connectOf, type VisitOptions, type visitWith } from './visit.ts';

/*
 * Each state of the sign-in dialog, in each layout and scheme, by the keyboard alone: what axe finds there, where the
 * focus is, what is read out, that nothing moves and nothing is cut off. The server keeps the visitor waiting, so that
 * all of them can be seen. With `SHOTS=folder` a picture of each is kept.
 */

const test = withSignIn('signInSteps', { withServer: true });
const FOX = {
  name: 'Fox',
  rdns: 'com.example.fox',
  icon: `data:image/svg+xml,${encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><path fill='#b85c20' d='M0 0h4v4H0z'/><path fill='#fff' d='m2 1 1 1-1 1-1-1z'/></svg>")}`,
};

const IDLE = 'status: Send a short message to Fox and sign it there. That is all it takes.';

for (const colorScheme of ['light', 'dark'] as const)
  for (const layout of ['wide', 'compact', 'sheet'] as const)
    describe(`the sign-in, ${layout}, ${colorScheme}`, () => {
      /** Comes with a wallet in the browser that keeps its owner waiting. */
      const opened = async (
        come: (...given: [Parameters<typeof visitWith>[1], VisitOptions]) => ReturnType<typeof visitWith>,
      ) => {
        const visited = await come([{ info: FOX, answer: 'hold' }], {
          ...layouts[layout],
          colorScheme,
          before: async (page) => {
            await page.clock.install();
            await page.addInitScript(noteSaid);
            // On a phone links to all wallets are made at once, by way of the relay: one that says nothing.
            await page.routeWebSocket(/relay/, () => {});
          },
        });
        const { page } = visited;
        const connect = connectOf(page);
        const signIn = signInOf(page);
        const title = page.locator('#wallet h2');
        const heights: Record<string, number> = {};

        /** Looks at a state with all eyes: where the focus is, and what was read out on the way there. */
        const look = (name: string, focus: Locator | null, ...said: string[]) =>
          hears(page, said, async () => {
            if (focus) await seen(focus, name).toBeFocused();
            expect(await axe(page), name).toEqual([]);
            await glance(page, name);
            if (focus) heights[name] = (await page.locator('#wallet').boundingBox())?.height ?? 0;
            if (process.env.SHOTS) await keepPicture(page, 'signIn', `${layout}-${colorScheme}-${name}`);
          });
        const press = (target: Locator) => pressOn(page, target);
        return { ...visited, connect, signIn, title, heights, look, press };
      };

      test('every state is sound', { timeout: 240_000 }, async ({ come, verifier }) => {
        const { page, wallet, forgiven, connect, signIn, title, heights, look, press } = await opened(come);
        const fox = connect.dialog.getByRole('button', { name: /^Fox/ });
        verifier.answer('/session', 'silence');
        verifier.answer('/nonce', 'silence');
        await press(fox);
        await wallet.approve();
        await seen(signIn.dialog).toContainText('One moment…');
        // What was read out of the dialog before it is another matter.
        await seen.poll(async () => (await saidIn(page)).at(-1)).toBe('status: Looking whether you are signed in.');
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
        await look('signing', signIn.waiting, 'status: Open Fox and approve the message. This page will notice.');
        await page.clock.runFor(15_000);
        await look('hint', signIn.waiting, expect.stringMatching(/^status: Still waiting\. .*approve\.$/));
        await wallet.reject(-32603);
        await seen(signIn.send).toBeVisible();
        await look('error-signing', signIn.send, 'alert: Error signing message, please retry', IDLE);

        verifier.answer('/verify', 'silence');
        await press(signIn.send);
        await seen(signIn.waiting).toBeFocused();
        await wallet.approve();
        await seen(signIn.verifying).toBeVisible();
        await look(
          'verifying',
          signIn.verifying,
          'status: Open Fox and approve the message. This page will notice.',
          'status: You signed. We are checking the signature.',
        );
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
        await look(
          'elsewhere',
          title,
          'status: Fox is on a network that is not used here. Switch to Ethereum to sign in.',
        );
        const confirm = signIn.dialog.getByRole('button', { name: 'Confirm in Fox…' });
        await press(signIn.switch);
        await look('switching', confirm, 'status: Confirm in Fox…');
        await wallet.reject(-32603);
        await seen(signIn.switch).toBeVisible();
        await look('error-switching', signIn.switch, 'alert: The network was not changed. You can try again.');
        await press(signIn.switch);
        await seen(confirm).toBeFocused();
        await wallet.approve();
        await seen(signIn.send).toBeVisible();
        await look('back', title, 'status: Confirm in Fox…', IDLE);
        // Whatever is said in it, the dialog stays as high as it is.
        const astray = ['elsewhere', 'switching', 'error-switching'];
        const high = (those: boolean) =>
          new Set(Object.keys(heights).flatMap((name) => (astray.includes(name) === those ? heights[name] : [])));
        for (const those of [true, false]) expect(high(those), JSON.stringify(heights)).toHaveProperty('size', 1);

        verifier.answer('/session', null);
        wallet.answers.personal_sign = 'approve';
        await press(signIn.send);
        await seen(signIn.dialog).toBeHidden();
        await seen(connect.news).toHaveText('Signed in');
        await seen.poll(async () => (await saidIn(page)).at(-1)).toBe('status: Signed in');

        verifier.answer('/sign-out', 500);
        forgiven.push(/status of 500/);
        await ask(page, 'account');
        await seen(connect.leave).toBeVisible();
        await saidIn(page);
        await press(connect.leave);
        const trouble = page.getByRole('alert').filter({ hasText: 'Signing out could not be confirmed.' });
        await seen(trouble).toBeVisible();
        const heard: string[] = [];
        const hear = async () => {
          heard.push(...(await saidIn(page)));
          return [...heard].sort();
        };
        await seen
          .poll(hear)
          .toEqual([expect.stringMatching(/^alert: Signing out could not be confirmed\./), 'status: Disconnected']);
        await look('trouble', null);
        await press(trouble.getByRole('button', { name: 'Close' }));
        await seen(trouble).toBeHidden();
      });
    });

describe('in little room', () => {
  test('everything can be reached', async ({ come }) => {
    const { page, wallet, connect } = await come([{ info: FOX }]);
    const signIn = signInOf(page);
    await connect.row('Fox').click();
    wallet.answers.personal_sign = -32603;
    await signIn.send.click();
    await seen(signIn.alert).toHaveText('Error signing message, please retry');
    await seen(signIn.send).toBeVisible();
    const all = [signIn.close, signIn.status, signIn.alert, signIn.send, signIn.cancel];
    for (const [width, height, text] of [
      [320, 568, 100],
      [320, 256, 100],
      [844, 390, 100],
      [640, 360, 100],
      [390, 844, 200],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate((text) => {
        document.documentElement.style.fontSize = `${text}%`;
      }, text);
      const name = `${width} by ${height}, text at ${text} %`;
      for (const one of all) {
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
  });
});
