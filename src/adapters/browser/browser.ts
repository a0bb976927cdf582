/** Opens `url` in a new tab without access to this one. Call it inside a click. */
export function openTab(url: string) {
  // With `noopener`, `open()` returns null even on success.
  window.open(url, '_blank', 'noopener');
}

/** Opens a link into an app. Call it inside a click. Without the app, an `https:` link leads to a page. */
export function openAppLink(href: string) {
  if (href.startsWith('https:')) openTab(href);
  else location.assign(href);
}

/** Watches whether the visitor leaves the page, which aborts its requests. Call `done` to end the watch. */
export function watchPageLeave() {
  const left = new AbortController();
  const listening = new AbortController();
  const leave = () => left.abort();
  // Firefox aborts requests before `pagehide`. Safari on phones doesn't always send `beforeunload`.
  for (const event of ['beforeunload', 'pagehide']) addEventListener(event, leave, { signal: listening.signal });
  return { isLeft: () => left.signal.aborted, done: () => listening.abort() };
}

/** Whether the page has the layout for phones: on a phone or tablet, or in a narrow window with touch. */
export const isPhoneLayout = () =>
  /Android|iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.platform.startsWith('Mac') && navigator.maxTouchPoints > 1) ||
  matchMedia('(max-width: 47.99rem) and (pointer: coarse)').matches;

/** Copies by selecting the text. Returns whether the browser allowed that, which it does only inside a click. */
function copySelection(text: string) {
  const part = document.createElement('span');
  part.textContent = text;
  part.style.cssText = 'position:fixed;clip-path:inset(50%);white-space:pre;-webkit-user-select:text;user-select:text';
  const write = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  // An open dialog makes the rest of the page inert, so that nothing there can be selected.
  ([...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body).append(part);
  getSelection()?.selectAllChildren(part);
  addEventListener('copy', write, true);
  try {
    return document.execCommand('copy');
  } finally {
    removeEventListener('copy', write, true);
    part.remove();
  }
}

/** Call it inside a click. @throws if neither the clipboard API nor a selection can copy `text`. */
export async function copyText(text: string) {
  // The clipboard API is often refused in a frame. Some browsers then no longer count later code as part of the click.
  if (window.parent !== window && copySelection(text)) return;
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    if (!copySelection(text)) throw error;
  }
}

/** How long to wait for a file that failed before, in ms. */
const REFRESH_TIMEOUT = 5_000;

/** Fetches failed files again past the cache, because hosts may let browsers cache a 404. Never rejects. */
const refresh = () =>
  Promise.allSettled(
    performance
      .getEntriesByType('resource')
      .filter((one) => Reflect.get(one, 'responseStatus') !== 200 && one.name.startsWith(`${location.origin}/assets/`))
      .map(async ({ name }) =>
        (await fetch(name, { cache: 'reload', signal: AbortSignal.timeout(REFRESH_TIMEOUT) })).blob(),
      ),
  );

/**
 * Reloads the page, because a new deployment removes old scripts. Resolves only if the server answers with an error.
 * @throws if the server does not answer
 */
export async function reloadIfOnline(): Promise<false> {
  const { ok } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
  if (!ok) return false;
  await refresh();
  location.reload();
  return new Promise(() => {});
}
