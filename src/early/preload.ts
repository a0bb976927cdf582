import { DIALOG_HASH, isHomePath } from '#domain/dialog';

/*
 * An inline script at the top of the head, which runs while the browser parses the page:
 *
 * - It tells the page whether a wallet was connected when the visitor left, so that the header leads to the account.
 * - It requests the wallet list for the time before React runs, as soon as the page's address asks for a dialog. It
 *   does not on phones, which show a sheet, or for visitors with stored records, who may see another list.
 * - It prefetches all scripts, but runs none, if the address asks for a dialog, a connected visitor returns, or Safe
 *   frames the page. Otherwise the page's script requests the wallet bundle.
 */

/** The scripts of the landing bundle and of the wallet bundle: paths, or names of the import map. */
declare const SCRIPTS: readonly string[];
/** The key of the stored connection. */
declare const SESSION: string;
declare const LIST_SCRIPT: string;

const asks = () => isHomePath(location.pathname, document.documentElement.lang) && DIALOG_HASH.test(location.hash);
let isNew = parent === window;
let returns = false;
let request: XMLHttpRequest | undefined;
try {
  returns = !!localStorage.getItem(SESSION)?.includes('"id"');
  isNew &&= !localStorage.length;
} catch {}
document.documentElement.toggleAttribute('data-wallet', returns);
const turn = () => {
  if (request || !isNew || !asks() || matchMedia('(pointer:coarse)').matches) return;
  const sent = new XMLHttpRequest();
  request = sent;
  sent.open('GET', import.meta.resolve('#list'));
  sent.send();
  (import(LIST_SCRIPT) as Promise<typeof import('./list')>)
    .then((module) => module.showServedList(sent))
    .catch(() => dispatchEvent(new Event('vite:preloadError')));
};
addEventListener('hashchange', turn);
turn();
if (returns || parent !== window || asks())
  for (const name of SCRIPTS)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href: import.meta.resolve(name) }),
    );
