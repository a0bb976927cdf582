import type { KeyboardEvent } from 'react';

/** Moves the focus between the buttons of a list's items. */
export function moveFocusInList(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button')];
  const from = buttons.indexOf((event.target as HTMLElement).closest<HTMLElement>('li > button')!);
  buttons[Math.min(buttons.length - 1, Math.max(0, from + step))]?.focus();
  event.preventDefault();
}

/** Moves the focus along the boxes of a drawing, which is a single stop of the Tab key. */
export function moveFocusInChart(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Enter: 0 }[event.key];
  const boxes = [...event.currentTarget.querySelectorAll<SVGElement>('[data-state]')];
  const from = boxes.indexOf((event.target as Element).closest<SVGElement>('[data-state]')!);
  // Before a box has the focus, arrow keys scroll.
  if (step === undefined || (from < 0 && step !== 0)) return;
  const lit = boxes.findLastIndex((box) => box.classList.contains('lit'));
  const next = from < 0 ? Math.max(0, lit) : Math.min(boxes.length - 1, Math.max(0, from + step));
  boxes[next]?.focus();
  event.preventDefault();
}
