import { expect, test } from 'vitest';
import { type BrowserWithTabs, WALLETS } from './outside';
import { visit } from './visit';

/*
 * Tests sessions that the page does not know, because the server's answer was late or lost. All of them end, and the
 * next sign-in waits for that.
 */

/** Opens the page with a signature that the server verifies now. */
async function verifying() {
  const life = await visit();
  const { first } = life;
  await first.opens('account');
  await first.picks('fox');
  await first.grants('openConnector');
  await first.grants('checkSession');
  await first.grants('prepareMessage');
  await first.presses('sign');
  await first.grants('requestSignature');
  expect(first.asked('verify')).toBe(1);
  return life;
}

/** The server accepts the signature, but the page gets no answer. */
const accept = (browser: BrowserWithTabs) => browser.signIn(browser.ownedOf(WALLETS.fox).account, 1);

test('a verification that never ends is undone before the next message is prepared', async () => {
  const { browser, first } = await verifying();
  accept(browser);
  await first.refuses('verify');
  expect([browser.session === null, first.asked('takeBack'), first.asked('prepareMessage')]).toEqual([false, 1, 0]);
  await first.grants('takeBack');
  expect([browser.session, first.asked('prepareMessage'), first.dialog()]).toEqual([null, 1, 'signIn']);
  await first.signs();
  expect(first.isSignedIn()).toBe(true);
});

test.each(['verify', 'takeBack'])(
  'cancelling signs the visitor out before a new connection is possible: %s',
  async (asked) => {
    const { browser, first } = await verifying();
    accept(browser);
    if (asked === 'takeBack') await first.refuses('verify');
    await first.presses('cancel');
    expect([first.state('identity'), first.dialog()]).toEqual(['signingOut', null]);
    await first.opens('connect');
    expect(first.state('identity')).toBe('signingOut');
    await first.grants('signOut');
    expect([browser.session, first.dialog()]).toEqual([null, 'connect']);
  },
);

test('disconnecting during the verification signs the visitor out', async () => {
  const { browser, change, first } = await verifying();
  accept(browser);
  await change('fox', { permitted: false });
  await first.grants('signOut');
  expect([browser.session, first.wallet(), first.state('identity')]).toEqual([null, null, 'disconnected']);
});

test.each([{ account: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }, { chainId: 137 }])(
  'a changed account or network during the verification restarts the sign-in: %o',
  async (moved) => {
    const { browser, change, first } = await verifying();
    accept(browser);
    await change('fox', moved);
    expect([first.state('identity'), first.asked('prepareMessage')]).toEqual(['signingOut', 0]);
    await first.grants('signOut');
    expect([browser.session, first.dialog()]).toEqual([null, 'signIn']);
  },
);
