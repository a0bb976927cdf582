/** Filters the machines on the index page by the searched text. */
function startSearch(search: HTMLInputElement, cards: readonly HTMLElement[], status: Element) {
  search.addEventListener('input', () => {
    const text = search.value.trim().toLowerCase();
    for (const card of cards) card.hidden = !card.dataset.words!.includes(text);
    const count = cards.filter(({ hidden }) => !hidden).length;
    const found = count ? `${count} of ${cards.length} machines` : `No machines match "${search.value.trim()}".`;
    status.textContent = text ? found : '';
  });
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === search) return;
    event.preventDefault();
    search.focus();
  });
}

startSearch(
  document.querySelector<HTMLInputElement>('input[type=search]')!,
  [...document.querySelectorAll<HTMLElement>('[data-words]')],
  document.querySelector('[role=status]')!,
);
