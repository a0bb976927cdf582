import { type DialogName, dialogOf } from '#domain/connection';
import { stepBack } from './browser';

/** Who holds the address now; the dialog that is open, if one is. */
let holder: object | null = null;
/** Whether the entry of the history that the address stands in was made while the page was open. */
let ours = false;

/** Notes that the address has come to ask for a dialog while the page was open: closing it can go back then. */
export const noteArrival = () => {
  ours = true;
};

function clear() {
  if (holder || !dialogOf(location.hash)) return;
  if (ours) stepBack();
  else history.replaceState(history.state, '', location.pathname + location.search);
  ours = false;
}

/**
 * Keeps the address at `/#dialog` for as long as the dialog is open, and calls `leave` when the visitor goes back
 * from there. Returns the undo.
 */
export function holdAddress(dialog: DialogName, leave: () => void) {
  const self = {};
  holder = self;
  if (dialogOf(location.hash) !== dialog) history.replaceState(history.state, '', `#${dialog}`);
  const look = () => {
    if (holder === self && !dialogOf(location.hash)) leave();
  };
  addEventListener('hashchange', look);
  return () => {
    removeEventListener('hashchange', look);
    if (holder === self) holder = null;
    // A turn later: another dialog may have taken over, and the address with it.
    setTimeout(clear);
  };
}
