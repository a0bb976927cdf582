import { devices, type Page } from '@playwright/test';
import { type Hex, hexToString } from 'viem';
import { expect } from 'vitest';
import { DIST } from '../support/build.ts';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { copySiteWithRelay, createRelayTest, extractPairingUri, type Phone } from './relaySite.ts';
import { expectPage } from './visitor/expectPage.ts';
import type { VisitOptions } from './visitor/fixtures.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Tests sign-in with a wallet on a phone, by a QR code on a desktop or by a link to the wallet app. */

const test = createRelayTest('signInPhone', (dist, relayUrl) => copySiteWithRelay(dist, relayUrl, DIST));

const { defaultBrowserType: _, ...iPhone } = devices['iPhone 15']!;

interface Opened {
  url: string;
  /** The type of the event during which the page opened the link, such as `click`. */
  during: string | undefined;
  active: boolean;
}

/** Runs in the page: records opened links, but opens none. */
function noteOpened() {
  const opened: Opened[] = [];
  Object.assign(window, { opened });
  window.open = (url) => {
    opened.push({ url: String(url), during: window.event?.type, active: navigator.userActivation.isActive });
    return null;
  };
  window.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
  });
}
const openedBy = (page: Page) => page.evaluate((): Opened[] => Reflect.get(window, 'opened'));

const noting: VisitOptions = { scripts: [noteOpened] };

async function expectSignedIn(visitor: Visitor) {
  await visitor.hears('news.signedIn');
  await expectPage(visitor.modal).toBeHidden();
  expect(await visitor.stored('signIn')).toMatchObject({ address: DEFAULT_ACCOUNT.address, chainId: 1 });
}

test('a phone that connects by a code and declines to sign can sign at the next try', async ({ visit, phoneOf }) => {
  const entered = await visit(noting);
  const { page, signIn } = entered;
  const phone = await phoneOf();
  await entered.scansWith(phone);
  await expectPage(signIn.send).toBeVisible();
  expect(phone.seen.requests).toEqual([]);
  phone.answers.default = 'hold';
  await signIn.send.click();
  await expectPage(signIn.waiting).toHaveAttribute('aria-disabled', 'true');
  await expectPage.poll(() => phone.seen.requests.length).toBe(1);
  await phone.reject();
  await expectPage(signIn.send).toBeVisible();
  await expectPage(signIn.alert).toBeEmpty();
  expect(await entered.stored('signIn')).toBeNull();
  phone.answers.default = 'approve';
  await signIn.send.click();
  await expectSignedIn(entered);
  const texts = phone.seen.requests.map(({ params: { chainId, request } }) => {
    const [text, address] = request.params as [Hex, string];
    expect([chainId, request.method, address]).toEqual(['eip155:1', 'personal_sign', DEFAULT_ACCOUNT.address]);
    return hexToString(text);
  });
  expect(new Set(texts).size).toBe(2);
  for (const text of texts) expect(text).toContain(`${new URL(page.url()).host} wants you to sign in`);
  // On desktop no app is opened.
  expect(await openedBy(page)).toEqual([]);
});

/** Taps a wallet in the list, connects its app, and waits for the sign-in step. */
const connects = async (visitor: Visitor, phone: Phone, name = 'Rainbow') => {
  const link = await visitor.linkOf(name);
  await visitor.taps(visitor.connect.tile(name));
  await phone.pair(extractPairingUri(link));
  await expectPage(visitor.signIn.send).toBeVisible();
  return visitor.signIn;
};
const app: Opened = { url: 'https://rnbwapp.com/wc', during: 'click', active: true };

test('each tap on the sign-in button opens the wallet app, which can then sign', async ({ visit, phoneOf }) => {
  const entered = await visit({ ...iPhone, ...noting });
  const { page } = entered;
  const phone = await phoneOf();
  const signIn = await connects(entered, phone);
  expect(await openedBy(page)).toEqual([]);
  phone.answers.default = 'reject';
  await entered.taps(signIn.send);
  expect(await openedBy(page)).toEqual([app]);
  await expectPage.poll(() => phone.seen.requests.length).toBe(1);
  await expectPage(signIn.send).toBeVisible();
  await expectPage(signIn.alert).toBeEmpty();
  phone.answers.default = 'hold';
  // Taps elsewhere first, because the browser would take two quick taps at one place as a double tap.
  await entered.taps(signIn.send, { position: { x: 20, y: 20 } });
  expect(await openedBy(page)).toEqual([app, app]);
  await expectPage.poll(() => phone.seen.requests.length).toBe(2);
  await expectPage(signIn.waiting).toBeVisible();
  await phone.approve();
  await expectSignedIn(entered);
  expect(await openedBy(page)).toEqual([app, app]);
});

test('a wallet link with its own scheme opens the app, and the page stays in its tab', async ({ visit, phoneOf }) => {
  // No other test uses this page, because headless Chromium 156 may ignore input after a link to an app.
  const entered = await visit({ ...iPhone, ...noting });
  const { page, context, forgiven } = entered;
  // Chromium logs an error, because no app on this computer handles the link.
  forgiven.push(/^Failed to launch 'oneinch:/);
  const phone = await phoneOf();
  const signIn = await connects(entered, phone, '1inch');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.enable');
  const asked: string[] = [];
  devtools.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url));
  await entered.taps(signIn.send);
  await expectPage.poll(() => asked).toEqual([expect.stringMatching(/^oneinch:\/\//)]);
  await expectSignedIn(entered);
});
