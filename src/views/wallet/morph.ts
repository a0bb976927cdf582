import { easeOut } from '../theme';

const sizeOf = (dialog: Element) => {
  const { inlineSize, blockSize } = getComputedStyle(dialog);
  return { inlineSize, blockSize };
};

/** Animates the size of the dialog of `element` when its content changes, and not when the window does. */
export function animateDialogSize(element: HTMLElement | null) {
  const dialog = element?.closest('dialog');
  if (!dialog) return;
  let settled: ReturnType<typeof sizeOf> | null = null;
  let change: Animation | null = null;

  const note = () => {
    if (!change) settled = dialog.open ? sizeOf(dialog) : null;
  };
  const sizes = new ResizeObserver(note);
  sizes.observe(dialog);
  // Runs after the change and before the paint.
  const content = new MutationObserver(() => {
    if (!settled || !dialog.open || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const before = change ? sizeOf(dialog) : settled;
    change?.cancel();
    change = null;
    settled = sizeOf(dialog);
    if (before.inlineSize === settled.inlineSize && before.blockSize === settled.blockSize) return;
    change = dialog.animate([before, settled], { duration: 260, easing: easeOut });
    change.onfinish = () => {
      change = null;
      note();
    };
  });
  content.observe(dialog, { childList: true, characterData: true, subtree: true, attributeFilter: ['data-form'] });
  return () => {
    sizes.disconnect();
    content.disconnect();
    change?.cancel();
  };
}
