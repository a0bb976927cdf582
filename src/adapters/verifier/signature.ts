import { type Client, type Hex, hashMessage } from 'viem';
import { call, verifyMessage } from 'viem/actions';

/* Whether an account has signed a message. The page and the sign-in server share this code. */

/**
 * Whether a contract accepts the empty signature (ERC-1271). viem would use ERC-6492's validator, which reverts on it.
 * @throws if it reverts, or no node answers.
 */
async function isApproved(client: Client, address: Hex, message: string) {
  const args = [hashMessage(message).slice(2), '40'.padStart(64, '0'), '0'.repeat(64)];
  const { data } = await call(client, { to: address, data: `0x1626ba7e${args.join('')}` });
  return data?.startsWith('0x1626ba7e') ?? false;
}

/** Needs no node for a plain account. Only a contract (ERC-1271, ERC-6492) may accept an empty signature. */
export const verifySignature = (client: Client, address: Hex, message: string, signature: Hex): Promise<boolean> =>
  signature === '0x'
    ? isApproved(client, address, message)
    : verifyMessage(client, { message, signature, address, mode: 'eoa' });
