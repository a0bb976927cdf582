/** In the page: lists parts of dialogs and alerts that are cut off or overflow. */
export const cutIn = () => {
  const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
  const isScrolled = (element: Element | null, part: Element): boolean =>
    element !== null && (scrolls(element) || (element !== part && isScrolled(element.parentElement, part)));
  const shown = [...document.querySelectorAll<HTMLElement>('dialog[open], [role=alert]:not(dialog *)')];
  return shown.flatMap((part) => {
    const frame = part.getBoundingClientRect();
    if (!frame.width || !part.checkVisibility()) return [];
    const names: string[] = [];
    if (frame.left < 0 || frame.right > innerWidth || frame.top < 0 || frame.bottom > innerHeight)
      names.push(part.tagName);
    for (const element of part.querySelectorAll<HTMLElement>('*')) {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      // Skips text for screen readers, and text that is meant to be cut.
      if (width <= 1 || element.closest('span')?.clientWidth === 1 || element.closest('li bdi')) continue;
      const out = left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
      const cut =
        getComputedStyle(element).overflow !== 'visible' &&
        !scrolls(element) &&
        (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
      if ((out && !isScrolled(element.parentElement, part)) || (cut && element.clientWidth > 0))
        names.push(`${element.tagName} ${element.textContent}`);
    }
    return names;
  });
};

/** In the page: returns by how much the wallet dialog is higher than it may be, in px. Its limit grows with the text. */
export const excessHeight = () => {
  const dialog = document.querySelector('#wallet[open]');
  if (!dialog?.checkVisibility()) return 0;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const most = rem * (matchMedia('(min-width: 48rem)').matches ? 31.5 : 29.25);
  return Math.max(0, dialog.getBoundingClientRect().height - most);
};
