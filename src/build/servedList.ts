import { escapeHtml } from './head.ts';
import type { Page } from './prerender';

/** The id of the wallet list that is shown before React runs. */
export const SERVED_LIST_ID = 'served-list';

/**
 * Returns the file with the wallet list that is shown before React runs. It is XML, which browsers parse without a
 * Trusted Type. Its styles are in data attributes, because the policy blocks those of a parsed document. Its ids differ
 * from those of the page.
 */
export function servedListOf({ list }: Page) {
  const { html, styles } = list();
  return html
    .replace('<dialog', `<dialog xmlns="http://www.w3.org/1999/xhtml" data-css="${escapeHtml(styles.join(''))}"`)
    .replaceAll('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replaceAll(' style="', ' data-style="')
    .replace(/ (autoComplete|spellCheck)=/g, (name) => name.toLowerCase())
    .replace(/"(wallet-title|group-\d+)"/g, '"served-$1"')
    .replace(/<button(?=[^>]* class="[^"]*\bclose\b)/g, `$& command="close" commandfor="${SERVED_LIST_ID}"`);
}
