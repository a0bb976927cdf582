import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EthereumProvider } from '@walletconnect/ethereum-provider';
import { createDelayedPromise } from '@walletconnect/utils';
import { test as base, expect, onTestFinished, vi } from 'vitest';
import { patchProvider, type WalletConnectProvider, watchRelayRefusal } from '#adapters/wallets/walletConnectPatches';
import { startRelay } from '../support/relay.ts';
import { waitUntil } from '../support/until.ts';

/*
 * Tests the patches of WalletConnect's library. Each fixes one symptom. When an upgrade of the library removes a
 * symptom, a test fails, and the patch must go.
 */

const test = base.extend<{ relay: Awaited<ReturnType<typeof startRelay>>; provider: WalletConnectProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  relay: async ({}, use) => {
    const relay = await startRelay();
    await use(relay);
    await relay.close();
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
    vi.stubGlobal('document', new EventTarget());
    vi.stubGlobal('addEventListener', () => {});
    await use(provider as unknown as WalletConnectProvider);
    vi.unstubAllGlobals();
    const { core } = provider.signer.client;
    core.heartbeat.stop();
    await core.relayer.transportClose();
  },
});

const versionOf = (name: string) =>
  (JSON.parse(readFileSync(`node_modules/@walletconnect/${name}/package.json`, 'utf8')) as { version: string }).version;

const ONE = 'eip155:1:0x1111111111111111111111111111111111111111';
const TWO = 'eip155:1:0x2222222222222222222222222222222222222222';
const ON_POLYGON = ONE.replace('1:0x', '137:0x');
const session = (...accounts: string[]) =>
  ({ topic: 'topic', namespaces: { eip155: { accounts } } }) as unknown as NonNullable<
    WalletConnectProvider['session']
  >;

/** Malformed messages of a relay: event names as ids, and subscriptions without data. */
const RUBBISH = [
  { id: 'error', result: true },
  { id: 'payload', result: true },
  { id: 1, method: 7 },
  { id: 1, method: 'irn_subscription' },
  { id: 1, method: 'irn_subscription', params: { id: 'error', data: { topic: 1, message: {} } } },
  { id: 1, method: 'irn_subscription', params: { id: 'x', data: null } },
];

async function unhandledIn(act: () => unknown) {
  const others = process.listeners('unhandledRejection');
  const unhandled: unknown[] = [];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => unhandled.push(error));
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listen of others) process.on('unhandledRejection', listen);
  });
  await act();
  await new Promise((heard) => setTimeout(heard, 5));
  return unhandled;
}

test.each(['core', 'ethereum-provider', 'sign-client', 'types', 'universal-provider', 'utils'])(
  'the installed version of @walletconnect/%s is the one that the patches fit',
  (name) => expect(versionOf(name)).toBe('2.21.8'),
);

test('without keepRejection(), a rejection arrives without its code', async ({ provider }) => {
  const error = Object.assign(new Error('Reject Session'), { code: 5000 });
  provider.signer.connect = () => Promise.reject(error);
  await expect(provider.connect()).rejects.toSatisfy((one) => one !== error && !('code' in one) && !one.cause);
  patchProvider(provider);
  await expect(provider.connect()).rejects.toThrow('User rejected the request.');
});

test('without skipVerifyFrame(), a pairing code waits for an iframe of WalletConnect', ({ provider }) => {
  const { verify } = provider.signer.client.core;
  expect(String(verify.register)).toMatch(/createElement\("iframe"\)/);
  patchProvider(provider);
  expect(String(verify.register)).not.toMatch(/iframe/);
});

test('without followSessionUpdates(), new accounts are ignored', ({ provider }) => {
  const share = (...accounts: string[]) => {
    provider.signer.session = session(...accounts);
    provider.signer.events.emit('session_update', { topic: 'topic', params: {} });
  };
  share(ONE);
  expect(provider.accounts).toEqual([]);
  patchProvider(provider);
  const shows = (account: string) => expect(`eip155:${provider.chainId}:${provider.accounts[0]}`).toBe(account);
  share(TWO);
  shows(TWO);
  // The account in use stays the same, at any position in the list of shared accounts.
  share(ONE, TWO);
  shows(TWO);
  share(ONE);
  shows(ONE);
  share(ON_POLYGON);
  shows(ON_POLYGON);
});

test('without disconnectAtOnce(), the session stays until the relay answers', async ({ provider }) => {
  provider.signer.client.disconnect = () => new Promise(() => {});
  provider.signer.session = session(ONE);
  void provider.disconnect();
  await new Promise((turn) => setTimeout(turn, 5));
  expect(provider.session).toBeDefined();
  patchProvider(provider);
  await provider.disconnect();
  expect(provider.session).toBeUndefined();
});

test('without awaitApproval(), an expired proposal rejects twice, once unhandled', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const unhandled = await unhandledIn(async () => {
    createDelayedPromise(1, 'Proposal expired')
      .done()
      .catch(() => {});
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
  });
  expect(unhandled).toEqual([new Error('Proposal expired')]);
});

test('without bearRepeatedEnd(), a session that ends twice rejects without a handler', async ({ provider }) => {
  const { engine } = provider.signer.client as unknown as {
    engine: { onSessionDeleteRequest(topic: string, payload: object): Promise<void> };
  };
  const end = () => void engine.onSessionDeleteRequest('nothing', { id: 1, params: { code: 6000, message: '' } });
  expect(await unhandledIn(end)).toHaveLength(1);
  patchProvider(provider);
  expect(await unhandledIn(end)).toEqual([]);
});

test("without preferSupportedNetwork(), the wallet's first network is always chosen", ({ provider }) => {
  const shared = ['eip155:137', 'eip155:1'].map((chain) => `${chain}:${ONE.split(':')[2]}`);
  provider.setChainIds(shared);
  expect(provider.chainId).toBe(137);
  patchProvider(provider);
  provider.setChainIds(shared);
  expect(provider.chainId).toBe(1);
});

test('without ignoreRubbishFromRelay(), an invalid message throws', async ({ provider }) => {
  const { relayer } = provider.signer.client.core;
  const hear = async (payload: unknown) => {
    await relayer.createProvider();
    relayer.provider.onPayload(payload);
  };
  await unhandledIn(() => expect(hear(null)).rejects.toThrow(TypeError));
  patchProvider(provider);
  await relayer.createProvider();
  const heard: unknown[] = [];
  (relayer.provider as unknown as { on: NodeJS.EventEmitter['on'] }).on('payload', (one) => heard.push(one));
  const valid = { id: 1, jsonrpc: '2.0', result: true };
  const messages = ['hello', null, 7, [], {}, ...RUBBISH.map((one) => ({ jsonrpc: '2.0', ...one })), valid];
  const unhandled = await unhandledIn(() => {
    for (const one of messages) relayer.provider.onPayload(one);
  });
  expect([unhandled, heard]).toEqual([[], [valid]]);
});

test.for([
  ['a text', 'no'],
  ['null', null],
  ['a megabyte', { code: 'x', message: 'x'.repeat(1_000_000) }],
] as const)('without ignoreRubbishFromRelay(), the library gets the error: %s', async ([, error], { provider }) => {
  const { relayer } = provider.signer.client.core;
  const answered = () =>
    new Promise<unknown>((resolve) => {
      const { events } = relayer.provider as unknown as { events: NodeJS.EventEmitter };
      events.once('7', (message: { error: unknown }) => resolve(message.error));
      relayer.provider.onPayload({ id: 7, jsonrpc: '2.0', error });
    });
  await relayer.createProvider();
  expect(await answered()).toEqual(error);
  patchProvider(provider);
  await relayer.createProvider();
  const { code, message } = (await answered()) as { code: number; message: string };
  expect([code, message.length <= 200, message.length > 0]).toEqual([-32603, true, true]);
});

test('without ignoreRubbishFromRelay(), a refusal on a replaced connection throws', async ({ provider }) => {
  const { relayer } = provider.signer.client.core;
  const refuseReplaced = async () => {
    await relayer.createProvider();
    const replaced = relayer.provider as unknown as { onClose(event: { code: number; reason: string }): void };
    await relayer.createProvider();
    replaced.onClose({ code: 3000, reason: 'Unauthorized: origin not allowed' });
  };
  await expect(refuseReplaced()).rejects.toThrow('origin not allowed');
  patchProvider(provider);
  await refuseReplaced();
});

test('without ignoreRubbishFromRelay(), an unreadable message throws', ({ provider }) => {
  const { crypto } = provider.signer.client.core;
  expect(() => crypto.getPayloadType('rubbish')).toThrow();
  patchProvider(provider);
  expect(crypto.getPayloadType('rubbish')).toBe(-1);
});

test('without ignoreRubbishFromWallet(), the provider accepts an invalid network', async ({ provider }) => {
  await unhandledIn(() => provider.setChainId('eip155:rubbish'));
  expect(provider.chainId).toBeNaN();
  provider.chainId = 1;
  patchProvider(provider);
  provider.setChainId('eip155:rubbish');
  expect(provider.chainId).toBe(1);
});

test('without reopenDeadConnection(), the library ignores that the page is shown', () => {
  const core = readFileSync('node_modules/@walletconnect/core/dist/index.es.js', 'utf8');
  expect(core).not.toMatch(/visibilitychange|pageshow/);
});

test.for([
  [401, 1],
  [403, 1],
  ['unreachable', 0],
] as const)('watchRelayRefusal() reports the HTTP status %s %i times', async ([how, times], { relay, provider }) => {
  if (how === 'unreachable') relay.refuse();
  else relay.deny(how);
  const refused = vi.fn();
  const undo = watchRelayRefusal(provider, relay.url, refused);
  for (let i = 0; i < 2; i++) provider.signer.client.core.relayer.events.emit('site_line_failed');
  const { ok } = await fetch(relay.url.replace('ws', 'http')).catch(() => ({ ok: false }));
  await waitUntil(() => expect([ok, refused.mock.calls.length]).toEqual([false, times]));
  undo();
});

test('watchRelayRefusal() reports a connection that the relay closes with code 3000', ({ provider }) => {
  const relayer = provider.signer.client.core.relayer as unknown as {
    onProviderErrorHandler(error: Error): void;
  };
  const refused = vi.fn();
  const undo = watchRelayRefusal(provider, 'ws://127.0.0.1:1', refused);
  const error = new Error('WebSocket connection closed abnormally with code: 3000 (Project not found)');
  for (let i = 0; i < 2; i++) relayer.onProviderErrorHandler(error);
  undo();
  relayer.onProviderErrorHandler(error);
  expect(refused).toHaveBeenCalledOnce();
});
