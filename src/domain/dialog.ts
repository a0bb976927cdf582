/** The dialogs that an address of the page can ask for: `/#connect`. */
export type DialogName = 'connect' | 'sign-in' | 'account' | 'chain';

/** Whether it opens only after others: visitors connect, and sign in, before they see their account. */
export const isGoal = (dialog: unknown): dialog is 'account' | 'chain' => dialog === 'account' || dialog === 'chain';

/** The hashes that ask for a dialog. */
export const DIALOG_HASH = /^#(connect|sign-in|account|chain)$/;

/** The dialog that a hash asks for, if it asks for one. */
export const dialogOf = (hash: string) => (DIALOG_HASH.exec(hash)?.[1] ?? null) as DialogName | null;

/** An entry of the browser's history. */
export interface Entry {
  /** The dialog that its address names. */
  dialog: DialogName | null;
  /** The dialog that opens in the end, while the address names one that stands before it. */
  goal: DialogName | null;
  /** How many entries of dialogs there are up to this one, down to one without or to where the page was loaded. */
  depth: number;
}

/** The dialog that opens in the end, if it stands behind others. */
export const goalOf = ({ dialog, goal }: Pick<Entry, 'dialog' | 'goal'>) => (isGoal(dialog) ? dialog : goal);
