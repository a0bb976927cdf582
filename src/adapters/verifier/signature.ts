import { type Client, type Hex, hashMessage } from 'viem';
import { call, verifyMessage } from 'viem/actions';

/* Whether an account has signed a message. The page and the sign-in server share this code. */

/**
 * Returns whether the contract at `address` accepts the empty signature for `message` (ERC-1271). viem would use
 * ERC-6492's validator, which reverts on it.
 * @throws if it reverts, or no node answers.
 */
async function isApproved(client: Client, address: Hex, message: string) {
  const args = [hashMessage(message).slice(2), '40'.padStart(64, '0'), '0'.repeat(64)];
  const { data } = await call(client, { to: address, data: `0x1626ba7e${args.join('')}` });
  return data?.startsWith('0x1626ba7e') ?? false;
}

/**
 * Verifies the signature of a plain account without a node, and of a contract by ERC-1271 or ERC-6492. Only a contract
 * may accept an empty signature.
 */
export const verifySignature = (client: Client, address: Hex, message: string, signature: Hex): Promise<boolean> =>
  signature === '0x'
    ? isApproved(client, address, message)
    : verifyMessage(client, { message, signature, address, mode: 'eoa' });
