import type { KeyboardEvent } from 'react';

/** Moves the focus along the buttons that stand directly in the items of a list. */
export function moveInList(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button')];
  const from = buttons.indexOf((event.target as HTMLElement).closest<HTMLElement>('li > button')!);
  buttons[Math.min(buttons.length - 1, Math.max(0, from + step))]?.focus();
  event.preventDefault();
}
