import { describe, inject } from 'vitest';
import { frameBySafe, openSafe, SAFE_ADDRESS } from './safe.ts';
import { expectPage } from './visitor/expectPage.ts';
import { type OpenVisit, test } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';

/** Visits Safe's page, which frames the site. The site connects to Safe. */
async function inSafe(visit: OpenVisit) {
  const origin = inject('openOrigin');
  const visited = await visit({ origin, before: (page, context) => frameBySafe(page, context, origin) });
  const safe = await openSafe(visited);
  await expectPage(safe.isConnected).toHaveCount(1);
  return { ...visited, ...safe };
}

describe('inside the Safe app', () => {
  test('Safe connects without a dialog if it frames the page, despite invalid messages', async ({ visit }) => {
    const { page, foreign, inner, asksForAccount } = await inSafe(visit);
    await expectPage(inner.getByRole('dialog')).toHaveCount(0);
    expectPage(foreign).toEqual([]);
    await page.evaluate(() => {
      const rubbish = [null, 7, 'hello', [], {}, { version: 9 }, { version: null }, { version: {}, id: 'x' }];
      for (const one of rubbish) document.querySelector('iframe')?.contentWindow?.postMessage(one, '*');
    });
    await asksForAccount();
    await expectPage(inner.getByRole('dialog', { name: say('account.title') })).toContainText('0x52…9EE7');
  });

  test('Safe also connects if its answer comes late', async ({ visit }) => {
    const visited = await visit({
      origin: inject('openOrigin'),
      before: async (page, context) => {
        await page.clock.install();
        await frameBySafe(page, context, inject('openOrigin'));
        await page.addInitScript(() => {
          if (location.origin !== 'https://app.safe.global') return;
          addEventListener('message', (event) => {
            if (event.data.method !== 'getSafeInfo' || Reflect.has(window, 'answer')) return;
            event.stopImmediatePropagation();
            const { data, source } = event;
            Object.assign(window, { answer: () => dispatchEvent(new MessageEvent('message', { data, source })) });
          });
        });
      },
    });
    const { page } = visited;
    const { isConnected } = await openSafe(visited);
    await page.waitForFunction(() => Reflect.has(window, 'answer'));
    await page.clock.runFor(5_000);
    await page.evaluate(() => Reflect.get(window, 'answer')());
    await expectPage(isConnected).toHaveCount(1);
  });

  test('in a frame without the clipboard permission, the address is copied or shown', async ({ visit }) => {
    const { page, forgiven, inner, asksForAccount } = await inSafe(visit);
    forgiven.push(/permissions policy/i);
    await page.evaluate(() => document.body.prepend(document.createElement('textarea')));
    await asksForAccount();
    const account = inner.getByRole('dialog', { name: say('account.title') });
    await account.getByRole('button', { name: say('account.copy') }).click();
    await expectPage(account.getByRole('button', { name: say('copied') })).toBeVisible();
    const outer = page.locator('body > textarea');
    await outer.focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expectPage(outer).toHaveValue(SAFE_ADDRESS);
    await inner.locator('html').evaluate(() => {
      document.execCommand = () => false;
    });
    await account.getByRole('button', { name: /^Cop/ }).click();
    await expectPage(account.getByRole('textbox', { name: say('account.copySaid.refused') })).toHaveValue(SAFE_ADDRESS);
  });
});
