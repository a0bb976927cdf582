import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import { type DialogName, dialogOf, type Entry, isGoal } from '#domain/dialog';
import { addressMachine } from '#machines/address';
import { record } from '../page/trace';

/** The current history entry. Its state contains what the page has stored about it. */
function readEntry() {
  const { depth = null, goal } = history.state ?? {};
  return { dialog: dialogOf(location.hash), goal: isGoal(goal) ? goal : null, depth } as Reported;
}
type Reported = Omit<Entry, 'depth'> & { depth: number | null };

function writeEntry(type: string, { dialog, goal, depth }: Entry) {
  const url = dialog ? `#${dialog}` : location.pathname + location.search;
  const state = dialog || depth ? { depth, goal } : null;
  if (type === 'entry.replace') return history.replaceState(state, '', url);
  // Going back must not scroll the page.
  history.scrollRestoration = 'manual';
  history.pushState(state, '', dialog ? url : '');
}

const watchAddress = fromCallback<AnyEventObject>(({ receive, sendBack }) => {
  const listening = new AbortController();
  const { signal } = listening;
  receive(({ type, entry }) => (type === 'entry.leave' ? history.back() : writeEntry(type, entry)));
  const tell = () => sendBack({ type: 'address.changed', entry: readEntry() });
  // Browsers also send `popstate` for new hashes.
  addEventListener('popstate', tell, { signal });
  // Waits a turn, because the browser scrolls after the event of a step back.
  addEventListener(
    'popstate',
    () =>
      setTimeout(() => {
        history.scrollRestoration = 'auto';
      }),
    { signal },
  );
  // Another site may precede the first entry of this page.
  if (dialogOf(location.hash) && !history.state) history.replaceState({ depth: 0 }, '');
  tell();
  return () => listening.abort();
});

/** The machine of this page's address, a single one for all dialogs. */
export const address = createActor(addressMachine.provide({ actors: { watchAddress } }), { inspect: record });

/**
 * Claims the address while a dialog is open, and sends it `leave` when the visitor goes back. `null` stands for the
 * alpha modal. Calls `before` first.
 */
export const awaitBackFrom = (dialog: DialogName | null, leave: 'close' | 'cancel' = 'close', before = () => {}) =>
  fromCallback(({ self, sendBack }) => {
    before();
    const id = self.sessionId;
    const { unsubscribe } = address.on('visitor.left', (left) => left.id === id && sendBack({ type: leave }));
    address.send({ type: 'hold', holder: { id, dialog } });
    return () => {
      unsubscribe();
      address.send({ type: 'release', id });
    };
  });
