/** Copies `text` by a selection in `document`. Returns whether the browser allowed it, which it does only inside a click. */
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
  // A framed page has no clipboard, and some browsers count no code after its refusal as part of the click.
  if (window.parent !== window && copySelection(document, text)) return;
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    if (!copySelection(document, text)) throw error;
  }
}
