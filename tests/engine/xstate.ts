import {
  type ActorSystem,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createActor,
  type InspectionEvent,
} from 'xstate';

/*
 * This file holds every undocumented part of XState 5.33 that the engine uses. If an upgrade of XState changes a part,
 * a test in `xstate.test.ts` fails, and its title names the function to mend.
 */

/** Returns the active states of `snapshot`, parents first. */
export const findActiveStates = ({ _nodes }: AnyMachineSnapshot): AnyStateNode[] => _nodes;

/** Returns the transitions that a microstep took, or none for other inspection events. */
export const findMicrostepTransitions = (happened: InspectionEvent): AnyTransitionDefinition[] =>
  happened.type === '@xstate.microstep' ? happened._transitions : [];

/** Whether an active state has a transition for `event` whose guard passes. */
export const hasTransitionFor = (snapshot: AnyMachineSnapshot, event: AnyEventObject) =>
  snapshot.machine.getTransitionData(snapshot, event).length > 0;

/** Fires only the timer that sends `type`, whatever its remaining time. */
export function fireTimer({ system }: { system: ActorSystem<never> | AnyActorRef['system'] }, type: string) {
  const timers = Object.values((system as AnyActorRef['system']).getSnapshot()._scheduledEvents);
  const timer = timers.find((scheduled) => scheduled.event.type === type);
  if (!timer) throw new Error(`No timer runs for ${type}.`);
  (timer.target as AnyActorRef).send(timer.event);
}

/** Replaces the guard of `transition`, and keeps its name `type`. */
export function replaceGuard(transition: AnyTransitionDefinition, type: string, guard: (args: never) => boolean) {
  transition.guard = Object.assign(guard, { type }) as never;
}

/** Returns functions that compute single steps of `machine`, without starting actors. */
export function createStepper(machine: AnyStateMachine, input: unknown, inspect: (happened: InspectionEvent) => void) {
  const self = createActor(machine, { input, inspect });
  const idle = () => {};
  const effects = { logger: idle, defer: idle, emit: idle, stopChild: idle, actionExecutor: idle };
  const inert = { self, system: self.system, id: '', sessionId: '', ...effects };
  return {
    start: (): AnyMachineSnapshot => self.getSnapshot(),
    step: (from: AnyMachineSnapshot, event: AnyEventObject): AnyMachineSnapshot =>
      machine.transition(from, event, inert as never),
  };
}
