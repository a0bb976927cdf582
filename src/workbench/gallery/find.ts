/** Shows only those machines on the index that contain the searched text. */
function startSearch(search: HTMLInputElement, cards: readonly HTMLElement[], status: Element) {
  search.addEventListener('input', () => {
    const text = search.value.trim().toLowerCase();
    for (const card of cards) card.hidden = !card.dataset.words!.includes(text);
    const count = cards.filter(({ hidden }) => !hidden).length;
    status.textContent = text ? `${count} of ${cards.length} machines` : '';
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
