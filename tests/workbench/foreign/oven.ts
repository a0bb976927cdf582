import { createMachine, sendParent, setup } from 'xstate';

/** A machine that sends an event to its parent, and has a guard that throws. */
export const oven = setup({
  actions: { report: sendParent({ type: 'hot' }) },
  guards: {
    isSafe: () => {
      throw new Error('no thermometer');
    },
  },
}).createMachine({
  id: 'oven',
  initial: 'cold',
  states: {
    cold: { on: { light: 'heating' } },
    heating: { after: { 1000: { target: 'hot', actions: 'report' } } },
    hot: { on: { open: { guard: 'isSafe', target: 'cold' } } },
  },
});

/** The parent machine of the oven. */
export const kitchen = createMachine({ id: 'kitchen', invoke: { src: oven, id: 'oven' }, on: { hot: {} } });
