import { isSameAddress } from './address';
import { failureReasonOf } from './attempt';
import { type Chain, isSupportedChain } from './chain';
import type { Connection } from './connection';

/** `expired`: the message expired before it was sent, and was replaced. `clock`: the server rejected its dates. */
export type SignInFailure = 'preparing' | 'signing' | 'verifying' | 'oops' | 'switching' | 'expired' | 'clock';

export interface SignInSession {
  address: string;
  chainId: number;
  /** The remaining lifetime, in ms. */
  life: number;
}

/** A nonce from the verifier, and how far the verifier's clock is ahead of this device's, in ms. */
export interface Nonce {
  nonce: string;
  clockOffset: number;
}

export interface PreparedMessage extends Nonce {
  message: string;
  /** The id of the wallet's provider. */
  provider: string;
  /** When the message was prepared, by this device's clock in ms since 1970. */
  preparedAt: number;
  /** Whether the visitor's last click is recent enough for the browser to let the wallet open a window. */
  promptable: boolean;
}

export interface SignedMessage {
  prepared: PreparedMessage;
  /** Hex, of any length for contracts. Empty (`0x`) if a contract stores its owners' approvals on the chain. */
  signature: string;
}

/** The statement of every message. It is in English on all pages, because EIP-4361 allows only ASCII. */
export const SIGN_IN_STATEMENT = 'Sign in to confirm that this account is yours. This is free and moves no funds.';

const MINUTE = 60_000;
/** In ms: long enough for a hardware wallet, but too short to use a signature much later. */
export const MESSAGE_LIFETIME = 10 * MINUTE;
/** The greatest age in ms of a message that the page sends to the wallet. It leaves time to sign and verify. */
export const MAX_MESSAGE_AGE = 4 * MINUTE;
export const SESSION_LIFETIME = 24 * 60 * MINUTE;
/** The tolerated difference between the clocks of this device and the server, in ms. */
const SKEW = 2 * MINUTE;

/** Returns whether `text` has the characters that EIP-4361 allows, and a suitable length. */
export const isSignInNonce = (text: unknown): text is string =>
  typeof text === 'string' && /^[a-zA-Z0-9]{8,128}$/.test(text);

export const isSignature = (answer: unknown): answer is string =>
  typeof answer === 'string' && /^0x([0-9a-f]{2})*$/i.test(answer);

/** Compares clock times, because timers stop while a computer sleeps. A message from the future is not fresh. */
export const isMessageFresh = ({ preparedAt }: PreparedMessage, now: number) =>
  now >= preparedAt - SKEW && now < preparedAt + MAX_MESSAGE_AGE;

/** The fields of a sign-in message (EIP-4361) that the page checks. */
export interface MessageFields {
  scheme?: string | undefined;
  domain: string;
  address: string;
  statement?: string | undefined;
  uri: string;
  version: string;
  chainId: number;
  nonce: string;
  issuedAt?: string | undefined;
  expirationTime?: string | undefined;
  notBefore?: string | undefined;
  requestId?: string | undefined;
  resources?: string[] | undefined;
}

export interface ExpectedMessageFields extends Pick<MessageFields, 'domain' | 'uri' | 'address' | 'chainId' | 'nonce'> {
  statement: string;
  /** In ms since 1970. */
  now: number;
}

/** Lists the fields that differ from `expected`. A missing field, and an empty expectation, always differ. */
export function findFaultyFields(fields: MessageFields, expected: ExpectedMessageFields): (keyof MessageFields)[] {
  const { now } = expected;
  const issued = Date.parse(fields.issuedAt ?? '');
  const expires = Date.parse(fields.expirationTime ?? '');
  const same = (field: 'domain' | 'uri' | 'statement' | 'nonce') =>
    Boolean(expected[field]) && fields[field] === expected[field];
  const holds: [keyof MessageFields, boolean][] = [
    ['scheme', fields.scheme === undefined],
    ['domain', same('domain')],
    ['address', Boolean(expected.address) && fields.address === expected.address],
    ['statement', same('statement')],
    ['uri', same('uri')],
    ['version', fields.version === '1'],
    ['chainId', Number.isSafeInteger(expected.chainId) && fields.chainId === expected.chainId],
    ['nonce', isSignInNonce(expected.nonce) && same('nonce')],
    ['issuedAt', issued <= now + SKEW],
    ['expirationTime', expires > now && expires <= issued + MESSAGE_LIFETIME],
    ['notBefore', fields.notBefore === undefined || Date.parse(fields.notBefore) <= now],
    ['requestId', fields.requestId === undefined],
    ['resources', fields.resources === undefined],
  ];
  return holds.flatMap(([field, held]) => (held ? [] : field));
}

export const isValidSession = (session: SignInSession | null | undefined, address: string, chains: readonly Chain[]) =>
  session != null &&
  isSameAddress(session.address, address) &&
  isSupportedChain(chains, session.chainId) &&
  session.life > 0 &&
  session.life <= SESSION_LIFETIME;

export const isSessionOfOtherAccount = (session: SignInSession | null, address: string) =>
  session !== null && !isSameAddress(address, session.address);

export const sessionOfConnection = ({ address, chainId }: Connection): SignInSession => ({
  address,
  chainId,
  life: SESSION_LIFETIME,
});

export const failureUnlessRejected = (error: unknown, failure: SignInFailure) =>
  failureReasonOf(error) === 'rejected' ? null : failure;
