import { type DialogName, dialogOf, isGoal } from '#domain/dialog';
import { stepBack } from './browser';

/** Who holds the address now; the dialog that is open, if one is. */
let holder: object | null = null;
/** The address is about to be given back: once, however many dialogs have just closed. */
let clearing: ReturnType<typeof setTimeout> | undefined;
/** Marks an entry of the history behind which there may be another site: closing the dialog must not go back from it. */
const LANDED = { landed: true };

/** Notes that the page was loaded at an address that asks for a dialog. */
export const noteLanding = () => history.replaceState({ ...history.state, ...LANDED }, '');

/** The dialog that opens in the end, while the address names one that stands before it. A reload keeps it. */
const goal = () => (isGoal(history.state?.goal) ? history.state.goal : null);

/** The dialog that the address asks for, if it asks for one. */
export function dialogAsked(): DialogName | null {
  const dialog = dialogOf(location.hash);
  return dialog && !isGoal(dialog) ? (goal() ?? dialog) : dialog;
}

/** Whether nothing is open any more that has the address: the browser takes the step back in its own time. */
export const isGivingBack = () => !holder && dialogOf(location.hash) !== null;

function clear() {
  if (holder || !dialogOf(location.hash)) return;
  if (history.state?.landed) return history.replaceState(null, '', location.pathname + location.search);
  // The page may have been loaded there for a dialog, which would open again: its address is heard of only after this.
  addEventListener('popstate', () => history.state?.landed && clear(), { once: true });
  stepBack();
}

/**
 * Keeps the address at `/#dialog` for as long as the dialog is open, and calls `leave` when the visitor goes back
 * from there. Returns the undo.
 */
export function holdAddress(dialog: DialogName, leave: () => void) {
  const self = {};
  holder = self;
  const before = dialogOf(location.hash);
  if (before !== dialog) {
    const state = before ? history.state : LANDED;
    const last = isGoal(before) ? before : goal();
    history.replaceState({ ...state, goal: isGoal(dialog) ? null : last }, '', `#${dialog}`);
  }
  const look = () => {
    if (holder === self && !dialogOf(location.hash)) leave();
  };
  addEventListener('hashchange', look);
  return () => {
    removeEventListener('hashchange', look);
    if (holder === self) holder = null;
    // A turn later: another dialog may have taken over, and the address with it.
    clearTimeout(clearing);
    clearing = setTimeout(clear);
  };
}
