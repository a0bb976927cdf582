import { setup } from 'xstate';
import type { Allocation } from '#domain/alpha';
import type { DecimalMark } from '#domain/amount';
import { addressMachine } from './address';
import { alphaMachine } from './alpha';
import { comparisonMachine } from './comparison';
import type { ChildIds } from './port';
import { walletLoaderMachine } from './walletLoader';

/** The root machine of the page, which runs for the whole visit. */
export const appMachine = setup({
  types: {
    input: {} as { allocation: Allocation; compared: number; decimal: DecimalMark },
    context: {} as { allocation: Allocation; compared: number; decimal: DecimalMark },
    children: {} as ChildIds<'alpha' | 'comparison' | 'walletLoader' | 'address'>,
  },
  actors: {
    alpha: alphaMachine,
    comparison: comparisonMachine,
    walletLoader: walletLoaderMachine,
    /** Invoked last, because the other machines must be running when the address requests a dialog. */
    address: addressMachine,
  },
}).createMachine({
  id: 'app',
  description: 'The landing page is shown, with the alpha modal and the comparison at work.',
  context: ({ input }) => input,
  invoke: [
    { id: 'alpha', src: 'alpha', input: ({ context }) => context.allocation },
    { id: 'walletLoader', src: 'walletLoader' },
    {
      id: 'comparison',
      src: 'comparison',
      input: ({ context }) => ({ initial: context.compared, decimal: context.decimal }),
    },
    { id: 'address', systemId: 'address', src: 'address' },
  ],
});
