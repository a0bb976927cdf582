import { describe, expect, test } from 'vitest';
import { SIMULATED_ADDRESSES, WALLETS } from './outside';
import { visit } from './visit';

const other = SIMULATED_ADDRESSES[1];

/** Opens the page with a connected wallet that is asked for a signature. */
async function requestSignature() {
  const visited = await visit();
  const { first } = visited;
  await first.connects('fox');
  await first.grants('checkSession');
  await first.grants('prepareMessage');
  await first.presses('sign');
  return visited;
}

async function enters() {
  const visited = await visit();
  await visited.first.signsIn('fox');
  expect(visited.first.isSignedIn()).toBe(true);
  return visited;
}

/** Opens the page again for a visitor who is signed in. The server has not answered yet. */
const returns = (tabs = 1) => visit({ returns: 'fox', signedIn: true, tabs });

describe('while the wallet is asked for a signature', () => {
  test('ignores the signature of the previous account, also if the new one is asked', async () => {
    const { first, change } = await requestSignature();
    await change('fox', { account: other! });
    await first.grants('prepareMessage');
    await first.presses('sign');
    await first.grantsFirst('requestSignature');
    expect([first.state('signIn'), first.asked('verify')]).toEqual([{ signing: 'fresh' }, 0]);
    await first.grants('requestSignature');
    await first.grants('verify');
    expect([first.isSignedIn(), first.account()]).toEqual([true, other]);
  });

  test('ignores the signature after a switch to an unsupported network', async () => {
    const { first, change } = await requestSignature();
    await change('fox', { chainId: 137 });
    await first.grants('requestSignature');
    expect([first.state('signIn'), first.asked('verify')]).toEqual([{ elsewhere: 'ready' }, 0]);
    await first.presses('switch');
    await first.refuses('switchChain');
    expect(first.state('signIn')).toEqual({ elsewhere: 'ready' });
    await first.presses('switch');
    await first.grants('switchChain');
    await first.signs();
    expect([first.isSignedIn(), first.chainId()]).toEqual([true, 1]);
  });

  test('locking the wallet closes the dialog, and a late signature is ignored', async () => {
    const { first, change } = await requestSignature();
    await change('fox', { locked: true });
    expect([first.dialog(), first.wallet(), first.news()]).toEqual([null, null, 'disconnected']);
    await first.grants('requestSignature');
    expect([first.dialog(), first.asked('verify')]).toEqual([null, 0]);
  });
});

describe('the session at the server', () => {
  test('is not requested before a wallet is connected, or after it has disconnected', async () => {
    const { first } = await visit();
    await first.opens('connect');
    await first.picks('fox');
    expect(first.tab.questions.map(({ id }) => id)).toEqual(['openConnector']);
    await first.grants('openConnector');
    await first.grants('checkSession');
    await first.signs();
    await first.opens('account');
    await first.presses('leave');
    await first.grants('signOut');
    await first.reloads();
    await first.opens('account');
    expect([first.dialog(), first.tab.questions]).toEqual(['connect', []]);
  });

  test('signs a returning visitor in without a dialog or an announcement', async () => {
    const { first } = await returns();
    expect([first.isSignedIn(), first.tab.questions.map(({ id }) => id)]).toEqual([false, ['checkSession']]);
    await first.grants('checkSession');
    expect([first.isSignedIn(), first.dialog(), first.news()]).toEqual([true, null, null]);
  });

  test('closes the account dialog when the session ends', async () => {
    const { browser, first } = await enters();
    await first.opens('account');
    browser.signOut();
    await browser.settle();
    expect([first.dialog(), first.isSignedIn(), first.news()]).toEqual([null, false, 'signedOut']);
  });
});

describe('ends the session at the server when %s', () => {
  const LEAVINGS = {
    'the visitor disconnects': async ({ first }: Awaited<ReturnType<typeof enters>>) => {
      await first.opens('account');
      await first.presses('leave');
    },
    'the wallet is locked': ({ change }: Awaited<ReturnType<typeof enters>>) => change('fox', { locked: true }),
  };

  test.each(Object.entries(LEAVINGS))('ends the session when %s', async (_, leave) => {
    const visited = await enters();
    const { browser, first } = visited;
    await leave(visited);
    expect([first.wallet(), first.isSignedIn(), first.asked('signOut')]).toEqual([null, false, 1]);
    await first.grants('signOut');
    expect([browser.session, first.failure(), first.news()]).toEqual([null, 'none', 'disconnected']);
  });

  test.each(['refuses', 'waits'] as const)('shows a notice until it is dismissed, if the server %s', async (how) => {
    const visited = await enters();
    const { first, passes } = visited;
    await LEAVINGS['the visitor disconnects'](visited);
    await first.opens('connect');
    expect(first.dialog()).toBe('session');
    await (how === 'refuses' ? first.refuses('signOut') : passes(15_000));
    await first.goesBack();
    expect([first.failure(), first.wallet()]).toEqual(['signOut', null]);
    await first.presses('dismissFailure');
    expect(first.failure()).toBe('none');
  });

  test('follows a change of account, and the new account can sign in', async () => {
    const { browser, first, change } = await enters();
    await first.opens('account');
    await change('fox', { account: other! });
    expect([first.dialog(), first.asked('signOut')]).toEqual([null, 1]);
    await first.opens('account');
    expect([first.dialog(), first.asked('prepareMessage')]).toEqual(['session', 0]);
    await first.grants('signOut');
    expect([first.dialog(), first.news()]).toEqual(['signIn', 'signedOut']);
    await first.signs();
    expect([first.dialog(), browser.session?.address]).toEqual(['account', other]);
  });

  test('disconnects the other tab too, and shows no failure there', async () => {
    const { browser, first, second } = await returns(2);
    for (const one of [first, second]) await one.grants('checkSession');
    await second.opens('account');
    await first.opens('account');
    await first.presses('leave');
    for (const one of [first, second]) if (one.asked('signOut')) await one.grants('signOut');
    for (const one of [first, second])
      expect([one.wallet(), one.dialog(), one.failure(), one.news()]).toEqual([null, null, 'none', 'disconnected']);
    expect(browser.session).toBeNull();
  });
});

test('the page never asks to sign in when the site does not require it', async () => {
  const { first, change } = await visit({ mustSignIn: false });
  await first.connects('fox');
  for (const name of ['sign-in', 'connect', 'account'] as const) {
    await first.opens(name);
    expect(first.dialog()).toBe('account');
    await first.goesBack();
  }
  await change('fox', { account: other! });
  expect([first.account(), first.wallet(), first.tab.questions]).toEqual([other, WALLETS.fox.id, []]);
});
