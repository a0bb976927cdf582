/**
 * Copies `text` by a selection in `document`. Returns whether the browser allowed that, which it does only inside a
 * click.
 */
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
 * Puts `text` into the clipboard. Call it inside a click.
 *
 * @throws if neither the clipboard's interface nor a selection can copy it.
 */
export async function copyToClipboard(text: string) {
  // A framed page may not use the clipboard's interface. After its refusal, some browsers also forbid to copy a
  // selection.
  if (window.parent !== window && copySelection(document, text)) return;
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    if (!copySelection(document, text)) throw error;
  }
}
