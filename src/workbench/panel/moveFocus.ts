import type { KeyboardEvent } from 'react';

/** Handles the arrow keys: moves the focus to the previous or next item's button in a list. */
export function moveFocusInList(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button')];
  const from = buttons.indexOf((event.target as HTMLElement).closest<HTMLElement>('li > button')!);
  buttons[Math.min(buttons.length - 1, Math.max(0, from + step))]?.focus();
  event.preventDefault();
}

/** Handles arrow keys and Enter in a chart, which has one tab stop: moves the focus from state to state. */
export function moveFocusInChart(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Enter: 0 }[event.key];
  const boxes = [...event.currentTarget.querySelectorAll<SVGElement>('[data-state]')];
  const from = boxes.indexOf((event.target as Element).closest<SVGElement>('[data-state]')!);
  // While no state has the focus, arrow keys scroll the chart.
  if (step === undefined || (from < 0 && step !== 0)) return;
  const lit = boxes.findLastIndex((box) => box.classList.contains('lit'));
  const next = from < 0 ? Math.max(0, lit) : Math.min(boxes.length - 1, Math.max(0, from + step));
  boxes[next]?.focus();
  event.preventDefault();
}
