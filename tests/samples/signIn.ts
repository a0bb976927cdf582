import { ETHEREUM } from '#domain/chain';
import { ClockError, MessageExpiredError } from '#domain/errors';
import type { Prepared } from '#domain/signIn';
import type { signInMachine } from '#machines/signIn';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { done, failed } from '../engine/words';
import { connection, elsewhere, rejection } from './connections';

/** Messages to sign. `latePrepared` arrives too late after the press to open a wallet window. */
export const prepared: Prepared = {
  message: 'message',
  nonce: 'abcdefgh12345678',
  clockOffset: 0,
  provider: 'fox',
  preparedAt: 0,
  promptable: true,
};

export const latePrepared: Prepared = { ...prepared, promptable: false };

export const expiredMessage = new MessageExpiredError();

export const wrongClock = new ClockError();

/** An account that can sign in, and one on an unsupported network. */
const signers = {
  onEthereum: { connection, chains: [ETHEREUM] },
  unsupportedNetwork: { connection: elsewhere, chains: [ETHEREUM] },
};

export const signInWorld: World<typeof signInMachine> & Claims = {
  names: {
    inTime: prepared,
    late: latePrepared,
    expiredMessage,
    wrongClock,
    rejection,
    internalError: { code: -32603 },
    signature: '0x5167',
    ...signers,
  },
  inputs: Object.values(signers),
  samples: [
    ...[prepared, latePrepared].map((output) => done('prepareMessage', output)),
    failed('requestSignature', expiredMessage),
    failed('verify', wrongClock),
    failed('verify', { code: -32603 }),
    ...['0x5167', 'no signature'].map((answer) => done('requestSignature', answer)),
    failed('requestSignature', rejection),
    failed('requestSignature', { code: -32603 }),
    ...[true, false, 'yes'].map((verdict) => done('verify', verdict)),
    failed('switchChain', rejection),
    failed('switchChain', { code: -32603 }),
  ],
  // Whether a window may open matters only for a message that is sent without another press.
  possible: ({ type, output }, { value }) =>
    type !== 'xstate.done.actor.prepareMessage' || output.promptable || value === 'renewing',
  identify: ({ prepared: _, ...context }) => context,
  homes: ['elsewhere'],
};
