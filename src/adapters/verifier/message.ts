import { SiweMessage } from 'siwe';
import type { Hex } from 'viem';
import { SignInMessageError } from '#domain/errors';
import {
  type ExpectedMessageFields,
  findFaultyFields,
  MESSAGE_LIFETIME,
  type MessageFields,
  type Nonce,
  SIGN_IN_STATEMENT,
  type SignedMessage,
} from '#domain/signIn';
import { wagmiChains, wagmiConfig } from '../wallets/config';
import { verifySignature } from './signature';

/* The message to sign (EIP-4361). Loaded on demand, because it is large and only sign-in needs it. */

type Account = Pick<ExpectedMessageFields, 'address' | 'chainId'>;

/** Returns the required fields of a message. Dates follow the clock of the server that issued the nonce. */
const expectedMessageOf = ({ address, chainId }: Account, { nonce, clockOffset }: Nonce): ExpectedMessageFields => ({
  address,
  chainId,
  nonce,
  domain: location.host,
  uri: location.origin,
  statement: SIGN_IN_STATEMENT,
  now: Date.now() + clockOffset,
});

/** @throws {SignInMessageError} if the fields that the strict parser finds don't make the same message again */
function parseMessage(message: string): MessageFields {
  const parsed = new SiweMessage(message);
  if (parsed.prepareMessage() !== message) throw new SignInMessageError('text');
  return parsed;
}

/** @throws {SignInMessageError} naming the first field that is not as expected */
function assertMessage(message: string, what: ExpectedMessageFields) {
  const [fault] = findFaultyFields(parseMessage(message), what);
  if (fault) throw new SignInMessageError(fault);
}

/** @throws {SignInMessageError} if the message could be parsed in more than one way */
export function createSignInMessage(account: Account, nonce: Nonce): string {
  const { now, ...fields } = expectedMessageOf(account, nonce);
  const message = new SiweMessage({
    ...fields,
    version: '1',
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + MESSAGE_LIFETIME).toISOString(),
  }).prepareMessage();
  assertMessage(message, { ...fields, now });
  return message;
}

/**
 * Checks the signature, and that the message is for this page, has the prepared nonce, and has not expired. viem's own
 * parser of messages is not used, because it refuses hosts such as `[::1]` or `my_host`.
 * @throws if the account may be a contract and no node answers.
 */
export async function verifySignedMessage({ prepared, signature }: SignedMessage, account: Account): Promise<boolean> {
  const { message } = prepared;
  try {
    assertMessage(message, expectedMessageOf(account, prepared));
  } catch {
    return false;
  }
  // A plain account signs in the same way on every network, so networks without a node here work as well.
  const isUsed = wagmiChains.some(({ id }) => id === account.chainId);
  const client = wagmiConfig.getClient(isUsed ? { chainId: account.chainId } : {});
  return verifySignature(client, account.address as Hex, message, signature as Hex);
}
