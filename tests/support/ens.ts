import { createRequire } from 'node:module';
import { type Abi, type Address, encodeFunctionData, type Hex, type LocalAccount, labelhash, namehash } from 'viem';
import { mainnet } from 'viem/chains';
import { type ChainClient, deploy, receiptOf } from './chain.ts';
import universalResolver from './contracts/universalResolver.json';

interface Contract {
  abi: Abi;
  bytecode: Hex;
}

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

  const write = async (
    { abi }: Contract,
    address: Address,
    functionName: string,
    args: unknown[],
    account: LocalAccount | Address = keeper,
  ) => {
    const hash = await client.writeContract({ abi, address, functionName, args, account });
    await receiptOf(client, hash);
  };
  const give = (parent: string, label: string, owner: Address) =>
    write(Registry, registry, 'setSubnodeOwner', [namehash(parent), labelhash(label), owner]);
  const ownerOf = (name: string) =>
    client.readContract({ abi: Registry.abi, address: registry, functionName: 'owner', args: [namehash(name)] });
  /** Takes a name for the keeper, and those that it is part of. */
  const claim = async (name: string) => {
    const [label, ...rest] = name.split('.') as [string, ...string[]];
    const parent = rest.join('.');
    if (parent) await claim(parent);
    if ((await ownerOf(name)) !== keeper) await give(parent, label, keeper);
  };
  const setResolver = (name: string, to: Address) =>
    write(Registry, registry, 'setResolver', [namehash(whole(name)), to]);
  /** Does all of it in one transaction. */
  const record = (calls: [functionName: string, ...args: unknown[]][]) => {
    const { abi } = PublicResolver;
    const data = calls.map(([functionName, ...args]) => encodeFunctionData({ abi, functionName, args }));
    return write(PublicResolver, resolver, 'multicall', [data]);
  };
  const setPrimary = (account: LocalAccount, name: string) =>
    write(ReverseRegistrar, reverseRegistrar, 'setName', [name], account);
  const trust = (blindly: boolean) =>
    client.setCode({
      address: mainnet.contracts.ensUniversalResolver.address,
      bytecode: blindly ? trusting : checking,
    });

  await claim('reverse');
  await give('reverse', 'addr', reverseRegistrar);
  await trust(false);
  return {
    /**
     * Lets a name lead to `owner`, with `texts` (`avatar`), and the other way too unless it is not to be `primary`; the
     * owner sends that transaction. A label alone is one of `.eth`.
     */
    register: async (
      name: string,
      owner: LocalAccount,
      { texts = {}, primary = true }: { texts?: Record<string, string>; primary?: boolean } = {},
    ) => {
      const node = namehash(whole(name));
      await claim(whole(name));
      await setResolver(name, resolver);
      await record([
        ['setAddr', node, owner.address],
        ...Object.entries(texts).map(([key, value]): [string, ...unknown[]] => ['setText', node, key, value]),
      ]);
      if (primary) await setPrimary(owner, whole(name));
    },
    /** Lets a registered name lead elsewhere. */
    setAddress: (name: string, address: Address) => record([['setAddr', namehash(whole(name)), address]]),
    setText: (name: string, key: string, value: string) => record([['setText', namehash(whole(name)), key, value]]),
    /** Leaves what is known of a registered name to another contract. */
    setResolver,
    /** Lets `account` say that it is called `name`: any text, also the name of somebody else. `''` takes it back. */
    setPrimary,
    /** From now on, or until told otherwise, what an account says it is called is believed without a look at the name. */
    trust,
  };
}
