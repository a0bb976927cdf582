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
  serializeErc6492Signature,
  walletActions,
  zeroHash,
} from 'viem';
import { type HDAccount, type LocalAccount, mnemonicToAccount, toAccount } from 'viem/accounts';
import { mainnet } from 'viem/chains';
import contracts from './contracts/wallets.json';

export type ChainClient = Awaited<ReturnType<typeof startChain>>['client'];

const MNEMONIC = 'test test test test test test test test test test test junk';
const TIMEOUT = 45_000;
const NOBODY = '0x000000000000000000000000000000000000dEaD';
const Wallet = { abi: contracts.Wallet.abi as Abi, bytecode: contracts.Wallet.bytecode as Hex };
const Factory = { abi: contracts.Factory.abi as Abi, bytecode: contracts.Factory.bytecode as Hex };

function anvil() {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  try {
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`);
  } catch {
    return 'anvil';
  }
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

/** Starts a shell that ends the chain when this process ends, even if it is killed: the shell's input then closes. */
function guard(chain: ChildProcess) {
  const sh = spawn('sh', ['-c', 'read _; kill "$0"', String(chain.pid)], { stdio: ['pipe', 'ignore', 'ignore'] });
  chain.once('exit', () => sh.kill());
  return exitOf(sh);
}

/** Returns one of the ten accounts, from 0 to 9, that anvil funds with 10,000 ether each. */
export function deriveFundedAccount(index: number) {
  const account = funded.get(index) ?? mnemonicToAccount(MNEMONIC, { addressIndex: index });
  funded.set(index, account);
  return account;
}
// Caches derived accounts, because deriving an account from the mnemonic is slow.
const funded = new Map<number, HDAccount>();

/**
 * Starts a local chain with the id of Ethereum's mainnet, or `id`. It contains only funded accounts, and mines each
 * transaction at once. Rejects with an explanation if anvil is missing or doesn't start.
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
  // Unread output would block the process.
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
    stop: async () => {
      chain.kill();
      await Promise.all([gone, relieved]);
    },
  };
}

/** Polls for a receipt. viem's own function polls at each new block, and an idle chain mines no more. */
export async function waitForReceipt(client: ChainClient, hash: Hash) {
  const end = Date.now() + TIMEOUT;
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (Date.now() > end) throw error;
      await setTimeout(5);
    }
  }
}

export async function deployTestContract(
  client: ChainClient,
  contract: { abi: Abi; bytecode: Hex },
  args: unknown[] = [],
) {
  const [account] = await client.getAddresses();
  const hash = await client.deployContract({ ...contract, args, account: account! });
  const { contractAddress } = await waitForReceipt(client, hash);
  return getAddress(contractAddress!);
}

/** Returns the account of a contract wallet. `wrap` turns its owner's signature into the contract's. */
const walletOf = (address: Hex, owner: LocalAccount, wrap: (signature: Hex) => Hex = (signature) => signature) =>
  toAccount({
    address,
    signMessage: async (parameters) => wrap(await owner.signMessage(parameters)),
    signTypedData: async (parameters) => wrap(await owner.signTypedData(parameters)),
    signTransaction: async () => {
      throw new Error('A contract sends no transactions of its own.');
    },
  });

export async function deployContractWallet(client: ChainClient, owner: LocalAccount) {
  return walletOf(await deployTestContract(client, Wallet, [owner.address]), owner);
}

/** Deploys a contract whose owners approve messages on the chain. It accepts only an empty signature (ERC-1271). */
export async function deployApprovingContract(client: ChainClient) {
  const address = getAddress('0x00000000000000000000000000000000005afe01');
  // The bytecode returns 0x1626ba7e, "valid", if the length of the signature, at byte 0x44 of the call, is 0.
  await client.setCode({ address, bytecode: '0x604435601657631626ba7e60e01b60005260206000f35b60206000f3' });
  return address;
}

/** Returns a contract wallet of `owner` that is not deployed yet, but can sign (ERC-6492). */
async function undeployedWallet(client: ChainClient, owner: LocalAccount) {
  const factory = await deployTestContract(client, Factory);
  const bytecode = encodeDeployData({ ...Wallet, args: [owner.address] });
  const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt: zeroHash, bytecode });
  const data = encodeFunctionData({ abi: Factory.abi, functionName: 'deploy', args: [owner.address, zeroHash] });
  return walletOf(address, owner, (signature) => serializeErc6492Signature({ address: factory, data, signature }));
}

/** A plain key, a deployed contract wallet (ERC-1271), and one that is not deployed yet (ERC-6492). */
export const walletKinds = ['plain', 'deployed', 'undeployed'] as const;

/** Returns a wallet of each kind that `owner` signs for, and wallets at the same addresses that `forger` signs for. */
export async function createWalletKinds(client: ChainClient, owner: LocalAccount, forger: LocalAccount) {
  const deployed = await deployContractWallet(client, owner);
  const accounts = { plain: owner, deployed, undeployed: await undeployedWallet(client, owner) };
  const forgers: typeof accounts = {
    plain: { ...forger, address: owner.address },
    deployed: { ...forger, address: deployed.address },
    undeployed: { ...(await undeployedWallet(client, forger)), address: accounts.undeployed.address },
  };
  return { accounts, forgers };
}

/** Stops mining until `client.mine`. Resolves to a function that mines, and turns automatic mining on again. */
export async function pauseMining(client: ChainClient) {
  await client.setAutomine(false);
  return async () => {
    await client.mine({ blocks: 1 });
    await client.setAutomine(true);
  };
}

export const sendWei = (client: ChainClient, { address }: LocalAccount) =>
  client.sendTransaction({ account: address, to: NOBODY, value: 1n });
