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
 * - it tells the page whether a wallet was connected when the visitor left, so that the header leads to the account;
 * - it opens the served list of wallets where the address asks for a dialog, now or later, until the page's script has
 *   started. A visitor of whom the page keeps anything may see another list, and a phone shows a sheet;
 * - the list marks the button that was pressed. Closing it takes the hash away, unless a new address closed it: another
 *   hash may have come before the browser tells of that;
 * - it fetches all `scripts` at once, but runs none of them, where the address asks for a dialog, where a connected visitor
 *   returns, and where Safe frames the page. Otherwise the wallet bundle is requested only once the page's script runs.
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
 * What runs beside the scripts, and before them. One inline module, so it blocks nothing:
 *
 * - the second half of a double click goes nowhere: it was not meant for what the first half brought up;
 * - early clicks are answered in browsers that know no invoker commands (it also tells, as the others do);
 * - until the form is alive, its buttons move its slider, and a request is noted; a quick amount goes into its field;
 * - once the page was painted, the scrollbar is measured and the scripts are fetched, again and again under a
 *   new address (a browser does not ask twice for one that failed). A paint entry says when that is, or else two frames and
 *   a moment: Firefox reports no paint on a page that opens scrolled. Where the server has a newer page by then, that is
 *   loaded, once; and where the first address failed, its answer is fetched anew, as a cache may keep a "not found";
 * - the page is told whether a dialog is open: were it to find out by `:has`, all of it would be styled and painted anew
 *   whenever something comes or goes, with each letter in the search.
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
