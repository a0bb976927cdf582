import type { Connection } from '#domain/connection';
import type { Signed, SignedIn } from '#domain/signIn';
import { site } from '#site';
import { httpVerifier } from './httpVerifier';
import { localVerifier } from './localVerifier';

/** Who decides whether a visitor has signed in. What cannot be decided rejects, or is no yes. */
export interface Verifier {
  /** A nonce for one message. */
  nonce(signal: AbortSignal): Promise<string>;
  /** Whether the account that is connected has signed; if so, it is signed in from then on, unless `signal` has gone off. */
  verify(signed: Signed, connection: Connection, signal: AbortSignal): Promise<boolean>;
  /** Who is signed in. */
  session(): Promise<SignedIn | null>;
  signOut(): Promise<void>;
  /** Calls `look` whenever another tab may have changed who is signed in. Returns the undo. */
  watch(look: () => void): () => void;
}

export const verifier: Verifier = site.wallet.authUrl ? httpVerifier(site.wallet.authUrl) : localVerifier;
