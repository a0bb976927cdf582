import { createRequire } from 'node:module';
import {
  type Abi,
  type Address,
  encodeFunctionData,
  type Hash,
  type Hex,
  type LocalAccount,
  labelhash,
  namehash,
} from 'viem';
import { mainnet } from 'viem/chains';
import { type ChainClient, deployTestContract, waitForReceipt } from './chain.ts';
import universalResolver from './contracts/universalResolver.json';

interface Contract {
  abi: Abi;
  bytecode: Hex;
}

/** A contract call in a transaction of `account`, or of the registry's owner. */
type Write = [contract: Contract, address: Address, functionName: string, args: unknown[], account?: Address];

/** A gas limit that suffices for every write. An estimate would fail until earlier writes are mined. */
const GAS = 15_000_000n;

const UniversalResolver = universalResolver as Contract;

/** Reads a contract of mainnet from a package. TypeScript reads no types of files that `require` loads. */
const compiled = (path: string) => createRequire(import.meta.url)(`@ensdomains/${path}.json`) as Contract;

/** Appends `.eth` to a name of one label. */
const whole = (name: string) => (name.includes('.') ? name : `${name}.eth`);

/**
 * Deploys ENS to a chain: registry, reverse registrar, public resolver, and a universal resolver at the address that
 * viem uses. Names are not validated, and belong to the chain's first account.
 */
export async function deployEns(client: ChainClient) {
  const Registry = compiled('ens/build/contracts/ENSRegistry');
  const ReverseRegistrar = compiled('ens/build/contracts/ReverseRegistrar');
  const PublicResolver = compiled('resolver/build/contracts/PublicResolver');
  const [keeper] = (await client.getAddresses()) as [Address];
  const registry = await deployTestContract(client, Registry);
  const resolver = await deployTestContract(client, PublicResolver, [registry]);
  const reverseRegistrar = await deployTestContract(client, ReverseRegistrar, [registry, resolver]);
  const code = async (checks: boolean) =>
    client.getCode({ address: await deployTestContract(client, UniversalResolver, [registry, checks]) });
  const [checking, trusting] = [await code(true), await code(false)] as [Hex, Hex];

  const write = async (writes: Write[]) => {
    const hashes: Hash[] = [];
    for (const [{ abi }, address, functionName, args, account = keeper] of writes)
      hashes.push(await client.writeContract({ abi, address, functionName, args, account, gas: GAS, chain: null }));
    const receipts = await Promise.all(hashes.map((hash) => waitForReceipt(client, hash)));
    const failed = writes.filter((_, i) => receipts[i]?.status !== 'success');
    if (failed.length) throw new Error(`The name service refused ${failed.map(([, , name]) => name).join(', ')}.`);
  };
  const give = (parent: string, label: string, owner: Address): Write => [
    Registry,
    registry,
    'setSubnodeOwner',
    [namehash(parent), labelhash(label), owner],
  ];
  const kept = new Set(['']);
  /** Returns the calls that register a name and its parents for the chain's first account. */
  const claim = (name: string): Write[] => {
    if (kept.has(name)) return [];
    kept.add(name);
    const [label, ...rest] = name.split('.') as [string, ...string[]];
    const parent = rest.join('.');
    return [...claim(parent), give(parent, label, keeper)];
  };
  const record = (calls: [functionName: string, ...args: unknown[]][]): Write => {
    const { abi } = PublicResolver;
    const data = calls.map(([functionName, ...args]) => encodeFunctionData({ abi, functionName, args }));
    return [PublicResolver, resolver, 'multicall', [data]];
  };
  /** Returns the call that sets a primary name. Impersonates the account, so that the call needs no signature. */
  const setPrimary = async ({ address }: LocalAccount, name: string): Promise<Write> => {
    await client.impersonateAccount({ address });
    return [ReverseRegistrar, reverseRegistrar, 'setName', [name], address];
  };
  const trust = (blindly: boolean) =>
    client.setCode({
      address: mainnet.contracts.ensUniversalResolver.address,
      bytecode: blindly ? trusting : checking,
    });

  await write([...claim('reverse'), give('reverse', 'addr', reverseRegistrar)]);
  await trust(false);
  return {
    /**
     * Registers a name that resolves to `owner`, with `texts` (`avatar`). It becomes the owner's primary name unless
     * `primary` is false. A single label gets `.eth`.
     */
    register: async (
      name: string,
      owner: LocalAccount,
      { texts = {}, primary = true }: { texts?: Record<string, string>; primary?: boolean } = {},
    ) => {
      const node = namehash(whole(name));
      const records = record([
        ['setAddr', node, owner.address],
        ...Object.entries(texts).map(([key, value]): [string, ...unknown[]] => ['setText', node, key, value]),
      ]);
      const says = primary ? [await setPrimary(owner, whole(name))] : [];
      const resolving: Write = [Registry, registry, 'setResolver', [node, resolver]];
      await write([...claim(whole(name)), resolving, records, ...says]);
    },
    /** Makes a registered name resolve elsewhere. */
    setAddress: (name: string, address: Address) => write([record([['setAddr', namehash(whole(name)), address]])]),
    /** Sets the primary name of `account` to any text, also someone else's name. `''` removes it. */
    setPrimary: async (account: LocalAccount, name: string) => write([await setPrimary(account, name)]),
    /** Makes the universal resolver skip its check that primary names resolve back. */
    trust,
  };
}
