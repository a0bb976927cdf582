import { panelStyle } from './style';

/** The message after the browser has blocked the panel's window. */
export const POPUP_BLOCKED = 'The browser blocked the window. Allow pop-ups for this page, then try again.';

type Realm = Window & typeof globalThis;

/**
 * Creates a constructed style sheet for documents of `window`. A Content Security Policy never blocks such a sheet, but
 * may block a <style> element.
 */
export function createStyleSheet(window: Realm, css: string) {
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** Opens an empty window for the panel. Call it in a click handler. Returns null if the browser blocks the window. */
export function openPanelWindow(): Realm | null {
  const apart = window.open('', 'workbench', 'popup,width=760,height=960') as Realm | null;
  if (!apart) return null;
  apart.document.title = 'Workbench';
  apart.document.documentElement.lang = 'en';
  apart.document.adoptedStyleSheets = [createStyleSheet(apart, `html,body{block-size:100%;margin:0}${panelStyle}`)];
  return apart;
}
