import { SiweMessage } from 'siwe';
import { checksumAddress, isAddress } from 'viem';
import { findFaultyFields, SIGN_IN_STATEMENT } from '#domain/signIn';

interface Terms {
  origin: string;
  /** The unused nonce of the browser, if it has one. */
  nonce: string | null;
  chainIds: readonly number[];
  /** In ms since 1970. */
  now: number;
}

/** Parses a message to sign in (EIP-4361) strictly. Returns null for any other text. */
export function parseSignInMessage(text: string): SiweMessage | null {
  try {
    return new SiweMessage(text);
  } catch {
    return null;
  }
}

/** Returns the names of the invalid or missing fields of `message`, which was parsed from `text`. */
export function findMessageFaults(
  message: SiweMessage,
  text: string,
  { origin, nonce, chainIds, now }: Terms,
): string[] {
  const { address, chainId } = message;
  // The visitor signs the text and the server checks the fields, so text and fields must be equal.
  const same = message.prepareMessage() === text;
  const faults = findFaultyFields(message, {
    domain: new URL(origin).host,
    uri: origin,
    statement: SIGN_IN_STATEMENT,
    // Any account may sign in, on any network of the page.
    address: isAddress(address) ? checksumAddress(address) : '',
    chainId: chainIds.includes(chainId) ? chainId : Number.NaN,
    nonce: nonce ?? '',
    now,
  });
  return [...(same ? [] : ['message']), ...faults];
}
