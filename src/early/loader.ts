/*
 * An inline script, which runs while the page's scripts load, and after that. It is a module, so it blocks nothing:
 *
 * - It cancels the second half of a double click, which was not meant for the dialog that the first half has opened.
 * - In browsers without invoker commands, it opens dialogs on early clicks, and sends their `toggle` event.
 * - Until React has hydrated a form, its buttons fill its field, and submitting it sets `data-asked`.
 * - It measures the scrollbar, and fetches styles and scripts, after the first paint, which a performance entry
 *   reports. Firefox reports no paint on a page that opens scrolled, so two frames and a short wait count as well.
 * - If the page's script failed to load, it reloads the page once the server has that script or a newer page. A browser
 *   does not request a failed script again. The history entry keeps the visitor's input.
 * - If a script fails, it loads the script that looks for damaged files. It does not reload if there are any.
 * - It sets `data-modal` while a dialog is open. With `:has`, the browser would restyle and repaint the whole page at
 *   each change, even at each letter in the search.
 */

/** The paths of the page's script and of the scripts that it imports. */
declare const SCRIPTS: readonly string[];
declare const DAMAGE_SCRIPT: string;
/** The style sheet of the dialogs. */
declare const SHEET: { href: string; integrity: string };
const FILES = [...SCRIPTS, import.meta.resolve('#page').slice(location.origin.length)];

const page = document.documentElement;
const markModal = () => page.toggleAttribute('data-modal', !!document.querySelector('dialog[open]'));
new MutationObserver(markModal).observe(page, { attributeFilter: ['open'], subtree: true });
let turned = -1000;
const turn = () => {
  turned = performance.now();
};
addEventListener('beforetoggle', turn, true);
addEventListener('toggle', turn, true);
const cancelSecondClick = (event: MouseEvent) => {
  const since = performance.now() - turned;
  if ((since < 500 && event.detail > 1) || (since < 300 && (event as PointerEvent).pointerType === 'touch')) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
};
addEventListener('click', cancelSecondClick, true);
const obey = (button: HTMLButtonElement, dialog: HTMLDialogElement) => {
  if (button.getAttribute('command') === 'close') dialog.close();
  else if (!dialog.open) {
    dialog.showModal();
    dialog.dispatchEvent(new Event('toggle'));
  }
};
addEventListener('click', (event) => {
  const target = event.target as Element;
  const button = target.closest('button');
  if (!button) return;
  const dialog = document.getElementById(button.getAttribute('commandfor')!);
  if (dialog && !('commandForElement' in button)) obey(button, dialog as HTMLDialogElement);
  if (target.closest('[data-alive]')) return;
  const slider = (button.form?.elements as { slider?: HTMLInputElement } | undefined)?.slider;
  if (slider && button.value) slider.valueAsNumber += +button.value;
  if (button.name === 'quick') (document.getElementById('compared') as HTMLInputElement).value = button.value;
});
addEventListener('submit', (event) => {
  event.preventDefault();
  (event.target as HTMLElement).dataset.asked = '';
});
/** Resolves to whether a script is damaged. If the check itself does not load, the network has failed. */
const reportDamage = () =>
  (import(/* @vite-ignore */ DAMAGE_SCRIPT) as Promise<typeof import('./damage')>).then(
    (module) => module.reportDamagedScript(),
    () => false,
  );
addEventListener('vite:preloadError', reportDamage);
/** Whether `recover` may reload the page. It reloads only once for a script that is on the server, but does not run. */
let mayReload = !history.state?.typed;
let pause: ReturnType<typeof setTimeout>;
const recover = async () => {
  clearTimeout(pause);
  try {
    // Bypasses the cache, which may keep a response "not found".
    const [html, ...scripts] = await Promise.all([
      fetch(location.pathname, { cache: 'no-store' }),
      ...FILES.map((file) => fetch(file, { cache: 'reload' })),
    ]);
    const areThere = scripts.every(({ ok }) => ok);
    const text = html.ok && (await html.text());
    const isThere = areThere || (text && FILES.some((file) => !text.includes(file)));
    if (isThere && mayReload) {
      const typed = Array.from(document.querySelectorAll('input'), ({ value }) => value);
      history.replaceState({ ...history.state, typed }, '');
      location.reload();
    }
    if (areThere) return;
    mayReload ||= !isThere;
  } catch {
    mayReload = true;
  }
  pause = setTimeout(recover, 5000);
};
/** Lets the page's script start once the dialogs' styles have loaded or failed, or after a time limit. */
const markStyled = () => {
  page.setAttribute('data-styled', '');
  dispatchEvent(new Event('styled'));
};
const loadSheet = () =>
  document.head.append(
    Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      ...SHEET,
      onload: markStyled,
      onerror: () => {
        markStyled();
        setTimeout(loadSheet, 5000);
      },
    }),
  );
let painted = false;
const paint = () => {
  if (painted) return;
  painted = true;
  page.style.setProperty('--scrollbar', `${innerWidth - page.clientWidth}px`);
  loadSheet();
  setTimeout(markStyled, 3000);
  // Requests all files at once. The page's script would request the others only after it has loaded.
  Promise.all(FILES.map((file) => import(/* @vite-ignore */ file))).catch(async () => {
    if (await reportDamage()) return;
    addEventListener('online', recover);
    recover();
  });
};
new PerformanceObserver((list, observer) => {
  if (!list.getEntriesByName('first-contentful-paint').length) return;
  observer.disconnect();
  paint();
}).observe({ type: 'paint', buffered: true });
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(paint, 100)));
