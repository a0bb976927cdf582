import { assign, emit, setup } from 'xstate';
import { type Chain, isSupportedChain } from '#domain/chain';
import type { Connection } from '#domain/connection';
import { ClockError, MessageExpiredError } from '#domain/errors';
import type { PreparedMessage, SignedMessage, SignInFailure, SignInSession } from '#domain/signIn';
import { failureUnlessRejected, isSignature, sessionOfConnection } from '#domain/signIn';
import { type ChildIds, port } from './port';
import { portWithFreshConnection } from './refresh';
import { holdAddressForDialog } from './system';

/**
 * Asks the visitor to prove that they own the connected account, by signing a message.
 *
 * The machine serves one account on one network: its parent starts it again when either changes. The message is ready
 * before it can be sent, so that the wallet is asked inside the click. A message, its nonce and its provider belong to
 * one attempt: they are discarded together. A verification that fails may have started a session, which is then ended.
 */
export const signInMachine = setup({
  types: {
    input: {} as { connection: Connection; chains: Chain[] },
    context: {} as {
      connection: Connection;
      chains: Chain[];
      prepared: PreparedMessage | null;
      signature: string;
      failure: SignInFailure | null;
    },
    output: {} as SignInSession | null,
    children: {} as ChildIds<'awaitBack' | 'prepareMessage' | 'requestSignature' | 'verify'> &
      ChildIds<'takeBack' | 'switchChain'>,
    events: {} as { type: 'sign' | 'retry' | 'switch' | 'cancel' },
    /** Between `verify.begun` and `verify.ended`, the server may have a session that the page does not know. */
    emitted: {} as { type: 'verify.begun' | 'verify.ended' },
    tags: {} as 'busy',
  },
  actors: {
    awaitBack: holdAddressForDialog,
    prepareMessage: portWithFreshConnection<PreparedMessage, { connection: Connection }>(),
    requestSignature: portWithFreshConnection<unknown, { connection: Connection; prepared: PreparedMessage }>(),
    verify: port<unknown, { connection: Connection; signed: SignedMessage }>('verify a signature'),
    takeBack: port<void>('end a session that a failed verification may have started'),
    switchChain: portWithFreshConnection<void, { id: number }>(),
  },
  actions: {
    tellBegun: emit({ type: 'verify.begun' }),
    tellEnded: emit({ type: 'verify.ended' }),
    clearFailure: assign({ failure: null }),
    setFailure: assign({ failure: (_, failure: SignInFailure | null) => failure }),
    storeMessage: assign({ prepared: (_, prepared: PreparedMessage) => prepared }),
    discardMessage: assign({ prepared: null, signature: '' }),
    storeSignature: assign({ signature: (_, { answer }: { answer: unknown }) => String(answer) }),
  },
  guards: {
    supported: ({ context }) => isSupportedChain(context.chains, context.connection.chainId),
    promptable: ({ context }) => context.prepared!.promptable,
    signed: (_, { answer }: { answer: unknown }) => isSignature(answer),
    expired: (_, { error }: { error: unknown }) => error instanceof MessageExpiredError,
    accepted: (_, { verdict }: { verdict: unknown }) => verdict === true,
    refused: (_, { verdict }: { verdict: unknown }) => verdict === false,
    datesRefused: (_, { error }: { error: unknown }) => error instanceof ClockError,
  },
  delays: {
    serverTimeout: 15_000,
    slowHintDelay: 15_000,
    verifyTimeout: 30_000,
    switchTimeout: 60_000,
    /** A message is valid for ten minutes. A message that is sent after four still has six left for signing. */
    messageRenewalDelay: 240_000,
    walletReplyTimeout: 300_000,
  },
}).createMachine({
  id: 'signIn',
  context: ({ input }) => ({ ...input, prepared: null, signature: '', failure: null }),
  invoke: { id: 'awaitBack', src: 'awaitBack', input: { dialog: 'sign-in', leave: 'cancel' } },
  initial: 'begun',
  on: { cancel: '.cancelled' },
  states: {
    begun: {
      description: 'Decides whether the wallet is on a network where a message can be signed.',
      always: [{ guard: 'supported', target: 'idle' }, { target: 'elsewhere' }],
    },
    elsewhere: {
      description: "The wallet is on a network that this site doesn't support.",
      initial: 'ready',
      states: {
        ready: {
          description: 'The visitor can have the network switched.',
          on: { switch: { target: 'switching', actions: 'clearFailure' } },
        },
        switching: {
          description: 'The wallet was asked to switch. The parent of this machine notices the switch.',
          tags: 'busy',
          invoke: {
            id: 'switchChain',
            src: 'switchChain',
            input: ({ context }) => ({ id: context.chains[0]!.id }),
            onDone: 'ready',
            onError: {
              target: 'ready',
              actions: { type: 'setFailure', params: ({ event }) => failureUnlessRejected(event.error, 'switching') },
            },
          },
          after: { switchTimeout: { target: 'ready', actions: { type: 'setFailure', params: 'switching' } } },
        },
      },
    },
    idle: {
      description: 'The wallet has no request.',
      initial: 'preparing',
      states: {
        takingBack: {
          description: 'A session that the failed verification may have started is ended, before anything else.',
          tags: 'busy',
          invoke: {
            id: 'takeBack',
            src: 'takeBack',
            onDone: { target: 'preparing', actions: 'tellEnded' },
            onError: 'preparing',
          },
          after: { serverTimeout: 'preparing' },
        },
        preparing: {
          description: 'Fetches a nonce and creates the message. The reason of the last failure stays visible.',
          tags: 'busy',
          entry: 'discardMessage',
          invoke: {
            id: 'prepareMessage',
            src: 'prepareMessage',
            input: ({ context }) => ({ connection: context.connection }),
            onDone: { target: 'ready', actions: { type: 'storeMessage', params: ({ event }) => event.output } },
            onError: { target: 'unprepared', actions: { type: 'setFailure', params: 'preparing' } },
          },
          after: { serverTimeout: { target: 'unprepared', actions: { type: 'setFailure', params: 'preparing' } } },
        },
        ready: {
          description: 'The message can be sent. Another replaces it before it expires.',
          on: { sign: '#signIn.signing' },
          after: { messageRenewalDelay: 'preparing' },
        },
        unprepared: {
          description: 'There is no message. The visitor can retry.',
          on: { retry: { target: 'preparing', actions: 'clearFailure' } },
        },
      },
    },
    signing: {
      description: 'The wallet shows the message to its owner.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'requestSignature',
        src: 'requestSignature',
        // Extensions show their own window. Other wallets open a popup, which browsers allow only right after a click.
        input: ({ context: { connection, prepared } }) => ({
          connection,
          prepared: prepared!,
          atOnce: connection.wallet.connector !== 'injected',
        }),
        onDone: [
          {
            guard: { type: 'signed', params: ({ event }) => ({ answer: event.output }) },
            target: 'verifying',
            actions: { type: 'storeSignature', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'idle', actions: { type: 'setFailure', params: 'oops' } },
        ],
        onError: [
          { guard: { type: 'expired', params: ({ event }) => ({ error: event.error }) }, target: 'renewing' },
          {
            target: 'idle',
            actions: { type: 'setFailure', params: ({ event }) => failureUnlessRejected(event.error, 'signing') },
          },
        ],
      },
      after: { walletReplyTimeout: { target: 'idle', actions: { type: 'setFailure', params: 'signing' } } },
      initial: 'fresh',
      states: {
        fresh: { description: 'The wallet was just asked.', after: { slowHintDelay: 'slow' } },
        slow: { description: 'The wallet is slow, so the visitor gets a hint.' },
      },
    },
    renewing: {
      description: 'The message had expired when it was sent, as after a sleep. Another replaces it and is sent.',
      tags: 'busy',
      entry: 'discardMessage',
      invoke: {
        id: 'prepareMessage',
        src: 'prepareMessage',
        input: ({ context }) => ({ connection: context.connection }),
        onDone: { target: 'renewed', actions: { type: 'storeMessage', params: ({ event }) => event.output } },
        onError: { target: 'idle.unprepared', actions: { type: 'setFailure', params: 'preparing' } },
      },
      after: { serverTimeout: { target: 'idle.unprepared', actions: { type: 'setFailure', params: 'preparing' } } },
    },
    renewed: {
      description: 'Decides whether the last press can still open the wallet.',
      always: [
        { guard: 'promptable', target: 'signing' },
        { target: 'idle.ready', actions: { type: 'setFailure', params: 'expired' } },
      ],
    },
    verifying: {
      description: 'The verifier checks the signature.',
      tags: 'busy',
      entry: 'tellBegun',
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context: { connection, prepared, signature } }) => ({
          connection,
          signed: { prepared: prepared!, signature },
        }),
        onDone: [
          { guard: { type: 'accepted', params: ({ event }) => ({ verdict: event.output }) }, target: 'done' },
          {
            guard: { type: 'refused', params: ({ event }) => ({ verdict: event.output }) },
            target: 'idle',
            actions: ['tellEnded', { type: 'setFailure', params: 'verifying' }],
          },
          { target: 'idle.takingBack', actions: { type: 'setFailure', params: 'oops' } },
        ],
        onError: [
          {
            guard: { type: 'datesRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'idle',
            actions: ['tellEnded', { type: 'setFailure', params: 'clock' }],
          },
          { target: 'idle.takingBack', actions: { type: 'setFailure', params: 'verifying' } },
        ],
      },
      after: { verifyTimeout: { target: 'idle.takingBack', actions: { type: 'setFailure', params: 'verifying' } } },
    },
    done: {
      type: 'final',
      description: 'The visitor has proved that they own the account.',
      output: ({ context }) => sessionOfConnection(context.connection),
    },
    cancelled: { type: 'final', description: 'The visitor has cancelled, and disconnects.', output: null },
  },
  output: ({ event }) => event.output as SignInSession | null,
});
