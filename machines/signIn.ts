import { assign, setup } from 'xstate';
import { reasonOf } from '#domain/attempt';
import { type Chain, supports } from '#domain/chain';
import type { Connection } from '#domain/connection';
import { type Failure, isSignature, SESSION_LIFE, type Signed, type SignedIn } from '#domain/signIn';
import { port, watcher } from './port';

/**
 * Asks the visitor to show that the connected account is theirs, by signing a message.
 *
 * `idle (preparing → ready) → signing → verifying → done`, and back to `idle` with a new message whenever wallet or
 * verifier say no; `cancelled` at any moment. It is about one account on one network: whoever invoked it starts
 * another when either changes, and what was asked for the first is dropped with it. The message is ready before it can
 * be sent, so that the wallet is asked inside the click.
 */
export const signInMachine = setup({
  types: {
    input: {} as { connection: Connection; chains: Chain[] },
    context: {} as {
      connection: Connection;
      chains: Chain[];
      message: string;
      signature: string;
      failure: Failure | null;
    },
    output: {} as SignedIn | null,
    children: {} as {
      awaitBack: 'awaitBack';
      prepareMessage: 'prepareMessage';
      requestSignature: 'requestSignature';
      verify: 'verify';
      switchChain: 'switchChain';
    },
    events: {} as { type: 'sign' | 'retry' | 'switch' | 'cancel' },
    tags: {} as 'busy',
  },
  actors: {
    awaitBack: watcher('wait for the back button'),
    prepareMessage: port<string, { connection: Connection }>('prepare a message'),
    requestSignature: port<unknown, { connection: Connection; message: string }>('request a signature'),
    verify: port<unknown, { connection: Connection; signed: Signed }>('verify a signature'),
    switchChain: port<void, { id: number }>('switch the chain'),
  },
  actions: {
    begin: assign({ failure: null, signature: '' }),
    hold: assign({ message: (_, message: string) => message }),
    keep: assign({ signature: (_, { answer }: { answer: unknown }) => String(answer) }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
  },
  guards: {
    supported: ({ context }) => supports(context.chains, context.connection.chainId),
    signed: (_, { answer }: { answer: unknown }) => isSignature(answer),
    declined: (_, { error }: { error: unknown }) => reasonOf(error) === 'rejected',
    accepted: (_, { verdict }: { verdict: unknown }) => verdict === true,
    refused: (_, { verdict }: { verdict: unknown }) => verdict === false,
  },
  delays: {
    reach: 15_000,
    glance: 15_000,
    check: 30_000,
    minute: 60_000,
    /** Of the ten minutes that a message lasts, enough are left to sign it (five) when it is sent at the last moment. */
    freshness: 240_000,
    patience: 300_000,
  },
}).createMachine({
  id: 'signIn',
  context: ({ input }) => ({ ...input, message: '', signature: '', failure: null }),
  invoke: { id: 'awaitBack', src: 'awaitBack' },
  initial: 'begun',
  on: { cancel: '.cancelled' },
  states: {
    begun: {
      description: 'Decides whether the wallet is where a message can be signed.',
      always: [{ guard: 'supported', target: 'idle' }, { target: 'elsewhere' }],
    },
    elsewhere: {
      description: 'The wallet is on a network that is not used here.',
      initial: 'ready',
      states: {
        ready: {
          description: 'The visitor can have it switched.',
          on: { switch: { target: 'switching', actions: 'begin' } },
        },
        switching: {
          description: 'The wallet was asked to switch. That it has done so is heard of elsewhere.',
          tags: 'busy',
          invoke: {
            id: 'switchChain',
            src: 'switchChain',
            input: ({ context }) => ({ id: context.chains[0]!.id }),
            onDone: 'ready',
            onError: [
              { guard: { type: 'declined', params: ({ event }) => ({ error: event.error }) }, target: 'ready' },
              { target: 'ready', actions: { type: 'fail', params: 'switching' } },
            ],
          },
          after: { minute: { target: 'ready', actions: { type: 'fail', params: 'switching' } } },
        },
      },
    },
    idle: {
      description: 'Nothing is asked of the wallet.',
      initial: 'preparing',
      states: {
        preparing: {
          description: 'A nonce is fetched, and the message made. Why the last try failed stays in sight.',
          tags: 'busy',
          invoke: {
            id: 'prepareMessage',
            src: 'prepareMessage',
            input: ({ context }) => ({ connection: context.connection }),
            onDone: { target: 'ready', actions: { type: 'hold', params: ({ event }) => event.output } },
            onError: { target: 'unprepared', actions: { type: 'fail', params: 'preparing' } },
          },
          after: { reach: { target: 'unprepared', actions: { type: 'fail', params: 'preparing' } } },
        },
        ready: {
          description: 'The message can be sent. Before it gets too old, another takes its place.',
          on: { sign: '#signIn.signing' },
          after: { freshness: 'preparing' },
        },
        unprepared: {
          description: 'There is no message; it can be tried again.',
          on: { retry: { target: 'preparing', actions: 'begin' } },
        },
      },
    },
    signing: {
      description: 'The wallet shows the message to its owner.',
      tags: 'busy',
      entry: 'begin',
      invoke: {
        id: 'requestSignature',
        src: 'requestSignature',
        input: ({ context: { connection, message } }) => ({ connection, message }),
        onDone: [
          {
            guard: { type: 'signed', params: ({ event }) => ({ answer: event.output }) },
            target: 'verifying',
            actions: { type: 'keep', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'idle', actions: { type: 'fail', params: 'oops' } },
        ],
        onError: [
          { guard: { type: 'declined', params: ({ event }) => ({ error: event.error }) }, target: 'idle' },
          { target: 'idle', actions: { type: 'fail', params: 'signing' } },
        ],
      },
      after: { patience: { target: 'idle', actions: { type: 'fail', params: 'signing' } } },
      initial: 'fresh',
      states: {
        fresh: { description: 'It was just asked.', after: { glance: 'slow' } },
        slow: { description: 'It takes its time, so the visitor gets a hint.' },
      },
    },
    verifying: {
      description: 'The signature is checked.',
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context: { connection, message, signature } }) => ({ connection, signed: { message, signature } }),
        onDone: [
          { guard: { type: 'accepted', params: ({ event }) => ({ verdict: event.output }) }, target: 'done' },
          {
            guard: { type: 'refused', params: ({ event }) => ({ verdict: event.output }) },
            target: 'idle',
            actions: { type: 'fail', params: 'verifying' },
          },
          { target: 'idle', actions: { type: 'fail', params: 'oops' } },
        ],
        onError: { target: 'idle', actions: { type: 'fail', params: 'verifying' } },
      },
      after: { check: { target: 'idle', actions: { type: 'fail', params: 'verifying' } } },
    },
    done: {
      type: 'final',
      description: 'The account is theirs.',
      output: ({ context: { connection } }): SignedIn => ({
        address: connection.address,
        chainId: connection.chainId,
        life: SESSION_LIFE,
      }),
    },
    cancelled: { type: 'final', description: 'They would rather not, and leave the wallet.', output: null },
  },
  output: ({ event }) => event.output as SignedIn | null,
});
