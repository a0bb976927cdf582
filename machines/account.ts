import { assign, sendTo, setup } from 'xstate';
import { type Profile, UNREAD_PROFILE } from '#domain/profile';
import { clipboardMachine } from './clipboard';
import { outcomesMachine } from './outcomes';
import { type ChildIds, watcher } from './port';
import { holdAddressForDialog } from './system';

export type AccountOutput = 'closed' | 'networks' | 'left';

/** Shows the visitor their account. The output says whether they close it, choose a network, or disconnect. */
export const accountMachine = setup({
  types: {
    input: {} as { address: string; chainId: number },
    context: {} as { address: string; chainId: number; profile: Profile },
    output: {} as AccountOutput,
    children: {} as ChildIds<'awaitBack' | 'watchProfile' | 'clipboard' | 'outcomes'>,
    events: {} as { type: 'retry' | 'networks' | 'leave' | 'close' } | { type: 'profile.read'; profile: Profile },
  },
  actors: {
    awaitBack: holdAddressForDialog,
    watchProfile: watcher<{ address: string; chainId: number }>('read name, picture and balance'),
    clipboard: clipboardMachine,
    outcomes: outcomesMachine,
  },
  actions: {
    show: assign({ profile: (_, profile: Profile) => profile }),
    readAgain: sendTo('watchProfile', { type: 'retry' }),
  },
  guards: { lacking: ({ context: { profile } }) => profile.balance.is === 'failed' },
}).createMachine({
  id: 'account',
  context: ({ input }) => ({ ...input, profile: UNREAD_PROFILE }),
  invoke: [
    { id: 'awaitBack', src: 'awaitBack', input: { dialog: 'account' } },
    { id: 'watchProfile', src: 'watchProfile', input: ({ context: { address, chainId } }) => ({ address, chainId }) },
    { id: 'clipboard', src: 'clipboard' },
    { id: 'outcomes', src: 'outcomes' },
  ],
  initial: 'shown',
  on: {
    'profile.read': { actions: { type: 'show', params: ({ event }) => event.profile } },
    retry: { guard: 'lacking', actions: 'readAgain' },
    networks: '.toNetworks',
    leave: '.left',
    close: '.closed',
  },
  states: {
    shown: { description: 'The account is shown.' },
    closed: { type: 'final', description: 'The visitor has closed the dialog.', output: 'closed' },
    toNetworks: { type: 'final', description: 'The visitor has asked for the network dialog.', output: 'networks' },
    left: { type: 'final', description: 'The visitor wants to disconnect.', output: 'left' },
  },
  output: ({ event }) => event.output as AccountOutput,
});
