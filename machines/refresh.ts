import { type AnyEventObject, type PromiseActorLogic, sendTo, setup } from 'xstate';
import { type ChildIds, port } from './port';
import { linkToActor } from './system';

/** The input of the work, and whether the work starts without asking the wallet for missed changes first. */
type Task = Record<string, unknown> & { atOnce?: boolean };

/**
 * Asks the machine `connection` for missed changes of the wallet, and then does outside work.
 *
 * The connection asks its wallet for changes that were missed, and restores what is stored. If the account has changed,
 * the sign-in or the dialog that owns this machine ends, and the work never begins. If the work fails, this machine
 * fails with its error.
 */
export const refreshMachine = setup({
  types: {
    input: {} as Task,
    context: {} as { task: Task },
    output: {} as unknown,
    children: {} as ChildIds<'connectionLine' | 'work'>,
    events: {} as { type: 'connection.refreshed' },
    tags: {} as 'busy',
  },
  actors: { connectionLine: linkToActor('connection'), work: port<unknown, Task>('do work that needs a connection') },
  actions: { refresh: sendTo('connectionLine', { type: 'refresh' }) },
  guards: { isAtOnce: ({ context }) => context.task.atOnce === true },
  /** After this time, the work begins anyway, and fails without a connection. Restoring a connection is faster. */
  delays: { refreshTimeout: 25_000 },
}).createMachine({
  id: 'refresh',
  context: ({ input }) => ({ task: input }),
  invoke: { id: 'connectionLine', src: 'connectionLine' },
  initial: 'begun',
  states: {
    begun: {
      description: 'Decides whether there is time to ask. A wallet that opens a window needs the press for it.',
      always: [{ guard: 'isAtOnce', target: 'working' }, { target: 'refreshing' }],
    },
    refreshing: {
      description: 'The connection is refreshed.',
      tags: 'busy',
      entry: 'refresh',
      on: { 'connection.refreshed': 'working' },
      after: { refreshTimeout: 'working' },
    },
    working: {
      description: 'The work is under way. Its owner sets the time limit.',
      tags: 'busy',
      invoke: { id: 'work', src: 'work', input: ({ context }) => context.task, onDone: 'done' },
    },
    done: {
      type: 'final',
      description: 'The work is done.',
      output: ({ event }: { event: AnyEventObject }) => event.output,
    },
  },
  output: ({ event }: { event: AnyEventObject }) => event.output,
});

type WorkAfterRefresh<Output, Input> = PromiseActorLogic<Output, Input & { atOnce?: boolean }>;

/** Returns a placeholder for outside work, which begins once the wallet has been asked for missed changes. */
export const portWithFreshConnection = <Output, Input>() =>
  refreshMachine as unknown as WorkAfterRefresh<Output, Input>;

export const refreshConnectionFirst = <Output, Input extends object>(work: PromiseActorLogic<Output, Input>) =>
  refreshMachine.provide({ actors: { work: work as never } }) as unknown as WorkAfterRefresh<Output, Input>;
