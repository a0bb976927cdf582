import type { Locator } from '@playwright/test';
import { describe } from 'vitest';
import { clipboardMachine } from '#machines/clipboard';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { withAccount } from './accounts.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { sayStatus } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';

/** One text, because the view tests use several. */
const world: World<typeof clipboardMachine> = { samples: [{ type: 'copy', text: 'address' }] };

/** In the page: delays the clipboard until the test lets it succeed or fail. Selections can't be copied. */
function slowClipboard() {
  const { clipboard } = navigator;
  // `about:blank` has no clipboard.
  if (!clipboard) return;
  document.execCommand = () => false;
  const { writeText } = clipboard;
  clipboard.writeText = (text) =>
    new Promise((resolve, reject) => {
      const tell = (lets: boolean) =>
        lets ? writeText.call(clipboard, text).then(resolve, reject) : reject(new DOMException('', 'NotAllowedError'));
      Object.assign(window, { tell });
    });
}

const test = withAccount('clipboardPaths');

describe('the clipboard machine on the page', () => {
  const few = selectFewestPaths(pathsOf(clipboardMachine, world, 'transitions'));
  const { paths, complete } = prove('page', clipboardMachine, few);

  for (const { title, follow } of paths)
    test(title, async ({ someone, connected }) => {
      const amina = await someone({ ether: '1' });
      const visitor = await connected({
        wallets: [{ account: amina }],
        permissions: ['clipboard-write'],
        clock: true,
        scripts: [recordAnnouncements, slowClipboard],
      });
      const { page, account } = visitor;
      const now = () => page.evaluate(() => Date.now());
      /** The time at which the current state began, on the page's clock, in ms. */
      let began = 0;
      const tell = async (lets: boolean) => {
        began = await now();
        return page.evaluate((lets) => (Reflect.get(window, 'tell') as (lets: boolean) => void)(lets), lets);
      };
      const lasts = async (ms: number, one: Locator, other: Locator) => {
        await page.clock.runFor(ms - 1 - ((await now()) - began));
        await seen(one).toBeVisible();
        await page.clock.runFor(1);
        await seen(other).toBeVisible();
      };
      const look = (name: string, ...news: string[]) => visitor.hearsOnly(news, () => visitor.looksRight(name));

      await visitor.hears('news.connected');
      await visitor.requestsNext('account');
      await seen(account.line).toContainText('1 ETH');
      await visitor.heard();
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));

      await follow({
        events: {
          copy: async () => {
            began = await now();
            await account.copy.or(account.copied).click();
          },
          'xstate.done.actor.copyText': () => tell(true),
          'xstate.error.actor.copyText': () => tell(false),
          'xstate.after.clipboardTimeout.clipboard.copying': () => lasts(10_000, account.copy, account.byHand),
          'xstate.after.copiedDuration.clipboard.copied': () => lasts(1_500, account.copied, account.copy),
        },
        states: {
          idle: async () => {
            await seen(account.copy).toBeVisible();
            await look('idle');
          },
          copying: async () => {
            await seen(account.copy).toBeFocused();
            await seen(account.byHand).toBeHidden();
            await look('copying');
          },
          copied: async () => {
            await seen(account.copied).toBeFocused();
            await look('copied', sayStatus('account.copySaid.copied'));
          },
          refused: async () => {
            await seen(account.copy).toBeFocused();
            await seen(account.byHand).toHaveValue(amina.address);
            await look('refused', sayStatus('account.copySaid.refused'));
          },
        },
      });
    });

  test('takes every transition', complete);
});
