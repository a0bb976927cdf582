/** Works without React and offline. `text` replaces the explanation and the button to copy the error's details. */
export function showErrorScreen(text?: string) {
  const screen = document.getElementById('error-screen') as HTMLTemplateElement | null;
  const main = document.querySelector('main');
  const stage = main?.firstElementChild;
  if (!screen || !stage) return;
  const { content } = screen;
  if (text) {
    content.querySelector('p')!.textContent = text;
    content.querySelector('[data-trace]')!.remove();
  }
  // Removes links to wallet dialogs, which can't open any more.
  document.querySelector('.control')?.remove();
  stage.lastElementChild!.replaceChildren(content);
  document.getElementById('root')!.replaceChildren(main.previousElementSibling!, main);
  main.replaceChildren(stage);
}
