import type { WireMessage } from '../recorder/wire';

/** How many bytes of messages the inspector keeps for pages that open later. */
const LIMIT = 64 * 2 ** 20;

/** A stored message of an app. */
interface Item {
  app: string;
  nth: number;
  text: string;
  size: number;
  /** The session id of the actor whose snapshot the message has, or '' for other messages. */
  session: string;
  hasEnded: boolean;
}

interface KeptActor {
  definition: Item | null;
  /** The newest of the actor's snapshots that were dropped from the steps. */
  base: Item | null;
}

interface KeptApp {
  source: string;
  runs: boolean;
  /** The message with the app's own name. */
  hello: Item | null;
  actors: Map<string, KeptActor>;
}

/** Keeps messages for pages that open later: definitions and last snapshots apart from the steps. */
export interface MessageHistory {
  join(app: string, source: string): void;
  add(app: string, nth: number, text: string, message: WireMessage): void;
  /** Marks an app as disconnected, and keeps its steps. */
  leave(app: string): void;
  /** Forgets all steps. Running actors keep their last snapshot. */
  clear(): void;
  /** Whether the user has cleared the steps. If so, the snapshots that `readKept` returns are not shown as steps. */
  isCleared(): boolean;
  /** Returns the definitions of machines, and their last snapshots if these are no longer among the steps. */
  readKept(): Pick<Item, 'app' | 'nth' | 'text'>[];
  readSteps(): Pick<Item, 'app' | 'nth' | 'text'>[];
  apps(): { app: string; source: string; runs: boolean }[];
  /** Returns how many steps were dropped. */
  dropped(): number;
}

/** Creates a history of at most `limit` bytes. */
export function createMessageHistory(limit = LIMIT): MessageHistory {
  const apps = new Map<string, KeptApp>();
  let items: Item[] = [];
  let [head, bytes, dropped] = [0, 0, 0];
  let isCleared = false;

  const replace = (actor: KeptActor, part: keyof KeptActor, item: Item | null) => {
    bytes += (item?.size ?? 0) - (actor[part]?.size ?? 0);
    actor[part] = item;
  };
  const forget = (app: string, session: string) => {
    const { actors } = apps.get(app)!;
    const actor = actors.get(session);
    if (!actor) return;
    replace(actor, 'definition', null);
    replace(actor, 'base', null);
    actors.delete(session);
  };
  const dropStep = () => {
    const item = items[head]!;
    head += 1;
    bytes -= item.size;
    if (head > 1_000 && head * 2 > items.length) {
      items = items.slice(head);
      head = 0;
    }
    if (!item.session) return;
    dropped += 1;
    const actor = apps.get(item.app)?.actors.get(item.session);
    if (!actor) return;
    replace(actor, 'base', item);
    if (item.hasEnded || !apps.get(item.app)!.runs) forget(item.app, item.session);
  };
  /** Drops the oldest actor, if possible one of a disconnected app. */
  const dropActor = () => {
    const withActors = [...apps].filter(([, { actors }]) => actors.size > 0);
    const oldest = withActors.find(([, { runs }]) => !runs) ?? withActors[0];
    if (!oldest) return false;
    const [app, { actors }] = oldest;
    forget(app, actors.keys().next().value!);
    return true;
  };
  const trim = () => {
    while (bytes > limit && head < items.length) dropStep();
    while (bytes > limit && dropActor());
    const told = new Set(items.slice(head).map(({ app }) => app));
    for (const [app, { runs, hello, actors }] of apps) {
      if (runs || actors.size || told.has(app)) continue;
      bytes -= hello?.size ?? 0;
      apps.delete(app);
    }
  };

  return {
    join: (app, source) => void apps.set(app, { source, runs: true, hello: null, actors: new Map() }),
    add(app, nth, text, message) {
      const { actors } = apps.get(app)!;
      const isStep = message.type === '@xstate.snapshot';
      const hasEnded = isStep && (message.snapshot.status ?? 'active') !== 'active';
      // An estimated 200 bytes are added for the object that holds the text.
      const item = {
        app,
        nth,
        text,
        size: Buffer.byteLength(text) + 200,
        session: isStep ? message.sessionId : '',
        hasEnded,
      };
      if (message.type === '@workbench.now') return;
      if (message.type === '@workbench.app') {
        bytes += item.size - (apps.get(app)!.hello?.size ?? 0);
        apps.get(app)!.hello = item;
      } else if (message.type === '@xstate.actor') {
        const actor = actors.get(message.sessionId) ?? { definition: null, base: null };
        actors.set(message.sessionId, actor);
        replace(actor, 'definition', item);
      } else {
        items.push(item);
        bytes += item.size;
      }
      if (bytes > limit) trim();
    },
    leave(app) {
      const known = apps.get(app);
      if (known) known.runs = false;
    },
    clear() {
      while (head < items.length) dropStep();
      for (const [app, { runs, actors }] of apps)
        if (!runs) for (const session of [...actors.keys()]) forget(app, session);
      dropped = 0;
      isCleared = true;
      trim();
    },
    isCleared: () => isCleared,
    readKept() {
      const actors = [...apps.values()].flatMap((app) => [...app.actors.values()]);
      const hellos = [...apps.values()].map(({ hello }) => hello);
      const kept = [...hellos, ...actors.map(({ definition }) => definition), ...actors.map(({ base }) => base)];
      return kept.filter((item) => item !== null);
    },
    readSteps: () => items.slice(head),
    apps: () => [...apps].map(([app, { source, runs }]) => ({ app, source, runs })),
    dropped: () => dropped,
  };
}
