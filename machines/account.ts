import { setup } from 'xstate';
import { watcher } from './port';

/**
 * Shows the visitor their account. Its output says whether they want to disconnect.
 *
 * `idle → closed`, or `left`.
 */
export const accountMachine = setup({
  types: {
    events: {} as { type: 'leave' } | { type: 'close' },
    output: {} as { leave: boolean },
  },
  actors: { awaitBack: watcher('wait for the back button') },
}).createMachine({
  id: 'account',
  invoke: { id: 'awaitBack', src: 'awaitBack' },
  initial: 'idle',
  states: {
    idle: { description: 'The account is shown.', on: { leave: 'left', close: 'closed' } },
    closed: { type: 'final', description: 'The visitor has seen enough.', output: { leave: false } },
    left: { type: 'final', description: 'The visitor wants to disconnect.', output: { leave: true } },
  },
  output: ({ event }) => event.output as { leave: boolean },
});
