import { useCallback } from 'react';
import { copyToClipboard } from './copyToClipboard';

/** Returns a function that copies a text to the clipboard, and sets a status message about success or failure. */
export function useCopy(setStatus: (status: string) => void) {
  return useCallback(
    (text: string, what: string) => {
      copyToClipboard(text).then(
        () => setStatus(`The ${what} was copied.`),
        () => setStatus(`The browser did not allow copying the ${what}.`),
      );
    },
    [setStatus],
  );
}
