import type { BrowserContext, Page } from '@playwright/test';
import { inject } from 'vitest';
import { deployApprovingContract } from '../support/chain.ts';
import { createSignInTest } from './signInSite.ts';
import { expectPage } from './visitor/expectPage.ts';
import { type OpenVisit, test } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Tests the site in an iframe of a simulated page at Safe's URL, which answers messages as Safe's app does. */

const SAFE = 'https://app.safe.global/';
const SAFE_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Returns the HTML of the simulated Safe page. The page returns no signature: owners approve messages on the chain. */
const around = (
  origin: string,
  address: string,
) => `<!doctype html><title>Safe</title><iframe src="${origin}/" width="1200" height="700"></iframe><script>
const answers = {
  getSafeInfo: { safeAddress: '${address}', chainId: 1, owners: [], threshold: 1, isReadOnly: false },
  signMessage: { messageHash: '0x${'0'.repeat(64)}' },
};
addEventListener('message', ({ data: { id, method }, source }) => {
  if (answers[method]) source.postMessage({ id, success: true, version: '9.1.0', data: answers[method] }, '*');
});
</script>`;

async function frameBySafe(page: Page, context: BrowserContext, origin: string, address = SAFE_ADDRESS) {
  await page.route(SAFE, (route) => route.fulfill({ contentType: 'text/html', body: around(origin, address) }));
  // Newer browsers need this permission to frame a local site. Older browsers reject it as unknown.
  await context.grantPermissions(['local-network-access']).catch(() => {});
}

async function openSafe({ page, forgiven }: Visitor) {
  // Chromium logs messages about the local site's plain http, and about the blocked autofocus of the alpha modal.
  const plainHttp =
    /^Mixed Content: .* (automatically upgraded|not upgraded .* because it is a local network request)|ERR_SSL_PROTOCOL/;
  forgiven.push(plainHttp, /^Blocked autofocusing/);
  await page.goto(SAFE);
  const inner = page.frameLocator('iframe');
  const asksForAccount = () =>
    inner.locator('html').evaluate(() => {
      location.hash = 'account';
    });
  const account = inner.getByRole('dialog', { name: say('account.title') });
  return { inner, account, isConnected: inner.locator('html[data-connected]'), asksForAccount };
}

/** Visits the simulated Safe page, and waits until the framed site has connected to Safe. */
async function inSafe(visit: OpenVisit) {
  const origin = inject('openOrigin');
  const visitor = await visit({ origin, before: (page, context) => frameBySafe(page, context, origin) });
  const safe = await openSafe(visitor);
  await expectPage(safe.isConnected).toHaveCount(1);
  return { visitor, ...safe };
}

test('Safe connects without a dialog if it frames the page, despite invalid messages', async ({ visit }) => {
  const { visitor, inner, account, asksForAccount } = await inSafe(visit);
  await expectPage(inner.getByRole('dialog')).toHaveCount(0);
  expectPage(visitor.foreign).toEqual([]);
  await visitor.page.evaluate(() => {
    const rubbish = [null, 7, 'hello', [], {}, { version: 9 }, { version: null }, { version: {}, id: 'x' }];
    for (const one of rubbish) document.querySelector('iframe')?.contentWindow?.postMessage(one, '*');
  });
  await asksForAccount();
  await expectPage(account).toContainText('0x52…9EE7');
});

test('Safe connects even if its answer to the framed site comes late', async ({ visit }) => {
  const holdAnswer = () => {
    if (location.origin !== 'https://app.safe.global') return;
    addEventListener('message', (event) => {
      if (event.data.method !== 'getSafeInfo' || Reflect.has(window, 'answer')) return;
      event.stopImmediatePropagation();
      const { data, source } = event;
      Object.assign(window, { answer: () => dispatchEvent(new MessageEvent('message', { data, source })) });
    });
  };
  const origin = inject('openOrigin');
  const visitor = await visit({
    origin,
    clock: true,
    scripts: [holdAnswer],
    before: (page, context) => frameBySafe(page, context, origin),
  });
  const { page } = visitor;
  const { isConnected } = await openSafe(visitor);
  await page.waitForFunction(() => Reflect.has(window, 'answer'));
  await page.clock.runFor(5_000);
  await page.evaluate(() => Reflect.get(window, 'answer')());
  await expectPage(isConnected).toHaveCount(1);
});

test('in a frame without the clipboard permission, the address is copied or shown', async ({ visit }) => {
  const { visitor, inner, account, asksForAccount } = await inSafe(visit);
  const { page } = visitor;
  visitor.forgiven.push(/permissions policy/i);
  await page.evaluate(() => document.body.prepend(document.createElement('textarea')));
  await asksForAccount();
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

createSignInTest('safe', { withServer: true, framed: true })(
  'a visitor inside Safe signs in at a server, and stays signed in after a reload',
  async ({ visit, site, chain, verifier }) => {
    const address = await deployApprovingContract(chain);
    const before = (page: Page, context: BrowserContext) => frameBySafe(page, context, site, address);
    const visitor = await visit({ wallets: [], path: '/', before });
    const { inner, account, isConnected, asksForAccount } = await openSafe(visitor);
    const send = inner.getByRole('button', { name: say('sign_in.acts.ready') });
    await expectPage(inner.locator('#wallet')).toHaveCount(1);
    await asksForAccount();
    await send.click();
    await expectPage.poll(() => verifier.visitors()).toEqual([address]);
    // The session cookie is partitioned, so it is valid only inside of Safe's page.
    expectPage(await visitor.context.cookies(verifier.url)).toMatchObject([
      { httpOnly: true, sameSite: 'None', secure: true, partitionKey: 'https://safe.global' },
    ]);
    await visitor.page.reload();
    await expectPage(isConnected).toHaveCount(1);
    await asksForAccount();
    await expectPage(account).toBeVisible();
    await expectPage(send).toHaveCount(0);
  },
);
