import type { Connection } from './connection';
import type { VisitorStatus } from './news';
import type { DialogRequest } from './request';

export interface Notice {
  code: 'connected' | 'signedIn' | 'signedOut' | 'disconnected';
  address: string;
  name: string;
}

export interface VisitState extends VisitorStatus {
  connection: Connection | null;
  /** Whether the requested dialog has opened. Stays true while the page checks the visitor's status again. */
  opened: boolean;
}

export const INITIAL_VISIT: VisitState = { status: 'reconnecting', connection: null, open: false, opened: false };

interface SessionSnapshot {
  value: { undecided: { question: string; dialog: string } } | Record<string, string>;
  context: { connection: Connection | null; request: DialogRequest | null };
}

export function visitStateOf({ value, context: { connection, request } }: SessionSnapshot): VisitState {
  const { undecided } = value;
  const [status, dialog] =
    typeof undecided === 'object' ? [undecided.question, undecided.dialog] : Object.entries(value)[0]!;
  return { status, connection, open: dialog !== 'none', opened: Boolean(request?.opened) };
}

export type NoticeEvent =
  | { type: 'notice.posted'; notice: Notice }
  | { type: 'network.changed' }
  | { type: 'dialog.requested' };

/** Returns the code of the notice about a change, or null. A returning visitor gets no notice. */
function codeOf(before: VisitState, now: VisitState): Notice['code'] | null {
  if (before.connection && !now.connection) return 'disconnected';
  if (!now.connection || before.status === now.status) return null;
  if (before.status === 'connected')
    return now.status === 'unauthenticated' || now.status === 'signingOut' ? 'signedOut' : null;
  if (now.status !== 'connected') return null;
  if (before.status === 'disconnected') return 'connected';
  return before.status === 'unauthenticated' || before.opened ? 'signedIn' : null;
}

export function findNoticeEvents(before: VisitState, now: VisitState): NoticeEvent[] {
  const events: NoticeEvent[] = [];
  if (now.open && !before.open) events.push({ type: 'dialog.requested' });
  if (now.connection && now.connection.chainId !== before.connection?.chainId) events.push({ type: 'network.changed' });
  const code = codeOf(before, now);
  const about = now.connection ?? before.connection;
  if (code && about)
    events.push({ type: 'notice.posted', notice: { code, address: about.address, name: about.wallet.name } });
  return events;
}
