import type { Connection } from '#domain/connection';
import type { Nonce, SignedMessage, SignInSession } from '#domain/signIn';
import { site } from '#site';
import { createHttpVerifier } from './httpVerifier';
import { localVerifier } from './localVerifier';

/** Decides whether the visitor is signed in. Rejects, or returns false, when it cannot tell. */
export interface Verifier {
  /** Returns a nonce for one message. Each caller uses it once. */
  nonce(signal: AbortSignal): Promise<Nonce>;
  /**
   * Signs in an account that has signed the message. After an error or an abort, it may be signed in as well.
   * @throws {ClockError} if the dates of a new message are refused.
   */
  verify(signed: SignedMessage, connection: Connection, signal: AbortSignal): Promise<boolean>;
  session(): Promise<SignInSession | null>;
  signOut(): Promise<void>;
  /** Ends the session that a verification without an answer may have started. */
  takeBack(): Promise<void>;
  /** Calls `look` whenever another tab may have changed the stored session. Returns the function that unsubscribes. */
  watch(look: () => void): () => void;
}

export const verifier: Verifier = site.wallet.authUrl ? createHttpVerifier(site.wallet.authUrl) : localVerifier;
