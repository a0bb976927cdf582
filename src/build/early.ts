import { DIALOG_HASH } from '#domain/dialog';

/** Values that the script of the head is built from. */
interface Head {
  /** The files of both halves. */
  scripts: string[];
  /** The name of the record of the connection. */
  session: string;
  /** The file of the served list of wallets. */
  list: string;
}

/**
 * Stands at the top of the head, and runs while the page is parsed:
 *
 * - It tells the page whether a wallet was connected when the visitor left, so that the header leads to the account.
 * - It opens the served list of wallets if the address asks for a dialog, until the page's script has started. Visitors
 *   with records may see another list, and phones show a sheet.
 * - The list marks the pressed button. Closing the list takes the hash away, unless a new address closed it: another
 *   hash may have come before the browser tells of that.
 * - It prefetches all `scripts`, but runs none, if the address asks for a dialog, a connected visitor returns, or Safe
 *   frames the page. Otherwise the page's script requests the wallet bundle.
 */
export const preload = ({ scripts, session, list }: Head) =>
  `
const page = document.documentElement;
const asks = () => ${DIALOG_HASH}.test(location.hash);
let isNew = parent === window;
let returns;
let request;
let list;
let left = 0;
try {
  returns = !!localStorage.getItem('${session}')?.includes('"id"');
  isNew &&= !localStorage.length;
} catch {}
page.toggleAttribute('data-wallet', !!returns);
const turn = () => {
  if (!asks()) {
    if (list?.open) {
      left++;
      list.close();
    }
    return;
  }
  if (list && !page.matches('[data-started],[data-modal]')) {
    list.showModal();
    list.querySelector('h2').focus();
  }
  if (request || !isNew || matchMedia('(pointer:coarse)').matches) return;
  request = new XMLHttpRequest();
  request.open('GET', '${list}');
  request.onload = () => {
    list = request.responseXML?.querySelector('dialog');
    if (!list) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(list.dataset.css);
    document.adoptedStyleSheets.push(sheet);
    for (const { style, dataset } of list.querySelectorAll('[data-style]')) style.cssText = dataset.style;
    list.onclose = () => left ? left-- : history.replaceState(null, '', location.pathname + location.search);
    list.onclick = ({ target }) => {
      if (target === list) list.close();
      const button = target.closest('button:not([command])');
      if (!button) return;
      list.querySelector('[aria-current]')?.removeAttribute('aria-current');
      button.setAttribute('aria-current', true);
    };
    document.body.append(list);
    turn();
  };
  request.send();
};
addEventListener('hashchange', turn);
turn();
if (returns || parent !== window || asks())
  for (const href of ${JSON.stringify(scripts)})
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
`;

/**
 * Runs before the scripts, and beside them. One inline module, so it blocks nothing:
 *
 * - It stops the second half of a double click, which was not meant for the new dialog.
 * - It answers early clicks in browsers without invoker commands, and tells of them as the others do.
 * - Until the form is alive, its buttons move its slider, and a request is noted. A quick amount goes into its field.
 * - It measures the scrollbar and fetches the scripts once the page was painted. A paint entry says when, or else two
 *   frames and a moment: Firefox reports no paint on a page that opens scrolled.
 * - It fetches scripts again under a new address if one failed, because a browser does not ask twice. A newer page on
 *   the server is loaded once. A failed address is fetched with a reload, as a cache may keep a "not found".
 * - It tells the page whether a dialog is open. With `:has`, each change would style and paint the whole page, even
 *   each letter in the search.
 */
export const early = (script: string) =>
  `
const page = document.documentElement;
new MutationObserver(() => page.toggleAttribute('data-modal', !!document.querySelector('dialog[open]')))
  .observe(page, { attributeFilter: ['open'], subtree: true });
let turned = -1000;
const turn = () => { turned = performance.now() };
addEventListener('beforetoggle', turn, true);
addEventListener('toggle', turn, true);
addEventListener('click', (event) => {
  const since = performance.now() - turned;
  if (since < 500 && event.detail > 1 || since < 300 && event.pointerType === 'touch') {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);
const obey = (button, dialog) => {
  if (button.getAttribute('command') === 'close') dialog.close();
  else if (!dialog.open) {
    dialog.showModal();
    dialog.dispatchEvent(new Event('toggle'));
  }
};
addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  const dialog = document.getElementById(button?.getAttribute('commandfor'));
  if (dialog && !('commandForElement' in button)) obey(button, dialog);
  const slider = !target.closest('[data-alive]') && button?.form?.elements.slider;
  if (slider && button.value) slider.value = +slider.value + +button.value;
  if (button?.name === 'quick' && !target.closest('[data-alive]')) document.getElementById('compared').value = button.value;
});
addEventListener('submit', (event) => {
  event.preventDefault();
  event.target.dataset.asked = '';
});
let tries = 0;
let pause;
const come = () => {
  clearTimeout(pause);
  pause = 0;
  import('${script}' + (tries++ ? '?' + tries : '')).then(() => tries > 1 && fetch('${script}', { cache: 'reload' }), async () => {
    pause = setTimeout(come, Math.min(500 * 2 ** tries, 30000));
    if (performance.getEntriesByType('navigation')[0]?.type === 'reload') return;
    const answer = await fetch('/', { cache: 'no-store' });
    if (answer.ok && !(await answer.text()).includes('${script}')) location.reload();
  }).catch(() => {});
};
addEventListener('online', () => pause && come());
let painted;
const paint = () => {
  if (painted) return;
  painted = true;
  page.style.setProperty('--scrollbar', innerWidth - page.clientWidth + 'px');
  come();
};
new PerformanceObserver((list, observer) => {
  if (!list.getEntriesByName('first-contentful-paint').length) return;
  observer.disconnect();
  paint();
}).observe({ type: 'paint', buffered: true });
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(paint, 100)));
`;
