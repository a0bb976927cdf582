import { DIALOG_HASH, removeHash } from '#domain/dialog';

/**
 * Shows the wallet list before React runs, once `request` has loaded it. This script is separate, because most visitors
 * do not need it:
 *
 * - The list is open while the address asks for a dialog, until the page's script has started.
 * - A click on a wallet marks its button.
 * - Closing the list clears the hash, unless a new hash has closed the list. `left` counts closings by a new hash,
 *   because a dialog's `close` event comes later.
 */
export function showServedList(request: XMLHttpRequest) {
  const page = document.documentElement;
  let list: HTMLDialogElement | null | undefined;
  let left = 0;
  const turn = () => {
    if (!list) return;
    if (DIALOG_HASH.test(location.hash)) {
      if (page.matches('[data-started],[data-modal]')) return;
      list.showModal();
      list.querySelector('h2')!.focus();
    } else if (list.open) {
      left++;
      list.close();
    }
  };
  const show = () => {
    const dialog = request.responseXML?.querySelector('dialog');
    if (!dialog) return;
    list = dialog;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(dialog.dataset.css!);
    document.adoptedStyleSheets.push(sheet);
    for (const { style, dataset } of dialog.querySelectorAll<HTMLElement>('[data-style]'))
      style.cssText = dataset.style!;
    dialog.onclose = () => (left ? left-- : history.replaceState(null, '', removeHash(location.href)));
    dialog.onclick = ({ target }) => {
      if (target === dialog) dialog.close();
      const button = (target as Element).closest('button:not([command])');
      if (!button) return;
      dialog.querySelector('[aria-current]')?.removeAttribute('aria-current');
      button.setAttribute('aria-current', 'true');
    };
    document.body.append(dialog);
    turn();
  };
  addEventListener('hashchange', turn);
  // Waits for the `<body>`, because a cached list may arrive before the browser has parsed that tag.
  const place = () => (document.body ? show() : addEventListener('DOMContentLoaded', show));
  if (request.readyState === 4) place();
  else request.onload = place;
}
