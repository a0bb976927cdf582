import { fromCallback } from 'xstate';
import { accountMachine } from '#machines/account';
import { holdAddress } from './address';

export const account = accountMachine.provide({
  actors: {
    awaitBack: fromCallback(({ sendBack }) => holdAddress('account', () => sendBack({ type: 'close' }))),
  },
});
