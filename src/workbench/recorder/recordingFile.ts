import type { Bench } from './bench';
import { writeDefinition } from './definition';
import type { NonMachineActor, RecordedActor, Recording } from './recording';
import { createRemoteBench } from './remote';
import { encodeTagged } from './tagged';
import { formatErrorText } from './words';

/** The version of the file format. A change of the format increases it. */
const VERSION = 1;
/** The maximum length of a recording file in characters. In a longer file, the oldest steps are omitted. */
const LONGEST = 100_000_000;

/**
 * The content of a recording file: the messages that apps would send, each with the index of its app in `apps`.
 *
 * {"workbench": 1, "masked": true, "apps": ["My app"], "messages": [[0, {"type": "@xstate.actor", …}], …]}
 */
interface RecordingFile {
  workbench: typeof VERSION;
  /** Whether private values are hidden. */
  masked: boolean;
  apps: string[];
  messages: [app: number, message: object][];
}

/** Returns the events, contexts and outputs of all steps. `masked` hides private values. */
function tellAll(bench: Bench, { entries }: Recording, masked: boolean) {
  if (!masked)
    return entries.map(({ event, snapshot: { context, output } }) => ({ event, context: context as unknown, output }));
  const of = (contextOf: (one: (typeof entries)[number]) => unknown) =>
    entries.map((one) => ({ machine: one.snapshot.machine, event: one.event, context: contextOf(one) }));
  const hidden = bench.hide([
    ...of(({ snapshot }) => snapshot.context),
    ...of(({ snapshot }) => ({ output: snapshot.output as unknown })),
  ]);
  return entries.map((_, i) => {
    const { output } = hidden[entries.length + i]!.context as { output?: unknown };
    return { ...hidden[i]!, output };
  });
}

/** Returns the text of a file with the recorded steps. `masked` hides private values. */
export function writeRecording(bench: Bench, recording: Recording, masked: boolean): string {
  const { known, entries, messages } = recording;
  const keys = [...new Set([...known.values()].map(({ app }) => app))];
  const appOf = (session: string) => known.get(session)?.app ?? keys[0] ?? '';
  const idOf = (session: string | undefined) => {
    const app = session === undefined ? '' : appOf(session);
    return app && session?.startsWith(`${app}/`) ? session.slice(app.length + 1) : session;
  };
  const place = (session: string, message: object): [number, object] => [keys.indexOf(appOf(session)), message];
  const told = new Set(entries.map(({ session }) => session));
  const introduce = (actor: RecordedActor | NonMachineActor) => {
    const { session, id, parent } = actor;
    const machine = 'snapshot' in actor ? writeDefinition(actor.snapshot.machine) : {};
    return place(session, {
      type: '@xstate.actor',
      sessionId: idOf(session),
      parentId: idOf(parent),
      name: id,
      restored: entries.some((entry) => entry.session === session && entry.isRestored),
      ...machine,
    });
  };
  const actors = [...known.values()].filter((actor) => !('snapshot' in actor) || told.has(actor.session));
  const telling = tellAll(bench, recording, masked);
  const steps: [number, object][] = [];
  let size = 0;
  // Adds the newest steps first, so that the size limit omits the oldest.
  for (let i = entries.length - 1, left = messages.length - 1; i >= 0 && size < LONGEST; i--) {
    const { nth, session, snapshot, taken, unsure } = entries[i]!;
    const { event, context, output } = telling[i]!;
    const step = place(session, {
      type: '@xstate.snapshot',
      sessionId: idOf(session),
      event: encodeTagged(event),
      ...(!unsure.length && { taken }),
      snapshot: {
        value: snapshot.value,
        status: snapshot.status,
        context: encodeTagged(context),
        output: encodeTagged(output),
        ...(snapshot.status === 'error' && { error: formatErrorText(snapshot.error, masked) }),
      },
    });
    size += JSON.stringify(step).length;
    for (; left >= 0 && messages[left]!.after >= nth; left--) steps.push(messageAt(left));
    steps.push(step);
    if (i === 0) for (; left >= 0; left--) steps.push(messageAt(left));
  }
  function messageAt(i: number): [number, object] {
    const message = messages[i]!;
    const event = encodeTagged(bench.tellMessage(message, masked));
    return place(message.to, {
      type: '@xstate.event',
      sessionId: idOf(message.to),
      sourceId: idOf(message.from),
      event,
    });
  }
  const file: RecordingFile = {
    workbench: VERSION,
    masked,
    apps: keys.map((app) => bench.describeApp(app).title),
    messages: [...actors.map(introduce), ...steps.reverse()],
  };
  return JSON.stringify(file);
}

/** Parses the text of a recording file. Returns an error message if it is invalid. */
export function readRecording(text: string, name: string): Bench | string {
  let file: Partial<RecordingFile>;
  try {
    file = Object(JSON.parse(text));
  } catch {
    return `"${name}" is no recording of the workbench: it is no JSON.`;
  }
  const { workbench, apps, messages } = file;
  if (workbench === undefined || !Array.isArray(apps) || !Array.isArray(messages))
    return `"${name}" is no recording of the workbench.`;
  if (workbench !== VERSION)
    return `"${name}" is a recording of version ${String(workbench)}. This workbench reads version ${VERSION}.`;
  const bench = createRemoteBench();
  const keyOf = (app: unknown) => `file:${String(app)}`;
  for (const [i, app] of apps.entries()) bench.hear({ type: '@workbench.app', name: String(app) }, keyOf(i));
  for (const one of messages as unknown[]) if (Array.isArray(one)) bench.hear(one[1], keyOf(one[0]));
  bench.leaveAll(() => true);
  if (!bench.recorder.read().entries.length) return `"${name}" has no steps.`;
  /** Titles an app by its name in the file, because that already contains “(gone)” if the app had disconnected. */
  const describeApp: Bench['describeApp'] = (app) => ({
    ...bench.describeApp(app),
    title: bench.describeApp(app).name,
  });
  return { ...bench, describeApp, file: name };
}
