import { isSameAddress } from './address';
import { reasonOf } from './attempt';
import { type Chain, supports } from './chain';
import type { Connection } from './connection';
import { ClockError } from './errors';

/**
 * The reason why a sign-in failed. The spec words the first four (section 8). `expired`: the message got too old before
 * it was sent, and another has taken its place. `clock`: the server refused the dates of the message.
 */
export type Failure = 'preparing' | 'signing' | 'verifying' | 'oops' | 'switching' | 'expired' | 'clock';

/** A proof that an account belongs to the visitor. Plain JSON, so that machines can hold it. */
export interface SignedIn {
  address: string;
  chainId: number;
  /** For how much longer it counts, in ms. */
  life: number;
}

/** A nonce from a verifier, and how far the verifier's clock is ahead of this device's, in ms. */
export interface Nonce {
  nonce: string;
  clockOffset: number;
}

/** The request of one attempt to sign in. Plain JSON, so that a trace shows it. */
export interface Prepared extends Nonce {
  message: string;
  /** Names the provider through which the wallet is asked. */
  provider: string;
  /** By this device's clock, in ms since 1970. */
  preparedAt: number;
  /** Whether the wallet can still be asked for the press that led here: some open a window, which takes a recent press. */
  promptable: boolean;
}

/** A message and what a wallet has signed it with. */
export interface Signed {
  prepared: Prepared;
  /** Hex, of any length: contracts sign as they please. Empty (`0x`) where a contract keeps its approvals on the chain. */
  signature: string;
}

/** The statement of every message, in every language of the page: EIP-4361 allows plain ASCII only. */
export const STATEMENT = 'Sign in to confirm that this account is yours. This is free and moves no funds.';

const MINUTE = 60_000;
/** For how long a message can be used, in ms. Decision 5.2. */
export const MESSAGE_LIFE = 10 * MINUTE;
/** Until this age a message is sent. It leaves time to sign and verify it (decisions 5.2, 5.6). In ms. */
export const MESSAGE_FRESHNESS = 4 * MINUTE;
/** For how long a visitor stays signed in, in ms. Decision 5.7. */
export const SESSION_LIFE = 24 * 60 * MINUTE;
/** By how much clocks may differ, in ms. */
const SKEW = 2 * MINUTE;

/** Returns whether `text` has the alphabet that EIP-4361 allows, and a sensible length. */
export const isNonce = (text: unknown): text is string => typeof text === 'string' && /^[a-zA-Z0-9]{8,128}$/.test(text);

/** Whether a wallet's answer is a signature. Safe answers `0x` where it keeps the approval of its owners on the chain. */
export const isSignature = (answer: unknown): answer is string =>
  typeof answer === 'string' && /^0x([0-9a-f]{2})*$/i.test(answer);

/**
 * Whether a message of that age can be sent. Timers stand still while a computer sleeps, so the age is taken from the
 * clock; a clock that was set back leaves nothing to trust.
 */
export const isFresh = ({ preparedAt }: Prepared, now: number) =>
  now >= preparedAt - SKEW && now < preparedAt + MESSAGE_FRESHNESS;

/** The fields of a message to sign (EIP-4361), as far as they are read here. */
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

/** The required fields of a message. */
export interface Expected {
  domain: string;
  uri: string;
  statement: string;
  address: string;
  chainId: number;
  nonce: string;
  /** In ms since 1970. */
  now: number;
}

/**
 * The first field of a message that is not as expected; null if all are. A missing field is not as expected, and an
 * empty expectation is met by nothing.
 */
export function faultOf(fields: MessageFields, expected: Expected): keyof MessageFields | null {
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
    ['nonce', isNonce(expected.nonce) && same('nonce')],
    ['issuedAt', issued <= now + SKEW],
    ['expirationTime', expires > now && expires <= issued + MESSAGE_LIFE],
    ['notBefore', fields.notBefore === undefined || Date.parse(fields.notBefore) <= now],
    ['requestId', fields.requestId === undefined],
    ['resources', fields.resources === undefined],
  ];
  return holds.find(([, held]) => !held)?.[0] ?? null;
}

/** Whether `session` is that of `address`, on a network of `chains`, and not over. */
export const countsFor = (session: SignedIn | null | undefined, address: string, chains: readonly Chain[]) =>
  session != null &&
  isSameAddress(session.address, address) &&
  supports(chains, session.chainId) &&
  session.life > 0 &&
  session.life <= SESSION_LIFE;

/** Whether `session` is that of another account than `address`. */
export const isOfAnother = (session: SignedIn | null, address: string) =>
  session !== null && !isSameAddress(address, session.address);

/** Returns the session of a visitor who has just signed in with the account of the connection. */
export const signedInBy = ({ address, chainId }: Connection): SignedIn => ({ address, chainId, life: SESSION_LIFE });

/** Returns `failure`, or null if `error` says that the wallet's owner declined. */
export const failureUnlessDeclined = (error: unknown, failure: Failure) =>
  reasonOf(error) === 'rejected' ? null : failure;

/** Returns the failure of a signature that was not accepted. A verdict other than false makes no sense. */
export const failureOfVerdict = (verdict: unknown): Failure => (verdict === false ? 'verifying' : 'oops');

/** Returns the failure of a check that ended with `error`. */
export const failureOfVerifying = (error: unknown): Failure => (error instanceof ClockError ? 'clock' : 'verifying');
