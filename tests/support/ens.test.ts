import { getAddress, type Hex, toHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundedAccount, startChain } from './chain.ts';
import { deployEns } from './ens.ts';

const alice = fundedAccount(1);
const mallory = fundedAccount(2);
const nobody = (index: number) => getAddress(toHex(0xb0 + index, { size: 20 }));
const [REVERTS, SILENT] = [nobody(1), nobody(2)];

let chain: Awaited<ReturnType<typeof startChain>>;

beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.stop());

let ens: Awaited<ReturnType<typeof deployEns>>;
const nameOf = ({ address }: { address: Hex }, strict = false) => chain.client.getEnsName({ address, strict });
const addressOf = (name: string, strict = false) => chain.client.getEnsAddress({ name, strict });

beforeAll(async () => {
  ens = await deployEns(chain.client);
  await ens.register('alice', alice, { texts: { avatar: '/alice.png', url: 'https://alice.example' } });
});

test('the chain refuses a name that resolves to another address, unless told to lie', async () => {
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
