import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SystemActors } from '#machines/system';
import { createGate, waitForEventLoopTurn } from '../support/gate.ts';
import { waitUntil } from '../support/until.ts';
import { CONNECTED_ADDRESS, createFakeProvider, type simulateBrowser, simulateBrowserForTest } from './browser';
import { startConnectedWallet, startWalletBundleForTest } from './claims';

/* Tests events of wagmi, wallets and other tabs at moments that page tests can't control. */

let browser: ReturnType<typeof simulateBrowser>;
let actor: SystemActors['session'] | undefined;

beforeEach(() => {
  browser = simulateBrowserForTest();
  // Replaces WalletConnect's connector, because no relay runs here.
  vi.doMock('wagmi/connectors', async (original) => {
    const connectors = await original<typeof import('wagmi/connectors')>();
    const walletConnect: typeof connectors.walletConnect = Object.assign(
      (...options: Parameters<typeof connectors.walletConnect>): ReturnType<typeof connectors.walletConnect> =>
        (config) => ({ ...connectors.walletConnect(...options)(config), getProvider: () => new Promise(() => {}) }),
      { type: connectors.walletConnect.type },
    );
    return { ...connectors, walletConnect };
  });
});
afterEach(() => void vi.doUnmock('wagmi/connectors'));

async function visit() {
  const { connectorOf } = await import('#adapters/wallets/connectors');
  const started = await startWalletBundleForTest({ chains: [] });
  ({ actor } = started);
  return { ...started, connectorOf };
}

async function visitWithFox() {
  const started = await startConnectedWallet(browser, undefined, { chains: [] });
  ({ actor } = started);
  await status('connected');
  return started;
}

const connectedWallet = () => actor?.getSnapshot().context.connection?.wallet.id;
const status = (is: string) => waitUntil(() => expect(actor?.getSnapshot().value).toMatchObject({ [is]: 'none' }));
async function connected(id: string) {
  await status('connected');
  expect(connectedWallet()).toBe(id);
}

/** Creates a provider that answers requests for `method` only when the test calls `answer`. */
function slowProvider(method: string) {
  const slow = createFakeProvider();
  const usual = slow.answers[method];
  const [answer, answered] = createGate();
  slow.answers[method] = answered.then(() => usual);
  return { ...slow, answer };
}

test('a stored wallet is restored without a permission request to its owner', async () => {
  browser.keep('com.here');
  const here = createFakeProvider();
  browser.announce('com.here', here);
  await visit();
  await connected('com.here');
  expect(here.asked.filter((method) => /request/i.test(method))).toEqual([]);
});

test("a wallet's late answer does not reconnect a visitor who has disconnected", async () => {
  browser.keep('com.here');
  const here = createFakeProvider();
  browser.announce('com.here', here);
  const { disconnect } = await visit();
  await connected('com.here');
  const [answer, answered] = createGate();
  here.answers.eth_accounts = answered.then(() => [CONNECTED_ADDRESS]);
  here.asked.splice(0);
  dispatchEvent(new Event('focus'));
  await waitUntil(() => expect(here.asked).toContain('eth_accounts'));
  disconnect();
  await status('disconnected');
  await waitForEventLoopTurn();
  here.asked.splice(0);
  answer();
  await waitForEventLoopTurn();
  expect([here.asked, browser.session()]).toEqual([[], null]);
});

test('a WalletConnect connection is restored, even if its wallet is also installed', async () => {
  browser.keep('metaMask', 'walletConnect');
  browser.announce('io.metamask', createFakeProvider());
  const { connectorOf } = await import('#adapters/wallets/connectors');
  const { listCurrentWallets } = await import('#adapters/wallets/wallets');
  Object.assign(connectorOf(listCurrentWallets().find(({ id }) => id === 'metaMask')!), {
    isAuthorized: async () => true,
    connect: async () => ({ accounts: [CONNECTED_ADDRESS], chainId: 1 }),
  });
  const { actor, connection } = await visit();
  await status('connected');
  expect(actor.getSnapshot().context).toMatchObject({
    connection: { wallet: { id: 'metaMask', connector: 'walletConnect' } },
  });
  expect(connection.getSnapshot().value).toEqual({ stored: 'settled' });
  actor.send({ type: 'dialog.request', phone: false });
  await waitUntil(() => expect(connection.getSnapshot().matches('connected')).toBe(true));
});

test('Disconnect ends a WalletConnect session while the page still reconnects to it', async () => {
  browser.keep('rainbow', 'walletConnect');
  const { actor, connectorOf, walletOf, disconnect } = await visit();
  await status('connected');
  const phone = connectorOf(walletOf('rainbow'));
  vi.spyOn(phone, 'isAuthorized').mockReturnValue(new Promise(() => {}));
  const ended = vi.spyOn(phone, 'disconnect').mockResolvedValue();
  actor.send({ type: 'dialog.request', phone: false });
  disconnect();
  await status('disconnected');
  expect(ended).toHaveBeenCalledOnce();
});

test("Coinbase's wallet is refused without https, which its library needs", async () => {
  const { claim, walletOf } = await visit();
  await status('disconnected');
  const { subtle, getRandomValues } = crypto;
  for (const functions of [
    { getRandomValues },
    { getRandomValues, subtle },
    { getRandomValues, randomUUID: () => '' },
  ]) {
    vi.stubGlobal('crypto', functions);
    await expect(claim(walletOf('coinbaseSmart')).answer).rejects.toBe('insecure');
  }
});

test('the wallet bundle reconnects the stored wallet after a restart', async () => {
  const { stop } = await visitWithFox();
  stop();
  await visit();
  await status('connected');
});

test('disconnecting closes a wallet at once, even if it never answers', async () => {
  const { disconnect, fox } = await visitWithFox();
  const { wagmiConfig: config } = await import('#adapters/wallets/config');
  fox.answers.wallet_revokePermissions = new Promise(() => {});
  disconnect();
  await status('disconnected');
  expect(fox.asked).toContain('wallet_revokePermissions');
  expect([...config.state.connections.keys()]).toEqual([]);
});

test('a wallet that reports being offline stays connected while it has an account', async () => {
  const { fox } = await visitWithFox();
  fox.asked.splice(0);
  fox.say('disconnect', { code: 4900 });
  await waitUntil(() => expect(fox.asked).toContain('eth_accounts'));
  await waitForEventLoopTurn();
  await connected('com.fox');
  fox.answers.eth_accounts = [];
  fox.say('disconnect', { code: 4900 });
  await status('disconnected');
});

test('an announced wallet cannot replace the WalletConnect connector', async () => {
  const { connectorOf, walletOf, requestAnnouncements } = await visit();
  requestAnnouncements();
  browser.announce('com.evil', createFakeProvider(), 'walletConnect');
  connectorOf(walletOf('com.evil'));
  expect(connectorOf(walletOf('rainbow')).type).toBe('walletConnect');
});

test.each([
  ['chainChanged', { chainId: '0x1' }],
  ['chainChanged', '0x'],
  ['chainChanged', -1],
  ['accountsChanged', [{}]],
  ['accountsChanged', null],
])('an invalid provider event is ignored: %s with %j', async (event, news) => {
  const { actor, fox } = await visitWithFox();
  fox.asked.splice(0);
  fox.say(event, news);
  await waitForEventLoopTurn();
  expect(actor.getSnapshot().value).toEqual({ connected: 'none' });
  fox.say('chainChanged', '0xa');
  await waitUntil(() => expect(actor.getSnapshot().context.connection?.chainId).toBe(10));
  expect(actor.getSnapshot().value).toEqual({ connected: 'none' });
  expect(fox.asked).not.toContain('wallet_revokePermissions');
});

test.each(['eth_accounts', 'eth_chainId'])(
  'a late answer to %s restores no wallet closed elsewhere',
  async (method) => {
    browser.keep('com.slow');
    const slow = slowProvider(method);
    const { actor } = await visit();
    browser.announce('com.slow', slow);
    await waitUntil(() => expect(slow.asked).toContain(method));
    localStorage.removeItem('iaborrow.session');
    browser.hear('session');
    await status('disconnected');
    slow.answer();
    await waitForEventLoopTurn();
    expect(actor.getSnapshot().value).toEqual({ disconnected: 'none' });
    expect(browser.session()).toBeNull();
  },
);

test('a late approval revokes no permission if another tab uses the wallet', async () => {
  const { claim, walletOf, requestAnnouncements } = await visit();
  requestAnnouncements();
  const fox = slowProvider('wallet_requestPermissions');
  browser.announce('com.fox', fox);
  browser.announce('com.owl', createFakeProvider());
  await status('disconnected');
  claim(walletOf('com.fox'));
  const { leave } = claim(walletOf('com.owl'));
  await status('connected');
  leave();
  browser.keep('com.fox');
  fox.answer();
  await waitForEventLoopTurn();
  await waitForEventLoopTurn();
  expect(fox.asked).not.toContain('wallet_revokePermissions');
  expect(connectedWallet()).toBe('com.owl');
});

describe('a stored wallet that is locked', () => {
  const marks = () => ['data-wallet', 'data-remembered'].map(browser.marked);
  async function visitLocked() {
    const started = await visitWithFox();
    expect(marks()).toEqual([true, false]);
    started.fox.answers.eth_accounts = [];
    started.fox.say('accountsChanged', []);
    await status('disconnected');
    return started;
  }

  test('is shown as remembered in the header, until it is unlocked or disconnected', async () => {
    const { fox, disconnect } = await visitLocked();
    expect(marks()).toEqual([true, true]);
    expect(browser.session()).toMatchObject({ id: 'com.fox', name: 'com.fox' });
    fox.answers.eth_accounts = [CONNECTED_ADDRESS];
    fox.say('accountsChanged', [CONNECTED_ADDRESS]);
    await status('connected');
    expect(marks()).toEqual([true, false]);
    disconnect();
    await status('disconnected');
    expect([marks(), browser.session()]).toEqual([[false, false], null]);
  });

  test('gets no request until its connector reports accounts', async () => {
    const { fox, walletOf } = await visitLocked();
    const { emitter } = (await import('#adapters/wallets/connectors')).connectorOf(walletOf('com.fox'));
    await waitForEventLoopTurn();
    fox.asked.splice(0);
    for (const change of [{ chainId: 10 }, { accounts: [] }]) emitter.emit('change', change);
    await waitForEventLoopTurn();
    expect(fox.asked).toEqual([]);
    fox.answers.eth_accounts = [CONNECTED_ADDRESS];
    emitter.emit('change', { accounts: [CONNECTED_ADDRESS] });
    await status('connected');
  });
});
