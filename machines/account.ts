import { assign, sendTo, setup } from 'xstate';
import { type Profile, UNREAD } from '#domain/profile';
import { port, watcher } from './port';

/** How the account dialog ends: the visitor disconnects, asks for the networks, or has seen enough. */
export interface AccountEnd {
  leave: boolean;
  networks: boolean;
}

/**
 * Shows the visitor their account. Its output says whether they want to disconnect.
 *
 * `idle → copying → copied` or `refused`, both for a moment; `closed`, or `left`. What the network knows of the account
 * comes in meanwhile, each part in its own time.
 */
export const accountMachine = setup({
  types: {
    input: {} as { address: string; chainId: number },
    context: {} as { address: string; chainId: number; profile: Profile },
    output: {} as AccountEnd,
    children: {} as { awaitBack: 'awaitBack'; watchProfile: 'watchProfile'; copyAddress: 'copyAddress' },
    events: {} as
      | { type: 'copy' | 'retry' | 'networks' | 'leave' | 'close' }
      | { type: 'profile.read'; profile: Profile },
    tags: {} as 'busy',
  },
  actors: {
    awaitBack: watcher('wait for the back button'),
    watchProfile: watcher<{ address: string; chainId: number }>('read name, picture and balance'),
    copyAddress: port<void, { address: string }>('copy an address'),
  },
  actions: {
    show: assign({ profile: (_, profile: Profile) => profile }),
    readAgain: sendTo('watchProfile', { type: 'retry' }),
  },
  guards: { lacking: ({ context: { profile } }) => profile.balance.is === 'failed' },
  delays: { reach: 10_000, moment: 1_500 },
}).createMachine({
  id: 'account',
  context: ({ input }) => ({ ...input, profile: UNREAD }),
  invoke: [
    { id: 'awaitBack', src: 'awaitBack' },
    {
      id: 'watchProfile',
      src: 'watchProfile',
      input: ({ context: { address, chainId } }) => ({ address, chainId }),
    },
  ],
  initial: 'idle',
  on: {
    'profile.read': { actions: { type: 'show', params: ({ event }) => event.profile } },
    retry: { guard: 'lacking', actions: 'readAgain' },
    copy: '.copying',
    networks: '.toNetworks',
    leave: '.left',
    close: '.closed',
  },
  states: {
    idle: { description: 'The account is shown.' },
    copying: {
      description: 'The clipboard is asked.',
      tags: 'busy',
      invoke: {
        id: 'copyAddress',
        src: 'copyAddress',
        input: ({ context: { address } }) => ({ address }),
        onDone: 'copied',
        onError: 'refused',
      },
      after: { reach: 'refused' },
    },
    copied: { description: 'The address is in the clipboard.', after: { moment: 'idle' } },
    refused: { description: 'The browser did not let it be copied.', after: { moment: 'idle' } },
    closed: { type: 'final', description: 'The visitor has seen enough.', output: { leave: false, networks: false } },
    toNetworks: {
      type: 'final',
      description: 'The visitor wants another network.',
      output: { leave: false, networks: true },
    },
    left: { type: 'final', description: 'The visitor wants to disconnect.', output: { leave: true, networks: false } },
  },
  output: ({ event }) => event.output as AccountEnd,
});
