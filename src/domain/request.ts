import { type DialogName, isGoal } from './dialog';

export interface DialogRequest {
  /** Whether the dialog has the layout for phones. */
  phone: boolean;
  dialog?: DialogName;
  /** The visitor has connected in the open dialog, which closes unless they must sign in. */
  toSignIn?: boolean;
}

/** Returns the request without the event's `type` and without an empty name. */
export const requestOf = ({ phone, dialog }: DialogRequest): DialogRequest => ({ phone, ...(dialog && { dialog }) });

/** Returns the request if its dialog opens only once the visitor is signed in, or null. */
export const goalRequestOf = (request: DialogRequest | null) =>
  request && isGoal(request.dialog) ? requestOf(request) : null;

/** Returns the request after the visitor asks for `next`. While `request` is open or waits, it keeps its layout. */
export const requestAfter = (request: DialogRequest | null, next: DialogRequest): DialogRequest =>
  request
    ? { ...requestOf({ ...next, phone: request.phone }), ...(request.toSignIn && { toSignIn: true }) }
    : requestOf(next);
