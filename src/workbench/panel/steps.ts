import type { Bench } from '../recorder/bench';
import type { LogEntry, Recording } from '../recorder/recording';

/**
 * Returns a text that distinguishes an actor from others with the same machine, or ''. Against actors of its own app,
 * it is the actor's id, or else its session. Against those of other apps, it is the name of the app.
 */
export function distinctIdOf({ known }: Recording, session: string, describeApp: Bench['describeApp']): string {
  const actor = known.get(session);
  if (!actor) return '';
  const others = [...known.values()].filter((other) => other.name === actor.name && other.session !== session);
  const own = others.filter(({ app }) => app === actor.app);
  const hasOwnId = actor.id !== actor.name && own.every(({ id }) => id !== actor.id);
  const id = own.length ? [hasOwnId ? actor.id : session.split('/').at(-1)!] : [];
  const { name, isGone } = describeApp(actor.app);
  const isElsewhere = others.length > own.length;
  return [...id, ...(isElsewhere ? [`in ${name}${isGone ? ' (gone)' : ''}`] : [])].join(' ');
}

/** Returns the name of an actor, with what distinguishes it from others with the same machine. */
export function distinctNameOf(recording: Recording, session: string, describeApp: Bench['describeApp']): string {
  const name = recording.known.get(session)?.name ?? session.split('/').at(-1)!;
  return [name, distinctIdOf(recording, session, describeApp)].filter(Boolean).join(' ');
}

/**
 * Returns the number of the step to visit: of the `shown` steps, the one at `wanted`, or the next in the direction of
 * the move. Returns null for the present. `now` is the visited step, null in the present.
 */
export function findStepNear(
  entries: readonly Pick<LogEntry, 'nth'>[],
  wanted: number,
  now: number | null,
  shown: readonly Pick<LogEntry, 'nth'>[] = entries,
): number | null {
  const last = entries.at(-1)?.nth ?? 0;
  if (wanted >= last) return null;
  const isBack = wanted < (now ?? last);
  if (!isBack) return shown.find(({ nth }) => nth >= wanted)?.nth ?? null;
  return (shown.findLast(({ nth }) => nth <= wanted) ?? shown[0] ?? entries[0])?.nth ?? 0;
}
