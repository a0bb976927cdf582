import { SESSION_LIFETIME } from '#domain/signIn';
import { storedRecords } from '../browser/records';
import type { Verifier } from './verifier';

/** Prevents mistakes, but proves nothing to others. The sign-in machine uses each nonce for one attempt only. */
export const localVerifier: Verifier = {
  async nonce() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return { nonce, clockOffset: 0 };
  },
  async verify(signed, { address, chainId }, signal) {
    const { verifySignedMessage } = await import('./message');
    if (!(await verifySignedMessage(signed, { address, chainId })) || signal.aborted) return false;
    storedRecords.signIn.set({ address, chainId, expiresAt: Date.now() + SESSION_LIFETIME });
    return true;
  },
  async session() {
    const record = storedRecords.signIn.get();
    const life = record ? record.expiresAt - Date.now() : 0;
    // A record that lasts longer than any session was not written by this page.
    if (record && life > 0 && life <= SESSION_LIFETIME)
      return { address: record.address, chainId: record.chainId, life };
    if (record) storedRecords.signIn.clear();
    return null;
  },
  async signOut() {
    storedRecords.signIn.clear();
  },
  // Does nothing, because a failed verification has stored no session.
  takeBack: async () => {},
  watch: (look) => storedRecords.signIn.watch(look),
};
