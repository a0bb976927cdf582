import { setup } from 'xstate';
import type { Allocation } from '#domain/alpha';
import { alphaMachine } from './alpha';
import { comparisonMachine } from './comparison';
import { doorMachine } from './door';

/**
 * The page: what every visitor gets, kept alive as long as the page is.
 *
 * It asks nothing itself; each of its parts is a question of its own.
 */
export const appMachine = setup({
  types: {
    input: {} as { allocation: Allocation; compared: number },
    context: {} as { allocation: Allocation; compared: number },
    children: {} as { alpha: 'alpha'; comparison: 'comparison'; door: 'door' },
  },
  actors: { alpha: alphaMachine, comparison: comparisonMachine, door: doorMachine },
}).createMachine({
  id: 'app',
  description: 'The landing page is shown, with the alpha modal and the comparison at work.',
  context: ({ input }) => input,
  invoke: [
    { id: 'alpha', src: 'alpha', input: ({ context }) => context.allocation },
    { id: 'door', src: 'door' },
    { id: 'comparison', src: 'comparison', input: ({ context }) => ({ initial: context.compared }) },
  ],
});
