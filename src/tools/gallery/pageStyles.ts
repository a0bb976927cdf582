import { rootProperties, sheets } from '#views/styles/sheets';

/**
 * Adds the style sheets of the page to the document, for views that are shown outside of it. The policy of the gallery
 * allows an empty style element, which scripts fill rule by rule.
 */
export function addPageStyles() {
  const parsed = new CSSStyleSheet();
  parsed.replaceSync([rootProperties, ...Object.values(sheets)].join(''));
  const { sheet } = document.head.appendChild(document.createElement('style'));
  for (const { cssText } of parsed.cssRules) sheet?.insertRule(cssText, sheet.cssRules.length);
  document.documentElement.dataset.styled = '';
}
