import { QueryObserver } from '@tanstack/query-core';
import { encodeErrorResult, numberToHex, parseAbi, parseEther, size } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { mainnet } from 'viem/chains';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { AddressRequiredError, NameRequiredError } from '#domain/errors';
import type { Profile, ReadState } from '#domain/profile';
import { parseNameRecord } from '#domain/records';
import { outcomesMachine } from '#machines/outcomes';
import type { holdAddressForDialog, MessageLink } from '#machines/system';
import { startChain } from '../support/chain.ts';
import { deployEns } from '../support/ens.ts';
import { waitForEventLoopTurn } from '../support/gate.ts';
import { waitUntil } from '../support/until.ts';
import { type simulateBrowser, simulateBrowserForTest } from './browser';
import {
  answerEachRpcCallWith,
  faultyReplies,
  forwardRequestsTo,
  type NodeResponder,
  rejectRequest,
  stubNode,
} from './node';

/* Tests reading accounts from a local chain with ENS. Requests can be made to fail. */

const MINUTE = 60_000;
const NAME_LIFETIME = 180 * MINUTE;
const NOBODY = '0x00000000000000000000000000000000000000b0';

type Account = ReturnType<typeof privateKeyToAccount>;

let chain: Awaited<ReturnType<typeof startChain>>;
let ens: Awaited<ReturnType<typeof deployEns>>;
let browser: ReturnType<typeof simulateBrowser>;
/** The times of the page's requests to its node. Simultaneous calls share one request. */
let requests: number[];
let line: NodeResponder;

let nth = 20;
async function newcomer(ether = '1') {
  nth += 1;
  const account = privateKeyToAccount(numberToHex(nth, { size: 32 }));
  await chain.client.setBalance({ address: account.address, value: parseEther(ether) });
  return account;
}
async function named(name: string, options?: Parameters<typeof ens.register>[2]) {
  const account = await newcomer();
  await ens.register(name, account, options);
  return account;
}

beforeAll(async () => {
  chain = await startChain();
  ens = await deployEns(chain.client);
});
afterAll(() => chain.stop());

beforeEach(() => {
  browser = simulateBrowserForTest('http://localhost:4173');
  requests = [];
  line = forwardRequestsTo(chain.url);
  stubNode((init) => {
    requests.push(Date.now());
    return line(init);
  });
});
afterEach(() => void vi.restoreAllMocks());

/** Starts to read a profile. A test calls `vi.resetModules` before it, to simulate a new visit. */
async function open(account: Pick<Account, 'address'> | string, chainId = 1) {
  const { readProfile } = await import('#adapters/network/profile');
  const told: Profile[] = [];
  const address = typeof account === 'string' ? account : account.address;
  const reading = readProfile({ address, chainId }, (profile) => told.push(profile));
  const last = () => told.at(-1)!;
  onTestFinished(reading.stop);
  return { ...reading, told, last };
}

/** Waits in real time, without changing fake timers. */
async function untilTrue(holds: () => unknown) {
  for (const end = performance.now() + 45_000; !holds(); ) {
    if (performance.now() > end) throw new Error(`It never came to this: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function profileOf(account: Pick<Account, 'address'> | string, chainId = 1) {
  const { last, stop } = await open(account, chainId);
  await untilTrue(() => last().name.is !== 'loading' && last().balance.is !== 'loading');
  stop();
  return last();
}

const known = <T>(value: T): ReadState<T> => ({ is: 'known', value });
const absent = { is: 'absent' };
const failed = { is: 'failed' };
const loading = { is: 'loading' };
const allOf = <T>(read: T) => ({ name: read, avatar: read, balance: read });
const anonymous = { name: absent, avatar: absent };

const namesOf = () => (browser.kept('names') ?? {}) as Record<string, { name: string; expiresAt: number }>;
const remember = (names: object) => browser.write('names', JSON.stringify({ version: 1, value: names }));
const keyOf = ({ address }: Pick<Account, 'address'>) => address.toLowerCase();

describe('an account with a name', () => {
  let amina: Account;

  beforeAll(async () => {
    amina = await named('amina', { texts: { avatar: 'ipfs://Qm1/1.png' } });
    await chain.client.setBalance({ address: amina.address, value: parseEther('1.234567') });
  });

  test('name, picture and balance need two requests, or one request with a cached name', async () => {
    const all = {
      name: known('amina.eth'),
      avatar: known('https://ipfs.io/ipfs/Qm1/1.png'),
      balance: known({ formatted: '1.2345', decimals: 18, symbol: 'ETH' }),
    };
    expect(await profileOf(amina)).toEqual(all);
    expect(requests).toHaveLength(2);
    requests = [];
    vi.resetModules();
    expect(await profileOf(amina)).toEqual(all);
    expect(requests).toHaveLength(1);
    // An address in lower case gets the cached profile at once. Only its balance is read again.
    const { told } = await open(keyOf(amina));
    expect(told[0]).toEqual(all);
    await waitUntil(() => expect(requests).toHaveLength(2));
  });

  test('refresh() reads the balance again, and reports nothing after stop()', async () => {
    const rich = await newcomer('1');
    const { told, last, refresh, stop } = await open(rich);
    await waitUntil(() => expect(last().balance).toMatchObject({ value: { formatted: '1' } }));
    await chain.client.setBalance({ address: rich.address, value: parseEther('12345678') });
    refresh();
    await waitUntil(() => expect(last().balance).toMatchObject({ value: { formatted: '12.3m' } }));
    stop();
    const before = told.length;
    await refresh();
    expect(told).toHaveLength(before);
  });
});

test('an account without a name has no picture, but a balance', async () => {
  expect(await profileOf(await newcomer('0.00001'))).toEqual({
    ...anonymous,
    balance: known({ formatted: '<0.0001', decimals: 18, symbol: 'ETH' }),
  });
  expect(requests).toHaveLength(1);
  expect(namesOf()).toEqual({});
});

test('an account on an unsupported network has its name, but no balance', async () => {
  const bilal = await named('bilal');
  expect(await profileOf(bilal, 137)).toEqual({ name: known('bilal.eth'), avatar: absent, balance: absent });
});

test('a name that needs an offchain lookup is not requested from its host (EIP-3668)', async () => {
  const asked: string[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    asked.push(new URL(address).origin);
    return fetch(address, init);
  });
  const { address } = mainnet.contracts.ensUniversalResolver;
  const lookup = encodeErrorResult({
    abi: parseAbi([
      'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
    ]),
    args: [address, ['https://gateway.example/{sender}/{data}.json'], '0x', '0x12345678', '0x'],
  });
  // A contract that reverts with this data: CODECOPY of everything after these 14 bytes, and REVERT.
  const length = numberToHex(size(lookup), { size: 2 }).slice(2);
  await chain.client.setCode({ address, bytecode: `0x61${length}600e60003961${length}6000fd${lookup.slice(2)}` });
  try {
    expect(await profileOf(await newcomer())).toMatchObject(anonymous);
    expect(asked.filter((origin) => !origin.startsWith('http://127.0.0.1:'))).toEqual([]);
  } finally {
    await ens.trust(false);
  }
});

test('a forged name is not shown, even if the ENS contract on the chain accepts it', async () => {
  const [owner, mallory] = [await newcomer(), await newcomer()];
  await ens.register(`owned${nth}`, owner);
  await ens.setPrimary(mallory, `owned${nth}.eth`);
  await ens.trust(true);
  try {
    expect(await chain.client.getEnsName(mallory)).toBe(`owned${nth}.eth`);
    expect(await profileOf(mallory)).toMatchObject(anonymous);
    expect(await profileOf(owner)).toMatchObject({ name: known(`owned${nth}.eth`) });
  } finally {
    await ens.trust(false);
  }
  expect(Object.keys(namesOf())).toEqual([keyOf(owner)]);
});

test('a cached name that now resolves to another address is hidden and deleted', async () => {
  const seller = await named('sold');
  expect(await profileOf(seller)).toMatchObject({ name: known('sold.eth') });
  await ens.setAddress('sold', NOBODY);
  vi.resetModules();
  expect(await profileOf(seller)).toMatchObject(anonymous);
  expect(namesOf()).toEqual({});
});

/** The first name can be registered on the chain of the tests. The others can only be set as primary names. */
test.each(['foo bar.eth', 'x'.repeat(20_000), 'foo..eth'])('an invalid name is treated as absent: %s', async (name) => {
  const account = await newcomer();
  if (name === 'foo bar.eth') await ens.register(name, account);
  else await ens.setPrimary(account, name);
  expect(await profileOf(account)).toMatchObject({ ...anonymous, balance: { is: 'known' } });
  expect([requests.length, namesOf()]).toEqual([1, {}]);
});

test('a name is normalised before it is resolved (ENSIP-15)', async () => {
  const account = await named('Capital.ETH');
  await ens.register('capital.eth', account, { primary: false });
  expect(await profileOf(account)).toMatchObject({ name: known('capital.eth') });
});

describe('the cache of names', () => {
  let account: Account;
  let nameless: Account;
  const now = 1_900_000_000_000;
  beforeAll(async () => {
    account = await named('kept');
    nameless = await newcomer();
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now });
  });

  test('a name is cached by lower-case address, and reading it does not extend its life', async () => {
    await profileOf(account);
    const kept = { [keyOf(account)]: { name: 'kept.eth', expiresAt: now + NAME_LIFETIME } };
    expect(namesOf()).toEqual(kept);
    requests = [];
    for (const passed of [1, NAME_LIFETIME - 1]) {
      vi.setSystemTime(now + passed);
      vi.resetModules();
      expect(await profileOf(account)).toMatchObject({ name: known('kept.eth') });
      expect([requests.length, namesOf()]).toEqual([1, kept]);
      requests = [];
    }
    vi.setSystemTime(now + NAME_LIFETIME);
    vi.resetModules();
    expect(await profileOf(account)).toMatchObject({ name: known('kept.eth') });
    expect([requests.length, namesOf()[keyOf(account)]?.expiresAt]).toEqual([2, now + 2 * NAME_LIFETIME]);
  });

  test.each([
    ['expired', 'kept.eth', now],
    ['valid for too long', 'kept.eth', now + NAME_LIFETIME + 1],
    ['without an expiry', 'kept.eth', undefined],
    ['an invalid name', 'foo bar.eth', now + 1],
    ["another account's", 'amina.eth', now + 1],
    ["nobody's", 'nobodys.eth', now + 1],
  ])('a cached name is ignored if it is %s', async (_, name, expiresAt) => {
    const entry = { name, expiresAt };
    remember({ [keyOf(account)]: entry });
    expect(await profileOf(account)).toMatchObject({ name: known('kept.eth') });
    expect(namesOf()).toEqual({ [keyOf(account)]: { name: 'kept.eth', expiresAt: now + NAME_LIFETIME } });
    remember({ [keyOf(nameless)]: entry });
    expect(await profileOf(nameless)).toMatchObject(anonymous);
    expect(namesOf()[keyOf(nameless)]).toBeUndefined();
  });

  test('caching a name keeps the cached names of other accounts, at most fifty in all', async () => {
    const others = Array.from({ length: 60 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);
    const other = { name: 'other.eth', expiresAt: now + MINUTE };
    remember(Object.fromEntries(others.map((key) => [key, other])));
    await profileOf(account);
    const kept = parseNameRecord(namesOf());
    expect(Object.keys(kept)).toEqual([keyOf(account), ...others.slice(0, 49)]);
    expect(kept[others[0]!]).toEqual(other);
  });
});

describe('a node that fails', () => {
  const ether = answerEachRpcCallWith({ result: '0xde0b6b3a7640000' });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  });

  /** Starts to read an account, and lets `ms` pass. After a minute, reading from a failing node has given up. */
  async function endured(ms = MINUTE) {
    const reading = await open(NOBODY);
    await vi.advanceTimersByTimeAsync(ms);
    return reading;
  }

  test('a failing node is asked again after 1, 2 and 4 s before reading fails', async () => {
    line = rejectRequest;
    const begun = Date.now();
    remember({ [NOBODY]: { name: 'kept.eth', expiresAt: begun + 2 * MINUTE } });
    const { last } = await open(NOBODY);
    await vi.advanceTimersByTimeAsync(6_900);
    expect(last()).toEqual(allOf(loading));
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(last()).toEqual(allOf(failed));
    // Each retry sends all calls in one request.
    expect(requests.map((at) => Math.round((at - begun) / 100) / 10)).toEqual([0, 1, 3, 7]);
    // A name that could not be confirmed stays in the cache.
    expect(Object.keys(namesOf())).toEqual([NOBODY]);
  });

  test.each<[string, NodeResponder]>([
    ...faultyReplies,
    ['a result that is null', answerEachRpcCallWith({ result: null })],
    ['an empty result', answerEachRpcCallWith({ result: '0x' })],
  ])('reading fails if the node answers with %s', async (_, how) => {
    line = how;
    const { last } = await endured();
    expect(last().balance).toEqual(failed);
    expect(['failed', 'absent']).toContain(last().name.is);
  });

  test('reading fails within a minute if the node never answers', async () => {
    line = ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const { last } = await endured(30_000);
    expect(last().balance).toEqual(loading);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(last()).toEqual(allOf(failed));
  });

  test('a failed read can be retried any number of times', async () => {
    line = rejectRequest;
    const { last, retry } = await endured();
    expect(last().balance).toEqual(failed);
    retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(last()).toEqual(allOf(loading));
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(last().balance).toEqual(failed);
    vi.useRealTimers();
    line = forwardRequestsTo(chain.url);
    retry();
    await waitUntil(() => expect(last()).toMatchObject({ ...anonymous, balance: known({ formatted: '0' }) }));
    const asked = requests.length;
    // retry() sends no request when all values are known.
    retry();
    await waitForEventLoopTurn();
    expect(requests.length).toBe(asked);
  });

  test('a failed read keeps the values that were read before', async () => {
    vi.useRealTimers();
    const account = await named(`before${nth}`);
    const before = await profileOf(account);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    line = rejectRequest;
    const { last } = await open(account);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(last()).toEqual(before);
  });

  test('the values of an account are cached for 5 minutes after the last read', async () => {
    line = ether;
    const first = await endured();
    first.stop();
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
    const second = await open(NOBODY);
    expect(second.told[0]?.balance).toMatchObject({ is: 'known' });
    second.stop();
    await vi.advanceTimersByTimeAsync(6 * MINUTE);
    const third = await open(NOBODY);
    expect(third.told[0]?.balance).toEqual(loading);
    third.stop();
  });

  test('reading without an address fails, and sends no request', async () => {
    const look = vi.spyOn(QueryObserver.prototype, 'getCurrentResult');
    const { last } = await open('');
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(last()).toEqual(allOf(failed));
    expect(requests).toEqual([]);
    const errors = look.mock.results.map(({ value }) => (value as { error: Error | null }).error?.message);
    expect([...new Set(errors)].filter(Boolean)).toEqual(['Address is required']);
    expect([new AddressRequiredError(), new NameRequiredError()].map(String)).toEqual([
      'AddressRequiredError: Address is required',
      'NameRequiredError: name is required',
    ]);
  });
});

describe('an external name service', () => {
  const SERVICE = 'https://names.example/v1/resolve-ens';
  type Reply = () => Response | Promise<Response>;
  let asked: [url: string, init: RequestInit][];
  let reply: Reply;
  const says = (text: string, status = 200) => {
    reply = () => new Response(status === 204 ? null : text, { status });
  };
  const gives = (data: unknown, status?: number) => says(JSON.stringify({ data }), status);
  /** An account without a primary name, although a name resolves to its address. */
  let shy: Account;

  beforeAll(async () => {
    shy = await named('third', { primary: false, texts: { avatar: 'https://example.com/3.png' } });
  });
  beforeEach(() => {
    vi.stubEnv('VITE_NAME_SERVICE_URL', SERVICE);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit) => {
      if (!String(url).startsWith(SERVICE)) return fetch(url, init);
      asked.push([String(url), init]);
      return reply();
    });
    asked = [];
    gives(null);
  });

  test('the name service is asked for a name that the chain does not know', async () => {
    gives('third.eth');
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    expect(await profileOf(shy)).toMatchObject({
      name: known('third.eth'),
      avatar: known('https://example.com/3.png'),
    });
    const init = { redirect: 'error', signal: expect.any(AbortSignal) };
    expect(asked).toEqual([[`${SERVICE}?address=${shy.address}`, init]]);
    expect(timeout).toHaveBeenCalledWith(10_000);
    expect(namesOf()[keyOf(shy)]?.name).toBe('third.eth');
  });

  test('the name service is not asked for a cached name, nor for a name on the chain', async () => {
    gives('third.eth');
    await profileOf(shy);
    vi.resetModules();
    expect(await profileOf(shy)).toMatchObject({ name: known('third.eth') });
    expect(asked).toHaveLength(1);
    expect(await profileOf(await named(`chained${nth}`))).toMatchObject({ name: { is: 'known' } });
    expect(asked).toHaveLength(1);
  });

  test('no name service is asked if none is configured', async () => {
    vi.stubEnv('VITE_NAME_SERVICE_URL', '');
    gives('third.eth');
    expect(await profileOf(shy)).toMatchObject(anonymous);
    expect(asked).toEqual([]);
  });

  test('the name of the name service is shown in lower case if the ENS name is invalid', async () => {
    await ens.setPrimary(shy, 'foo bar.eth');
    gives('Third.ETH');
    try {
      expect(await profileOf(shy)).toMatchObject({ name: known('third.eth') });
      expect(asked).toHaveLength(1);
    } finally {
      await ens.setPrimary(shy, '');
    }
  });

  test.each<[string, () => void]>([
    ['the name of another account', () => gives('amina.eth')],
    ['a name that resolves to nothing', () => gives('nobodys.eth')],
    ['an invalid name', () => gives('foo bar.eth')],
    ['a number', () => gives(7)],
    ['nothing', () => gives('')],
    ['the status 500', () => gives('third.eth', 500)],
    ['no content', () => says('', 204)],
    ['half an answer', () => says('{"data":"third')],
    ['null for an answer', () => says('null')],
    ['no response', () => (reply = () => Promise.reject(new TypeError('Failed to fetch')))],
  ])('an invalid answer of the name service gives no name, without a retry: %s', async (_, misbehave) => {
    misbehave();
    expect(await profileOf(shy)).toMatchObject({ ...anonymous, balance: { is: 'known' } });
    expect([asked.length, namesOf()]).toEqual([1, {}]);
  });
});

describe('reading for the account dialog', () => {
  async function dialog() {
    const account = await named(`dialog${nth}`);
    const dialog = await import('#adapters/dialogs/account');
    const silent = fromCallback(() => {}) as typeof holdAddressForDialog & MessageLink<undefined>;
    const outcomes = outcomesMachine.provide({ actors: { followTransactions: silent } });
    const machine = dialog.accountLogic.provide({ actors: { awaitBack: silent, outcomes } });
    await import('#adapters/network/profile');
    const input = { address: account.address, chainId: 1 };
    const begin = () => {
      const actor = createActor(machine, { input }).start();
      return { actor, profile: () => actor.getSnapshot().context.profile };
    };
    return { account, begin };
  }
  afterEach(waitForEventLoopTurn);

  test('a dialog that is closed at once reads nothing', async () => {
    const { begin } = await dialog();
    const reading = vi.spyOn(QueryObserver.prototype, 'subscribe');
    const { actor } = begin();
    actor.send({ type: 'close' });
    await waitForEventLoopTurn();
    expect(requests).toEqual([]);
    expect(reading).not.toHaveBeenCalled();
    // Waits until the reopened dialog has started to read the account.
    const next = begin();
    await waitForEventLoopTurn();
    expect(reading).toHaveBeenCalled();
    next.actor.stop();
  });

  test('closing the dialog stops all reads, also after several presses of Retry', async () => {
    const { begin } = await dialog();
    vi.resetModules();
    vi.doMock('#adapters/network/profile', () => {
      throw new Error('no line');
    });
    const { actor, profile } = begin();
    expect(profile()).toEqual(allOf(loading));
    await untilTrue(() => profile().balance.is === 'failed');
    expect(profile()).toEqual(allOf(failed));
    vi.doUnmock('#adapters/network/profile');
    // The server is out of reach, so the page can't be reloaded, and the module is loaded again in place.
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
      init?.method === 'HEAD' ? Promise.resolve(new Response(null, { status: 503 })) : fetch(address, init),
    );
    const [begun, ended] = [
      vi.spyOn(QueryObserver.prototype, 'subscribe'),
      vi.spyOn(QueryObserver.prototype, 'destroy'),
    ];
    for (let i = 0; i < 3; i++) actor.send({ type: 'retry' });
    await untilTrue(() => profile().balance.is === 'known' && profile().name.is === 'known');
    await waitForEventLoopTurn();
    actor.send({ type: 'close' });
    expect(actor.getSnapshot().output).toBe('closed');
    expect(begun.mock.calls.length).toBeGreaterThan(0);
    expect(ended).toHaveBeenCalledTimes(begun.mock.calls.length);
  });
});
