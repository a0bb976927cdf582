import { useEffect, useRef } from 'react';

/**
 * Handles the panel's keys, and returns a ref for the search field. `/` focuses the field. Escape clears the search, or
 * else returns from a past step to the present.
 */
export function usePanelShortcuts(find: string, clearFind: () => void, goToNow: () => void) {
  const search = useRef<HTMLInputElement>(null);
  // The listener is on the document, so that the keys work wherever the focus is.
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isTyping = (event.composedPath()[0] as HTMLElement).matches?.('input:not([type=range])');
      if (event.key === '/' && !isTyping) search.current?.focus();
      else if (event.key === 'Escape' && find) clearFind();
      else if (event.key === 'Escape' && !isTyping) goToNow();
      else return;
      event.preventDefault();
    };
    const document = search.current?.ownerDocument;
    document?.addEventListener('keydown', press);
    return () => document?.removeEventListener('keydown', press);
  }, [find, clearFind, goToNow]);
  return search;
}
