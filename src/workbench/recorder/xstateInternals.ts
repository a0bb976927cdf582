import type { AnyActorLogic, AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';

/**
 * The only file that reads private parts of XState's actors. If a new version changes a part,
 * `tests/workbench/xstateInternals.test.ts` fails and names it.
 */

/** An event that XState sends after a delay. */
interface ScheduledEvent {
  event: AnyEventObject;
  delay: number;
  startedAt: number;
  source: AnyActorRef;
  id: string;
}

/** The private parts of an actor and of its logic. */
interface ActorInternals {
  logic: AnyActorLogic;
  options?: { snapshot?: unknown };
  _actorScope: { stopChild(child: AnyActorRef): void };
  update(snapshot: unknown, event: AnyEventObject): void;
}

const internalsOf = (ref: AnyActorRef) => ref as unknown as ActorInternals;

/** Returns the logic of an actor. Only actors that XState has created have one. */
export const logicOf = (ref: AnyActorRef): AnyActorLogic | undefined => internalsOf(ref).logic;

/** Whether the app passed a snapshot to `createActor()` for `ref`. */
export const wasRestored = (ref: AnyActorRef) => Boolean(internalsOf(ref).options?.snapshot);

/** Returns the running timers of an actor. XState has no public way to read them. */
export const timersOf = (ref: AnyActorRef): ScheduledEvent[] =>
  Object.values(ref.system.getSnapshot()._scheduledEvents as unknown as Record<string, ScheduledEvent>).filter(
    ({ source }) => source === ref,
  );

/** Lets the timer `id` of an actor run out now. */
export function expireTimer(ref: AnyActorRef, id: string) {
  const timer = timersOf(ref).find((one) => one.id === id);
  if (!timer) return;
  ref.system.scheduler.cancel(ref, id);
  ref.send(timer.event);
}

/** Returns the kind of an actor, such as `promise`. XState has no public name for it. */
export function actorKindOf(ref: AnyActorRef): string {
  const logic = logicOf(ref);
  const snapshot = Object(ref.getSnapshot());
  if (!logic) return '';
  if ('root' in logic) return 'machine';
  if ('_subscription' in snapshot) return 'observable';
  if (!logic.start) return 'transition';
  return String(logic.start).includes('Promise.') ? 'promise' : 'callback';
}

/** The type of the event that records that an actor has resumed from an earlier step. */
export const RESTART_EVENT = 'workbench.restart';

/**
 * Returns a persisted snapshot. `thenOf` returns the snapshots of child actors at that time, because XState persists
 * their current ones.
 */
function persist(logic: AnyActorLogic, snapshot: unknown, thenOf: (child: AnyActorRef) => unknown): unknown {
  const persisted = logic.getPersistedSnapshot(snapshot as never, { __unsafeAllowInlineActors: true });
  const children: Record<string, AnyActorRef> = Object(snapshot).children ?? {};
  for (const [id, ref] of Object.entries(children)) {
    const child: { snapshot: unknown } = Object(persisted).children[id];
    child.snapshot = persist(logicOf(ref)!, thenOf(ref) ?? ref.getSnapshot(), thenOf);
  }
  return persisted;
}

/** Restarts the timers of the active states, because a persisted snapshot contains none. */
function startTimers(ref: AnyActorRef, snapshot: AnyMachineSnapshot) {
  const { delays } = snapshot.machine.implementations;
  const args = { context: snapshot.context, event: { type: RESTART_EVENT }, self: ref, system: ref.system };
  const timed = new Map(
    snapshot._nodes.flatMap(({ after }) => after.map(({ eventType, delay }) => [eventType, delay])),
  );
  for (const [type, delay] of timed as Map<string, string | number>) {
    const named = delays[delay] ?? delay;
    const ms = typeof named === 'function' ? named(args as never, undefined as never) : named;
    if (typeof ms === 'number') ref.system.scheduler.schedule(ref, ref, { type }, ms, type);
  }
}

/**
 * Resumes a running machine, and its child machines, from the snapshot `past` of the step `nth`. Promises, callbacks
 * and timers start again. Does nothing if the machine has ended, or had ended at that step.
 */
export function restartActor(
  ref: AnyActorRef,
  past: AnyMachineSnapshot,
  thenOf: (child: AnyActorRef) => unknown,
  nth: number,
): void {
  const { status, children } = ref.getSnapshot() as AnyMachineSnapshot;
  if (status !== 'active' || past.status !== 'active') return;
  const { _actorScope: scope, logic } = internalsOf(ref);
  const persisted = persist(logic, past, thenOf);
  for (const child of Object.values(children as Record<string, AnyActorRef>)) scope.stopChild(child);
  ref.system.scheduler.cancelAll(ref);
  const snapshot = logic.restoreSnapshot!(persisted as never, scope as never) as AnyMachineSnapshot;
  internalsOf(ref).update(snapshot, { type: RESTART_EVENT, nth });
  logic.start?.(snapshot as never, scope as never);
  startTimers(ref, snapshot);
}
