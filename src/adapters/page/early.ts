import type { ActorRefFrom } from 'xstate';
import type { alphaMachine } from '#machines/alpha';
import type { comparisonMachine } from '#machines/comparison';

function changed(id: string) {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement && field.value !== field.defaultValue ? field : null;
}

/** Restores what was typed before `src/early/loader.ts` reloaded the page. Keeps fields that were changed since. */
export function restoreTypedAmount() {
  const { typed, ...state }: { typed?: unknown } = Object(history.state);
  if (!Array.isArray(typed)) return;
  history.replaceState(Object.keys(state).length ? state : null, '');
  for (const [i, field] of document.querySelectorAll('input').entries())
    if (field.value === field.defaultValue && typeof typed[i] === 'string') field.value = typed[i];
}

/** Reads the amount that was entered before the scripts ran. Returns a function to call after hydration. */
export function forwardEarlyAmount(comparison: ActorRefFrom<typeof comparisonMachine>) {
  const text = changed('compared')?.value;
  return () => {
    if (text === undefined) return;
    comparison.send({ type: 'write', text });
    if (document.activeElement?.id !== 'compared') comparison.send({ type: 'leave' });
  };
}

/**
 * Forwards the input after hydration, even if the modal was closed again. The `Alpha` view has already reported an open
 * modal, except on a translated page, which React renders anew.
 */
export function forwardEarlyRequest(alpha: ActorRefFrom<typeof alphaMachine>) {
  const amount = changed('slider')?.valueAsNumber;
  const text = changed('amount')?.value;
  const asked = document.querySelector('form[data-asked]');
  const modal = document.getElementById('alpha') as HTMLDialogElement | null;
  return () => {
    const closed = alpha.getSnapshot().matches('closed');
    // If nothing was entered, sends nothing: opening and closing the modal goes back in the history, even on leaving.
    if (closed && !modal?.open && !asked && amount === undefined && text === undefined) return;
    if (closed) alpha.send({ type: 'open' });
    if (amount !== undefined) alpha.send({ type: 'slide', amount });
    if (text !== undefined) alpha.send({ type: 'write', text });
    if (text !== undefined && document.activeElement?.id !== 'amount') alpha.send({ type: 'leave' });
    // Browsers allow a new tab only a few seconds after a click. Later, the visitor has to press again.
    if (asked && navigator.userActivation?.isActive !== false) alpha.send({ type: 'request' });
    if (closed && !modal?.open) alpha.send({ type: 'close' });
  };
}
