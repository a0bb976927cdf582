import { assign, setup } from 'xstate';
import { type Chain, isSupportedChain } from '#domain/chain';
import { outcomesMachine } from './outcomes';
import type { ChildIds } from './port';
import { portWithFreshConnection } from './refresh';
import { holdAddressForDialog } from './system';

export type ChainOutput = 'closed' | 'switched' | 'unchanged' | 'left';

/**
 * Asks the visitor which network to use, and the wallet to switch.
 *
 * Only one switch runs at a time. The dialog ends once the wallet has agreed or refused. If it ends `unchanged`, the
 * machine `notice` says so for a while. If the wallet switches without an answer, the parent `manage` ends the dialog.
 */
export const chainMachine = setup({
  types: {
    input: {} as { chains: Chain[]; current: number },
    context: {} as { chains: Chain[]; current: number; target: number | null },
    output: {} as ChainOutput,
    children: {} as ChildIds<'awaitBack' | 'switchChain' | 'outcomes'>,
    events: {} as { type: 'pick'; id: number } | { type: 'leave' | 'close' },
    tags: {} as 'busy',
  },
  actors: {
    awaitBack: holdAddressForDialog,
    switchChain: portWithFreshConnection<void, { id: number }>(),
    outcomes: outcomesMachine,
  },
  actions: { aimAt: assign({ target: (_, id: number) => id }) },
  guards: {
    elsewhere: ({ context: { chains, current } }, id: number) => id !== current && isSupportedChain(chains, id),
    astray: ({ context: { chains, current } }) => !isSupportedChain(chains, current),
  },
  delays: { switchTimeout: 60_000 },
}).createMachine({
  id: 'chain',
  context: ({ input }) => ({ ...input, target: null }),
  invoke: [
    { id: 'awaitBack', src: 'awaitBack', input: { dialog: 'chain' } },
    { id: 'outcomes', src: 'outcomes' },
  ],
  initial: 'choosing',
  on: { close: '.closed', leave: { guard: 'astray', target: '.left' } },
  states: {
    choosing: {
      description: 'The networks are shown.',
      on: {
        pick: {
          guard: { type: 'elsewhere', params: ({ event }) => event.id },
          target: 'switching',
          actions: { type: 'aimAt', params: ({ event }) => event.id },
        },
      },
    },
    switching: {
      description: 'The wallet asks its owner to confirm.',
      tags: 'busy',
      invoke: {
        id: 'switchChain',
        src: 'switchChain',
        input: ({ context }) => ({ id: context.target! }),
        onDone: 'switched',
        onError: 'unchanged',
      },
      after: { switchTimeout: 'unchanged' },
    },
    closed: { type: 'final', description: 'The visitor has closed the dialog.', output: 'closed' },
    switched: { type: 'final', description: 'The wallet is on the chosen network.', output: 'switched' },
    unchanged: { type: 'final', description: 'The wallet stays where it is.', output: 'unchanged' },
    left: { type: 'final', description: 'The visitor wants to disconnect.', output: 'left' },
  },
  output: ({ event }) => event.output as ChainOutput,
});
