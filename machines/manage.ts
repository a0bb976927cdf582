import { assertEvent, assign, setup } from 'xstate';
import { type Chain, isSupportedChain } from '#domain/chain';
import type { Connection } from '#domain/connection';
import type { DialogName } from '#domain/dialog';
import type { DialogRequest } from '#domain/request';
import { type AccountOutput, accountMachine } from './account';
import { type ChainOutput, chainMachine } from './chain';

export type ManageOutput = 'closed' | 'unchanged' | 'left';

/**
 * Lets a connected visitor manage the connection, in the account dialog or in the network dialog.
 *
 * On an unsupported network only the network dialog opens. The parent, `session`, passes on each change of the
 * connection.
 */
export const manageMachine = setup({
  types: {
    input: {} as { connection: Connection; chains: Chain[]; request: DialogRequest | null },
    context: {} as { connection: Connection; chains: Chain[]; request: DialogRequest | null },
    output: {} as ManageOutput,
    children: {} as { account: 'account'; chain: 'chain' },
    events: {} as { type: 'dialog.request'; dialog?: DialogName } | { type: 'visitor.moved'; connection: Connection },
  },
  actors: { account: accountMachine, chain: chainMachine },
  actions: {
    storeConnection: assign(({ event }) => {
      assertEvent(event, 'visitor.moved');
      return { connection: event.connection };
    }),
  },
  guards: {
    isForChain: (_, dialog: DialogName | undefined) => dialog === 'chain',
    isForAccount: ({ context: { connection, chains } }, dialog: DialogName | undefined) =>
      dialog !== 'chain' && isSupportedChain(chains, connection.chainId),
    leavesAccount: (_, end: AccountOutput) => end === 'left',
    goesToNetworks: (_, end: AccountOutput) => end === 'networks',
    leavesChain: (_, end: ChainOutput) => end === 'left',
    isUnchanged: (_, end: ChainOutput) => end === 'unchanged',
  },
}).createMachine({
  id: 'manage',
  context: ({ input }) => input,
  initial: 'opening',
  states: {
    opening: {
      description: 'Decides which dialog opens first.',
      always: [
        { guard: { type: 'isForAccount', params: ({ context }) => context.request?.dialog }, target: 'account' },
        { target: 'chain' },
      ],
    },
    account: {
      description: 'The visitor sees their account.',
      invoke: {
        id: 'account',
        src: 'account',
        input: ({ context: { connection } }) => connection,
        onDone: [
          { guard: { type: 'leavesAccount', params: ({ event }) => event.output }, target: 'left' },
          { guard: { type: 'goesToNetworks', params: ({ event }) => event.output }, target: 'chain' },
          { target: 'closed' },
        ],
      },
      on: {
        'dialog.request': { guard: { type: 'isForChain', params: ({ event }) => event.dialog }, target: 'chain' },
        'visitor.moved': { target: 'account', reenter: true, actions: 'storeConnection' },
      },
    },
    chain: {
      description: 'The visitor chooses a network. A wallet that changes its network has answered.',
      invoke: {
        id: 'chain',
        src: 'chain',
        input: ({ context: { chains, connection } }) => ({ chains, current: connection.chainId }),
        onDone: [
          { guard: { type: 'leavesChain', params: ({ event }) => event.output }, target: 'left' },
          { guard: { type: 'isUnchanged', params: ({ event }) => event.output }, target: 'unchanged' },
          { target: 'closed' },
        ],
      },
      on: {
        'dialog.request': { guard: { type: 'isForAccount', params: ({ event }) => event.dialog }, target: 'account' },
        'visitor.moved': 'closed',
      },
    },
    closed: { type: 'final', description: 'The visitor has closed the dialog.', output: 'closed' },
    unchanged: { type: 'final', description: 'The wallet stays on its network.', output: 'unchanged' },
    left: { type: 'final', description: 'The visitor wants to disconnect.', output: 'left' },
  },
  output: ({ event }) => event.output as ManageOutput,
});
