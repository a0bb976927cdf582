/** The dialogs that a hash of the page can request: `/#connect`. */
export type DialogName = 'connect' | 'sign-in' | 'account' | 'chain';

/** Whether the dialog opens only after others: visitors connect and sign in before they see their account. */
export const isGoal = (dialog: unknown): dialog is 'account' | 'chain' => dialog === 'account' || dialog === 'chain';

export const DIALOG_HASH = /^#(connect|sign-in|account|chain)$/;

export const dialogOf = (hash: string) => (DIALOG_HASH.exec(hash)?.[1] ?? null) as DialogName | null;

export interface Entry {
  /** The dialog that the entry's hash names. */
  dialog: DialogName | null;
  /** The dialog that opens in the end, if another one comes first. */
  goal: DialogName | null;
  /** The number of entries with a dialog down to one without, or to the one at which the page was loaded. */
  depth: number;
}

/** Returns the dialog that opens in the end, if another one comes first. */
export const goalOf = ({ dialog, goal }: Pick<Entry, 'dialog' | 'goal'>) => (isGoal(dialog) ? dialog : goal);
