import { ETHEREUM } from '#domain/chain';
import { ClockError, MessageExpiredError } from '#domain/errors';
import type { PreparedMessage } from '#domain/signIn';
import type { signInMachine } from '#machines/signIn';
import type { MachineSamples } from '../engine/properties';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { rejectionError, sampleConnection, unsupportedNetworkConnection } from './connections';

export const samplePreparedMessage: PreparedMessage = {
  message: 'message',
  nonce: 'abcdefgh12345678',
  clockOffset: 0,
  provider: 'fox',
  preparedAt: 0,
  promptable: true,
};

/** A message whose preparation took so long that the browser would block the wallet's window without a new click. */
export const latePreparedMessage: PreparedMessage = { ...samplePreparedMessage, promptable: false };

/** The error of a message that is too old to be signed. */
export const expiredMessageError = new MessageExpiredError();

/** The error of a device whose clock differs from the server's. */
export const wrongClockError = new ClockError();

const signers = {
  onEthereum: { connection: sampleConnection, chains: [ETHEREUM] },
  unsupportedNetwork: { connection: unsupportedNetworkConnection, chains: [ETHEREUM] },
};

export const signInSamples: MachineSamples<typeof signInMachine> = {
  names: {
    inTime: samplePreparedMessage,
    late: latePreparedMessage,
    expiredMessage: expiredMessageError,
    wrongClock: wrongClockError,
    rejection: rejectionError,
    internalError: { code: -32603 },
    signature: '0x5167',
    ...signers,
  },
  inputs: Object.values(signers),
  samples: [
    ...[samplePreparedMessage, latePreparedMessage].map((output) => createDoneEvent('prepareMessage', output)),
    createErrorEvent('requestSignature', expiredMessageError),
    createErrorEvent('verify', wrongClockError),
    createErrorEvent('verify', { code: -32603 }),
    ...['0x5167', 'no signature'].map((answer) => createDoneEvent('requestSignature', answer)),
    createErrorEvent('requestSignature', rejectionError),
    createErrorEvent('requestSignature', { code: -32603 }),
    ...[true, false, 'yes'].map((verdict) => createDoneEvent('verify', verdict)),
    createErrorEvent('switchChain', rejectionError),
    createErrorEvent('switchChain', { code: -32603 }),
  ],
  // `promptable` matters only in `renewing`, where the page sends the message without another click.
  possible: ({ type, output }, { value }) =>
    type !== 'xstate.done.actor.prepareMessage' || output.promptable || value === 'renewing',
  identify: ({ prepared: _, ...context }) => context,
  homes: ['elsewhere'],
};
