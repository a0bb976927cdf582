import type { Locator } from '@playwright/test';
import { describe, expect } from 'vitest';
import { installWallet } from '../support/injected.ts';
import { beholder, layouts, press as pressOn } from './look.ts';
import { CUT_OFF, type Relayed, seen, withRelay } from './relayed.ts';
import { connectOf, type VisitOptions } from './visit.ts';

/* Each step of the connect dialog, in each layout, by the keyboard alone: where the focus is, and all that is looked at. */

const test = withRelay('steps');
const behold = beholder('steps');

for (const layout of ['wide', 'compact', 'sheet'] as const)
  describe(`the connect dialog, ${layout}`, () => {
    /** Opens the dialog with a wallet in the browser that keeps its owner waiting. */
    const opened = async (enter: (options: VisitOptions) => Promise<Relayed>) => {
      let wallet!: Awaited<ReturnType<typeof installWallet>>;
      const visited = await enter({
        ...layouts[layout],
        before: async (page, context) => {
          await page.clock.install();
          wallet = await installWallet(context, { info: { name: 'Fox', rdns: 'com.example.fox' }, answer: 'hold' });
        },
      });
      const { page } = visited;
      const connect = connectOf(page);
      await seen(connect.dialog).toBeVisible();

      /** Looks at a step with all eyes. It has just come, and so its `title` has the focus. */
      const look = async (name: string, title?: string | RegExp) => {
        if (title) await seen(page.locator('#wallet h2:focus')).toHaveText(title);
        await behold(page, `${layout} ${name}`);
      };
      const press = (target: Locator) => pressOn(page, target);
      const button = (name: string | RegExp) => connect.dialog.getByRole('button', { name, exact: true });
      const link = (name: string | RegExp) => connect.dialog.getByRole('link', { name });
      return { ...visited, wallet, connect, look, press, button, link };
    };

    if (layout === 'sheet')
      test('every step is sound', { timeout: 180_000 }, async ({ enter, phoneOf }) => {
        const { page, dialog, connect, look, press, button, link } = await opened(enter);
        await seen(link('Rainbow')).toBeVisible();
        await look('none', 'Connect a wallet');
        await press(button('Get a wallet'));
        await look('get', 'Get a wallet');
        await press(connect.back);
        await press(button('Fox'));
        await look('asked', 'Fox');
        await press(connect.back);
        await seen(link('Rainbow')).toBeVisible();
        await seen(link('Rainbow')).toHaveAttribute('href', /^https:/);
        const href = (await link('Rainbow').getAttribute('href')) ?? '';
        // The link would lead out of the test.
        await page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), { once: true }));
        await press(link('Rainbow'));
        await look('opening', 'Rainbow');
        await page.clock.fastForward(2_500);
        await seen(connect.status).toContainText('If the app did not open');
        await look('stuck', 'Rainbow');
        const phone = await phoneOf('reject');
        await phone.pair(decodeURIComponent(new URL(href).searchParams.get('uri') ?? ''));
        await seen(connect.status).toContainText('You declined the request');
        await look('rejected', 'Rainbow');
        await press(connect.retry);
        await seen(link('Open Rainbow')).toBeVisible();
        await look('ready', 'Rainbow');
        await page.keyboard.press('Escape');
        await seen(dialog.modal).toBeHidden();
      });
    else
      test('every step is sound', { timeout: 180_000 }, async ({ enter, relay }) => {
        const { page, context, foreign, forgiven, dialog, wallet, connect, look, press, button, link } =
          await opened(enter);
        const start = layout === 'wide' ? /What is a wallet|Connect a wallet/ : 'Connect a wallet';
        await look('none', start);
        if (layout === 'compact') {
          await press(button('What is a wallet?'));
          await look('learnCompact', 'What is a wallet?');
        }
        await press(button('Get a wallet'));
        await look('get', 'Get a wallet');

        await press(button('Get MetaMask'));
        await look('downloadOptions', 'Get MetaMask');
        await press(button(/^Mobile app/));
        await look('download', 'Get the MetaMask app');
        await press(button('I have it, continue'));
        await look('instructionsMobile', 'Set up MetaMask');
        await press(connect.back);
        await press(connect.back);
        const [store] = await Promise.all([context.waitForEvent('page'), press(link(/^Browser extension/))]);
        await store.close();
        await page.bringToFront();
        await look('instructionsExtension', 'Set up MetaMask');
        await press(connect.back);
        await press(connect.back);
        await press(button('Get Ledger'));
        const [maker] = await Promise.all([context.waitForEvent('page'), press(link(/^Desktop app/))]);
        await maker.close();
        await page.bringToFront();
        expect(foreign.splice(0).map((url) => new URL(url).host)).toEqual([
          'chromewebstore.google.com',
          'www.ledger.com',
        ]);
        await look('instructionsDesktop', 'Set up Ledger');
        await press(connect.back);
        await press(connect.back);
        await press(connect.back);
        if (layout === 'compact') await press(connect.back);

        await press(dialog.row('Fox'));
        await look('opening', 'Fox');
        await page.clock.fastForward(15_000);
        await seen(connect.status).toContainText('Still waiting.');
        await look('slow', 'Fox');
        await wallet.reject();
        await seen(connect.status).toContainText('You declined the request');
        await look('rejected', 'Fox');
        await press(connect.back);

        relay.refuse();
        forgiven.push(CUT_OFF);
        await press(dialog.row('Rainbow'));
        await seen(connect.status).toContainText('Making a code…');
        await look('preparing', 'Rainbow');
        await page.clock.fastForward(10_000);
        await seen(connect.status).toContainText('Rainbow cannot be reached');
        await look('unreachable', 'Rainbow');
        relay.allow();
        await press(connect.retry);
        await page.clock.fastForward(5_000);
        await seen(dialog.code).toBeVisible();
        await look('code', 'Scan with Rainbow');
        await press(button('Copy link'));
        await seen(button('Copied')).toBeVisible();
        await look('copied');
        await page.keyboard.press('Escape');
        await seen(dialog.modal).toBeHidden();
      });
  });
