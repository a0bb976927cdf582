import type { ActorRefFrom } from 'xstate';
import { findSessionActor, type walletLoaderMachine } from '#machines/walletLoader';

/** Compares positions, because texts may differ if the browser has translated the page. */
function twinIn(dialog: HTMLElement, list: HTMLElement, element: HTMLElement) {
  const { wallet } = element.dataset;
  const others = `${element.localName}:not([data-wallet])`;
  const among = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>(others)];
  if (wallet === undefined) return among(dialog)[among(list).indexOf(element)];
  return dialog.querySelector<HTMLElement>(`[data-wallet="${CSS.escape(wallet)}"]`);
}

/** Keeps focus, scroll position and search, and presses the button in the dialog that was pressed in the list. */
function replaceList(list: HTMLElement, dialog: HTMLElement, focused: HTMLElement | null) {
  const pressed = list.querySelector<HTMLElement>('[aria-current]');
  const search = list.querySelector('input')?.value;
  const top = list.querySelector('[data-scrolls]')!.scrollTop;
  list.remove();
  for (const animation of dialog.getAnimations({ subtree: true }))
    if (animation instanceof CSSTransition) animation.finish();
  dialog.querySelector('[data-scrolls]')?.scrollTo(0, top);
  if (focused?.matches(':not(h2)')) twinIn(dialog, list, focused)?.focus();
  if (pressed) twinIn(dialog, list, pressed)?.click();
  const field = dialog.querySelector('input');
  if (!search || !field) return;
  // React does not notice a value that a script sets.
  field.setRangeText(search, 0, 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Returns the list that `src/early/list.ts` opened, or keeps it closed. Closing it cancels the dialog's request. */
export function takeOverServedList(walletLoader: ActorRefFrom<typeof walletLoaderMachine>) {
  document.documentElement.dataset.started = '';
  const list = document.querySelector<HTMLDialogElement>('#served-list');
  if (!list?.open) {
    list?.remove();
    return null;
  }
  const follow = () => {
    const { value } = walletLoader.getSnapshot();
    const session = findSessionActor(walletLoader.getSnapshot());
    if (session ? session.getSnapshot().context.request : Object.hasOwn(Object(value), 'loading')) return;
    list.onclose = null;
    list.close();
    list.remove();
  };
  list.onclose = () => (findSessionActor(walletLoader.getSnapshot()) ?? walletLoader).send({ type: 'close' });
  const loading = walletLoader.subscribe((snapshot) => {
    follow();
    const session = findSessionActor(snapshot);
    if (!session) return;
    loading.unsubscribe();
    session.subscribe(follow);
  });
  follow();
  // Remembers the focus, because an opening dialog takes it before the observer below runs.
  let focused = list.querySelector<HTMLElement>(':focus');
  list.addEventListener('focusin', ({ target }) => {
    focused = target as HTMLElement;
  });
  // Chromium before 132 sends no `toggle` events of dialogs. An observer runs before the next frame.
  new MutationObserver((_, observer) => {
    const dialog = document.querySelector<HTMLDialogElement>('#wallet[open]');
    if (dialog && list.open) replaceList(list, dialog, focused);
    if (!list.isConnected) observer.disconnect();
  }).observe(document.body, { attributeFilter: ['open'], subtree: true });
  return list;
}
