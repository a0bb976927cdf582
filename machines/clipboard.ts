import { assign, setup } from 'xstate';
import { port } from './port';

/** Copies a text to the clipboard, and then says whether the browser allowed it. A new text replaces the one before. */
export const clipboardMachine = setup({
  types: {
    context: {} as { text: string },
    children: {} as { copyText: 'copyText' },
    events: {} as { type: 'copy'; text: string },
    tags: {} as 'busy',
  },
  actors: { copyText: port<void, { text: string }>('copy a text') },
  actions: { setText: assign((_, text: string) => ({ text })) },
  delays: { clipboardTimeout: 10_000, copiedDuration: 1_500 },
}).createMachine({
  id: 'clipboard',
  context: { text: '' },
  initial: 'idle',
  on: { copy: { target: '.copying', actions: { type: 'setText', params: ({ event }) => event.text } } },
  states: {
    idle: { description: 'A text can be copied.' },
    copying: {
      description: 'The browser puts the text into the clipboard. Another text replaces it.',
      tags: 'busy',
      invoke: {
        id: 'copyText',
        src: 'copyText',
        input: ({ context }) => ({ text: context.text }),
        onDone: 'copied',
        onError: 'refused',
      },
      after: { clipboardTimeout: 'refused' },
    },
    copied: { description: 'The text is in the clipboard.', after: { copiedDuration: 'idle' } },
    refused: { description: 'The browser refused. The text stays in sight until the next try.' },
  },
});
