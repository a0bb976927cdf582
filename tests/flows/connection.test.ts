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

  test('Disconnect disconnects the wallet, and revokes its permission', async () => {
    const { browser, first } = await connected();
    await first.opens('account');
    await first.presses('leave');
    expect([first.dialog(), first.wallet(), first.tab.open, browser.record]).toEqual([null, null, [], null]);
    expect(browser.ownedOf(WALLETS.fox).permitted).toBe(false);
  });

  test('the account dialog closes when the wallet ends the connection', async () => {
    const { first, change } = await connected();
    await first.opens('account');
    first.tab.open = [];
    await change('fox', { permitted: false });
    expect([first.dialog(), first.wallet()]).toEqual([null, null]);
  });

  test('locking the wallet disconnects it, and unlocking the wallet reconnects it', async () => {
    const { browser, first, change } = await connected();
    await first.opens('account');
    await change('fox', { locked: true });
    expect([first.dialog(), first.wallet(), browser.record?.id]).toEqual([null, null, WALLETS.fox.id]);
    await change('fox', { locked: false });
    expect(first.wallet()).toBe(WALLETS.fox.id);
  });

  test('picking a locked wallet asks its owner to unlock it', async () => {
    const { first, change } = await connected();
    await change('fox', { locked: true });
    await first.opens('connect');
    await first.picks('fox');
    await first.grants('openConnector');
    expect(first.wallet()).toBe(WALLETS.fox.id);
  });

  test('the page follows a change of account or network in the wallet', async () => {
    const { first, change } = await connected();
    await change('fox', { account: other! });
    expect(first.account()).toBe(other);
    await change('fox', { chainId: 137 });
    expect(first.tab.machine('session')?.context.connection?.chainId).toBe(137);
  });

  test.each(['account', 'network', 'lock'] as const)(
    'the page notices a change that it missed, when the visitor comes back: %s',
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
  test('is reconnected without a dialog', async () => {
    const { first } = await visit({ mustSignIn: false, returns: 'fox' });
    expect([first.wallet(), first.dialog(), first.asked('openConnector')]).toEqual([WALLETS.fox.id, null, 0]);
  });

  test('is not reconnected if the wallet has revoked the permission', async () => {
    const { browser, first } = await visit({ mustSignIn: false, returns: 'fox' });
    browser.ownedOf(WALLETS.fox).permitted = false;
    await first.reloads();
    expect([first.wallet(), first.tab.open]).toEqual([null, []]);
  });

  test('sees a stored phone wallet as connected, before the relay is contacted', async () => {
    const { first } = await visit({ mustSignIn: false, returns: 'phone' });
    expect([first.wallet(), first.tab.open]).toEqual([WALLETS.phone.id, []]);
    await first.opens('account');
    expect([first.dialog(), first.tab.open.map(({ id }) => id)]).toEqual(['account', [WALLETS.phone.id]]);
  });

  test('is reconnected once the owner unlocks the wallet', async () => {
    const { browser, first, change } = await visit({ mustSignIn: false, returns: 'fox' });
    browser.ownedOf(WALLETS.fox).locked = true;
    await first.reloads();
    expect(first.wallet()).toBeNull();
    await change('fox', { locked: false });
    expect(first.wallet()).toBe(WALLETS.fox.id);
  });
});

describe('requesting a dialog reconnects a stored phone wallet', () => {
  test.each([false, true])('once the relay is reachable again (phone layout: %s)', async (phone) => {
    const { browser, first } = await visit({ mustSignIn: false, returns: 'phone', phone });
    browser.isCutOff = true;
    await first.opens('account');
    expect([first.wallet(), first.tab.open]).toEqual([null, []]);
    await first.goesBack();
    browser.isCutOff = false;
    await first.opens('connect');
    expect([first.wallet(), first.dialog(), first.tab.open.length]).toEqual([WALLETS.phone.id, null, 1]);
  });

  test('while the server is asked whether the visitor is signed in', async () => {
    const { first } = await visit({ returns: 'phone', signedIn: true });
    expect(first.tab.open).toEqual([]);
    await first.opens('account');
    expect([first.dialog(), first.tab.open.map(({ id }) => id)]).toEqual(['session', [WALLETS.phone.id]]);
  });
});

describe('a change in one of two tabs', () => {
  test('connecting and disconnecting apply to both tabs', async () => {
    const { first, second } = await visit({ mustSignIn: false, tabs: 2 });
    await second.opens('connect');
    await second.goesBack();
    await first.connects('fox');
    expect(second.wallet()).toBe(WALLETS.fox.id);
    await second.opens('account');
    await second.presses('leave');
    expect([first.wallet(), second.wallet()]).toEqual([null, null]);
  });

  test('connecting another wallet applies to both tabs', async () => {
    const { first, second } = await visit({ mustSignIn: false, tabs: 2, returns: 'fox' });
    await first.opens('account');
    await first.presses('leave');
    await first.connects('owl');
    expect([first.wallet(), second.wallet()]).toEqual([WALLETS.owl.id, WALLETS.owl.id]);
  });

  test('the wallet that connects last is shown in both tabs', async () => {
    const { first, second } = await visit({ mustSignIn: false, tabs: 2 });
    await first.opens('connect');
    await first.picks('owl');
    await second.connects('fox');
    await first.grants('openConnector');
    expect([first.wallet(), second.wallet()]).toEqual([WALLETS.owl.id, WALLETS.owl.id]);
  });

  test('signing in and signing out apply to both tabs', async () => {
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
  test('opens the dialog that the visitor requested, and starts a session', async () => {
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
    'cancelling disconnects the wallet, and ignores a late signature: %s',
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

  test('starts again with a new message when the account changes', async () => {
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

  test('is required again when the account of a signed-in visitor changes', async () => {
    const { browser, first, change } = await visit();
    await first.signsIn('fox');
    expect(first.isSignedIn()).toBe(true);
    await change('fox', { account: other! });
    await first.grants('signOut');
    expect([first.isSignedIn(), browser.session]).toEqual([false, null]);
  });
});
