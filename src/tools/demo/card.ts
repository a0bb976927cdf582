import { setup } from 'xstate';

/**
 * Decides whether the card of the demo wallet is visible. After an answer, the card closes only if a request has opened
 * it.
 */
export const cardMachine = setup({
  types: {} as {
    events:
      | { type: 'asked' }
      | { type: 'answered' }
      | { type: 'hide' }
      /** Sent by the button “Wallet” outside of the card, which shows or hides the card. */
      | { type: 'toggle' };
  },
  // The card fades out for as long as a double click may take, so that it catches the second click.
  delays: { fadeTime: 500 },
}).createMachine({
  id: 'card',
  initial: 'hidden',
  states: {
    hidden: { on: { asked: 'openForRequest', toggle: 'openForVisitor' } },
    openForRequest: { on: { answered: 'leaving', hide: 'leaving', toggle: 'hidden' } },
    openForVisitor: { on: { hide: 'leaving', toggle: 'hidden' } },
    leaving: { on: { asked: 'openForRequest', toggle: 'openForVisitor' }, after: { fadeTime: 'hidden' } },
  },
});
