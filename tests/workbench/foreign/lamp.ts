import { assign, fromPromise, setup } from 'xstate';

const bulb = setup({}).createMachine({
  id: 'bulb',
  initial: 'cold',
  states: { cold: { after: { 60000: 'hot' } }, hot: {} },
});

/** A machine of a foreign app, with private data in its context. */
export const lamp = setup({
  types: { context: {} as { level: number; owner: string; address: string }, events: {} as { type: 'press' | 'more' } },
  actors: { bulb, load: fromPromise(async () => 'a secret') },
  guards: { isBright: ({ context }) => context.level > 2 },
  actions: { brighten: assign({ level: ({ context }) => context.level + 1 }) },
  delays: { burnTime: 60_000 },
}).createMachine({
  id: 'lamp',
  context: { level: 0, owner: 'Amina', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  initial: 'off',
  states: {
    off: { on: { press: { target: 'on', actions: 'brighten' }, more: { guard: 'isBright', target: 'on' } } },
    on: {
      initial: 'warm',
      states: {
        warm: { on: { more: [{ guard: 'isBright', target: 'bright' }, { actions: 'brighten' }] } },
        bright: {},
      },
      invoke: [
        { src: 'load', id: 'load', onError: 'off' },
        { src: 'bulb', id: 'bulb' },
      ],
      on: { press: 'off' },
      after: { burnTime: 'off' },
    },
  },
});
