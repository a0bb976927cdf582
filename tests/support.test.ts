import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { EthereumProvider } from '@walletconnect/ethereum-provider';
import { verifyMessage } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { test as base, describe, expect } from 'vitest';
import { startPhone } from './support/phone.ts';
import { startRelay } from './support/relay.ts';

type Provider = Awaited<ReturnType<typeof EthereumProvider.init>>;

interface Fixtures {
  relay: Awaited<ReturnType<typeof startRelay>>;
  phone: Awaited<ReturnType<typeof startPhone>>;
  /** The page's side of a connection. */
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
    const phone = await startPhone({ relayUrl: relay.url, account, policy: 'hold' });
    await use(phone);
    await phone.stop();
  },
  provider: async ({ relay }, use) => {
    const provider = await EthereumProvider.init({
      projectId: '0'.repeat(32),
      relayUrl: relay.url,
      optionalChains: [1],
      showQrModal: false,
      telemetryEnabled: false,
      disableProviderPing: true,
      logger: 'silent',
      customStoragePrefix: randomUUID(),
      storageOptions: { database: ':memory:' },
    });
    await use(provider);
    const { core } = provider.signer.client;
    core.heartbeat.stop();
    await core.relayer.transportClose();
  },
});

/** Asks for a connection: `uri` is what the QR code says, `connected` how it ends. */
async function ask(provider: Provider) {
  const shown = once(provider.events, 'display_uri');
  const connected = provider.connect();
  // A rejection may come before a test looks at it.
  connected.catch(() => {});
  const [uri] = (await shown) as [string];
  return { uri, connected };
}

describe('a page and a phone, over the relay', () => {
  test('approve → sign → the phone disconnects', async ({ provider, phone }) => {
    const { uri, connected } = await ask(provider);
    await phone.pair(uri);
    await phone.approve();
    await connected;
    expect(provider.accounts).toEqual([account.address]);
    expect(phone.sessions()).toHaveLength(1);

    phone.policy = 'approve';
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

  test('reject → approve another → the page disconnects', async ({ provider, phone }) => {
    const first = await ask(provider);
    await phone.pair(first.uri);
    await phone.reject();
    await expect(first.connected).rejects.toThrow('User rejected');

    phone.policy = 'approve';
    const second = await ask(provider);
    await phone.pair(second.uri);
    await second.connected;
    await provider.disconnect();
    await expect.poll(phone.sessions).toEqual([]);
    expect(phone.seen.proposals).toHaveLength(2);
  });

  test('frozen, the relay delivers nothing until it is thawed', async ({ relay, provider, phone }) => {
    relay.freeze();
    const { uri, connected } = await ask(provider);
    await phone.pair(uri);
    expect(phone.seen.proposals).toEqual([]);
    relay.thaw();
    await phone.approve();
    await connected;
  });

  test('out of reach, the relay lets nobody in until it is allowed', async ({ relay, provider, phone }) => {
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
