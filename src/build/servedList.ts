import { escaped } from './head.ts';
import type { Page } from './prerender';

export const LIST_ID = 'served-list';

/**
 * Returns the served list of wallets as a file: XML, as that is parsed for the page without a type that Trusted Types refuse.
 * Attributes keep the styles, because the policy refuses those of a parsed document. Ids are its own.
 */
export function servedListOf({ list }: Page, shorten: (text: string) => string) {
  const { html, styles } = list();
  return shorten(html)
    .replace('<dialog', `<dialog xmlns="http://www.w3.org/1999/xhtml" data-css="${escaped(shorten(styles.join('')))}"`)
    .replaceAll('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replaceAll(' style="', ' data-style="')
    .replace(/ (autoComplete|spellCheck)=/g, (name) => name.toLowerCase())
    .replace(/"(wallet-title|group-\d+)"/g, '"served-$1"')
    .replace(/<button(?=[^>]* class="[^"]*\bclose\b)/g, `$& command="close" commandfor="${LIST_ID}"`);
}
