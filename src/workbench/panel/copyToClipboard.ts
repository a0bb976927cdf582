/** Copies `text` with `execCommand`, which browsers allow only inside a click handler. Returns whether that worked. */
function copySelection(document: Document, text: string) {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.cssText = 'position:fixed;inset-block-start:0;opacity:0';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
  }
}

/**
 * Copies `text` to the clipboard. Call it inside a click handler.
 *
 * @throws if the browser allows neither the Clipboard API nor `execCommand`.
 */
export async function copyToClipboard(text: string) {
  // In a frame, the Clipboard API may be forbidden. After such a failure, some browsers also refuse `execCommand`, so
  // `execCommand` is tried first.
  if (window.parent !== window && copySelection(document, text)) return;
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    if (!copySelection(document, text)) throw error;
  }
}
