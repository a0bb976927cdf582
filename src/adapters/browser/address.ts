import { type AnyEventObject, fromCallback } from 'xstate';
import { type DialogHistoryEntry, parseHistoryEntry, removeHash } from '#domain/dialog';
import { addressMachine } from '#machines/address';

/** Returns the number of history entries before the current one. Older browsers report only an upper limit. */
const entriesBefore = () => window.navigation?.currentEntry?.index ?? history.length - 1;

const currentEntry = () => parseHistoryEntry(location.hash, history.state, entriesBefore());

function writeEntry(type: string, { dialog, goal, depth }: DialogHistoryEntry) {
  const url = dialog ? `#${dialog}` : removeHash(location.href);
  const state = dialog || depth ? { depth, goal } : null;
  if (type === 'entry.replace') return history.replaceState(state, '', url);
  // Going back must not scroll the page.
  history.scrollRestoration = 'manual';
  history.pushState(state, '', dialog ? url : '');
}

const watchAddress = fromCallback<AnyEventObject>(({ receive, sendBack }) => {
  // The build renders the page without a browser.
  if (import.meta.env.SSR) return;
  const listening = new AbortController();
  const { signal } = listening;
  receive(({ type, entry }) => (type === 'entry.leave' ? history.back() : writeEntry(type, entry)));
  const tell = () => sendBack({ type: 'address.changed', entry: currentEntry() });
  // Browsers also send `popstate` for new hashes.
  addEventListener('popstate', tell, { signal });
  // Waits a turn, because the browser restores the scroll position after `popstate`.
  addEventListener('popstate', () => setTimeout(() => (history.scrollRestoration = 'auto')), { signal });
  // Marks the entry with depth 0, because the entry before it may belong to another site.
  const { dialog, depth } = currentEntry();
  if (dialog && depth === null) history.replaceState({ ...Object(history.state), depth: 0, goal: null }, '');
  tell();
  return () => listening.abort();
});

export const addressLogic = addressMachine.provide({ actors: { watchAddress } });
