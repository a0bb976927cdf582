import type { ActorRefFrom } from 'xstate';
import type { alphaMachine } from '#machines/alpha';
import type { comparisonMachine } from '#machines/comparison';

/** Returns the field `id` if the visitor changed it while it was still plain HTML. */
function changed(id: string) {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement && field.value !== field.defaultValue ? field : null;
}

/*
 * Both functions read at once what the visitor did before the scripts came. They return a function that tells the
 * machine, once its view has come alive in the state that was served.
 */

export function tellEarlyAmount(comparison: ActorRefFrom<typeof comparisonMachine>) {
  const text = changed('compared')?.value;
  return () => {
    if (text === undefined) return;
    comparison.send({ type: 'write', text });
    if (document.activeElement?.id !== 'compared') comparison.send({ type: 'leave' });
  };
}

/**
 * The view has told that the modal is open, unless a translated page has given way to a new one. The amount is kept
 * even if the modal was closed again.
 */
export function tellEarlyRequest(alpha: ActorRefFrom<typeof alphaMachine>) {
  const amount = changed('slider')?.valueAsNumber;
  const text = changed('amount')?.value;
  const asked = document.querySelector('form[data-asked]');
  const modal = document.getElementById('alpha') as HTMLDialogElement | null;
  return () => {
    const closed = alpha.getSnapshot().matches('closed');
    // Opening takes a step in the history, and one back. A visitor who leaves in that moment would be brought back.
    if (closed && !modal?.open && !asked && amount === undefined && text === undefined) return;
    if (closed) alpha.send({ type: 'open' });
    if (amount !== undefined) alpha.send({ type: 'slide', amount });
    if (text !== undefined) alpha.send({ type: 'write', text });
    if (text !== undefined && document.activeElement?.id !== 'amount') alpha.send({ type: 'leave' });
    // A browser lets a tab open only a few seconds after the click. Later, the visitor has to press again.
    if (asked && navigator.userActivation?.isActive !== false) alpha.send({ type: 'request' });
    if (closed && !modal?.open) alpha.send({ type: 'close' });
  };
}
