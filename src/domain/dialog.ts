/** The dialogs that a hash of the page can request: `/#connect`. */
export type DialogName = 'connect' | 'sign-in' | 'account' | 'chain';

/** Whether the dialog opens only after others: visitors connect and sign in before they see their account. */
export const needsConnectionFirst = (dialog: unknown): dialog is 'account' | 'chain' =>
  dialog === 'account' || dialog === 'chain';

export const DIALOG_HASH = /^#(connect|sign-in|account|chain)$/;
export const dialogFromHash = (hash: string) => (DIALOG_HASH.exec(hash)?.[1] ?? null) as DialogName | null;

export interface DialogHistoryEntry {
  dialog: DialogName | null;
  /** The dialog that opens after the others, such as the account after connecting. */
  goal: DialogName | null;
  /** The number of entries from here back to one without a dialog, or to the one with which the page was loaded. */
  depth: number;
}

/** A history entry as the browser reports it. `depth` is null for an entry that the page has not marked. */
export type ReportedHistoryEntry = Omit<DialogHistoryEntry, 'depth'> & { depth: number | null };

/**
 * Reads an entry from its hash and `history.state`, which any script of this origin or an older build may have written.
 * An entry can't be deeper than the number of entries `before` it. Otherwise closing its dialog would leave the page.
 */
export function parseHistoryEntry(hash: string, state: unknown, before: number): ReportedHistoryEntry {
  const { depth, goal } = Object(state) as Record<string, unknown>;
  const isOurs = Number.isInteger(depth) && Number(depth) >= 0 && Number(depth) <= before;
  return {
    dialog: dialogFromHash(hash),
    goal: isOurs && needsConnectionFirst(goal) ? goal : null,
    depth: isOurs ? Number(depth) : null,
  };
}

/** Whether `path` is a home page, such as `/ar/index.html`. Some hosts answer other paths with a home page as well. */
export const isHomePath = (path: string, language: string) =>
  ['/', `/${language}/`].includes(path.replace(/index\.html$/, ''));

/** Keeps the origin, because a path that begins with `//` alone would name another host. */
export const removeHash = (href: string) => href.replace(/#.*/, '');

export const finalDialogOf = ({ dialog, goal }: Pick<DialogHistoryEntry, 'dialog' | 'goal'>) =>
  needsConnectionFirst(dialog) ? dialog : goal;
