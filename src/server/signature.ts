import { createPublicClient, fallback, type Hex, http, isAddressEqual, recoverMessageAddress } from 'viem';
import { mainnet } from 'viem/chains';
import { verifySignature } from '#adapters/verifier/signature';
import { isSignature } from '#domain/signIn';

/** How long one node may take for an answer, in ms. The page waits for 15 s. */
const NODE_TIMEOUT = 3_000;

interface SignedMessage {
  address: string;
  chainId: number;
  message: string;
  signature: string;
}

/** Resolves to whether the account has signed the message. Rejects with a `NodeError` if no node can tell. */
export type CheckSignature = (signed: SignedMessage) => Promise<boolean>;

/** Thrown if no node of the network answers, or if a node belongs to another network. */
export class NodeError extends Error {
  override name = 'NodeError';
}

const isPlain = async (address: Hex, message: string, signature: Hex) => {
  try {
    return isAddressEqual(await recoverMessageAddress({ message, signature }), address);
  } catch {
    return false;
  }
};

/** Returns the check of signatures with the nodes of each network. Only signatures of contract wallets need a node. */
export function createSignatureCheck(nodes: Readonly<Record<number, readonly string[]>>): CheckSignature {
  const clients = new Map(
    Object.entries(nodes).map(([id, urls]) => [
      Number(id),
      createPublicClient({
        chain: { ...mainnet, id: Number(id) },
        transport: fallback(urls.map((url) => http(url, { timeout: NODE_TIMEOUT, retryCount: 0 }))),
      }),
    ]),
  );
  return async ({ address, chainId, message, signature }) => {
    const client = clients.get(chainId);
    if (!client || !isSignature(signature)) return false;
    const [account, proof] = [address as Hex, signature as Hex];
    if (await isPlain(account, message, proof)) return true;
    // viem's `verifySignature()` returns false if the node does not answer, so this request checks the node first.
    const found = await client.getChainId().catch((cause) => {
      throw new NodeError('silent', { cause });
    });
    if (found !== chainId) throw new NodeError(`of network ${found}`);
    return verifySignature(client, account, message, proof).catch(() => false);
  };
}
