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
import { type ChainClient, deploy, receiptOf } from './chain.ts';
import universalResolver from './contracts/universalResolver.json';

interface Contract {
  abi: Abi;
  bytecode: Hex;
}

/** A write: by the keeper, or by an account about itself. */
type Write = [contract: Contract, address: Address, functionName: string, args: unknown[], account?: Address];

/** More than any write takes. An estimate would be one more request, and may fail before the last write is mined. */
const GAS = 15_000_000n;

const UniversalResolver = universalResolver as Contract;

/** As it is on the mainnet. Required, not imported: there is much more in these files, and all of it would get a type. */
const compiled = (path: string) => createRequire(import.meta.url)(`@ensdomains/${path}.json`) as Contract;

/** A label alone is one of `.eth`. */
const whole = (name: string) => (name.includes('.') ? name : `${name}.eth`);

/**
 * Gives a chain the name service: its registry, reverse registrar and public resolver, and a universal resolver where
 * viem looks for it. Names are taken as they are written, valid or not, and belong to the chain's first account.
 */
export async function plantEns(client: ChainClient) {
  const Registry = compiled('ens/build/contracts/ENSRegistry');
  const ReverseRegistrar = compiled('ens/build/contracts/ReverseRegistrar');
  const PublicResolver = compiled('resolver/build/contracts/PublicResolver');
  const [keeper] = (await client.getAddresses()) as [Address];
  const registry = await deploy(client, Registry);
  const resolver = await deploy(client, PublicResolver, [registry]);
  const reverseRegistrar = await deploy(client, ReverseRegistrar, [registry, resolver]);
  const code = async (checks: boolean) =>
    client.getCode({ address: await deploy(client, UniversalResolver, [registry, checks]) });
  const [checking, trusting] = [await code(true), await code(false)] as [Hex, Hex];

  const write = async (writes: Write[]) => {
    const hashes: Hash[] = [];
    for (const [{ abi }, address, functionName, args, account = keeper] of writes)
      hashes.push(await client.writeContract({ abi, address, functionName, args, account, gas: GAS, chain: null }));
    const receipts = await Promise.all(hashes.map((hash) => receiptOf(client, hash)));
    const failed = writes.filter((_, i) => receipts[i]?.status !== 'success');
    if (failed.length) throw new Error(`The name service refused ${failed.map(([, , name]) => name).join(', ')}.`);
  };
  /** Gives a label of `parent`, which is the keeper's, to `owner`. */
  const give = (parent: string, label: string, owner: Address): Write => [
    Registry,
    registry,
    'setSubnodeOwner',
    [namehash(parent), labelhash(label), owner],
  ];
  /** The names that the keeper already owns. */
  const kept = new Set(['']);
  /** Registers a name and its parent names for the keeper. */
  const claim = (name: string): Write[] => {
    if (kept.has(name)) return [];
    kept.add(name);
    const [label, ...rest] = name.split('.') as [string, ...string[]];
    const parent = rest.join('.');
    return [...claim(parent), give(parent, label, keeper)];
  };
  const setResolver = (name: string, to: Address): Write => [
    Registry,
    registry,
    'setResolver',
    [namehash(whole(name)), to],
  ];
  /** Does all of it in one transaction. */
  const record = (calls: [functionName: string, ...args: unknown[]][]): Write => {
    const { abi } = PublicResolver;
    const data = calls.map(([functionName, ...args]) => encodeFunctionData({ abi, functionName, args }));
    return [PublicResolver, resolver, 'multicall', [data]];
  };
  /** As `account` would: the chain believes that it does, without its signature. */
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
     * Lets a name lead to `owner`, with `texts` (`avatar`). It leads back too unless `primary` is false, in a
     * transaction by the owner. A label alone is one of `.eth`.
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
      await write([...claim(whole(name)), setResolver(name, resolver), records, ...says]);
    },
    /** Lets a registered name lead elsewhere. */
    setAddress: (name: string, address: Address) => write([record([['setAddr', namehash(whole(name)), address]])]),
    setText: (name: string, key: string, value: string) =>
      write([record([['setText', namehash(whole(name)), key, value]])]),
    /** Leaves what is known of a registered name to another contract. */
    setResolver: (name: string, to: Address) => write([setResolver(name, to)]),
    /** Lets `account` say that it is called `name`: any text, also the name of somebody else. `''` takes it back. */
    setPrimary: async (account: LocalAccount, name: string) => write([await setPrimary(account, name)]),
    /** From now on, or until told otherwise, what an account says it is called is believed without a look at the name. */
    trust,
  };
}
