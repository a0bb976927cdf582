import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { transitionsOf } from '../charts/structure';
import { createStoppableClock, type StoppableClock } from '../recorder/clock';
import { writeDefinition } from '../recorder/definition';
import { addFailureReports } from '../recorder/failures';
import { acceptsEvent } from '../recorder/handledEvents';
import type { AppCommand } from '../recorder/orders';
import { createPastSteps } from '../recorder/pastSteps';
import { encodeTagged } from '../recorder/tagged';
import { chartIndexOf } from '../recorder/transitions';
import { actorKindOf, expireTimer, logicOf, timersOf, wasRestored } from '../recorder/xstateInternals';
import { openConnection } from './connection';

/** The length in characters above which a message is sent without its data. */
const LARGEST = 5_000_000;

export interface ClientOptions {
  /** The address of the workbench: `ws://…` for its web socket, or `http://…` for a window that `open` opens. */
  url?: string;
  /** The name of this app in the workbench. */
  name?: string;
  /** The class of web sockets, such as that of `ws` for Node before version 22. */
  WebSocket?: typeof WebSocket;
}

/** Options of a root actor that let a workbench inspect and control it. */
interface WorkbenchClient {
  inspect(news: InspectionEvent): void;
  clock: StoppableClock;
  /**
   * Opens the workbench's window, if `url` begins with `http`. Call it in a click handler, because browsers block other
   * windows.
   */
  open(): void;
  close(): void;
}

const keyOf = (ref: AnyActorRef, type: string) => (logicOf(ref) as { id?: string } | undefined)?.id + type;

/**
 * Returns a message with the types of the events that a machine accepts now, and its running timers. Guards are called
 * with the data of the `latest` event of each type.
 */
function tellNow(ref: AnyActorRef, latest: ReadonlyMap<string, AnyEventObject>) {
  const snapshot = ref.getSnapshot() as AnyMachineSnapshot;
  const types = snapshot._nodes.flatMap(transitionsOf).map(({ eventType }) => eventType);
  return {
    type: '@workbench.now',
    sessionId: ref.sessionId,
    accepts: types.filter((type) => acceptsEvent(snapshot, latest.get(keyOf(ref, type)) ?? { type })),
    timers: timersOf(ref).map(({ id, event, delay, startedAt }) => ({ id, type: event.type, delay, startedAt })),
  };
}

/**
 * Connects this app to a workbench on this computer, which then shows the app's machines and can drive them. Pass the
 * result as the options of a root actor, or spread it over them: `createActor(machine, connectWorkbench())`.
 */
export function connectWorkbench({
  url = 'ws://localhost:4176',
  name = globalThis.document?.title || 'app',
  WebSocket: Socket = globalThis.WebSocket,
}: ClientOptions = {}): WorkbenchClient {
  const clock = createStoppableClock();
  const actors = new Map<string, { ref: AnyActorRef; last: string | [] }>();
  const taken = new Map<string, number[]>();
  /** The last event of each type, by the id of the machine and the type. */
  const latest = new Map<string, AnyEventObject>();
  /** The machine that the workbench shows. Its possible events are sent after each step. */
  let watched: AnyActorRef | null = null;
  const past = createPastSteps();

  const introduce = (ref: AnyActorRef) =>
    JSON.stringify({
      type: '@xstate.actor',
      sessionId: ref.sessionId,
      parentId: (ref as { _parent?: AnyActorRef })._parent?.sessionId,
      name: ref.id,
      restored: wasRestored(ref),
      ...writeDefinition(logicOf(ref)),
    });
  const app = JSON.stringify({ type: '@workbench.app', name });
  const connection = openConnection({
    url,
    Socket,
    greet() {
      const known = [...actors.values()];
      return [app, ...known.map(({ ref }) => introduce(ref)), ...known.flatMap(({ last }) => last)];
    },
    hear: obey,
    // Starts the clock again, because only the lost workbench could start it.
    lose: clock.start,
  });
  connection.send(app);

  const say = (message: object) => connection.send(JSON.stringify(message));
  const tell = (ref: AnyActorRef) => {
    if (ref === watched) say(tellNow(ref, latest));
  };
  /** Obeys a command of the workbench. Other programs may send messages, too, so each field is checked. */
  function obey(message: unknown) {
    const { type, sessionId, event, timer, nth, isStopped } = Object(message) as Partial<Record<string, unknown>>;
    const is = (kind: AppCommand['type']) => type === kind;
    if (is('@workbench.clock')) return isStopped ? clock.stop() : clock.start();
    const ref = actors.get(sessionId as string)?.ref;
    if (!ref) return;
    if (is('@workbench.send') && typeof Object(event).type === 'string') ref.send(event as AnyEventObject);
    if (is('@workbench.expire')) expireTimer(ref, timer as string);
    if (is('@workbench.restart')) past.goOn(ref, nth as number);
    if (is('@workbench.watch') && actorKindOf(ref) === 'machine') {
      watched = ref;
      tell(ref);
    }
  }

  const inspect = (news: InspectionEvent) => {
    const ref = news.actorRef as AnyActorRef;
    const { sessionId } = ref;
    if (news.type === '@xstate.actor') {
      actors.set(sessionId, { ref, last: [] });
      connection.send(introduce(ref));
    }
    if (news.type === '@xstate.event') {
      latest.set(keyOf(ref, news.event.type), news.event);
      const sourceId = news.sourceRef?.sessionId;
      say({ type: news.type, sessionId, sourceId, event: encodeTagged(news.event) });
    }
    if (news.type === '@xstate.microstep')
      taken.set(sessionId, [...(taken.get(sessionId) ?? []), ...news._transitions.map(chartIndexOf)]);
    if (news.type !== '@xstate.snapshot') return;
    const { snapshot } = news;
    const nth = past.keep(ref, snapshot);
    const step = { type: news.type, sessionId, nth, taken: taken.get(sessionId) ?? [], kind: actorKindOf(ref) };
    const { value, context, status, output, error } = snapshot as AnyMachineSnapshot;
    const write = (event: unknown, data: object) =>
      JSON.stringify({ ...step, event, snapshot: { value, status, ...data } });
    let text = write(encodeTagged(news.event), encodeTagged({ context, output, error }) as object);
    if (text.length > LARGEST) text = write({ type: news.event.type }, {});
    taken.delete(sessionId);
    if (status === 'active') actors.set(sessionId, { ref, last: text });
    else actors.delete(sessionId);
    connection.send(text);
    queueMicrotask(() => tell(ref));
  };

  return {
    clock,
    open: connection.open,
    close: connection.close,
    inspect: addFailureReports(inspect, (id) => actors.has(id)),
  };
}
