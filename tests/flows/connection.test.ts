import { describe, expect, test } from 'vitest';
import { SIMULATED_ADDRESSES, WALLETS } from './outside';
import { visit } from './visit';

const [account, other] = SIMULATED_ADDRESSES;

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

  test('locking the wallet disconnects it, and unlocking the wallet reconnects it', async () => {
    const { browser, first, change } = await connected();
    await first.opens('account');
    await change('fox', { locked: true });
    expect([first.dialog(), first.wallet(), browser.record?.id]).toEqual([null, null, WALLETS.fox.id]);
    await change('fox', { locked: false });
    expect(first.wallet()).toBe(WALLETS.fox.id);
  });

  test.each(['account', 'network', 'lock'] as const)(
    "the page notices on the visitor's return that the wallet has changed: %s",
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
  test('sees a stored phone wallet as connected, before the relay is contacted', async () => {
    const { first } = await visit({ mustSignIn: false, returns: 'phone' });
    expect([first.wallet(), first.tab.open]).toEqual([WALLETS.phone.id, []]);
    await first.opens('account');
    expect([first.dialog(), first.tab.open.map(({ id }) => id)]).toEqual(['account', [WALLETS.phone.id]]);
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

  test('while the sign-in server is asked for the session', async () => {
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
});
