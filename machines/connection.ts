import { assign, emit, enqueueActions, sendTo, setup } from 'xstate';
import {
  accountIn,
  type Connection,
  connectionOf,
  isSameAccount,
  isStoredAlike,
  type OpenConnector,
  recordOf,
  straysIn,
} from '#domain/connection';
import type { Session } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { type NamedAlike, port, watcher } from './port';
import { recheckMachine } from './recheck';

/**
 * Decides which wallet is current. There is at most one, and every other connector that opens is closed at once.
 *
 * A request to a wallet cannot be taken back: a wallet may approve long after its visitor has chosen another one. An
 * attempt claims its wallet, and ends by the events of that claim. The stored connection is restored while no attempt
 * runs, and follows other tabs. A wallet without an account is locked: its record and its permission stay, and it is
 * current again once it has one.
 */
export const connectionMachine = setup({
  types: {
    context: {} as {
      /** The stored connection, as this tab last read it. */
      record: Session | null;
      /** The connectors that are open, as wagmi last reported. */
      open: OpenConnector[];
      /** The current wallet. */
      wallet: Wallet | null;
      /** The attempt that has claimed the wallet. */
      attempt: string | null;
      connection: Connection | null;
    },
    children: {} as NamedAlike<'watchRecord' | 'watchWagmi' | 'restoreWallet' | 'openConnector' | 'recheck'>,
    events: {} as
      | { type: 'claim'; wallet: Wallet; attempt: string }
      | { type: 'withdraw' | 'leave'; attempt: string }
      | { type: 'name'; wallet: Wallet }
      | { type: 'disconnect' | 'wake' }
      | { type: 'record.changed'; record: Session | null }
      | { type: 'wagmi.changed'; open: OpenConnector[] }
      | { type: 'wallet.found'; wallet: Wallet }
      | { type: 'wallet.remembered' | 'wallet.locked' | 'wallet.gone' },
    emitted: {} as
      | { type: 'wallet.connected'; connection: Connection }
      | { type: 'wallet.disconnected' }
      | { type: 'claim.approved'; attempt: string }
      | { type: 'claim.refused'; attempt: string; error: unknown },
  },
  actors: {
    /**
     * Reports the stored connection, at once and whenever another tab changes it. Receives `record.store` and
     * `record.clear`.
     */
    watchRecord: watcher('watch the stored connection'),
    /** Reports the open connectors whenever they change. Receives `connector.close` and `connector.clear`. */
    watchWagmi: watcher('watch the open connectors'),
    /** Reports what happens to the wallet of the stored connection. See `restore`. Receives `wake`. */
    restoreWallet: watcher<{ record: Session; wallet: Wallet | null }>('connect the stored wallet again'),
    openConnector: port<void, { wallet: Wallet }>('ask a wallet to connect'),
    recheck: recheckMachine,
  },
  actions: {
    setRecord: assign(({ event }) => ('record' in event ? { record: event.record } : {})),
    setOpen: assign((_, open: OpenConnector[]) => ({ open })),
    takeClaim: assign((_, { wallet, attempt }: { wallet: Wallet; attempt: string }) => ({ wallet, attempt })),
    takeWallet: assign((_, wallet: Wallet) => ({ wallet })),
    takeAccount: assign(({ context: { wallet, open } }) => {
      const connection = connectionOf(wallet!, accountIn(open, wallet)!);
      return { connection, record: recordOf(connection), attempt: null };
    }),
    takeRecord: assign(({ context: { wallet, record } }) => ({ connection: connectionOf(wallet!, record!.account!) })),
    clearWallet: assign({ wallet: null, attempt: null }),
    /** Emits nothing if there is no connection. */
    clearConnection: enqueueActions(({ context, enqueue }) => {
      if (context.connection) enqueue.emit({ type: 'wallet.disconnected' });
      enqueue.assign({ connection: null });
    }),
    clearRecord: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('watchRecord', { type: 'record.clear' });
      enqueue.assign({ record: null });
    }),
    storeRecord: sendTo('watchRecord', ({ context }) => ({ type: 'record.store', connection: context.connection })),
    /** Closes each open connector except the current one, which is cleared if it has no account. */
    closeStrays: enqueueActions(({ context: { open, wallet }, enqueue }) => {
      for (const stray of straysIn(open, wallet)) enqueue.sendTo('watchWagmi', stray);
    }),
    wakeWallet: sendTo('restoreWallet', { type: 'wake' }),
    tellConnected: emit(({ context }) => ({ type: 'wallet.connected' as const, connection: context.connection! })),
    tellApproved: emit(({ context }) => ({ type: 'claim.approved' as const, attempt: context.attempt! })),
    tellRefused: emit(({ context: { attempt } }, { error }: { error: unknown }) => ({
      type: 'claim.refused' as const,
      attempt: attempt!,
      error,
    })),
  },
  guards: {
    hasRecord: ({ context }) => context.record !== null,
    hasConnection: ({ context }) => context.connection !== null,
    canClaim: ({ context }) => context.connection === null,
    isSameRecord: ({ context, event }) => 'record' in event && isStoredAlike(context.record, event.record),
    isUnrecorded: ({ context: { record, wallet } }) => !isStoredAlike(record, wallet),
    isClaimant: ({ context }, attempt: string) => attempt === context.attempt,
    isOpen: ({ context: { wallet, open } }) => Boolean(accountIn(open, wallet)),
    isClosed: ({ context: { wallet, open } }) => accountIn(open, wallet) === undefined,
    isLocked: ({ context: { wallet, open } }) => accountIn(open, wallet) === null,
    hasChanged: ({ context: { wallet, open, connection } }) => !isSameAccount(accountIn(open, wallet), connection),
  },
  delays: {
    /** Longer than an attempt waits for an answer. */
    claimTimeout: 600_000,
  },
}).createMachine({
  id: 'connection',
  context: { record: null, open: [], wallet: null, attempt: null, connection: null },
  invoke: [
    { id: 'watchRecord', src: 'watchRecord' },
    { id: 'watchWagmi', src: 'watchWagmi' },
  ],
  initial: 'reading',
  on: {
    'record.changed': { actions: 'setRecord' },
    'wagmi.changed': { actions: [{ type: 'setOpen', params: ({ event }) => event.open }, 'closeStrays'] },
    claim: { guard: 'canClaim', target: '.claimed', actions: { type: 'takeClaim', params: ({ event }) => event } },
    disconnect: { guard: 'hasConnection', target: '.none', actions: 'clearRecord' },
  },
  states: {
    reading: {
      description: 'The stored connection is being read.',
      on: { 'record.changed': { target: 'none', actions: 'setRecord' } },
    },
    none: {
      description: 'No wallet is current, and none can be restored.',
      entry: ['clearConnection', 'clearWallet', 'closeStrays'],
      always: { guard: 'hasRecord', target: 'stored' },
    },
    stored: {
      description: 'The wallet of the stored connection is connected again, without asking its owner.',
      always: { guard: 'isOpen', target: 'connected' },
      invoke: {
        id: 'restoreWallet',
        src: 'restoreWallet',
        input: ({ context }) => ({ record: context.record!, wallet: context.wallet }),
      },
      on: {
        'record.changed': [{ guard: 'isSameRecord' }, { target: 'none', actions: 'setRecord' }],
        'wallet.found': { actions: { type: 'takeWallet', params: ({ event }) => event.wallet } },
        'wallet.remembered': { target: '.settled', actions: ['takeRecord', 'tellConnected'] },
        'wallet.locked': { target: '.settled', actions: 'clearConnection' },
        'wallet.gone': { target: 'none', actions: 'clearRecord' },
      },
      initial: 'restoring',
      states: {
        restoring: { description: 'The page does not know yet whether the wallet still gives permission.' },
        settled: {
          description: 'The account is shown as it was stored, or the wallet is locked.',
          on: {
            wake: [{ guard: 'hasConnection', target: 'waking', actions: 'wakeWallet' }, { actions: 'wakeWallet' }],
          },
        },
        waking: { description: 'The visitor has requested a dialog, so the wallet is asked.' },
      },
    },
    claimed: {
      description:
        'An attempt has claimed a wallet, until it ends, the wallet connects, or another attempt claims one.',
      always: { guard: 'isOpen', target: 'connected', actions: 'tellApproved' },
      initial: 'asking',
      on: {
        name: { actions: { type: 'takeWallet', params: ({ event }) => event.wallet } },
        withdraw: { guard: { type: 'isClaimant', params: ({ event }) => event.attempt }, target: '.unasked' },
        leave: { guard: { type: 'isClaimant', params: ({ event }) => event.attempt }, target: 'none' },
      },
      states: {
        asking: {
          description: 'The wallet is asked to connect.',
          invoke: {
            id: 'openConnector',
            src: 'openConnector',
            input: ({ context }) => ({ wallet: context.wallet! }),
            onError: { target: 'unasked', actions: { type: 'tellRefused', params: ({ event }) => event } },
          },
          after: { claimTimeout: 'unasked' },
        },
        unasked: { description: 'No attempt waits for an answer. A late approval still counts.' },
      },
    },
    connected: {
      description: 'One wallet is connected, until it, another tab, or the visitor disconnects.',
      entry: ['takeAccount', 'storeRecord', 'tellConnected'],
      always: [
        { guard: 'isLocked', target: 'stored.settled', actions: 'clearConnection' },
        { guard: 'isClosed', target: 'none', actions: 'clearRecord' },
        { guard: 'hasChanged', target: 'connected', reenter: true },
        { guard: 'isUnrecorded', target: 'none' },
      ],
      invoke: { id: 'recheck', src: 'recheck', input: ({ context }) => ({ wallet: context.wallet! }) },
    },
  },
});
