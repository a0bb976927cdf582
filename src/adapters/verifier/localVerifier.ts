import { SESSION_LIFE } from '#domain/signIn';
import { records } from '../browser/records';
import type { Verifier } from './verifier';

/** The nonce that was given out last, until it is used. */
let issued = '';

function nonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Checks in the page itself: it keeps a visitor from signing in by mistake, and proves nothing to any server. */
export const localVerifier: Verifier = {
  async nonce() {
    issued = nonce();
    return issued;
  },
  async verify(signed, { address, chainId }, signal) {
    // Before anything is waited for: what is given out meanwhile is for another message.
    const used = issued;
    issued = '';
    const { isSigned } = await import('./message');
    if (!(await isSigned(signed, { address, chainId, nonce: used })) || signal.aborted) return false;
    records.signIn.set({ address, chainId, expiresAt: Date.now() + SESSION_LIFE });
    return true;
  },
  async session() {
    const record = records.signIn.get();
    const life = record ? record.expiresAt - Date.now() : 0;
    // What lasts longer than any session, nobody has signed in for here.
    if (record && life > 0 && life <= SESSION_LIFE) return { address: record.address, chainId: record.chainId, life };
    if (record) records.signIn.clear();
    return null;
  },
  async signOut() {
    records.signIn.clear();
  },
  watch: (look) => records.signIn.watch(look),
};
