import { setup } from 'xstate';

export const counter = setup({ types: { context: {} as { cycles: number; owner: string } } }).createMachine({
  id: 'counter',
  context: { cycles: 0, owner: 'Amina' },
  initial: 'green',
  states: {
    green: { on: { TIMER: 'red' } },
    red: { on: { TIMER: { guard: ({ context }) => context.cycles < 2, target: 'green' } } },
  },
});
