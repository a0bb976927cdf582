import { describe, expect, test } from 'vitest';
import { ACCOUNTS, WALLETS } from './outside';
import { visit } from './visit';

const [account, other] = ACCOUNTS;

describe('a connected wallet', () => {
  const connected = async (mustSignIn = false) => {
    const visited = await visit({ mustSignIn });
    await visited.first.connects('fox');
    return visited;
  };

  test('is disconnected on request, and its permission given back', async () => {
    const { browser, first } = await connected();
    await first.opens('account');
    await first.presses('leave');
    expect([first.dialog(), first.wallet(), first.tab.open, browser.record]).toEqual([null, null, [], null]);
    expect(browser.ownedOf(WALLETS.fox).permitted).toBe(false);
  });

  test('closes the account dialog when it ends the connection', async () => {
    const { first, change } = await connected();
    await first.opens('account');
    first.tab.open = [];
    await change('fox', { permitted: false });
    expect([first.dialog(), first.wallet()]).toEqual([null, null]);
  });

  test('closes the dialog when it is locked, and connects again once it is unlocked', async () => {
    const { browser, first, change } = await connected();
    await first.opens('account');
    await change('fox', { locked: true });
    expect([first.dialog(), first.wallet(), browser.record?.id]).toEqual([null, null, WALLETS.fox.id]);
    await change('fox', { locked: false });
    expect(first.wallet()).toBe(WALLETS.fox.id);
  });

  test('asks its owner to unlock it when it is picked while locked', async () => {
    const { first, change } = await connected();
    await change('fox', { locked: true });
    await first.opens('connect');
    await first.picks('fox');
    await first.grants('openConnector');
    expect(first.wallet()).toBe(WALLETS.fox.id);
  });

  test('is followed when it changes its account or its network', async () => {
    const { first, change } = await connected();
    await change('fox', { account: other! });
    expect(first.account()).toBe(other);
    await change('fox', { chainId: 137 });
    expect(first.tab.machine('session')?.context.connection?.chainId).toBe(137);
  });

  test.each(['account', 'network', 'lock'] as const)(
    'is asked on return for a change that was missed: %s',
    async (what) => {
      const { browser, first } = await connected();
      const changes = { account: { account: other! }, network: { chainId: 137 }, lock: { locked: true } };
      Object.assign(browser.ownedOf(WALLETS.fox), changes[what]);
      await first.returns();
      const now = first.tab.machine('session')?.context.connection;
      expect([now?.address ?? null, now?.chainId ?? null]).toEqual(
        { account: [other, 1], network: [account, 137], lock: [null, null] }[what],
      );
    },
  );
});

describe('a returning visitor', () => {
  test('is connected again without a dialog', async () => {
    const { first } = await visit({ mustSignIn: false, returns: 'fox' });
    expect([first.wallet(), first.dialog(), first.asked('openConnector')]).toEqual([WALLETS.fox.id, null, 0]);
  });

  test('is not connected if the wallet has revoked its permission', async () => {
    const { browser, first } = await visit({ mustSignIn: false, returns: 'fox' });
    browser.ownedOf(WALLETS.fox).permitted = false;
    await first.reloads();
    expect([first.wallet(), first.tab.open]).toEqual([null, []]);
  });

  test('sees a wallet on a phone, which is asked only at the first dialog', async () => {
    const { first } = await visit({ mustSignIn: false, returns: 'phone' });
    expect([first.wallet(), first.tab.open]).toEqual([WALLETS.phone.id, []]);
    await first.opens('account');
    expect([first.dialog(), first.tab.open.map(({ id }) => id)]).toEqual(['account', [WALLETS.phone.id]]);
  });

  test('whose wallet is locked is connected once it is unlocked', async () => {
    const { browser, first, change } = await visit({ mustSignIn: false, returns: 'fox' });
    browser.ownedOf(WALLETS.fox).locked = true;
    await first.reloads();
    expect(first.wallet()).toBeNull();
    await change('fox', { locked: false });
    expect(first.wallet()).toBe(WALLETS.fox.id);
  });
});

describe('a request for a dialog wakes a stored wallet', () => {
  test.each([false, true])('whose relay is within reach again (in the layout for phones: %s)', async (phone) => {
    const { browser, first } = await visit({ mustSignIn: false, returns: 'phone', phone });
    browser.isCutOff = true;
    await first.opens('account');
    expect([first.wallet(), first.tab.open]).toEqual([null, []]);
    await first.goesBack();
    browser.isCutOff = false;
    await first.opens('connect');
    expect([first.wallet(), first.dialog(), first.tab.open.length]).toEqual([WALLETS.phone.id, null, 1]);
  });

  test('while the server is asked who is signed in', async () => {
    const { first } = await visit({ returns: 'phone', signedIn: true });
    expect(first.tab.open).toEqual([]);
    await first.opens('account');
    expect([first.dialog(), first.tab.open.map(({ id }) => id)]).toEqual(['session', [WALLETS.phone.id]]);
  });
});

describe('two tabs', () => {
  test('connect and disconnect together', async () => {
    const { first, second } = await visit({ mustSignIn: false, tabs: 2 });
    await second.opens('connect');
    await second.goesBack();
    await first.connects('fox');
    expect(second.wallet()).toBe(WALLETS.fox.id);
    await second.opens('account');
    await second.presses('leave');
    expect([first.wallet(), second.wallet()]).toEqual([null, null]);
  });

  test('follow the one that changes the wallet', async () => {
    const { first, second } = await visit({ mustSignIn: false, tabs: 2, returns: 'fox' });
    await first.opens('account');
    await first.presses('leave');
    await first.connects('owl');
    expect([first.wallet(), second.wallet()]).toEqual([WALLETS.owl.id, WALLETS.owl.id]);
  });

  test('end an attempt when the other connects, and show one wallet', async () => {
    const { first, second } = await visit({ mustSignIn: false, tabs: 2 });
    await first.opens('connect');
    await first.picks('owl');
    await second.connects('fox');
    await first.grants('openConnector');
    expect([first.wallet(), second.wallet()]).toEqual([WALLETS.owl.id, WALLETS.owl.id]);
  });

  test('share a sign-in and a sign-out', async () => {
    const { browser, first, second } = await visit({ tabs: 2, returns: 'fox' });
    for (const one of [first, second]) await one.grants('checkSession');
    await first.opens('account');
    await first.signs();
    await second.grants('checkSession');
    expect([first.isSignedIn(), second.isSignedIn()]).toEqual([true, true]);
    browser.signOut();
    await browser.settle();
    expect([first.isSignedIn(), second.isSignedIn()]).toEqual([false, false]);
  });
});

describe('signing in', () => {
  test('leads to the dialog that was requested, and the account is proved', async () => {
    const { browser, first } = await visit();
    await first.opens('account');
    await first.picks('fox');
    await first.grants('openConnector');
    await first.grants('checkSession');
    expect(first.dialog()).toBe('signIn');
    await first.signs();
    expect([first.dialog(), first.isSignedIn(), browser.session?.address]).toEqual(['account', true, account]);
  });

  test.each(['cancel', 'goesBack'] as const)(
    'disconnects when the visitor leaves it, and a late signature is void: %s',
    async (way) => {
      const { browser, first } = await visit();
      await first.connects('fox');
      await first.grants('checkSession');
      await first.grants('prepareMessage');
      await first.presses('sign');
      await (way === 'cancel' ? first.presses('cancel') : first.goesBack());
      await first.grants('requestSignature');
      expect([first.dialog(), first.wallet(), first.asked('verify'), browser.proofs.length]).toEqual([
        null,
        null,
        0,
        0,
      ]);
    },
  );

  test('restarts sign-in with a new message when the account changes', async () => {
    const { first, change } = await visit();
    await first.connects('fox');
    await first.grants('checkSession');
    await first.grants('prepareMessage');
    await first.presses('sign');
    await change('fox', { account: other! });
    await first.grants('requestSignature');
    expect([first.dialog(), first.asked('verify'), first.asked('prepareMessage')]).toEqual(['signIn', 0, 1]);
    await first.signs();
    expect([first.isSignedIn(), first.account()]).toEqual([true, other]);
  });

  test('is needed again when the account of a signed-in visitor changes', async () => {
    const { browser, first, change } = await visit();
    await first.signsIn('fox');
    expect(first.isSignedIn()).toBe(true);
    await change('fox', { account: other! });
    await first.grants('signOut');
    expect([first.isSignedIn(), browser.session]).toEqual([false, null]);
  });
});
