import { isAddress, isSameAddress } from '#domain/address';
import { isChainId } from '#domain/chainId';
import { ClockError, VerifierError } from '#domain/errors';
import { isSignInNonce, MESSAGE_LIFETIME, SESSION_LIFETIME, type SignInSession } from '#domain/signIn';
import { watchPageLeave } from '../browser/browser';
import type { Verifier } from './verifier';

/** The time limit of a request, in ms. */
const REQUEST_TIMEOUT = 15_000;
/** A difference of the clocks up to this, in ms, is ignored, because answers take time. */
const CLOCK_TOLERANCE = 30_000;

/** Returns the session that a server reports, with a lifetime of a day. The page then asks the server again. */
function readSession(answer: unknown): SignInSession | null {
  if (answer === null) return null;
  const { address, chainId } = Object(answer) as Record<string, unknown>;
  if (typeof address === 'string' && isAddress(address) && isChainId(chainId))
    return { address, chainId, life: SESSION_LIFETIME };
  throw new VerifierError('a session without account or network');
}

/** Returns how far the server's clock is ahead, by the `Date` header of its answer. 0 if the server hides that. */
function clockOffsetOf(date: string | null) {
  const offset = Date.parse(date ?? '') - Date.now();
  return Math.abs(offset) > CLOCK_TOLERANCE ? offset : 0;
}

/** Whether a server refuses a message only because of its dates: `{"faults": ["issuedAt"]}`. */
function refusesDates(answer: string) {
  try {
    const { faults } = JSON.parse(answer) as { faults: string[] };
    return faults.length > 0 && faults.every((field) => field === 'issuedAt' || field === 'expirationTime');
  } catch {
    // The answer is no list of fields.
    return false;
  }
}

/** Returns the verifier of the server at `url`. `src/README.md` has its contract. */
export function createHttpVerifier(url: string): Verifier {
  const base = url.replace(/\/+$/, '');
  const ask = async (path: string, init: RequestInit = {}, until?: AbortSignal) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), REQUEST_TIMEOUT);
    const signal = until ? AbortSignal.any([until, limit.signal]) : limit.signal;
    try {
      const answer = await fetch(base + path, {
        credentials: 'include',
        cache: 'no-store',
        redirect: 'error',
        ...init,
        signal,
      });
      const { ok, status, headers } = answer;
      return { ok, status, date: headers.get('date'), text: await answer.text() };
    } finally {
      clearTimeout(timer);
    }
  };
  const session = async (until?: AbortSignal) => {
    const { ok, status, text } = await ask('/session', {}, until);
    if (!ok) throw new VerifierError(`${status} to who is signed in`);
    try {
      return readSession(JSON.parse(text));
    } catch (cause) {
      throw new VerifierError('no session', { cause });
    }
  };
  const signOut = async () => {
    const { ok, status } = await ask('/sign-out', { method: 'POST', keepalive: true });
    if (!ok) throw new VerifierError(`${status} to signing out`);
  };

  return {
    async nonce(until) {
      const { ok, status, date, text } = await ask('/nonce', {}, until);
      const nonce = text.trim();
      if (ok && isSignInNonce(nonce)) return { nonce, clockOffset: clockOffsetOf(date) };
      throw new VerifierError(`${status} without a nonce`);
    },
    async verify({ prepared, signature }, { address, chainId }, until) {
      const leaving = watchPageLeave();
      try {
        const body = JSON.stringify({ message: prepared.message, signature });
        const headers = { 'Content-Type': 'application/json' };
        const { ok, status, text } = await ask('/verify', { method: 'POST', headers, body }, until);
        if (status >= 400 && status < 500) {
          const expired = Date.now() > prepared.preparedAt + MESSAGE_LIFETIME;
          if (!expired && refusesDates(text)) throw new ClockError();
          return false;
        }
        if (!ok) throw new VerifierError(`${status} to a signature`);
        // A host may answer every request with success and verify nothing. So its session must be that of the signer.
        const who = await session(until);
        if (who && isSameAddress(who.address, address) && who.chainId === chainId) return true;
        throw new VerifierError('yes to a signature, and nobody signed in');
      } catch (error) {
        // Reloading the page aborts the request. No failure is reported, so that the session stays.
        if (leaving.isLeft()) return new Promise<never>(() => {});
        throw error;
      } finally {
        leaving.done();
      }
    },
    session: () => session(),
    signOut,
    takeBack: signOut,
    // Tabs can't observe cookies, so a tab asks again when it becomes visible.
    watch: () => () => {},
  };
}
