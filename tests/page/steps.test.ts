import type { Locator } from '@playwright/test';
import { describe, expect } from 'vitest';
import { installWallet } from '../wallet/browser.ts';
import { checkLayout, createStateCheck, layouts, pressKeyOn as pressOn } from './look.ts';
import { uriIn, withRelay } from './relayed.ts';
import { seen } from './seen.ts';
import type { VisitOptions } from './visit.ts';

/* Checks steps of the connect dialog that the generated tests leave out, in each layout, by keyboard alone. */

const test = withRelay('steps');
const behold = createStateCheck('steps');

describe('the connect dialog', () => {
  /** Visits with an installed wallet that never answers. */
  const usual: VisitOptions = {
    before: async (page, context) => {
      await page.clock.install();
      wallet = await installWallet(context, { info: { name: 'Fox', rdns: 'com.example.fox' }, answer: 'hold' });
    },
  };
  let wallet!: Awaited<ReturnType<typeof installWallet>>;

  test('each step of the connect dialog is accessible on a phone', async ({ enter, phoneOf }) => {
    const { page, dialog } = await enter({ ...layouts.sheet, ...usual });
    const { modal, status, button, link } = dialog;
    const press = (target: Locator) => pressOn(page, target);
    const look = async (name: string, title: string, eyes = checkLayout) => {
      await seen(modal.locator('h2:focus')).toHaveText(title);
      await eyes(page, `sheet ${name}`);
    };

    await seen(link('Rainbow')).toBeVisible();
    await look('none', 'Connect a wallet');
    await press(button('Get a wallet'));
    await look('get', 'Get a wallet');
    await press(dialog.back);
    await press(button('Fox'));
    await look('asked', 'Fox');
    await press(dialog.back);
    await seen(link('Rainbow')).toBeVisible();
    await seen(link('Rainbow')).toHaveAttribute('href', /^https:/);
    const href = (await link('Rainbow').getAttribute('href')) ?? '';
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), { once: true }));
    await press(link('Rainbow'));
    await look('opening', 'Rainbow');
    await page.clock.fastForward(2_500);
    await seen(status).toContainText('If the app did not open');
    await look('stuck', 'Rainbow');
    const phone = await phoneOf('reject');
    await phone.pair(uriIn(href));
    await seen(status).toContainText('You declined the request');
    await look('rejected', 'Rainbow', behold);
    await press(dialog.retry);
    await seen(link('Open Rainbow')).toBeVisible();
    await look('ready', 'Rainbow', behold);
    await page.keyboard.press('Escape');
    await seen(modal).toBeHidden();
  });

  test('each step of the connect dialog is accessible on desktop', async ({ enter, relay }) => {
    const { page, context, foreign, dialog, lines, cutOff } = await enter({ ...layouts.compact, ...usual });
    const { modal, status, button, link, row, back, code, retry } = dialog;
    const press = (target: Locator) => pressOn(page, target);

    for (const layout of ['compact', 'wide'] as const) {
      const look = async (name: string, title?: string | RegExp) => {
        if (title) await seen(modal.locator('h2:focus')).toHaveText(title);
        await (layout === 'wide' ? checkLayout : behold)(page, `${layout} ${name}`);
      };
      const shop = async (store: Locator, host: string) => {
        const [tab] = await Promise.all([context.waitForEvent('page'), press(store)]);
        await tab.close();
        await page.bringToFront();
        // The page asks its relay over HTTP why the connection failed. Here the relay is local.
        const hosts = foreign.splice(0).map((url) => new URL(url).host);
        expect(hosts.filter((one) => !one.startsWith('127.0.0.1:'))).toEqual([host]);
      };

      if (layout === 'wide') {
        await page.setViewportSize(layouts.wide.viewport);
        await dialog.ask('connect');
      }
      // The loading view has the same title.
      await seen(row('Fox')).toBeVisible();
      // When the list opens again, the wallet that was picked last has the focus.
      if (layout === 'wide') await seen(modal.getByRole('listitem').locator('button:focus')).toHaveCount(1);
      await look('none', layout === 'wide' ? undefined : 'Connect a wallet');
      // A narrow window shows the sheet only on touch screens.
      await seen(modal.getByRole('list', { name: 'Wallets' })).toHaveCount(0);
      if (layout === 'compact') {
        await press(button('What is a wallet?'));
        await look('learnCompact', 'What is a wallet?');
      }
      await press(button('Get a wallet'));
      await look('get', 'Get a wallet');

      await press(button('Get MetaMask'));
      await look('downloadOptions', 'Get MetaMask');
      await press(modal.getByRole('button', { name: /^Mobile app/ }));
      await look('download', 'Get the MetaMask app');
      await press(button('I’ve installed it'));
      await look('instructionsMobile', 'Set up MetaMask');
      await press(back);
      await press(back);
      await shop(link(/^Browser extension/), 'chromewebstore.google.com');
      await look('instructionsExtension', 'Set up MetaMask');
      await press(back);
      await press(back);
      await press(button('Get Ledger'));
      await shop(link(/^Desktop app/), 'www.ledger.com');
      await look('instructionsDesktop', 'Set up Ledger');
      await press(back);
      await press(back);
      await press(back);
      if (layout === 'compact') await press(back);

      await press(row('Fox'));
      await look('opening', 'Fox');
      await page.clock.fastForward(15_000);
      await seen(status).toContainText('Still waiting.');
      await look('slow', 'Fox');
      await wallet.reject();
      await seen(status).toContainText('You declined the request');
      await look('rejected', 'Fox');
      await press(back);

      // The clock stands still while the library pauses between its retries, so it makes only the first ones.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
      await cutOff();
      await press(row('Rainbow'));
      await seen(status).toContainText('Creating your code…');
      await look('preparing', 'Rainbow');
      await page.clock.fastForward(10_000);
      await seen(status).toContainText('Rainbow cannot be reached');
      await look('unreachable', 'Rainbow');
      relay.allow();
      await press(retry);
      const come = async () => {
        // The clock stands still while the connection opens. Otherwise the library would repeat its requests too late.
        if (lines.every((line) => line.isClosed())) await page.clock.fastForward(50);
        return code.isVisible();
      };
      await seen.poll(come, { intervals: [20] }).toBe(true);
      await page.clock.resume();
      await look('code', 'Scan with Rainbow');
      await press(button('Copy link'));
      await seen(button('Copied')).toBeVisible();
      await look('copied');
      await page.keyboard.press('Escape');
      await seen(modal).toBeHidden();
      await seen(page).toHaveURL(/\/$/);
    }
  });
});
