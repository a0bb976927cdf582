import { assign, emit, enqueueActions, sendTo, setup } from 'xstate';
import type { FailureReason } from '#domain/attempt';
import {
  accountOfWallet,
  type Connection,
  connectionOf,
  isRemoteWallet,
  isSameAccount,
  isSameStoredWallet,
  type OpenConnector,
  planConnectorClosing,
  toStoredConnection,
} from '#domain/connection';
import type { StoredConnection } from '#domain/records';
import { connectsByCode, type Wallet } from '#domain/wallet';
import { approvalMachine } from './approval';
import { type ChildIds, watcher } from './port';
import { recheckMachine } from './recheck';
import { relayMachine } from './relay';
import { restoreMachine } from './restore';
import { forwardEventsOfChild } from './system';

/**
 * Decides which wallet is current. There is at most one, and every other connector that opens is closed at once.
 *
 * A request to a wallet cannot be taken back: a wallet may approve long after its visitor has chosen another one. An
 * attempt claims its wallet, and learns whether the owner approved or refused. The stored connection is restored while
 * no attempt runs, and follows other tabs. A wallet that reports no account is locked: its record and permission
 * stay, and it is current again once it reports an account.
 */
export const connectionMachine = setup({
  types: {
    context: {} as {
      record: StoredConnection | null;
      open: OpenConnector[];
      wallet: Wallet | null;
      attempt: string | null;
      connection: Connection | null;
    },
    children: {} as ChildIds<'watchRecord' | 'watchWagmi' | 'approval' | 'restoreLine' | 'restore'> &
      ChildIds<'recheckLine' | 'recheck' | 'relay'>,
    events: {} as
      | { type: 'claim'; wallet: Wallet; attempt: string }
      | { type: 'withdraw' | 'leave'; attempt: string }
      | { type: 'name'; wallet: Wallet }
      | { type: 'disconnect' | 'forget' | 'wake' | 'refresh' | 'report' }
      | { type: 'record.changed'; record: StoredConnection | null }
      | { type: 'wagmi.changed'; open: OpenConnector[] }
      | { type: 'wallet.found'; wallet: Wallet }
      | { type: 'wallet.remembered' | 'wallet.locked' | 'wallet.gone' | 'wallet.checked' },
    emitted: {} as
      | { type: 'wallet.connected'; connection: Connection }
      | { type: 'wallet.disconnected' | 'restore.ended' }
      | { type: 'claim.approved'; attempt: string }
      | { type: 'claim.refused'; attempt: string; reason: FailureReason }
      | { type: 'connection.refreshed'; connection: Connection | null },
  },
  actors: {
    /** Reports the record, and each change by another tab. Receives `record.store`, `record.clear` and `app.store`. */
    watchRecord: watcher('watch the stored connection'),
    /** Reports the open connectors whenever they change. Receives `connector.close` and `connector.clear`. */
    watchWagmi: watcher('watch the open connectors'),
    approval: approvalMachine,
    restoreLine: forwardEventsOfChild('restore'),
    restore: restoreMachine,
    recheckLine: forwardEventsOfChild('recheck'),
    recheck: recheckMachine,
    relay: relayMachine,
  },
  actions: {
    setRecord: assign(({ event }) => ('record' in event ? { record: event.record } : {})),
    setOpen: assign((_, open: OpenConnector[]) => ({ open })),
    takeClaim: assign((_, { wallet, attempt }: { wallet: Wallet; attempt: string }) => ({ wallet, attempt })),
    takeWallet: assign((_, wallet: Wallet) => ({ wallet })),
    storeApp: sendTo('watchRecord', (_, wallet: Wallet) => ({ type: 'app.store', wallet })),
    takeAccount: assign(({ context: { wallet, open } }) => {
      const connection = connectionOf(wallet!, accountOfWallet(open, wallet)!);
      return { connection, record: toStoredConnection(connection) };
    }),
    takeRecord: assign(({ context: { wallet, record } }) => ({ connection: connectionOf(wallet!, record!.account!) })),
    clearWallet: assign({ wallet: null, attempt: null }),
    clearConnection: enqueueActions(({ context, enqueue }) => {
      if (context.connection) enqueue.emit({ type: 'wallet.disconnected' });
      enqueue.assign({ connection: null });
    }),
    clearRecord: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('watchRecord', { type: 'record.clear' });
      enqueue.assign({ record: null });
    }),
    storeRecord: sendTo('watchRecord', ({ context }) => ({ type: 'record.store', connection: context.connection })),
    closeStrays: enqueueActions(({ context: { open, wallet }, enqueue }) => {
      for (const stray of planConnectorClosing(open, wallet)) enqueue.sendTo('watchWagmi', stray);
    }),
    /**
     * Closes a wallet that is reached through a server, even if no connector is open: the server still has the session
     * of the last visit.
     */
    closeUnopened: enqueueActions(({ context: { open, wallet }, enqueue }) => {
      if (!wallet || !isRemoteWallet(wallet) || accountOfWallet(open, wallet) !== undefined) return;
      const { connector, announcement } = wallet;
      enqueue.sendTo('watchWagmi', { type: 'connector.close', reach: { connector, announcement } });
    }),
    wakeWallet: sendTo('restore', { type: 'wake' }),
    checkWallet: sendTo('recheck', { type: 'check' }),
    tellConnected: emit(({ context }) => ({ type: 'wallet.connected' as const, connection: context.connection! })),
    /** Tells the attempt that its wallet is connected, after `wallet.connected` has closed its dialog. */
    tellApproved: enqueueActions(({ context: { attempt }, enqueue }) => {
      if (attempt !== null) enqueue.emit({ type: 'claim.approved', attempt });
      enqueue.assign({ attempt: null });
    }),
    tellRefused: emit(({ context: { attempt } }, reason: FailureReason) => ({
      type: 'claim.refused' as const,
      attempt: attempt!,
      reason,
    })),
    /** Answers `report`, for a machine that started after this one and has missed `wallet.connected`. */
    tellCurrent: emit(({ context: { connection } }) =>
      connection ? { type: 'wallet.connected' as const, connection } : { type: 'restore.ended' as const },
    ),
    /** Answers `refresh`, and machines that wait until the stored connection is restored. */
    tellRest: enqueueActions(({ context: { connection }, enqueue }) => {
      if (!connection) enqueue.emit({ type: 'restore.ended' });
      enqueue.emit({ type: 'connection.refreshed', connection });
    }),
  },
  guards: {
    hasRecord: ({ context }) => context.record !== null,
    hasConnection: ({ context }) => context.connection !== null,
    canClaim: ({ context }) => context.connection === null,
    isSameRecord: ({ context, event }) => 'record' in event && isSameStoredWallet(context.record, event.record),
    isUnrecorded: ({ context: { record, wallet } }) => !isSameStoredWallet(record, wallet),
    isClaimant: ({ context }, attempt: string) => attempt === context.attempt,
    isOpen: ({ context: { wallet, open } }) => Boolean(accountOfWallet(open, wallet)),
    isClosed: ({ context: { wallet, open } }) => accountOfWallet(open, wallet) === undefined,
    isLocked: ({ context: { wallet, open } }) => accountOfWallet(open, wallet) === null,
    hasChanged: ({ context: { wallet, open, connection } }) =>
      !isSameAccount(accountOfWallet(open, wallet), connection),
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
    disconnect: { guard: 'hasConnection', target: '.none', actions: ['clearRecord', 'closeUnopened'] },
    report: { actions: 'tellCurrent' },
  },
  states: {
    reading: {
      description: 'The stored connection is being read.',
      on: { 'record.changed': { target: 'none', actions: 'setRecord' }, report: {} },
    },
    none: {
      description: 'No wallet is current. A stored connection is restored at once.',
      entry: ['clearConnection', 'clearWallet', 'closeStrays'],
      always: [{ guard: 'hasRecord', target: 'stored' }, { target: 'idle' }],
    },
    idle: {
      description: 'No wallet is current, and none can be restored.',
      entry: 'tellRest',
      on: { 'record.changed': { target: 'none', actions: 'setRecord' }, refresh: { actions: 'tellRest' } },
    },
    stored: {
      description: 'The wallet of the stored connection is connected again, without asking its owner.',
      always: { guard: 'isOpen', target: 'connected' },
      invoke: [
        { id: 'restoreLine', src: 'restoreLine', input: ({ self }) => ({ owner: self }) },
        {
          id: 'restore',
          src: 'restore',
          input: ({ context }) => ({ record: context.record!, wallet: context.wallet }),
        },
      ],
      on: {
        'record.changed': [{ guard: 'isSameRecord' }, { target: 'none', actions: 'setRecord' }],
        'wallet.found': { actions: { type: 'takeWallet', params: ({ event }) => event.wallet } },
        'wallet.remembered': { target: '.settled', actions: ['takeRecord', 'tellConnected'] },
        'wallet.locked': { target: '.settled', actions: 'clearConnection' },
        'wallet.gone': { target: 'none', actions: 'clearRecord' },
        forget: { target: 'none', actions: ['clearRecord', 'closeUnopened'] },
      },
      initial: 'restoring',
      states: {
        restoring: {
          description: 'The page does not know yet whether the wallet still gives permission.',
          on: { report: {} },
        },
        settled: {
          description: 'The account is shown as it was stored, or the wallet is locked.',
          entry: 'tellRest',
          on: {
            wake: [{ guard: 'hasConnection', target: 'waking', actions: 'wakeWallet' }, { actions: 'wakeWallet' }],
            refresh: [
              { guard: 'hasConnection', target: 'waking', actions: 'wakeWallet' },
              { actions: ['wakeWallet', 'tellRest'] },
            ],
          },
        },
        waking: { description: 'The visitor has requested a dialog, so the wallet is asked.' },
      },
    },
    claimed: {
      description:
        'An attempt has claimed a wallet, until it ends, the wallet connects, or another attempt claims one.',
      entry: 'tellRest',
      always: { guard: 'isOpen', target: 'connected' },
      initial: 'asking',
      on: {
        name: {
          actions: [
            { type: 'takeWallet', params: ({ event }) => event.wallet },
            { type: 'storeApp', params: ({ event }) => event.wallet },
          ],
        },
        withdraw: { guard: { type: 'isClaimant', params: ({ event }) => event.attempt }, target: '.unasked' },
        leave: { guard: { type: 'isClaimant', params: ({ event }) => event.attempt }, target: 'none' },
        refresh: { actions: 'tellRest' },
      },
      states: {
        asking: {
          description: 'The owner of the wallet is asked to approve.',
          after: { claimTimeout: 'unasked' },
          invoke: {
            id: 'approval',
            src: 'approval',
            input: ({ context }) => ({ wallet: context.wallet!, attempt: context.attempt! }),
            onDone: { target: 'unasked', actions: { type: 'tellRefused', params: ({ event }) => event.output } },
          },
        },
        unasked: { description: 'No attempt waits for an answer. A late approval still counts.' },
      },
    },
    connected: {
      description: 'One wallet is connected, until it, another tab, or the visitor disconnects.',
      entry: ['takeAccount', 'storeRecord', 'tellConnected', 'tellApproved'],
      always: [
        { guard: 'isLocked', target: 'stored.settled', actions: 'clearConnection' },
        { guard: 'isClosed', target: 'none', actions: 'clearRecord' },
        { guard: 'hasChanged', target: 'connected', reenter: true },
        { guard: 'isUnrecorded', target: 'none' },
      ],
      invoke: [
        { id: 'recheckLine', src: 'recheckLine', input: ({ self }) => ({ owner: self }) },
        { id: 'recheck', src: 'recheck', input: ({ context }) => ({ wallet: context.wallet! }) },
        { id: 'relay', src: 'relay', input: ({ context }) => ({ isNeeded: connectsByCode(context.wallet!) }) },
      ],
      initial: 'current',
      states: {
        current: {
          description: 'The page shows the account that the wallet reported last.',
          entry: 'tellRest',
          on: { refresh: { target: 'refreshing', actions: 'checkWallet' } },
        },
        refreshing: {
          description: 'Another machine waits until the wallet has been asked for its account again.',
          on: { 'wallet.checked': 'current' },
        },
      },
    },
  },
});
