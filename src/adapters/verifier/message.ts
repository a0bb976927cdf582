import { SiweMessage } from 'siwe';
import type { Hex } from 'viem';
import { verifySiweMessage } from 'viem/siwe';
import { MessageError } from '#domain/errors';
import { type Expected, faultOf, MESSAGE_LIFE, type MessageFields, type Signed } from '#domain/signIn';
import { config } from '../wallets/config';

/*
 * What is signed (EIP-4361). Heavy, and of use to those alone who sign in: loaded when a message is prepared.
 */

/** The same for everyone, in whatever language the page is: the standard allows plain ASCII only. */
const STATEMENT = 'Sign in to show that this account is yours. This is free, and nothing is moved.';

/** What a message of this page must say. */
const expected = (about: Pick<Expected, 'address' | 'chainId' | 'nonce'>): Expected => ({
  ...about,
  domain: location.host,
  uri: location.origin,
  statement: STATEMENT,
  now: Date.now(),
});

/**
 * The fields of `message`, by the strict parser.
 * @throws {MessageError} if they would not make the very same message again, which no honest message has reason to.
 */
function read(message: string): MessageFields {
  const parsed = new SiweMessage(message);
  if (parsed.prepareMessage() !== message) throw new MessageError('text');
  return parsed;
}

/** @throws {MessageError} naming the first field that is not as expected. */
function mustSay(message: string, what: Expected) {
  const fault = faultOf(read(message), what);
  if (fault) throw new MessageError(fault);
}

/**
 * The message with which `address` signs in to this page.
 * @throws {MessageError} if it cannot be made so that everyone reads the same in it.
 */
export function messageFor(about: Pick<Expected, 'address' | 'chainId' | 'nonce'>): string {
  const { now, ...fields } = expected(about);
  const message = new SiweMessage({
    ...fields,
    version: '1',
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + MESSAGE_LIFE).toISOString(),
  }).prepareMessage();
  mustSay(message, { ...fields, now });
  return message;
}

/**
 * Whether `address` has signed a message to this page, with this nonce, that is still good: by its key, or as a contract
 * (ERC-1271, ERC-6492). Plain accounts are recognised without asking any node; of a contract whose node does not answer,
 * nothing is known, and that is no yes.
 */
export async function isSigned(
  { message, signature }: Signed,
  about: Pick<Expected, 'address' | 'chainId' | 'nonce'>,
): Promise<boolean> {
  try {
    mustSay(message, expected(about));
  } catch {
    return false;
  }
  const question = {
    message,
    signature: signature as Hex,
    address: about.address as Hex,
    domain: location.host,
    nonce: about.nonce,
    mode: 'eoa',
  };
  return verifySiweMessage(config.getClient(), question);
}
