import type { Connection } from './connection';
import { type DialogName, needsConnectionFirst } from './dialog';

export interface DialogRequest {
  /** Whether the dialog has the layout for phones. */
  phone: boolean;
  dialog?: DialogName;
  opened?: boolean;
}

/** Returns the request without the `type` of its event, and without an undefined dialog. */
export const toDialogRequest = ({ phone, dialog }: DialogRequest): DialogRequest => ({
  phone,
  ...(dialog && { dialog }),
});

const goalRequestOf = (request: DialogRequest | null) =>
  request && needsConnectionFirst(request.dialog) ? toDialogRequest(request) : null;

/** Replaces `request` by `next`. A dialog that is open, or about to open, keeps its layout (`phone`). */
export const mergeDialogRequests = (request: DialogRequest | null, next: DialogRequest): DialogRequest =>
  request
    ? { ...toDialogRequest({ ...next, phone: request.phone }), ...(request.opened && { opened: true }) }
    : toDialogRequest(next);

/**
 * A request stays until its dialog has opened. It then ends when the visitor connects or disconnects. One for an
 * account or network dialog stays after connecting, because that dialog opens only then.
 */
export function updateDialogRequest(
  request: DialogRequest | null,
  step: { type: string; connection: Connection | null },
) {
  if (!request?.opened) return request;
  if (step.type === 'visitor.connected') return goalRequestOf(request);
  return step.type === 'visitor.disconnecting' || !step.connection ? null : request;
}
