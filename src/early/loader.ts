/*
 * Runs before the scripts, and beside them. One inline module, so it blocks nothing:
 *
 * - It stops the second half of a double click, which was not meant for the new dialog.
 * - It answers early clicks in browsers without invoker commands, and tells of them as the others do.
 * - Until the form is alive, its buttons move its slider, and a request is noted. A quick amount goes into its field.
 * - It measures the scrollbar and fetches styles and scripts once the page was painted. A paint entry says when, or
 * else two
 *   frames and a moment: Firefox reports no paint on a page that opens scrolled.
 * - It reloads the page if the script failed, once the server has it or a newer page. A browser does not ask twice for
 *   a script. The entry of the history keeps what was typed.
 * - If a script fails, it has another one look for damage, and stops if there is some.
 * - It tells the page whether a dialog is open. With `:has`, each change would style and paint the whole page, even
 *   each letter in the search.
 */

/** The page's script and those that it imports. */
declare const SCRIPTS: readonly string[];
/** The script that detects damaged scripts. */
declare const DAMAGE_SCRIPT: string;
/** The style sheet of the dialogs, `*.later.ts` files, and its hash. Browsers apply no other bytes. */
declare const SHEET: { href: string; integrity: string };
/** Also the script with the sentences of the page's language. */
const FILES = [...SCRIPTS, import.meta.resolve('#page').slice(location.origin.length)];

const page = document.documentElement;
new MutationObserver(() => page.toggleAttribute('data-modal', !!document.querySelector('dialog[open]'))).observe(page, {
  attributeFilter: ['open'],
  subtree: true,
});
let turned = -1000;
const turn = () => {
  turned = performance.now();
};
addEventListener('beforetoggle', turn, true);
addEventListener('toggle', turn, true);
addEventListener(
  'click',
  (event) => {
    const since = performance.now() - turned;
    if ((since < 500 && event.detail > 1) || (since < 300 && (event as PointerEvent).pointerType === 'touch')) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);
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
/**
 * Resolves to whether the page now shows that a script is damaged. If this script fails as well, the network is at
 * fault.
 */
const findDamage = () =>
  (import(/* @vite-ignore */ DAMAGE_SCRIPT) as Promise<typeof import('./damage')>).then(
    (module) => module.findDamage(),
    () => false,
  );
addEventListener('scripterror', findDamage);
/** A script that the server has, and that still does not run, causes only one reload. */
let mayReload = !history.state?.typed;
let pause: ReturnType<typeof setTimeout>;
const recover = async () => {
  clearTimeout(pause);
  try {
    // The cache may keep a "not found".
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
/** Shows the modal, and lets the page's script start: the styles of the dialogs are there, or did not come in time. */
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
  // Requests all files at once, because the script would request the others only after it has loaded.
  Promise.all(FILES.map((file) => import(/* @vite-ignore */ file))).catch(async () => {
    if (await findDamage()) return;
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
