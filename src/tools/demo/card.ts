import { setup } from 'xstate';

/** Decides whether the card of the demo wallet is visible. It closes after a request only if the request opened it. */
export const cardMachine = setup({
  types: {} as {
    events:
      | { type: 'asked' }
      | { type: 'answered' }
      | { type: 'hide' }
      /** Sent by the button outside of the card. */
      | { type: 'toggle' };
  },
  // The card fades out as long as a double click may take.
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
