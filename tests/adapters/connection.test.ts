import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromPromise, toPromise } from 'xstate';
import { refreshConnectionFirst } from '#machines/refresh';
import { findActor, type SystemActors } from '#machines/system';
import { until } from '../support/until.ts';
import { ADDRESS, createFakeProvider, nextTurn, openBrowser } from './browser';
import { startSession } from './claims';

/*
 * Tests events of wagmi, wallets and other tabs at inconvenient moments. Page tests cover the same cases, but can't
 * control each moment.
 */

const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

let browser: ReturnType<typeof openBrowser>;
let actor: SystemActors['session'] | undefined;
let stop = () => {};

beforeEach(() => {
  vi.resetModules();
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
  browser = openBrowser();
});
afterEach(async () => {
  stop();
  stop = () => {};
  // A closed dialog restores the URL one event-loop turn later.
  await nextTurn();
  vi.unstubAllGlobals();
  vi.doUnmock('wagmi/connectors');
});

/** Starts a visit. With `asks`, wallets are asked to announce themselves. */
async function visit({ asks = false } = {}) {
  const { connectorOf } = await import('#adapters/wallets/connectors');
  const started = await startSession({ chains: [] });
  ({ actor, stop } = started);
  const { connection } = started;
  if (asks) started.requestAnnouncements();
  const claims = () => connection.getSnapshot().context.wallet?.id ?? null;
  return { ...started, claims, connectorOf };
}

const connectedWallet = () => actor?.getSnapshot().context.connection?.wallet.id;
const status = (is: string) => until(() => expect(actor?.getSnapshot().value).toMatchObject({ [is]: 'none' }));
async function connected(id: string) {
  await status('connected');
  expect(connectedWallet()).toBe(id);
}

/** A wallet that answers `method` only when the test calls `answer`. */
function slowProvider(method: string) {
  const slow = createFakeProvider();
  const usual = slow.answers[method];
  let answer = () => {};
  slow.answers[method] = new Promise((resolve) => {
    answer = () => resolve(usual);
  });
  return { ...slow, answer };
}

test('a stored connection that another tab deleted is not restored by a late wallet', async () => {
  browser.keep('com.fox');
  const { actor } = await visit();
  browser.otherTab(null);
  await status('disconnected');
  const late = createFakeProvider();
  browser.announce('com.fox', late);
  await nextTurn();
  expect(actor.getSnapshot().value).toEqual({ disconnected: 'none' });
  expect(browser.session()).toBeNull();
  // The wallet that came too late gets no request. After another tab stores a connection, the page waits anew for its
  // wallet.
  browser.announce('com.here', createFakeProvider());
  browser.otherTab('com.here');
  await connected('com.here');
  expect(late.asked).toEqual([]);
});

test('a stored wallet reconnects when window.ethereum appears late', async () => {
  browser.keep('window.ethereum');
  const { actor } = await visit();
  await nextTurn();
  expect(actor.getSnapshot().matches('connected')).toBe(false);
  Object.assign(window, { ethereum: createFakeProvider() });
  dispatchEvent(new Event('ethereum#initialized'));
  await connected('window.ethereum');
});

test('following another tab to another wallet does not wait for the previous wallet', async () => {
  browser.keep('com.gone');
  await visit();
  browser.announce('com.here', createFakeProvider());
  browser.otherTab('com.here');
  await connected('com.here');
});

describe('a stored wallet that is restored', () => {
  test('opens without a permission request to its owner', async () => {
    browser.keep('com.here');
    const here = createFakeProvider();
    browser.announce('com.here', here);
    await visit();
    await connected('com.here');
    expect(here.asked.filter((method) => /request/i.test(method))).toEqual([]);
  });

  test('stays closed if another tab has stored another wallet meanwhile', async () => {
    browser.keep('com.slow');
    const { connectorOf, walletOf } = await visit();
    const slow = slowProvider('eth_accounts');
    browser.announce('com.slow', slow);
    await until(() => expect(slow.asked).toContain('eth_accounts'));
    const opening = vi.spyOn(connectorOf(walletOf('com.slow')), 'connect');
    browser.announce('com.here', createFakeProvider());
    browser.otherTab('com.here');
    await connected('com.here');
    slow.answer();
    await nextTurn();
    expect(opening).not.toHaveBeenCalled();
  });
});

describe('a check of the connected wallet', () => {
  test.each<[string, string[], string | null]>([
    ['names another account', [OTHER], OTHER],
    ['is locked', [], null],
  ])('a check ends early if the wallet %s meanwhile', async (_, accounts, address) => {
    browser.keep('com.here');
    const here = createFakeProvider();
    browser.announce('com.here', here);
    const { run } = await visit();
    await connected('com.here');
    here.answers.eth_accounts = new Promise(() => {});
    const addressNow = fromPromise(
      async ({ system }) => findActor(system, 'connection').getSnapshot().context.connection?.address ?? null,
    );
    const refreshed = toPromise(run('refresh', refreshConnectionFirst(addressNow as never), {}));
    here.say('accountsChanged', accounts);
    expect(await refreshed).toBe(address);
  });
});

test('a wallet that answers a check after the visitor has disconnected stays closed', async () => {
  browser.keep('com.here');
  const here = createFakeProvider();
  browser.announce('com.here', here);
  const { disconnect } = await visit();
  await connected('com.here');
  let answer = (_: string[]) => {};
  here.answers.eth_accounts = new Promise<string[]>((resolve) => {
    answer = resolve;
  });
  here.asked.splice(0);
  dispatchEvent(new Event('focus'));
  await until(() => expect(here.asked).toContain('eth_accounts'));
  disconnect();
  await status('disconnected');
  await nextTurn();
  here.asked.splice(0);
  answer([ADDRESS]);
  await nextTurn();
  expect([here.asked, browser.session()]).toEqual([[], null]);
});

describe('a wallet that is connected by a phone and also installed in this browser', () => {
  /** Simulates that the phone approved a connection in this visit. */
  const pairPhone = async () => {
    const { listCurrentWallets } = await import('#adapters/wallets/wallets');
    const { connectorOf } = await import('#adapters/wallets/connectors');
    const wallet = listCurrentWallets().find(({ id }) => id === 'metaMask') ?? expect.fail('MetaMask is not listed');
    Object.assign(connectorOf(wallet), {
      isAuthorized: async () => true,
      connect: async () => ({ accounts: [ADDRESS], chainId: 1 }),
    });
  };
  const isConnectedByPhone = { connection: { wallet: { id: 'metaMask', connector: 'walletConnect' } } };

  test('the next visit restores the connection by phone', async () => {
    browser.keep('metaMask', 'walletConnect');
    browser.announce('io.metamask', createFakeProvider());
    await pairPhone();
    const { actor, connection } = await visit();
    await status('connected');
    expect(actor.getSnapshot().context).toMatchObject(isConnectedByPhone);
    expect(connection.getSnapshot().value).toEqual({ stored: 'settled' });
    actor.send({ type: 'dialog.request', phone: false });
    await until(() => expect(connection.getSnapshot().matches('connected')).toBe(true));
  });

  test('a connection by phone in another tab is followed', async () => {
    await pairPhone();
    const { actor, requestAnnouncements } = await visit();
    await status('disconnected');
    requestAnnouncements();
    browser.announce('io.metamask', createFakeProvider());
    browser.otherTab('metaMask', 'walletConnect');
    await status('connected');
    expect(actor.getSnapshot().context).toMatchObject(isConnectedByPhone);
  });

  test('a change in another tab from the installed wallet to the phone is followed', async () => {
    await pairPhone();
    browser.keep('metaMask');
    const { actor } = await visit();
    const slow = slowProvider('eth_accounts');
    browser.announce('io.metamask', slow);
    await until(() => expect(slow.asked).toContain('eth_accounts'));
    browser.otherTab('metaMask', 'walletConnect');
    await status('connected');
    slow.answer();
    await nextTurn();
    expect(actor.getSnapshot().context).toMatchObject(isConnectedByPhone);
  });
});

test('a phone is told of Disconnect while the page is still reconnecting to it', async () => {
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

test('an attempt to connect a phone ends when the visitor leaves it', async () => {
  const { claim, claims, walletOf, requestAnnouncements } = await visit();
  await status('disconnected');
  const { leave } = claim(walletOf('rainbow'));
  expect(claims()).toBe('rainbow');
  leave();
  expect(claims()).toBeNull();
  requestAnnouncements();
  browser.announce('com.here', createFakeProvider());
  browser.otherTab('com.here');
  await status('connected');
});

test('a restarted wallet bundle restores its connection', async () => {
  const { connect } = await visit({ asks: true });
  browser.announce('com.fox', createFakeProvider());
  await status('disconnected');
  await connect('com.fox');
  await status('connected');
  stop();
  await visit();
  await status('connected');
});

test('disconnecting closes a wallet at once, even if it never answers', async () => {
  const { connect, disconnect } = await visit({ asks: true });
  const { config } = await import('#adapters/wallets/config');
  const fox = createFakeProvider();
  fox.answers.wallet_revokePermissions = new Promise(() => {});
  browser.announce('com.fox', fox);
  await status('disconnected');
  await connect('com.fox');
  await status('connected');
  disconnect();
  await status('disconnected');
  expect(fox.asked).toContain('wallet_revokePermissions');
  expect([...config.state.connections.keys()]).toEqual([]);
});

test('a wallet that reports being offline stays connected while it has an account', async () => {
  const { connect } = await visit({ asks: true });
  const fox = createFakeProvider();
  browser.announce('com.fox', fox);
  await status('disconnected');
  await connect('com.fox');
  await status('connected');
  fox.asked.splice(0);
  fox.say('disconnect', { code: 4900 });
  await until(() => expect(fox.asked).toContain('eth_accounts'));
  await nextTurn();
  await connected('com.fox');
  fox.answers.eth_accounts = [];
  fox.say('disconnect', { code: 4900 });
  await status('disconnected');
});

test('an announced wallet cannot replace the WalletConnect connector', async () => {
  const { connectorOf, walletOf } = await visit({ asks: true });
  browser.announce('com.evil', createFakeProvider(), 'walletConnect');
  connectorOf(walletOf('com.evil'));
  expect(connectorOf(walletOf('rainbow')).type).toBe('walletConnect');
});

test('a provider that announces itself under several names is listed once', async () => {
  const { listCurrentWallets } = await visit({ asks: true });
  const one = createFakeProvider();
  browser.announce('com.fox', one, 'first');
  browser.announce('com.fox', one, 'second');
  browser.announce('com.wolf', one, 'third');
  expect(listCurrentWallets().filter(({ installed }) => installed)).toHaveLength(1);
});

test.each([
  ['chainChanged', { chainId: '0x1' }],
  ['chainChanged', '0x'],
  ['chainChanged', -1],
  ['accountsChanged', [{}]],
  ['accountsChanged', null],
])('an invalid provider event is ignored: %s with %j', async (event, news) => {
  const { connect, actor } = await visit({ asks: true });
  const fox = createFakeProvider();
  browser.announce('com.fox', fox);
  await connect('com.fox');
  await status('connected');
  fox.asked.splice(0);
  fox.say(event, news);
  await nextTurn();
  expect(actor.getSnapshot().value).toEqual({ connected: 'none' });
  // The next event with valid data is still handled.
  fox.say('chainChanged', '0xa');
  await until(() => expect(actor.getSnapshot().context.connection?.chainId).toBe(10));
  expect(actor.getSnapshot().value).toEqual({ connected: 'none' });
  expect(fox.asked).not.toContain('wallet_revokePermissions');
});

test.each([null, '0x0', -1, '0x', {}])(
  'connecting fails if the wallet reports the invalid network %j',
  async (chainId) => {
    const { connect, actor } = await visit({ asks: true });
    const fox = createFakeProvider();
    fox.answers.eth_chainId = chainId;
    browser.announce('com.fox', fox);
    await status('disconnected');
    await expect(connect('com.fox')).rejects.toBe('failed');
    await nextTurn();
    expect(actor.getSnapshot().value).toEqual({ disconnected: 'none' });
    expect(browser.session()).toBeNull();
  },
);

test('a wallet without event listeners can be connected and disconnected', async () => {
  const { connect } = await visit({ asks: true });
  const { request, asked } = createFakeProvider();
  browser.announce('com.mute', Object.freeze({ request }));
  await status('disconnected');
  await connect('com.mute');
  await status('connected');
  browser.otherTab(null);
  await status('disconnected');
  expect(asked).toContain('wallet_revokePermissions');
});

describe.each(['eth_accounts', 'eth_chainId'])('a restored wallet that answers %s late', (method) => {
  const begin = async () => {
    browser.keep('com.slow');
    const slow = slowProvider(method);
    const visited = await visit();
    browser.announce('com.slow', slow);
    await until(() => expect(slow.asked).toContain(method));
    return { ...visited, slow };
  };

  test('the late answer does not connect it after another tab has disconnected', async () => {
    const { actor, slow } = await begin();
    browser.otherTab(null);
    await status('disconnected');
    slow.answer();
    await nextTurn();
    expect(actor.getSnapshot().value).toEqual({ disconnected: 'none' });
    expect(browser.session()).toBeNull();
  });

  test('the late answer is ignored after another tab has connected another wallet', async () => {
    const { slow } = await begin();
    browser.announce('com.here', createFakeProvider());
    browser.otherTab('com.here');
    await status('connected');
    slow.answer();
    await nextTurn();
    expect(connectedWallet()).toBe('com.here');
    expect(browser.session()?.id).toBe('com.here');
  });

  test('the late answer connects it if another tab has connected the same wallet', async () => {
    const { slow } = await begin();
    browser.otherTab('com.slow');
    slow.answer();
    await connected('com.slow');
  });
});

test('a missed change of account stops the signature, and sign-in starts again', async () => {
  const visit = await startSession({ request: { phone: false }, mustSignIn: true });
  const running = visit.actor;
  ({ actor, stop } = visit);
  visit.requestAnnouncements();
  const fox = createFakeProvider();
  browser.announce('com.fox', fox);
  await visit.connect('com.fox');
  const signIn = () => running.getSnapshot().children.signIn;
  const isReady = () => until(() => expect(signIn()?.getSnapshot().context.prepared?.message).toBeTruthy());
  await isReady();
  fox.answers.eth_accounts = [OTHER];
  signIn()?.send({ type: 'sign' });
  await until(() => expect(running.getSnapshot().context.connection?.address).toBe(OTHER));
  await isReady();
  expect(fox.asked).not.toContain('personal_sign');
  signIn()?.send({ type: 'sign' });
  await until(() => expect(fox.asked).toContain('personal_sign'));
});

test('a late approval of a wallet that another tab uses keeps the permission', async () => {
  const { claim, walletOf } = await visit({ asks: true });
  const fox = slowProvider('wallet_requestPermissions');
  browser.announce('com.fox', fox);
  browser.announce('com.owl', createFakeProvider());
  await status('disconnected');
  claim(walletOf('com.fox'));
  const { leave } = claim(walletOf('com.owl'));
  await status('connected');
  leave();
  // Another tab chooses the first wallet meanwhile.
  browser.keep('com.fox');
  fox.answer();
  await nextTurn();
  await nextTurn();
  expect(fox.asked).not.toContain('wallet_revokePermissions');
  expect(connectedWallet()).toBe('com.owl');
});

test('a slow restore is dropped when the visitor picks another wallet', async () => {
  browser.keep('com.slow');
  const slow = slowProvider('eth_accounts');
  const { actor, claim, walletOf } = await visit();
  const fox = slowProvider('wallet_requestPermissions');
  browser.announce('com.slow', slow);
  browser.announce('com.fox', fox);
  await until(() => expect(slow.asked).toContain('eth_accounts'));
  claim(walletOf('com.fox'));
  slow.answer();
  await nextTurn();
  expect(actor.getSnapshot().matches('connected')).toBe(false);
  fox.answer();
  await connected('com.fox');
  expect(slow.asked).not.toContain('wallet_revokePermissions');
});
