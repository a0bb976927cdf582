import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { createWalletClient, custom, type EIP1193Provider, verifyMessage } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { mainnet, optimism } from 'viem/chains';
import { test as base, describe, expect, vi } from 'vitest';
import { installWallet } from '../wallet/browser.ts';
import { startPhone } from '../wallet/phone.ts';
import { startRelay } from './relay.ts';
import { startProvider } from './walletConnect.ts';

type Provider = Awaited<ReturnType<typeof startProvider>>['provider'];

interface Fixtures {
  relay: Awaited<ReturnType<typeof startRelay>>;
  phone: Awaited<ReturnType<typeof startPhone>>;
  provider: Provider;
}

const account = privateKeyToAccount(`0x${'1'.repeat(64)}`);

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  relay: async ({}, use) => {
    const relay = await startRelay();
    await use(relay);
    await relay.close();
  },
  phone: async ({ relay }, use) => {
    const phone = await startPhone({ relayUrl: relay.url, account, answer: 'hold' });
    await use(phone);
    await phone.stop();
  },
  provider: async ({ relay }, use) => {
    const { provider, stop } = await startProvider(relay.url);
    await use(provider);
    await stop();
  },
});

/** Requests a connection. `uri` is the content of the QR code, and `connected` settles with the result. */
async function ask(provider: Provider) {
  const shown = once(provider.events, 'display_uri');
  const connected = provider.connect();
  // Prevents an unhandled rejection before a test awaits it.
  connected.catch(() => {});
  const [uri] = (await shown) as [string];
  return { uri, connected };
}

describe('a page and a phone, connected by the relay', () => {
  test('the phone approves, signs and disconnects', async ({ provider, phone }) => {
    const { uri, connected } = await ask(provider);
    await phone.pair(uri);
    await phone.approve();
    await connected;
    expect(provider.accounts).toEqual([account.address]);
    expect(phone.sessions()).toHaveLength(1);

    phone.answers.default = 'approve';
    const signature = await provider.request<`0x${string}`>({
      method: 'personal_sign',
      params: ['0x6869', account.address],
    });
    expect(await verifyMessage({ address: account.address, message: 'hi', signature })).toBe(true);

    const gone = once(provider.events, 'disconnect');
    await phone.disconnect();
    await gone;
    expect(provider.session).toBeUndefined();
  });

  test('the phone rejects one request and approves the next, then the page disconnects', async ({
    provider,
    phone,
  }) => {
    const first = await ask(provider);
    await phone.pair(first.uri);
    await phone.reject();
    await expect(first.connected).rejects.toThrow('User rejected');

    phone.answers.default = 'approve';
    const second = await ask(provider);
    await phone.pair(second.uri);
    await second.connected;
    await provider.disconnect();
    await expect.poll(phone.sessions).toEqual([]);
    expect(phone.seen.proposals).toHaveLength(2);
  });

  test('a frozen relay holds all messages until it is thawed', async ({ relay, provider, phone }) => {
    relay.freeze();
    const { uri, connected } = await ask(provider);
    await phone.pair(uri);
    expect(phone.seen.proposals).toEqual([]);
    relay.thaw();
    await phone.approve();
    await connected;
  });

  test('the relay answers HTTP with success, unless it refuses the site', async ({ relay }) => {
    const ask = async () => (await fetch(relay.url.replace(/^ws/, 'http'))).status;
    expect(await ask()).toBe(204);
    relay.deny(403);
    expect(await ask()).toBe(403);
    relay.refuse();
    await expect(ask()).rejects.toThrow();
    relay.allow();
    expect(await ask()).toBe(204);
  });

  test('an unreachable relay refuses connections until it is reachable again', async ({ relay, provider, phone }) => {
    const { uri, connected } = await ask(provider);
    relay.refuse();
    await expect.poll(() => relay.sockets).toBe(0);
    const scanned = phone.pair(uri);
    relay.allow();
    await scanned;
    await phone.approve();
    await connected;
    expect(relay.sockets).toBe(2);
  });
});

/** Simulates the page's side of a wallet, in this process. */
function pageHere() {
  const window = new EventTarget();
  vi.stubGlobal('window', Object.assign(window, { top: window }));
  const run = async (script: (argument: unknown) => unknown, argument: unknown) => script(argument);
  const exposeFunction = async (name: string, callback: unknown) => Reflect.set(window, name, callback);
  return { evaluate: run, addInitScript: run, exposeFunction } as unknown as Page;
}

describe('the networks of the simulated wallet', () => {
  /** Creates a wallet. Returns it with its events and the page's view of it. */
  async function install(options: Parameters<typeof installWallet>[1] = {}) {
    const wallet = await installWallet(pageHere(), { legacy: {}, ...options });
    const provider = Reflect.get(window, 'ethereum') as EIP1193Provider;
    const told: string[] = [];
    provider.on('chainChanged', (id) => told.push(id));
    const client = createWalletClient({ transport: custom(provider, { retryCount: 0 }) });
    return { wallet, client, told };
  }
  const gone = async (client: { getChainId: () => Promise<number> }, told: string[]) => [
    await client.getChainId(),
    ...told,
  ];

  test('the wallet switches to a known network, without an event if it is there already', async () => {
    const { wallet, client, told } = await install({ chainId: 10 });
    await client.switchChain(mainnet);
    await client.switchChain(optimism);
    expect(await gone(client, told)).toEqual([10, '0x1', '0xa']);
    wallet.answers.default = 'reject';
    await client.switchChain(optimism);
    await expect(client.switchChain(mainnet)).rejects.toThrow('User rejected');
    expect(told).toHaveLength(2);
  });

  test('the wallet switches to an unknown network once it has been added', async () => {
    const { wallet, client, told } = await install();
    wallet.answers.default = 'hold';
    await expect(client.switchChain(optimism)).rejects.toMatchObject({ code: 4902 });
    const added = client.addChain({ chain: optimism });
    await wallet.approve();
    await added;
    expect(await gone(client, told)).toEqual([10, '0xa']);
    wallet.answers.default = 'approve';
    await client.switchChain(mainnet);
    await client.switchChain(optimism);
    expect(told).toEqual(['0xa', '0x1', '0xa']);
  });

  test("the wallet's owner can reject a network", async () => {
    const { wallet, client, told } = await install({ answer: 'reject' });
    await expect(client.addChain({ chain: optimism })).rejects.toThrow('User rejected');
    await expect(client.switchChain(optimism)).rejects.toMatchObject({ code: 4902 });
    wallet.answers.wallet_addEthereumChain = -32603;
    await expect(client.addChain({ chain: optimism })).rejects.toMatchObject({ code: -32603 });
    expect(await gone(client, told)).toEqual([1]);
  });

  test('the wallet refuses to add a network without a description', async () => {
    const { client } = await install();
    const nameless = { ...optimism, name: '' };
    await expect(client.addChain({ chain: nameless })).rejects.toMatchObject({ code: -32602 });
  });

  test('the wallet can send an event without an answer', async () => {
    const { wallet, client, told } = await install({ chains: [1, 10] });
    wallet.answers.wallet_switchEthereumChain = 'event';
    let answered = false;
    client.switchChain(optimism).finally(() => {
      answered = true;
    });
    await expect.poll(() => told).toEqual(['0xa']);
    expect(await client.getChainId()).toBe(10);
    expect(answered).toBe(false);
  });

  test('the wallet can answer with success and stay on its network', async () => {
    const { wallet, client, told } = await install({ chains: [1, 10] });
    wallet.answers.wallet_switchEthereumChain = () => null;
    await client.switchChain(optimism);
    expect(await gone(client, told)).toEqual([1]);
  });

  test("the wallet's owner can change the network", async () => {
    const { wallet, client, told } = await install();
    await wallet.setChain(10);
    await client.switchChain(mainnet);
    expect(await gone(client, told)).toEqual([1, '0xa', '0x1']);
  });
});

test('the packaged local chain needs only the system libraries that Node needs', () => {
  const here = ['node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil'].filter(existsSync);
  // Names of shared libraries end with a zero byte. An executable has them in its first 4 MB.
  const wanted = here.map((path) =>
    readFileSync(path, 'latin1')
      .slice(0, 4 << 20)
      .split('\0')
      .filter((name) => /^lib[\w+-]+\.so\.\d+$/.test(name)),
  );
  for (const names of wanted) expect(names).not.toEqual([]);
  const usual = /^lib(c|dl|gcc_s|m|pthread|stdc\+\+)\.so\.\d$/;
  expect(wanted.flat().filter((name) => !usual.test(name))).toEqual([]);
});
