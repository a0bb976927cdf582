import {
  type Actor,
  type ActorOptions,
  type AnyActorLogic,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromPromise,
  type InputFrom,
  SimulatedClock,
  type SnapshotFrom,
} from 'xstate';
import type { CoverageRecord } from './coverage';
import { parseXStateEventType, serializeValue } from './words';
import { fireTimer } from './xstate';

/** A running machine whose actors and clock the test controls. */
export type PerformedMachine<M extends AnyStateMachine> = ReturnType<typeof perform<M>>;

/** An event, the type of an event without data, or a number of ms by which to advance the clock. */
export type EventOrDelay = AnyEventObject | string | number;

type Cast = Record<string, AnyActorLogic>;

/** The input, actors and inspector with which `perform` starts a machine. */
export interface PerformOptions<M extends AnyStateMachine> extends Pick<ActorOptions<M>, 'inspect'> {
  input?: InputFrom<M>;
  /** Actors that replace scripted ones. A function receives `scripted`, which scripts the actors of a machine. */
  actors?: Cast | ((scripted: <Inner extends AnyStateMachine>(machine: Inner) => Inner) => Cast);
  /** The record to which this run adds the transitions and guard branches that it takes. */
  coverage?: CoverageRecord;
}

/** Runs `machine` with scripted actors, and with a clock that the test advances. */
export function perform<M extends AnyStateMachine>(
  machine: M,
  { actors = {}, coverage, input, inspect = coverage?.inspect }: PerformOptions<M> = {},
) {
  /** The functions that settle the promise of a scripted actor, by the actor's id. */
  const waiting = new Map<string, Record<'answer' | 'fail', (result: unknown) => void>>();
  const inputs = new Map<string, unknown>();
  const scriptedActor = fromPromise(({ input, self, signal }) => {
    inputs.set(self.id, input);
    return new Promise((answer, fail) => {
      const reply = { answer, fail };
      waiting.set(self.id, reply);
      signal.addEventListener('abort', () => waiting.get(self.id) === reply && waiting.delete(self.id));
    });
  });
  const scripted = <Any extends AnyStateMachine>(machine: Any) =>
    machine.provide({
      actors: Object.fromEntries(Object.keys(machine.implementations.actors).map((src) => [src, scriptedActor])),
    }) as Any;
  const clock = new SimulatedClock();
  const cast = scripted(machine).provide({ actors: typeof actors === 'function' ? actors(scripted) : actors });
  coverage?.watch(cast);
  const actor = createActor(cast as AnyStateMachine, {
    clock,
    // The system id by which the page's machines find this machine.
    systemId: machine.id,
    ...(input !== undefined && { input }),
    ...(inspect && { inspect }),
  }).start();

  const replyOf = (id: string) => {
    const reply = waiting.get(id);
    if (!reply) {
      const where = serializeValue(actor.getSnapshot().value);
      throw new Error(`Nothing waits for an answer of ${id} while ${machine.id} is in ${where}.`);
    }
    waiting.delete(id);
    return reply;
  };
  const happen = async (event: AnyEventObject) => {
    const { answering, failing, delay } = parseXStateEventType(event.type);
    const brought = answering && !waiting.has(answering) && actor.getSnapshot().children[answering];
    // If an event has brought the logic of an actor, no script can answer for it. The event `end` ends such an actor.
    if (brought) brought.send({ type: 'end' });
    else if (answering) replyOf(answering).answer(event.output);
    else if (failing) replyOf(failing).fail(event.error);
    else if (delay) fireTimer(actor, event.type);
    else actor.send(event);
    // XState handles a settled promise a few turns of the event loop later.
    if (answering || failing) await new Promise<void>((heard) => setTimeout(heard));
  };

  return {
    actor: actor as unknown as Actor<M>,
    clock,
    snapshot: () => actor.getSnapshot() as SnapshotFrom<M>,
    /** Causes an event: a scripted actor answers or fails, a timer fires, or the machine receives the event. */
    send: happen,
    /** Causes all `events`, one after another. A number advances the clock by as many ms. */
    play: async (events: readonly EventOrDelay[]) => {
      for (const event of events)
        if (typeof event === 'number') clock.increment(event);
        else await happen(typeof event === 'string' ? { type: event } : event);
    },
    /** Returns the last input of the scripted actor `id`. Throws if the actor never ran. */
    given: (id: string): unknown => {
      if (!inputs.has(id)) throw new Error(`${id} was never asked.`);
      return inputs.get(id);
    },
    stop: () => actor.stop(),
  };
}
