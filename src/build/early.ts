import { DIALOG_HASH } from '#domain/dialog';

/** Values that the script of the head is built from. */
interface Head {
  /** The files of both halves. */
  scripts: string[];
  /** The name of the record of the connection. */
  session: string;
  /** The served list of wallets, and the script that opens it. */
  list: { content: string; script: string };
}

/** Whether the address asks for a dialog, as an expression. */
const ASKS = `${DIALOG_HASH}.test(location.hash)`;

/**
 * Stands at the top of the head, and runs while the page is parsed:
 *
 * - It tells the page whether a wallet was connected when the visitor left, so that the header leads to the account.
 * - It requests the served list of wallets if the address asks for a dialog, now or later. Visitors with records may see
 *   another list, and phones show a sheet.
 * - It prefetches all `scripts`, but runs none, if the address asks for a dialog, a connected visitor returns, or Safe
 *   frames the page. Otherwise the page's script requests the wallet bundle.
 */
export const preload = ({ scripts, session, list }: Head) =>
  `
const asks = () => ${ASKS};
let isNew = parent === window;
let returns;
let request;
try {
  returns = !!localStorage.getItem('${session}')?.includes('"id"');
  isNew &&= !localStorage.length;
} catch {}
document.documentElement.toggleAttribute('data-wallet', !!returns);
const turn = () => {
  if (request || !isNew || !asks() || matchMedia('(pointer:coarse)').matches) return;
  request = new XMLHttpRequest();
  request.open('GET', '${list.content}');
  request.send();
  import('${list.script}').then((module) => module.open(request)).catch(() => {});
};
addEventListener('hashchange', turn);
turn();
if (returns || parent !== window || asks())
  for (const href of ${JSON.stringify(scripts)})
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
`;

/**
 * A script of its own, as most visitors do not need it: \`open\` shows the served list of wallets, once \`request\` has brought it.
 *
 * - The list is open while the address asks for a dialog, until the page's script has started.
 * - It marks the button that was pressed.
 * - Closing it takes the hash away, unless a new address closed it: another hash may have come before the browser tells of that.
 */
export const listOpener = `
export const open = (request) => {
  const page = document.documentElement;
  let list;
  let left = 0;
  const turn = () => {
    if (!list) return;
    if (${ASKS}) {
      if (page.matches('[data-started],[data-modal]')) return;
      list.showModal();
      list.querySelector('h2').focus();
    } else if (list.open) {
      left++;
      list.close();
    }
  };
  const show = () => {
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
  addEventListener('hashchange', turn);
  if (request.readyState === 4) show();
  else request.onload = show;
};
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
