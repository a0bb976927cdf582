import { type DialogName, isGoal } from './dialog';

/** A request for a dialog. */
export interface DialogRequest {
  /** Whether the dialog takes the form that suits a phone. */
  phone: boolean;
  dialog?: DialogName;
  /** The visitor has connected in the open dialog, which closes unless they have to sign in. */
  toSignIn?: boolean;
}

/** Returns the request without its `type` of event and without an empty name. */
export const requestOf = ({ phone, dialog }: DialogRequest): DialogRequest => ({ phone, ...(dialog && { dialog }) });

/** Returns the request if its dialog opens only once the visitor is signed in, or null. */
export const goalRequestOf = (request: DialogRequest | null) =>
  request && isGoal(request.dialog) ? requestOf(request) : null;

/** Returns the request that remains once `request`, whose dialog is open or awaited, is followed by `next`. */
export const redirectedRequest = (request: DialogRequest | null, next: DialogRequest): DialogRequest | null => {
  if (!request) return goalRequestOf(next);
  return { ...requestOf({ ...next, phone: request.phone }), ...(request.toSignIn && { toSignIn: true }) };
};
