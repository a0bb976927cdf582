import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { waitForEventLoopTurn } from '../support/gate.ts';
import { waitUntil } from '../support/until.ts';
import { CONNECTED_ADDRESS, createFakeProvider, removeSimulatedBrowser, simulateBrowser } from './browser';
import { startWalletBundle } from './claims';

/* Tests wallets whose provider violates EIP-1193, or that announce themselves in unusual ways. */

const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

let browser: ReturnType<typeof simulateBrowser>;
let visited: Awaited<ReturnType<typeof visit>>;

async function visit() {
  const started = await startWalletBundle({ chains: [] });
  started.requestAnnouncements();
  await waitUntil(() => expect(started.actor.getSnapshot().value).toMatchObject({ disconnected: 'none' }));
  return started;
}

beforeAll(async () => {
  vi.resetModules();
  browser = simulateBrowser();
  visited = await visit();
});
afterAll(async () => {
  visited.stop();
  await waitForEventLoopTurn();
  removeSimulatedBrowser();
});

const listedAs = (rdns: string) => visited.listCurrentWallets().filter(({ id }) => id.startsWith(rdns));
const connectionNow = () => visited.connection.getSnapshot().context.connection;

function thrower(): never {
  throw new TypeError('Illegal invocation');
}

class PrivateProvider {
  #inner = createFakeProvider();
  request(question: { method: string }) {
    return this.#inner.request(question);
  }
}

const withoutPromise = () => {
  const { answers } = createFakeProvider();
  return { request: ({ method }: { method: string }) => answers[method] ?? null };
};
const forms: Record<string, () => object> = {
  'no listeners': () => ({ request: createFakeProvider().request }),
  'only `on`': () => ({ request: createFakeProvider().request, on: () => {} }),
  'listeners that are no functions': () => ({ request: createFakeProvider().request, on: true, removeListener: 'no' }),
  '`on` throws': () => ({ ...createFakeProvider(), on: thrower }),
  '`removeListener` throws': () => ({ ...createFakeProvider(), removeListener: thrower }),
  '`on` rejects': () => ({ ...createFakeProvider(), on: async () => thrower() }),
  'getters that throw': () => Object.defineProperty(createFakeProvider(), 'on', { get: thrower }),
  'private fields': () => new PrivateProvider(),
  frozen: () => Object.freeze({ request: createFakeProvider().request }),
  'a proxy': () => new Proxy(createFakeProvider(), {}),
  'answers without a promise': withoutPromise,
};

test.each(Object.entries(forms))('a wallet with an odd provider connects and disconnects: %s', async (form, make) => {
  const id = `com.form${Object.keys(forms).indexOf(form)}`;
  browser.announce(id, make());
  await visited.connect(id);
  expect(connectionNow()).toMatchObject({ address: CONNECTED_ADDRESS, chainId: 1, wallet: { id } });
  visited.disconnect();
  await waitUntil(() => expect(connectionNow()).toBeNull());
  await waitForEventLoopTurn();
});

test.each(['focus', 'pageshow'])(
  'on %s, the page rereads account and network of a wallet without events',
  async (by) => {
    const mute = { ...createFakeProvider(), on: thrower };
    const id = `com.mute.${by}`;
    browser.announce(id, mute);
    await visited.connect(id);
    mute.answers.eth_chainId = '0xa';
    dispatchEvent(new Event(by));
    await waitUntil(() => expect(connectionNow()?.chainId).toBe(10));
    mute.answers.eth_accounts = [OTHER];
    dispatchEvent(new Event(by));
    await waitUntil(() => expect(connectionNow()?.address).toBe(OTHER));
    mute.answers.eth_accounts = [];
    dispatchEvent(new Event(by));
    await waitUntil(() => expect(connectionNow()).toBeNull());
    mute.answers.eth_accounts = [CONNECTED_ADDRESS];
    dispatchEvent(new Event(by));
    await waitUntil(() => expect(connectionNow()?.address).toBe(CONNECTED_ADDRESS));
    expect(mute.asked).not.toContain('wallet_revokePermissions');
    visited.disconnect();
    await waitUntil(() => expect(connectionNow()).toBeNull());
  },
);

const odd = createFakeProvider();
const invalidChainIds = [null, '0x0', -1, '0x', {}, true, ['0x1'], '1e0', ' 1', '0x1 ', { toString: () => '1' }];
test.each(invalidChainIds)('a wallet that reports the invalid chain id %j does not connect', async (chainId) => {
  odd.answers.eth_chainId = chainId;
  browser.announce('com.odd', odd);
  await expect(visited.connect('com.odd')).rejects.toBe('failed');
  await waitForEventLoopTurn();
  expect([connectionNow(), browser.session()]).toEqual([null, null]);
});

test.each<[string, unknown, string]>([
  ['no accounts', [], 'failed'],
  ['accounts that are none', ['rubbish', {}, null], 'failed'],
  ['permissions that are none', [{ caveats: [{ value: ['0x1234'] }] }], 'failed'],
  ['the error 4001', { code: 4001 }, 'rejected'],
  ['the error -32002', { code: -32002 }, 'elsewhere'],
])('connecting fails if the wallet answers with %s, and succeeds on the next try', async (what, answer, reason) => {
  const odd = createFakeProvider();
  const usual = { ...odd.answers };
  const isError = what.startsWith('the error');
  for (const method of ['eth_accounts', 'eth_requestAccounts', 'wallet_requestPermissions'])
    odd.answers[method] = isError ? () => Promise.reject(answer) : answer;
  const id = `com.answer${visited.listCurrentWallets().length}`;
  browser.announce(id, odd);
  await expect(visited.connect(id)).rejects.toBe(reason);
  expect(connectionNow()).toBeNull();
  Object.assign(odd.answers, usual);
  await visited.connect(id);
  expect(connectionNow()).toMatchObject({ address: CONNECTED_ADDRESS, wallet: { id } });
  visited.disconnect();
  await waitUntil(() => expect(connectionNow()).toBeNull());
  await waitForEventLoopTurn();
});

describe('a wallet that announces itself again', () => {
  const announce = (rdns: string, uuid: string, name = rdns, provider = createFakeProvider()) => {
    const detail = { info: { uuid, rdns, name, icon: '' }, provider };
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };

  test.each<[string, string, (round: number) => string]>([
    ['another', 'com.anew', (round) => `anew ${round}`],
    ['the same', 'com.same', () => 'same'],
  ])('is listed once if each announcement has another provider object and %s uuid', async (_, rdns, uuidOf) => {
    let times = 0;
    const answer = () => announce(rdns, uuidOf(++times));
    addEventListener('eip6963:requestProvider', answer);
    for (let i = 0; i < 4; i++) visited.requestAnnouncements();
    await waitForEventLoopTurn();
    answer();
    removeEventListener('eip6963:requestProvider', answer);
    expect([times, listedAs(rdns).length]).toEqual([5, 1]);
  });

  test('is listed once if one provider is announced under several names', () => {
    const provider = createFakeProvider();
    for (const [rdns, uuid] of [
      ['com.one', '1'],
      ['com.one', '2'],
      ['com.two', '3'],
    ] as const)
      announce(rdns, uuid, rdns, provider);
    expect([...listedAs('com.one'), ...listedAs('com.two')]).toHaveLength(1);
  });

  test('two wallets with the same rdns stay listed as two after more announcements', () => {
    let times = 0;
    const both = () => {
      times += 1;
      announce('com.twins', `first ${times}`);
      announce('com.twins', `second ${times}`);
    };
    addEventListener('eip6963:requestProvider', both);
    for (let i = 0; i < 3; i++) visited.requestAnnouncements();
    expect(listedAs('com.twins')).toHaveLength(2);
  });

  test('two wallets with the same rdns and different names are both listed', async () => {
    announce('com.named', 'named 1', 'Fox');
    await waitForEventLoopTurn();
    announce('com.named', 'named 2', 'Fox Beta');
    expect(listedAs('com.named')).toHaveLength(2);
  });
});
