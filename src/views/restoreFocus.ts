/** Ref for a button that removes its card: moves the focus back to where it was before. */
export function restoreFocus(button: HTMLElement | null) {
  const card = button?.parentElement;
  let before: HTMLElement | null = null;
  const note = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !card!.contains(relatedTarget)) before = relatedTarget;
  };
  card?.addEventListener('focusin', note);
  return () => {
    card?.removeEventListener('focusin', note);
    const { activeElement, body } = document;
    if (activeElement === body || card?.contains(activeElement)) before?.focus({ preventScroll: true });
  };
}
