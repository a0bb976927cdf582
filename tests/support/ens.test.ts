import { createPublicClient, custom, getAddress, type Hex, http, toHex, zeroAddress } from 'viem';
import { mainnet } from 'viem/chains';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  fundedAccount,
  holdMining,
  replaceTransaction,
  sendReverting,
  sendWei,
  startChain,
  waitForReceipt,
} from './chain.ts';
import { deployEns } from './ens.ts';

const alice = fundedAccount(1);
const mallory = fundedAccount(2);
const nobody = (index: number) => getAddress(toHex(0xb0 + index, { size: 20 }));
const [ELSEWHERE, REVERTS, SILENT] = [nobody(0), nobody(1), nobody(2)];

let chain: Awaited<ReturnType<typeof startChain>>;

beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.stop());

describe('a local chain with ENS', () => {
  let ens: Awaited<ReturnType<typeof deployEns>>;
  const nameOf = ({ address }: { address: Hex }, strict = false) => chain.client.getEnsName({ address, strict });
  const addressOf = (name: string, strict = false) => chain.client.getEnsAddress({ name, strict });

  beforeAll(async () => {
    ens = await deployEns(chain.client);
    await ens.register('alice', alice, { texts: { avatar: '/alice.png', url: 'https://alice.example' } });
  });

  test('the chain resolves names, primary names and text records', async () => {
    expect(await addressOf('alice.eth')).toBe(alice.address);
    expect(await nameOf(alice)).toBe('alice.eth');
    expect(await chain.client.getEnsText({ name: 'alice.eth', key: 'avatar' })).toBe('/alice.png');
    expect(await chain.client.getEnsText({ name: 'alice.eth', key: 'url' })).toBe('https://alice.example');
    expect(await chain.client.getEnsText({ name: 'alice.eth', key: 'email' })).toBeNull();
    await ens.setText('alice', 'avatar', '/other.png');
    expect(await chain.client.getEnsText({ name: 'alice.eth', key: 'avatar' })).toBe('/other.png');
  });

  test('the chain does not resolve other names', async () => {
    expect(await addressOf('bob.eth')).toBeNull();
    expect(await nameOf({ address: ELSEWHERE })).toBeNull();
    expect(await chain.client.getEnsText({ name: 'bob.eth', key: 'avatar' })).toBeNull();
  });

  test('the chain answers simultaneous reads in one request', async () => {
    let requests = 0;
    const onFetchRequest = () => {
      requests += 1;
    };
    const client = createPublicClient({ chain: mainnet, transport: http(chain.url, { batch: true, onFetchRequest }) });
    const { address } = alice;
    const answers = await Promise.all([
      client.getEnsName({ address }),
      client.getEnsName({ address: ELSEWHERE }),
      client.getEnsAddress({ name: 'alice.eth' }),
      client.getBalance({ address: ELSEWHERE }),
    ]);
    expect(answers).toEqual(['alice.eth', null, address, 0n]);
    expect(requests).toBe(1);
  });

  test('the chain supports names of many labels, and names that no account has', async () => {
    const bob = fundedAccount(3);
    await ens.register('bob.at.alice.eth', bob, { primary: false });
    expect(await addressOf('bob.at.alice.eth')).toBe(bob.address);
    expect(await addressOf('at.alice.eth')).toBeNull();
    expect(await addressOf('alice.eth')).toBe(alice.address);
    expect(await nameOf(bob)).toBeNull();
    await ens.setPrimary(bob, 'bob.at.alice.eth');
    expect(await nameOf(bob)).toBe('bob.at.alice.eth');
    await ens.setPrimary(bob, '');
    expect(await nameOf(bob)).toBeNull();
  });

  test('the chain refuses a name that resolves elsewhere, unless told to trust it', async () => {
    await ens.setPrimary(mallory, 'alice.eth');
    expect(await nameOf(mallory)).toBeNull();
    await expect(nameOf(mallory, true)).rejects.toThrow('ReverseAddressMismatch');
    await ens.trust(true);
    expect(await nameOf(mallory)).toBe('alice.eth');
    expect(await nameOf(alice)).toBe('alice.eth');
    expect(await addressOf('alice.eth')).toBe(alice.address);
    await ens.trust(false);
    expect(await nameOf(mallory)).toBeNull();
  });

  test('the chain refuses a primary name once the name resolves elsewhere', async () => {
    await ens.register('sold', mallory);
    expect(await nameOf(mallory)).toBe('sold.eth');
    await ens.setAddress('sold', ELSEWHERE);
    expect(await addressOf('sold.eth')).toBe(ELSEWHERE);
    expect(await nameOf(mallory)).toBeNull();
  });

  test.each([
    ['upper case', 'Alice.ETH'],
    ['a space', 'foo bar.eth'],
    ['letters of two scripts', 'раypal.eth'],
    ['a disallowed character', 'foo%.eth'],
    ['five marks on a letter', `${'ا\u0610\u0611\u0612\u0613\u0614'}.eth`],
    ['markup', '<b>alice.eth'],
    ['a label of 255 bytes', `${'x'.repeat(255)}.eth`],
  ])('the chain accepts a name with %s without normalising it', async (_, name) => {
    await ens.register(name, mallory);
    expect(await addressOf(name)).toBe(mallory.address);
    expect(await nameOf(mallory)).toBe(name);
  });

  test.each([
    ['an empty label', 'foo..eth'],
    ['a label that is too long', `${'x'.repeat(256)}.eth`],
  ])('the chain reverts for a name with %s, as mainnet does', async (_, name) => {
    await ens.setPrimary(mallory, name);
    await expect(nameOf(mallory)).rejects.toThrow('DNSEncodingFailed');
  });

  test("the chain has mainnet's errors for invalid resolvers", async () => {
    await chain.client.setCode({ address: REVERTS, bytecode: '0x60006000fd' });
    await chain.client.setCode({ address: SILENT, bytecode: '0x00' });
    await ens.register('odd', mallory);
    for (const [resolver, error] of [
      [REVERTS, 'ResolverError'],
      [SILENT, 'UnsupportedResolverProfile'],
      [alice.address, 'ResolverNotContract'],
      [zeroAddress, 'ResolverNotFound'],
    ] as const) {
      await ens.setResolver('odd', resolver);
      await expect(addressOf('odd.eth', true)).rejects.toThrow(error);
      expect(await addressOf('odd.eth')).toBeNull();
      expect(await nameOf(mallory)).toBeNull();
    }
  });
});

describe('transactions of the local chain', () => {
  let resume: () => Promise<void>;

  /** Waits for a transaction that has been seen as pending, as the page does. */
  async function watch(hash: Hex, options: { confirmations?: number; timeout?: number } = {}) {
    const asked: string[] = [];
    const reasons: string[] = [];
    const transport = custom({
      request: async (question) => {
        const answer = await chain.client.request(question);
        asked.push(question.method);
        return answer;
      },
    });
    const client = createPublicClient({ chain: mainnet, transport, pollingInterval: 20 });
    const ended = client.waitForTransactionReceipt({
      hash,
      onReplaced: ({ reason }) => reasons.push(reason),
      ...options,
    });
    // Prevents an unhandled rejection before a test awaits it.
    ended.catch(() => {});
    await expect.poll(() => asked, { interval: 10, timeout: 5_000 }).toContain('eth_getBlockByNumber');
    return { ended, reasons };
  }

  beforeEach(async () => {
    resume = await holdMining(chain.client);
  });
  afterEach(() => resume());

  test('a transaction is pending until it is mined', async () => {
    const hash = await sendWei(chain.client, alice);
    expect(await chain.client.getTransaction({ hash })).toMatchObject({
      blockNumber: null,
      from: alice.address.toLowerCase(),
    });
    const { ended, reasons } = await watch(hash);
    await chain.client.mine({ blocks: 1 });
    expect(await ended).toMatchObject({ transactionHash: hash, status: 'success' });
    expect(reasons).toEqual([]);
  });

  test('waiting for more confirmations needs more blocks', async () => {
    const { ended } = await watch(await sendWei(chain.client, alice), { confirmations: 3 });
    await chain.client.mine({ blocks: 3 });
    const [{ blockNumber }, latest] = await Promise.all([ended, chain.client.getBlockNumber()]);
    expect(latest - blockNumber).toBe(2n);
  });

  test('a transaction can be reverted', async () => {
    const { ended } = await watch(await sendReverting(chain.client, alice));
    await chain.client.mine({ blocks: 1 });
    expect(await ended).toMatchObject({ status: 'reverted' });
  });

  test.each(['repriced', 'replaced', 'cancelled'] as const)('a transaction can be %s', async (reason) => {
    const first = await sendWei(chain.client, alice);
    const { ended, reasons } = await watch(first);
    const second = await replaceTransaction(chain.client, first, reason);
    await chain.client.mine({ blocks: 1 });
    expect(await ended).toMatchObject({ transactionHash: second, status: 'success' });
    expect(reasons).toEqual([reason]);
    await expect(chain.client.getTransaction({ hash: first })).rejects.toThrow('could not be found');
  });

  test('a dropped transaction is never found again', async () => {
    const hash = await sendWei(chain.client, alice);
    const { ended } = await watch(hash, { timeout: 500 });
    await chain.client.dropTransaction({ hash });
    await chain.client.mine({ blocks: 1 });
    await expect(ended).rejects.toThrow('Timed out');
  });

  test('a replaced transaction that nobody watched is found only by its nonce', async () => {
    const { client } = chain;
    const first = await sendWei(client, alice);
    const { from, nonce, to, input, value } = await client.getTransaction({ hash: first });
    await replaceTransaction(client, first, 'cancelled');
    await client.mine({ blocks: 1 });
    await expect(client.waitForTransactionReceipt({ hash: first, timeout: 200, retryCount: 0 })).rejects.toThrow(
      'Timed out',
    );
    const reasons: string[] = [];
    await client.waitForTransactionReceipt({
      hash: first,
      replacement: { from, nonce, to, input, value },
      onReplaced: ({ reason }) => reasons.push(reason),
    });
    expect(reasons).toEqual(['cancelled']);
  });

  test('transactions are mined automatically again after the pause ends', async () => {
    const held = await sendWei(chain.client, alice);
    await resume();
    const free = await sendWei(chain.client, alice);
    for (const hash of [held, free])
      expect(await waitForReceipt(chain.client, hash)).toMatchObject({ status: 'success' });
  });
});
