import { expect } from 'vitest';
import { createGate } from '../support/gate.ts';
import { createAccountTest, watchNodeRequests } from './accounts.ts';
import { expectPage } from './visitor/expectPage.ts';
import { findRunningAnimations } from './visitor/look.ts';
import { say } from './visitor/say.ts';
import { formatShortAddress } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';

const test = createAccountTest('account');

const PICTURE = 'https://pictures.example/alice.png';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('the account dialog shows name, picture and balance after two node requests', async ({ someone, visit, node }) => {
  const alice = await someone({ ether: '1.23456789', name: 'alice', texts: { avatar: PICTURE } });
  const referrers: unknown[] = [];
  const visitor = await visit({ wallets: [{ account: alice }] });
  const { page, account } = visitor;
  await visitor.connects();
  await page.route(PICTURE, (route) => {
    referrers.push(route.request().headers().referer);
    return route.fulfill({ contentType: 'image/png', body: PIXEL });
  });
  const { asked } = watchNodeRequests(page, node);
  await visitor.requestsNext('account');
  await expectPage(account.who).toHaveText('alice.eth');
  await expectPage(account.line).toHaveText(`${formatShortAddress(alice)} · 1.2345 ETH`);
  await expectPage(account.picture).toHaveAttribute('src', PICTURE);
  await expectPage(account.picture).toBeVisible();
  await expectPage(account.star).toBeHidden();
  await expectPage(account.dialog).toContainText(say('account.through'));
  await expectPage(account.explorer).toHaveAttribute('href', `https://etherscan.io/address/${alice.address}`);
  expect(asked.length).toBeLessThanOrEqual(2);
  expect(referrers).toEqual([undefined]);
  expect(visitor.foreign).toEqual([]);

  expect(await visitor.stored('names')).toEqual({
    [alice.address.toLowerCase()]: { name: 'alice.eth', expiresAt: expect.any(Number) },
  });
});

/**
 * Closes the dialog, and returns the text on the clipboard. Pastes the text into a field, because the site's permissions
 * policy forbids scripts to read the clipboard.
 */
async function pastedIn({ page, account }: Visitor) {
  await account.close.click();
  await expectPage(account.dialog).toBeHidden();
  const pasted = await page.evaluateHandle(() => document.body.appendChild(document.createElement('textarea')));
  await pasted.focus();
  await page.keyboard.press('ControlOrMeta+V');
  const text = await pasted.evaluate(({ value }) => value);
  await pasted.evaluate((one) => one.remove());
  return text;
}

test('placeholders pulse until the account is read, unless reduced motion is preferred', async ({
  someone,
  visit,
  node,
}) => {
  const bob = await someone({ ether: '1' });
  const visitor = await visit({ wallets: [{ account: bob }], reducedMotion: 'no-preference' });
  await visitor.connects();
  const animations = () => visitor.page.evaluate(findRunningAnimations, '#wallet h3 ~ p');
  const [release, released] = createGate();
  await visitor.page.route(`${node}/**`, (route) => released.then(() => route.continue()));
  await visitor.requestsNext('account');
  await expectPage.poll(animations).toEqual(['breathe']);
  release();
  await expectPage(visitor.account.line).toContainText('1 ETH');
  await expectPage.poll(animations).toEqual([]);
});

test('Copy copies the whole address, even without the clipboard permission', async ({ someone, atAccount }) => {
  const alice = await someone({ ether: '1' });
  const visitor = await atAccount({ wallets: [{ account: alice }], permissions: ['clipboard-write'] });
  await visitor.account.copy.click();
  await expectPage(visitor.account.copied).toBeVisible();
  expect(await pastedIn(visitor)).toBe(alice.address);

  const bob = await someone();
  await visitor.wallet.setAccount(bob);
  await visitor.requestsNext('account');
  await expectPage(visitor.account.dialog).toContainText(say('whose', bob.address));
  await visitor.context.clearPermissions();
  await visitor.account.copy.click();
  await expectPage(visitor.account.copied).toBeVisible();
  await visitor.context.grantPermissions(['clipboard-write']);
  expect(await pastedIn(visitor)).toBe(bob.address);
});
