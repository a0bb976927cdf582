/** The dialogs that an address of the page can ask for: `/#connect`. */
export type DialogName = 'connect' | 'sign-in' | 'account' | 'chain';

/** The dialog that a hash asks for, if it asks for one. */
export const dialogOf = (hash: string) =>
  (/^#(connect|sign-in|account|chain)$/.exec(hash)?.[1] ?? null) as DialogName | null;
