import { assign, setup } from 'xstate';
import { type Chain, supports } from '#domain/chain';
import type { Connection } from '#domain/connection';
import { MessageExpiredError } from '#domain/errors';
import type { Failure, Prepared, Signed, SignedIn } from '#domain/signIn';
import { failureOfVerdict, failureOfVerifying, failureUnlessDeclined, isSignature, signedInBy } from '#domain/signIn';
import { type NamedAlike, port } from './port';
import { holdAddress } from './system';

/**
 * Asks the visitor to prove that they own the connected account, by signing a message.
 *
 * `idle (preparing → ready) → signing → verifying → done`, and back to `idle` with a new message whenever the wallet or
 * the verifier refuses; `cancelled` at any moment. The machine is about one account on one network: its parent starts
 * another when either changes. The message is ready before it can be sent, so that the wallet is asked inside the
 * click. A message, its nonce and its provider belong to one attempt: they are discarded together.
 */
export const signInMachine = setup({
  types: {
    input: {} as { connection: Connection; chains: Chain[] },
    context: {} as {
      connection: Connection;
      chains: Chain[];
      prepared: Prepared | null;
      signature: string;
      failure: Failure | null;
    },
    output: {} as SignedIn | null,
    children: {} as NamedAlike<'awaitBack' | 'prepareMessage' | 'requestSignature' | 'verify' | 'switchChain'>,
    events: {} as { type: 'sign' | 'retry' | 'switch' | 'cancel' },
    tags: {} as 'busy',
  },
  actors: {
    awaitBack: holdAddress,
    prepareMessage: port<Prepared, { connection: Connection }>('prepare a message'),
    requestSignature: port<unknown, { connection: Connection; prepared: Prepared }>('request a signature'),
    verify: port<unknown, { connection: Connection; signed: Signed }>('verify a signature'),
    switchChain: port<void, { id: number }>('switch the chain'),
  },
  actions: {
    clearFailure: assign({ failure: null }),
    setFailure: assign({ failure: (_, failure: Failure | null) => failure }),
    storeMessage: assign({ prepared: (_, prepared: Prepared) => prepared }),
    discardMessage: assign({ prepared: null, signature: '' }),
    storeSignature: assign({ signature: (_, { answer }: { answer: unknown }) => String(answer) }),
  },
  guards: {
    supported: ({ context }) => supports(context.chains, context.connection.chainId),
    promptable: ({ context }) => context.prepared!.promptable,
    signed: (_, { answer }: { answer: unknown }) => isSignature(answer),
    expired: (_, { error }: { error: unknown }) => error instanceof MessageExpiredError,
    accepted: (_, { verdict }: { verdict: unknown }) => verdict === true,
  },
  delays: {
    serverTimeout: 15_000,
    slowHintDelay: 15_000,
    verifyTimeout: 30_000,
    switchTimeout: 60_000,
    /** A message is valid for ten minutes. If it is sent at the last moment, five are left to sign it. */
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
              actions: { type: 'setFailure', params: ({ event }) => failureUnlessDeclined(event.error, 'switching') },
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
        input: ({ context: { connection, prepared } }) => ({ connection, prepared: prepared! }),
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
            actions: { type: 'setFailure', params: ({ event }) => failureUnlessDeclined(event.error, 'signing') },
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
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context: { connection, prepared, signature } }) => ({
          connection,
          signed: { prepared: prepared!, signature },
        }),
        onDone: [
          { guard: { type: 'accepted', params: ({ event }) => ({ verdict: event.output }) }, target: 'done' },
          { target: 'idle', actions: { type: 'setFailure', params: ({ event }) => failureOfVerdict(event.output) } },
        ],
        onError: {
          target: 'idle',
          actions: { type: 'setFailure', params: ({ event }) => failureOfVerifying(event.error) },
        },
      },
      after: { verifyTimeout: { target: 'idle', actions: { type: 'setFailure', params: 'verifying' } } },
    },
    done: {
      type: 'final',
      description: 'The visitor has proved that they own the account.',
      output: ({ context }) => signedInBy(context.connection),
    },
    cancelled: { type: 'final', description: 'The visitor has cancelled, and disconnects.', output: null },
  },
  output: ({ event }) => event.output as SignedIn | null,
});
