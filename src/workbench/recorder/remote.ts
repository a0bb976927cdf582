import type { AnyMachineSnapshot } from 'xstate';
import { type Bench, createBench } from './bench';
import { plainOf, shareParts } from './plain';
import { type Rebuilt, rebuildMachine } from './rebuild';
import type { Step } from './recording';
import { concludeStep } from './transitions';
import { readWired, type Wired, type WiredSnapshot } from './wire';

/** An app that is inspected. */
interface InspectedApp {
  /** The page that it runs in, or '' if it is no page. */
  source: string;
  runs: boolean;
}

/** A workbench that shows the machines of other apps. */
export interface RemoteBench extends Bench {
  /** Handles a message of `app`. Ignores an invalid one, which any program may send. */
  hear(message: unknown, app: string, size?: number): void;
  /** An app has connected, or is there again. */
  join(app: string, source: string): void;
  /** Ends all machines of `app`, which has gone without a message. */
  leave(app: string): void;
  /** Ends the machines of all apps for which `test` holds. */
  leaveAll(test: (app: string) => boolean): void;
  apps(): ReadonlyMap<string, InspectedApp>;
}

/** How many different machines are kept. */
const MOST = 1_000;

const CUT =
  "Deeper states were cut off. Set serializationDepthLimit in the inspector's options of the app to see more levels.";

interface KnownActor {
  actor: Extract<Wired, { type: '@xstate.actor' }>;
  /** Null for an actor that is no machine. */
  rebuilt: Rebuilt | null;
  latest: AnyMachineSnapshot | null;
}

/** Creates a bench for apps that send the messages of `@statelyai/inspect`. */
export function createRemoteBench(): RemoteBench {
  const bench = createBench(undefined, { isRemote: true });
  const { recorder } = bench;
  const actors = new Map<string, KnownActor>();
  const apps = new Map<string, InspectedApp>();
  /** Cache of pure values: machines of one definition are the same, so that their chart is laid out once. */
  const machines = new Map<string, Rebuilt | null>();
  const machineOf = (definition: string) => {
    if (machines.size > MOST) machines.clear();
    if (!machines.has(definition)) machines.set(definition, rebuildMachine(definition));
    return machines.get(definition) ?? null;
  };
  const recordOther = (session: string, app: string, { actor }: KnownActor, status: unknown) => {
    const parent = actor.parentId === undefined ? undefined : `${app}/${actor.parentId}`;
    const name = actor.name;
    recorder.recordOther({
      session,
      name,
      id: name,
      app,
      parent,
      status: typeof status === 'string' ? status : 'active',
    });
  };

  /** Returns the snapshot of a machine, which gets those states that lie below what the library has cut off. */
  const snapshotOf = (known: KnownActor, snapshot: WiredSnapshot): AnyMachineSnapshot => {
    const { value, context, status = 'active', output, error, historyValue = {} } = snapshot;
    const rebuilt = known.rebuilt!.with(value);
    if (rebuilt !== known.rebuilt) {
      known.rebuilt = rebuilt;
      machines.set(known.actor.definition, rebuilt);
    }
    // Steps share all parts that stay: a large context is kept once.
    const shared = shareParts(known.latest?.context, plainOf(Object(context)));
    return rebuilt.machine.resolveState({
      value: (rebuilt.fit(value) ?? {}) as never,
      context: shared,
      status,
      output,
      error,
      historyValue,
    });
  };
  const handle = (message: Wired, app: string, size: number) => {
    const session = `${app}/${message.sessionId}`;
    if (message.type === '@xstate.actor') {
      const known = { actor: message, rebuilt: machineOf(message.definition || '{}'), latest: null };
      actors.set(session, known);
      if (!known.rebuilt) recordOther(session, app, known, message.snapshot.status);
      return;
    }
    const event = plainOf(message.event) as typeof message.event;
    if (message.type === '@xstate.event') {
      const from = message.sourceId === undefined ? undefined : `${app}/${message.sourceId}`;
      return recorder.recordMessage({ from, to: session, event });
    }
    const known = actors.get(session);
    if (!known) return;
    if (!known.rebuilt) return recordOther(session, app, known, message.snapshot.status);
    const after = snapshotOf(known, message.snapshot);
    const told: Pick<Step, 'taken' | 'refused' | 'unsure'> = known.latest
      ? concludeStep(known.latest, after, event)
      : { taken: [], refused: [] };
    // Nodes of one machine are compared, and a machine gets more states when it reaches them.
    known.latest = after;
    const { parentId, name } = known.actor;
    const parent = parentId === undefined ? undefined : `${app}/${parentId}`;
    recorder.record({ session, id: name, app, parent, ref: null, snapshot: after, event, ...told, size });
  };

  return {
    ...bench,
    hear(message, app, size = 0) {
      const wired = readWired(message);
      if (!wired) return;
      if (!apps.has(app)) apps.set(app, { source: '', runs: true });
      try {
        handle(wired, app, size);
      } catch {
        // A machine that XState can't build, or a state that the machine does not have.
      }
    },
    join(app, source) {
      apps.set(app, { source, runs: true });
      recorder.resume((session) => session.startsWith(`${app}/`));
    },
    leave(app) {
      apps.set(app, { source: apps.get(app)?.source ?? '', runs: false });
      recorder.end((session) => session.startsWith(`${app}/`));
    },
    leaveAll(test) {
      for (const [app, known] of apps) if (test(app)) apps.set(app, { ...known, runs: false });
      recorder.end((session) => [...apps.keys()].some((app) => test(app) && session.startsWith(`${app}/`)));
    },
    apps: () => apps,
    appOf(app) {
      const { source = '', runs = false } = apps.get(app) ?? {};
      return [app.split(':').at(-1), source && `at ${source}`, !runs && '(gone)'].filter(Boolean).join(' ');
    },
    limitOf: (session) => (actors.get(session)?.rebuilt?.isCut ? CUT : ''),
  };
}
