import type { Locator, Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { accountMachine } from '#machines/account';
import { essentials, type World, walksOf } from '../model';
import { prove } from '../tier';
import { accountWorld } from '../worlds';
import { askForAccount, withAccount } from './accounts.ts';
import { asked, REVOKING, short } from './injected.ts';
import { beholder, hears } from './look.ts';
import { pass, seen } from './seen.ts';
import { noteSaid, saidIn } from './signing.ts';
import { alphaOf } from './visit.ts';

/** What was read stays, also if it cannot be read again. */
const world: World<typeof accountMachine> = {
  ...accountWorld,
  possible: ({ type }, { context: { profile } }) => type !== 'profile.read' || profile.balance.is === 'loading',
};

const UNREAD = 'Balance not available';

/** In the page: a clipboard that takes its time, and then does what it is told, or refuses. */
function slowClipboard() {
  const { clipboard } = navigator;
  // An empty page has none.
  if (!clipboard) return;
  const { writeText } = clipboard;
  clipboard.writeText = (text) =>
    new Promise((resolve, reject) => {
      const tell = (lets: boolean) =>
        lets ? writeText.call(clipboard, text).then(resolve, reject) : reject(new DOMException('', 'NotAllowedError'));
      Object.assign(window, { tell });
    });
}
const tellClipboard = (page: Page, lets: boolean) =>
  page.evaluate((lets) => (Reflect.get(window, 'tell') as (lets: boolean) => void)(lets), lets);

const test = withAccount('accountWalks');
const behold = beholder('account');

describe('account on the page', () => {
  const { walks, complete } = prove('page', accountMachine, essentials(walksOf(accountMachine, world, 'transitions')));

  for (const { title, follow } of walks)
    test(title, async ({ someone, enter, node }) => {
      const amina = await someone({ ether: '1.23456', name: 'amina' });
      const { page, account, connect, wallet, foreign } = await enter(
        { account: amina },
        {
          again: 'walks',
          painted: true,
          permissions: ['clipboard-write'],
          before: async (page, context) => {
            await page.clock.install();
            await context.addInitScript(noteSaid);
            await context.addInitScript(slowClipboard);
          },
        },
      );
      const { join } = alphaOf(page);
      const button = (name: string) => account.dialog.getByRole('button', { name, exact: true });
      const lines = { loading: '', failed: `${UNREAD}Retry`, known: '1.2345 ETH', absent: '' };
      const due: string[] = [];

      /** Also what was said of events, since it was asked last. */
      const look = (name: string, ...news: string[]) =>
        hears(page, [...due.splice(0), ...news], () => behold(page, name));
      const ends = async (name: string, ...news: string[]) => {
        await seen(page.getByRole('dialog')).toHaveCount(0);
        await seen(page).toHaveURL(/\/$/);
        await seen(join).toBeFocused();
        await look(name, ...news);
        expect(foreign).toEqual([]);
      };

      /** One is shown for so many ms, and then the other. Until it is copied anew, time goes on. */
      const lasts = async (ms: number, one: Locator, other: Locator) => {
        await page.clock.runFor(ms - 1);
        await seen(one).toBeVisible();
        await page.clock.runFor(1);
        await seen(other).toBeVisible();
        if (other === account.copy) await page.clock.resume();
      };

      await seen(connect.news).toHaveText('Connected');
      await saidIn(page);
      const release = node.hold();
      await join.focus();
      await askForAccount(page);

      await follow({
        events: {
          'profile.read': async ({ profile: { balance } }) => {
            if (balance.is === 'failed') {
              due.push(`status: ${UNREAD}`);
              node.answer({
                each: ({ method }, reply) => (method === 'eth_getBalance' ? { ...reply, result: null } : reply),
              });
            }
            release();
            if (balance.is === 'failed') await pass(page, account.retry);
          },
          // In vain: it says so once more.
          retry: async () => {
            due.push(`status: ${UNREAD}`);
            const { length } = node.requests;
            await account.retry.click();
            await seen.poll(() => node.requests.length).toBeGreaterThan(length);
            await pass(page, account.retry);
          },
          copy: async () => {
            await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
            await account.copy.click();
          },
          'xstate.done.actor.copyAddress': () => tellClipboard(page, true),
          'xstate.error.actor.copyAddress': () => tellClipboard(page, false),
          'xstate.after.reach.account.copying': () => lasts(10_000, account.copy, button('Not copied')),
          'xstate.after.moment.account.copied': () => lasts(1_500, account.copied, account.copy),
          'xstate.after.moment.account.refused': () => lasts(1_500, button('Not copied'), account.copy),
          networks: async () => {
            await page.clock.resume();
            await button('Network: Ethereum').click();
          },
          leave: async () => {
            await page.clock.resume();
            await account.leave.click();
          },
          close: () => page.keyboard.press('Escape'),
        },
        states: {
          '*': async ({ status, context: { profile } }) => {
            if (status !== 'active') return;
            await seen(account.dialog).toBeVisible();
            await seen(account.dialog).toContainText(`Account ${amina.address}`);
            await seen(account.line).toHaveText(`${short(amina)} · ${lines[profile.balance.is]}`);
            if (profile.name.is === 'known') await seen(account.who).toHaveText(profile.name.value);
          },
          idle: async ({ context: { profile } }) => {
            await seen(account.copy).toBeVisible();
            await look(`idle, ${profile.balance.is}`);
          },
          copying: async () => {
            await seen(account.copy).toBeFocused();
            await look('copying');
          },
          copied: async () => {
            await seen(account.copied).toBeFocused();
            await look('copied', 'status: Address copied');
          },
          refused: async () => {
            await seen(button('Not copied')).toBeFocused();
            await look('refused', 'status: Copying was refused');
          },
          closed: () => ends('closed'),
          toNetworks: async () => {
            await seen(page.getByRole('dialog', { name: 'Network', exact: true })).toBeVisible();
            await seen(page).toHaveURL(/\/#chain$/);
            await look('toNetworks');
          },
          left: async () => {
            await ends('left', 'status: Disconnected');
            await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
          },
        },
      });
    });

  test('takes every transition', complete);
});
