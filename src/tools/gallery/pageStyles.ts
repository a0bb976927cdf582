import { rootProperties, sheets } from '#views/styles/sheets';

/**
 * Adds the style sheets of the site to the document, for views that are shown outside of the site's page. The gallery's
 * Content Security Policy allows only an empty style element, so the rules are inserted one by one.
 */
export function addPageStyles() {
  const parsed = new CSSStyleSheet();
  parsed.replaceSync([rootProperties, ...Object.values(sheets)].join(''));
  const { sheet } = document.head.appendChild(document.createElement('style'));
  for (const { cssText } of parsed.cssRules) sheet?.insertRule(cssText, sheet.cssRules.length);
  document.documentElement.dataset.styled = '';
}
