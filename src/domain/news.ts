import { isSameAddress } from './address';
import type { Connection } from './connection';

/** The status and the connection of the visitor at one moment, as the session tells them. */
export interface Standing {
  /** Whether the visitor is disconnected, unauthenticated or connected, or what the page waits for instead. */
  status: string;
  connection: Pick<Connection, 'address' | 'chainId'> | null;
  /** Whether a dialog is open. */
  open: boolean;
}

/** A change of the connection, to be announced. */
export type NewsCode = 'connected' | 'signedIn' | 'signedOut' | 'disconnected' | 'moved';

/** Returns the status if the page waits for nothing in it, or null. */
export const settledIn = ({ status }: Standing) =>
  ['disconnected', 'unauthenticated', 'connected'].includes(status) ? status : null;

/** Whether the same account has changed its network. */
const hasMoved = ({ connection: before }: Standing, { connection: now }: Standing) =>
  Boolean(before && now && before.chainId !== now.chainId && isSameAddress(before.address, now.address));

/**
 * Returns the news in `now`, which follows `before`, or null. `settled` is the last status that was settled. A visitor
 * who returns as the same account hears nothing.
 */
export function newsIn(before: Standing, now: Standing, settled: string | null, mustSignIn: boolean): NewsCode | null {
  const { status } = now;
  if (status === before.status) return status === 'connected' && hasMoved(before, now) ? 'moved' : null;
  if (status === 'disconnected') return before.status === 'reconnecting' ? null : 'disconnected';
  if (settled === null || status === settled) return null;
  if (status === 'connected') return mustSignIn ? 'signedIn' : 'connected';
  return status === 'unauthenticated' && settled === 'connected' ? 'signedOut' : null;
}
