import type { ActorRefFrom } from 'xstate';
import type { alphaMachine } from '#machines/alpha';
import type { comparisonMachine } from '#machines/comparison';

/** The field `id`, if something was typed or slid in it while it was still plain HTML. */
function changed(id: string) {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement && field.value !== field.defaultValue ? field : null;
}

/*
 * Both read at once what the visitor has done before the scripts came, and return how to tell the machine:
 * only after its view has come alive, in the very state that was served.
 */

export function tellEarlyAmount(comparison: ActorRefFrom<typeof comparisonMachine>) {
  const text = changed('compared')?.value;
  return () => {
    if (text !== undefined) comparison.send({ type: 'write', text });
  };
}

/** That the modal was opened, its view has already told. */
export function tellEarlyRequest(alpha: ActorRefFrom<typeof alphaMachine>) {
  const amount = changed('slider')?.valueAsNumber;
  const text = changed('amount')?.value;
  const asked = document.querySelector('form[data-asked]');
  return () => {
    if (amount !== undefined) alpha.send({ type: 'slide', amount });
    if (text !== undefined) alpha.send({ type: 'write', text });
    if (asked) alpha.send({ type: 'request' });
  };
}
