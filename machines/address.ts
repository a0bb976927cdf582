import { assertEvent, assign, emit, enqueueActions, sendTo, setup } from 'xstate';
import {
  type DialogHistoryEntry,
  type DialogName,
  finalDialogOf,
  needsConnectionFirst,
  type ReportedHistoryEntry,
} from '#domain/dialog';
import { watcher } from './port';

/** The open dialog that a history entry stands for. `dialog` is null for the alpha modal, which has no hash. */
interface Holder {
  id: string;
  dialog: DialogName | null;
}

/**
 * Keeps the address bar and the browser's history in step with the open dialog.
 *
 * A hash such as `#connect` requests a dialog. Each open dialog has an entry in the history, so that the browser's Back
 * button closes it. After it has closed in another way, the page goes back to the entry before it.
 */
export const addressMachine = setup({
  types: {
    context: {} as DialogHistoryEntry & { holder: Holder | null },
    children: {} as { watchAddress: 'watchAddress' },
    events: {} as
      | { type: 'address.changed'; entry: ReportedHistoryEntry }
      | { type: 'hold'; holder: Holder }
      | { type: 'release'; id: string }
      | { type: 'request'; dialog: DialogName },
    emitted: {} as { type: 'dialog.requested'; dialog: DialogName } | { type: 'visitor.left'; id: string },
    tags: {} as 'passing',
  },
  actors: { watchAddress: watcher('watch the address') },
  actions: {
    /** Stores the current history entry. Writes a depth into a new entry, so that the page recognises it on Back. */
    setEntry: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'address.changed');
      const { depth, ...reported } = event.entry;
      const above = reported.dialog ? context.depth + 1 : 0;
      const entry = { ...reported, goal: finalDialogOf(reported), depth: depth ?? above };
      enqueue.assign(entry);
      if (depth === null && entry.dialog) enqueue.sendTo('watchAddress', { type: 'entry.replace', entry });
    }),
    setGoal: assign({ goal: (_, dialog: DialogName) => (needsConnectionFirst(dialog) ? dialog : null) }),
    setHolder: assign({ holder: (_, holder: Holder) => holder }),
    clearHolder: assign({ holder: null }),
    /** Writes the open dialog into the current history entry, or into a new entry, so that Back closes the dialog. */
    claimEntry: enqueueActions(({ context, enqueue }) => {
      const { dialog } = context.holder!;
      const isAdded = !dialog || !context.dialog;
      const entry = {
        dialog,
        goal: needsConnectionFirst(dialog) ? null : context.goal,
        depth: context.depth + (isAdded ? 1 : 0),
      };
      enqueue.assign(entry);
      enqueue.sendTo('watchAddress', { type: isAdded ? 'entry.add' : 'entry.replace', entry });
    }),
    clearEntry: enqueueActions(({ context, enqueue }) => {
      const entry = { dialog: null, goal: null, depth: 0 };
      if (context.dialog) enqueue.sendTo('watchAddress', { type: 'entry.replace', entry });
      enqueue.assign(entry);
    }),
    leaveEntry: sendTo('watchAddress', { type: 'entry.leave' }),
    tellRequested: emit((_, dialog: DialogName) => ({ type: 'dialog.requested' as const, dialog })),
    tellNamed: emit(({ event }) => {
      assertEvent(event, 'address.changed');
      return { type: 'dialog.requested' as const, dialog: finalDialogOf(event.entry) ?? event.entry.dialog! };
    }),
    tellLeft: emit((_, id: string) => ({ type: 'visitor.left' as const, id })),
  },
  guards: {
    isRequest: (_, { dialog }: ReportedHistoryEntry) => dialog !== null,
    isNewRequest: (_, { dialog, depth }: ReportedHistoryEntry) => dialog !== null && depth === null,
    /** Whether the visitor has opened another dialog from the alpha modal, which has no hash. */
    isBeyond: ({ context }, { dialog }: ReportedHistoryEntry) => dialog !== null && context.holder!.dialog === null,
    isBelow: ({ context }, { dialog, depth }: ReportedHistoryEntry) =>
      dialog === null || (depth !== null && depth < context.depth),
    isOwn: (_, depth: number | null) => depth !== null && depth > 0,
    isHeld: ({ context }) => context.holder !== null,
    isHolder: ({ context }, id: string) => context.holder?.id === id,
    isInTheWay: ({ context }, { dialog }: Holder) => dialog === null && context.holder!.dialog !== null,
  },
  delays: {
    /** Waits one turn of the event loop before going back. A dialog that opens in that turn takes over the entry. */
    takeoverDelay: 0,
    /** Limits the wait for `history.back()`, which browsers may drop when the hash changes meanwhile. */
    stepBackTimeout: 2_000,
  },
}).createMachine({
  id: 'address',
  context: { dialog: null, goal: null, depth: 0, holder: null },
  invoke: { id: 'watchAddress', src: 'watchAddress' },
  initial: 'free',
  on: {
    'address.changed': [
      {
        guard: { type: 'isRequest', params: ({ event }) => event.entry },
        target: '.released',
        actions: ['setEntry', 'tellNamed'],
      },
      { target: '.released', actions: 'setEntry' },
    ],
    hold: { target: '.held', actions: { type: 'setHolder', params: ({ event }) => event.holder } },
    request: {
      actions: [
        { type: 'setGoal', params: ({ event }) => event.dialog },
        { type: 'tellRequested', params: ({ event }) => event.dialog },
      ],
    },
  },
  states: {
    free: { description: 'The address names no dialog, and none is open.' },
    held: {
      description: 'An open dialog holds the address. Going back from there closes it.',
      entry: 'claimEntry',
      on: {
        'address.changed': [
          {
            guard: { type: 'isBeyond', params: ({ event }) => event.entry },
            actions: ['setEntry', { type: 'tellLeft', params: ({ context }) => context.holder!.id }, 'tellNamed'],
          },
          {
            guard: { type: 'isBelow', params: ({ event }) => event.entry },
            actions: ['setEntry', { type: 'tellLeft', params: ({ context }) => context.holder!.id }],
          },
          { target: 'held', reenter: true, actions: ['setEntry', 'tellNamed'] },
        ],
        hold: {
          guard: { type: 'isInTheWay', params: ({ event }) => event.holder },
          actions: { type: 'tellLeft', params: ({ event }) => event.holder.id },
        },
        release: {
          guard: { type: 'isHolder', params: ({ event }) => event.id },
          target: 'released',
          actions: 'clearHolder',
        },
      },
    },
    released: {
      description: 'No dialog is open. The next one may open in the same turn.',
      tags: 'passing',
      after: {
        takeoverDelay: [
          { guard: { type: 'isOwn', params: ({ context }) => context.depth }, target: 'returning' },
          { target: 'free', actions: 'clearEntry' },
        ],
      },
    },
    returning: {
      description: 'The browser steps back to the entry without a dialog.',
      tags: 'passing',
      entry: 'leaveEntry',
      on: {
        'address.changed': [
          { guard: { type: 'isNewRequest', params: ({ event }) => event.entry }, actions: ['setEntry', 'tellNamed'] },
          {
            guard: { type: 'isOwn', params: ({ event }) => event.entry.depth },
            target: 'returning',
            reenter: true,
            actions: 'setEntry',
          },
          { guard: 'isHeld', target: 'held', actions: 'setEntry' },
          { target: 'free', actions: ['setEntry', 'clearEntry'] },
        ],
        hold: { actions: { type: 'setHolder', params: ({ event }) => event.holder } },
        release: { guard: { type: 'isHolder', params: ({ event }) => event.id }, actions: 'clearHolder' },
      },
      after: {
        stepBackTimeout: [
          { guard: 'isHeld', target: 'held' },
          { target: 'free', actions: 'clearEntry' },
        ],
      },
    },
  },
});
