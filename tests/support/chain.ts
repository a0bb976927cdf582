import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import {
  type Abi,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hash,
  type Hex,
  http,
  publicActions,
  type ReplacementReason,
  serializeErc6492Signature,
  walletActions,
  zeroHash,
} from 'viem';
import { type HDAccount, type LocalAccount, mnemonicToAccount, toAccount } from 'viem/accounts';
import { mainnet } from 'viem/chains';
import contracts from './contracts/wallets.json';

/** The tests' access to a chain. */
export type ChainClient = Awaited<ReturnType<typeof startChain>>['client'];

const MNEMONIC = 'test test test test test test test test test test test junk';
/** In ms. */
const PATIENCE = 45_000;
/** Nobody's. */
const NOBODY = '0x000000000000000000000000000000000000dEaD';
/** The address of a contract that reverts every call. */
const ABYSS = '0x000000000000000000000000000000000000fa11';
const Wallet = { abi: contracts.Wallet.abi as Abi, bytecode: contracts.Wallet.bytecode as Hex };
const Factory = { abi: contracts.Factory.abi as Abi, bytecode: contracts.Factory.bytecode as Hex };

/** The anvil of the packages, or the one that this machine has by itself. */
function anvil() {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  try {
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`);
  } catch {
    return 'anvil';
  }
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

/** Ends the chain when this process ends, even if it is killed: its pipe to the guard closes then. */
function guard(chain: ChildProcess) {
  const sh = spawn('sh', ['-c', 'read _; kill "$0"', String(chain.pid)], { stdio: ['pipe', 'ignore', 'ignore'] });
  chain.once('exit', () => sh.kill());
  return exitOf(sh);
}

/** Accounts of which the chain has given 10 000 ether to each: ten, from 0. */
export function fundedAccount(index: number) {
  const account = funded.get(index) ?? mnemonicToAccount(MNEMONIC, { addressIndex: index });
  funded.set(index, account);
  return account;
}
// To get there from the words takes a while.
const funded = new Map<number, HDAccount>();

/**
 * A network of one's own on this machine, with the number `id` (the Ethereum mainnet's), empty but for the funded
 * accounts. It mines each transaction as it comes. Rejects with a sentence if there is no anvil, or if it does not start.
 */
export async function startChain(command = anvil(), id: number = mainnet.id) {
  const chain = spawn(command, ['--chain-id', String(id), '--host', '127.0.0.1', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = exitOf(chain);
  await once(chain, 'spawn').catch(({ message }) => {
    throw new Error(`There is no anvil: run "npm install", or install Foundry. (${message})`);
  });
  const relieved = guard(chain);
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    gone.then((code) => reject(new Error(`Anvil ended before it answered, with code ${code}.\n${said}`)));
    chain.stdout.on('data', (chunk) => {
      said += chunk;
      const [, address] = /Listening on (\S+)\n/.exec(said) ?? [];
      if (address) resolve(`http://${address}`);
    });
  });
  // Unread output of each request would block the process.
  chain.stdout.removeAllListeners('data').resume();

  const client = createTestClient({
    mode: 'anvil',
    chain: { ...mainnet, id },
    transport: http(url),
    cacheTime: 0,
    pollingInterval: 50,
  })
    .extend(publicActions)
    .extend(walletActions);
  return {
    url,
    client,
    /** Ends it, and resolves when it is gone. */
    stop: async () => {
      chain.kill();
      await Promise.all([gone, relieved]);
    },
  };
}

/**
 * Resolves to the receipt of a transaction that is mined as it comes. viem's own way asks once for each block. A block
 * that comes too early gets the answer for the last one, and a chain at rest has no third.
 */
export async function receiptOf(client: ChainClient, hash: Hash) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (Date.now() > end) throw error;
      await setTimeout(5);
    }
  }
}

/** Deploys a contract from the first account, and resolves to its address. */
export async function deploy(client: ChainClient, contract: { abi: Abi; bytecode: Hex }, args: unknown[] = []) {
  const [account] = await client.getAddresses();
  const hash = await client.deployContract({ ...contract, args, account: account! });
  const { contractAddress } = await receiptOf(client, hash);
  return getAddress(contractAddress!);
}

/** Returns the account of a contract. Its owner signs, and `wrap` turns that into the signature of the contract. */
const walletOf = (address: Hex, owner: LocalAccount, wrap: (signature: Hex) => Hex = (signature) => signature) =>
  toAccount({
    address,
    signMessage: async (parameters) => wrap(await owner.signMessage(parameters)),
    signTypedData: async (parameters) => wrap(await owner.signTypedData(parameters)),
    signTransaction: async () => {
      throw new Error('A contract sends no transactions of its own.');
    },
  });

/** A wallet that is a contract of `owner` (ERC-1271). */
export async function deployContractWallet(client: ChainClient, owner: LocalAccount) {
  return walletOf(await deploy(client, Wallet, [owner.address]), owner);
}

/**
 * A contract whose owners approve on the chain: it takes the empty signature for theirs and no other (ERC-1271). Resolves
 * to its address.
 */
export async function deployApprovingWallet(client: ChainClient) {
  const address = getAddress('0x00000000000000000000000000000000005afe01');
  // calldataload(0x44), the length of the signature: if 0, returns 0x1626ba7e, else nothing.
  await client.setCode({ address, bytecode: '0x604435601657631626ba7e60e01b60005260206000f35b60206000f3' });
  return address;
}

/** A wallet that will be a contract of `owner`: it signs already, and is not yet there (ERC-6492). */
export async function undeployedWallet(client: ChainClient, owner: LocalAccount) {
  const factory = await deploy(client, Factory);
  const bytecode = encodeDeployData({ ...Wallet, args: [owner.address] });
  const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt: zeroHash, bytecode });
  const data = encodeFunctionData({ abi: Factory.abi, functionName: 'deploy', args: [owner.address, zeroHash] });
  return walletOf(address, owner, (signature) => serializeErc6492Signature({ address: factory, data, signature }));
}

/**
 * From now on transactions wait until `client.mine`. Resolves to the way back: what waits is mined, and then each
 * transaction as it comes.
 */
export async function holdMining(client: ChainClient) {
  await client.setAutomine(false);
  return async () => {
    await client.mine({ blocks: 1 });
    await client.setAutomine(true);
  };
}

/** Has a funded account send a wei to nobody, and resolves to the hash. */
export const sendWei = (client: ChainClient, { address }: LocalAccount) =>
  client.sendTransaction({ account: address, to: NOBODY, value: 1n });

/** Has a funded account send what will be reverted, and resolves to the hash. */
export async function sendDoomed(client: ChainClient, { address }: LocalAccount) {
  await client.setCode({ address: ABYSS, bytecode: '0x60006000fd' });
  // A transaction that reverts needs an explicit gas limit, because its gas cannot be estimated.
  return client.sendTransaction({ account: address, to: ABYSS, gas: 100_000n });
}

/**
 * Replaces a waiting transaction of a funded account, for twice the fee, and resolves to the new hash. 'repriced' does
 * the same, 'replaced' something else, 'cancelled' nothing.
 */
export async function replace(client: ChainClient, hash: Hex, reason: ReplacementReason) {
  const { from, to, value, input, nonce, maxFeePerGas, maxPriorityFeePerGas } = await client.getTransaction({ hash });
  const effect = {
    repriced: { to, value, data: input },
    replaced: { to, value: value + 1n, data: input },
    cancelled: { to: from, value: 0n },
  };
  return client.sendTransaction({
    ...effect[reason],
    account: from,
    nonce,
    maxFeePerGas: 2n * maxFeePerGas!,
    maxPriorityFeePerGas: 2n * maxPriorityFeePerGas!,
  });
}
