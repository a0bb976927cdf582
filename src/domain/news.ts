import { isSameAddress } from './address';
import type { Connection } from './connection';
import type { VisitState } from './notice';

export interface VisitorStatus {
  /** Disconnected, unauthenticated or connected, or a state in which the page waits, such as `reconnecting`. */
  status: string;
  connection: Pick<Connection, 'address' | 'chainId'> | null;
  open: boolean;
}

export const visitorStatusOf = ({ status, connection, open }: VisitState): VisitorStatus => ({
  status,
  connection: connection && { address: connection.address, chainId: connection.chainId },
  open,
});

export type ConnectionChange = 'connected' | 'signedIn' | 'signedOut' | 'disconnected' | 'moved';

/** Returns the status, or null while the page waits for an answer, as in `reconnecting`. */
export const statusUnlessWaiting = ({ status }: VisitorStatus) =>
  ['disconnected', 'unauthenticated', 'connected'].includes(status) ? status : null;

const hasMoved = ({ connection: before }: VisitorStatus, { connection: now }: VisitorStatus) =>
  Boolean(before && now && before.chainId !== now.chainId && isSameAddress(before.address, now.address));

/** `settled` is the last status in which the page waited for nothing. A connection restored on loading is no change. */
export function findConnectionChange(
  before: VisitorStatus,
  now: VisitorStatus,
  settled: string | null,
  mustSignIn: boolean,
): ConnectionChange | null {
  const { status } = now;
  if (status === before.status) return status === 'connected' && hasMoved(before, now) ? 'moved' : null;
  if (status === 'disconnected') return before.status === 'reconnecting' ? null : 'disconnected';
  if (settled === null || status === settled) return null;
  if (status === 'connected') return mustSignIn ? 'signedIn' : 'connected';
  return status === 'unauthenticated' && settled === 'connected' ? 'signedOut' : null;
}
