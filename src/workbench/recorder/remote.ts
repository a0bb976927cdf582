import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { type Bench, createBench, explainWhyNotResumable } from './bench';
import { type LiveActor, listPossibleEvents } from './handledEvents';
import { createInspectedApps } from './inspectedApps';
import { hideLatestData, listLatestEvents } from './latest';
import type { AppCommand } from './orders';
import { reuseUnchangedParts, toPlainJson } from './plain';
import { type RebuiltMachine, rebuildMachine } from './rebuild';
import { decodeTagged } from './tagged';
import { findStepTransitions } from './transitions';
import { parseWireMessage, type WireMessage, type WireNextEvents, type WireSnapshot } from './wire';
import { decodeSnapshot, inferFirstOrLaterStep } from './wireSteps';

/** The minimum interval in ms between two requests for the possible events of the same actor. */
const ASK_AGAIN = 2_000;

/** The panel's access to the machines of other apps, which send messages to the workbench. */
export interface RemoteBench extends Bench {
  /** Handles a message from `app`. Ignores invalid messages, because any program may send them. */
  hear(message: unknown, app: string, size?: number): void;
  /** Handles the connection or reconnection of an app. `source` is the address of its page, or ''. */
  join(app: string, source: string): void;
  /** Handles the disconnection of an app. Its machines count as stopped. */
  leave(app: string): void;
  /** Handles the disconnection of all apps for which `test` returns true. */
  leaveAll(test: (app: string) => boolean): void;
  apps(): ReturnType<typeof createInspectedApps>['all'];
  /** Sets the function that sends commands to apps. */
  orderBy(give: (app: string, order: AppCommand) => void): void;
}

/** The maximum number of cached machines. Above it, the cache is cleared. */
const MOST = 1_000;

const CUT =
  "Deeper states were cut off. Set serializationDepthLimit in the inspector's options of the app to see more levels.";

interface KnownActor {
  actor: Extract<WireMessage, { type: '@xstate.actor' }>;
  /** Null for an actor that is no machine. */
  rebuilt: RebuiltMachine | null;
  latest: AnyMachineSnapshot | null;
}

/** Creates a bench for apps that send the messages of `@statelyai/inspect`. */
export function createRemoteBench(): RemoteBench {
  const bench = createBench(undefined, { isRemote: true });
  const { recorder } = bench;
  const actors = new Map<string, KnownActor>();
  const apps = createInspectedApps();
  const { isDriven, isGone } = apps;
  /** A cache: actors with equal definitions share one machine, so that its chart is laid out once. */
  const machines = new Map<string, RebuiltMachine | null>();
  const machineOf = (definition: string, delays: Record<string, number>) => {
    if (machines.size > MOST) machines.clear();
    if (!machines.has(definition)) machines.set(definition, rebuildMachine(definition, delays));
    return machines.get(definition) ?? null;
  };
  const nows = new Map<string, WireNextEvents>();
  let asked = { session: '', at: 0 };
  let give: (app: string, order: AppCommand) => void = () => {};
  const appOf = (session: string) => recorder.read().known.get(session)?.app ?? '';
  /** Sends a command to the app of an actor. A session consists of the app, `/`, and the session id in that app. */
  const order = (session: string, what: AppCommand) => {
    const app = appOf(session);
    if (isDriven(app)) give(app, what);
  };
  const idInApp = (session: string) => session.slice(appOf(session).length + 1);
  const recordOther = (session: string, app: string, { actor }: KnownActor, status: unknown, kind = '') => {
    const parent = actor.parentId === undefined ? undefined : `${app}/${actor.parentId}`;
    const name = actor.name;
    const told = typeof status === 'string' ? status : 'active';
    recorder.recordOther({ session, name, id: name, kind, app, parent, status: told }, isGone(app));
  };

  /** Builds a machine's snapshot. Adds its states if the depth limit of `@statelyai/inspect` has left them out. */
  const snapshotOf = (known: KnownActor, snapshot: WireSnapshot): AnyMachineSnapshot => {
    const { value, context, status = 'active', output, error, historyValue = {} } = snapshot;
    const rebuilt = known.rebuilt!.with(value);
    if (rebuilt !== known.rebuilt) {
      known.rebuilt = rebuilt;
      machines.set(known.actor.definition, rebuilt);
    }
    // Successive snapshots share unchanged parts of the context, to save memory.
    const shared = reuseUnchangedParts(known.latest?.context, toPlainJson(Object(context)));
    return rebuilt.machine.resolveState({
      value: (rebuilt.fit(value) ?? {}) as never,
      context: shared,
      status,
      output,
      error,
      historyValue,
    });
  };
  const handle = (message: WireMessage, app: string, size: number) => {
    if (message.type === '@workbench.app') {
      apps.set(app, { name: message.name });
      return recorder.refresh();
    }
    const session = `${app}/${message.sessionId}`;
    if (message.type === '@xstate.actor') {
      const known = { actor: message, rebuilt: machineOf(message.definition || '{}', message.delays), latest: null };
      actors.set(session, known);
      if (!known.rebuilt) recordOther(session, app, known, message.snapshot.status);
      return;
    }
    if (message.type === '@workbench.now') {
      nows.set(session, message);
      return recorder.refresh();
    }
    const decode = (it: unknown) => (apps.hasClient(app) ? decodeTagged(it) : it);
    const event = toPlainJson(decode(message.event)) as AnyEventObject;
    if (message.type === '@xstate.event') {
      const from = message.sourceId === undefined ? undefined : `${app}/${message.sourceId}`;
      return recorder.recordMessage({ from, to: session, event });
    }
    const known = actors.get(session);
    if (!known) return;
    if (!known.rebuilt) return recordOther(session, app, known, message.snapshot.status, message.kind);
    const after = snapshotOf(known, decodeSnapshot(message.snapshot, decode));
    const told = message.taken
      ? findStepTransitions(known.latest, after, event, message.taken)
      : inferFirstOrLaterStep(known.latest, after, event);
    const isFirst = !known.latest;
    known.latest = after;
    const { parentId, name: id } = known.actor;
    const parent = parentId === undefined ? undefined : `${app}/${parentId}`;
    const own = message.nth;
    // The app's last report of possible events is stale, because it is about the state before this step.
    nows.delete(session);
    recorder.record({
      session,
      id,
      app,
      parent,
      ref: null,
      snapshot: after,
      event,
      ...told,
      size,
      own,
      isRestored: isFirst && known.actor.restored,
      isGone: isGone(app),
    });
  };

  const isRunning = (session: string) => recorder.read().known.get(session)?.stopped === false;
  const setClock = (isStopped: boolean) => {
    if (isStopped) bench.clock.stop();
    else bench.clock.start();
    for (const app of apps.all.keys()) if (isDriven(app)) give(app, { type: '@workbench.clock', isStopped });
  };
  const liveOf = (session: string): LiveActor => {
    const now = nows.get(session);
    const below = [...recorder.read().known.values()].filter(({ parent, stopped }) => parent === session && !stopped);
    return {
      // Only the app can evaluate its guards. Until it has reported the accepted events, all count as accepted.
      accepts: ({ type }) => now?.accepts.includes(type) ?? true,
      running: below.map((actor) => ({ id: actor.id, isMachine: 'snapshot' in actor })),
      timers: now?.timers ?? [],
    };
  };
  return {
    ...bench,
    hear(message, app, size = 0) {
      const wired = parseWireMessage(message);
      if (!wired) return;
      if (!apps.all.has(app)) apps.set(app, {});
      try {
        handle(wired, app, size);
      } catch {
        // XState throws if the machine's definition is invalid, or has no such state. The message is ignored.
      }
      // The stored messages of a disconnected app arrive after the message about its disconnection.
      if (isGone(app)) recorder.end((session) => session.startsWith(`${app}/`));
    },
    join(app, source) {
      apps.set(app, { source, runs: true });
      recorder.resume((session) => session.startsWith(`${app}/`));
    },
    leave(app) {
      apps.set(app, { runs: false });
      recorder.end((session) => session.startsWith(`${app}/`));
    },
    leaveAll(test) {
      for (const app of apps.all.keys()) if (test(app)) apps.set(app, { runs: false });
      recorder.end((session) => [...apps.all.keys()].some((app) => test(app) && session.startsWith(`${app}/`)));
    },
    apps: () => apps.all,
    describeApp: apps.describe,
    orderBy(by) {
      give = by;
    },
    canDrive: (session) => (session === undefined ? [...apps.all.keys()].some(isDriven) : isDriven(appOf(session))),
    canGoOn: ({ session, own, snapshot }) =>
      own !== undefined && snapshot.status === 'active' && isRunning(session) && isDriven(appOf(session)),
    isGone: (session) => {
      const actor = recorder.read().known.get(session);
      return Boolean(actor && 'snapshot' in actor && actor.snapshot.status === 'active' && isGone(actor.app));
    },
    whyNotGoOn(entry) {
      const app = appOf(entry.session);
      const hasNoClient = apps.hasClient(app) ? '' : "Its app doesn't run the workbench's client";
      const hasEnded = isRunning(entry.session) ? '' : 'It has ended since';
      return explainWhyNotResumable(entry, isGone(app) ? 'Its app is gone' : hasNoClient || hasEnded);
    },
    goOn: ({ session, own }) =>
      order(session, { type: '@workbench.restart', sessionId: idInApp(session), nth: own ?? 0 }),
    send: (session, event) => order(session, { type: '@workbench.send', sessionId: idInApp(session), event }),
    expire: (session, timer) => order(session, { type: '@workbench.expire', sessionId: idInApp(session), timer }),
    clock: {
      ...bench.clock,
      stop: () => setClock(true),
      start: () => setClock(false),
    },
    happenings(session, masked = true) {
      const actor = recorder.read().known.get(session);
      if (!actor || !('snapshot' in actor) || !isDriven(actor.app)) return bench.happenings(session);
      if (actor.stopped) return null;
      if (asked.session !== session || Date.now() - asked.at > ASK_AGAIN) {
        asked = { session, at: Date.now() };
        order(session, { type: '@workbench.watch', sessionId: idInApp(session) });
      }
      const { machine } = actor.snapshot;
      const latest = listLatestEvents(recorder.read().entries, machine.id);
      const now = listPossibleEvents(actor.snapshot, liveOf(session), {}, latest);
      return masked
        ? hideLatestData(now, latest, (event) => bench.hide([{ machine, event, context: {} }])[0]!.event)
        : now;
    },
    limitOf: (session) => (actors.get(session)?.rebuilt?.isCut ? CUT : ''),
  };
}
