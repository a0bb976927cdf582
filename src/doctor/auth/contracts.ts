import {
  concat,
  encodeDeployData,
  getContractAddress,
  type Hex,
  type LocalAccount,
  serializeErc6492Signature,
  zeroHash,
} from 'viem';
import { Wallet } from '#tests/support/contracts/wallets';
import { callNode } from '../node';

/**
 * The CREATE2 factory that exists on most networks. Its call data is a salt, then the code to deploy.
 * https://github.com/Arachnid/deterministic-deployment-proxy
 */
const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

/**
 * The EVM code of a contract wallet (ERC-1271) that accepts any message with an empty signature. Some real wallets do so
 * for messages that their owners have approved on the chain.
 */
const APPROVING = '0x601c600c600039601c6000f3604435601657631626ba7e60e01b60005260206000f35b60206000f3';

const walletCode = (owner: LocalAccount) =>
  encodeDeployData({ abi: Wallet.abi, bytecode: Wallet.bytecode as Hex, args: [owner.address] });

/** Returns a contract wallet of `owner` that is not deployed yet, and signs by ERC-6492. */
export function createUndeployedWallet(owner: LocalAccount) {
  const bytecode = walletCode(owner);
  return {
    address: getContractAddress({ opcode: 'CREATE2', from: FACTORY, salt: zeroHash, bytecode }),
    /** Turns a signature of the owner's key into one of the contract wallet. */
    wrap: (signature: Hex) =>
      serializeErc6492Signature({ address: FACTORY, data: concat([zeroHash, bytecode]), signature }),
  };
}

/** Deploys `data` with the first account of the development node at `url`. Resolves to the contract's address. */
async function deploy(url: string, data: Hex) {
  const [from] = (await callNode(url, 'eth_accounts')) as Hex[];
  if (!from) throw new Error(`${new URL(url).host} has no account that signs by itself. Take a development node.`);
  const hash = await callNode(url, 'eth_sendTransaction', [{ from, data }]);
  for (;;) {
    const receipt = (await callNode(url, 'eth_getTransactionReceipt', [hash])) as { contractAddress: Hex } | null;
    if (receipt) return receipt.contractAddress;
    await new Promise((next) => setTimeout(next, 20));
  }
}

export const deployWallet = (url: string, owner: LocalAccount) => deploy(url, walletCode(owner));

/** Deploys a contract wallet (ERC-1271) that accepts any message with an empty signature. */
export const deployApprovingWallet = (url: string) => deploy(url, APPROVING);
