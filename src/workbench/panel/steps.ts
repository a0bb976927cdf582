import type { Bench } from '../recorder/bench';
import type { LogEntry, Recording } from '../recorder/recording';

/**
 * Returns a text that distinguishes an actor from others with the same name, or '' if there are none. Within one app,
 * this is the actor's id, or its session if the id isn't unique. Between apps, it is the name of the app.
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

/** Returns the name of an actor. Adds its id or its app if other actors have the same name. */
export function distinctNameOf(recording: Recording, session: string, describeApp: Bench['describeApp']): string {
  const name = recording.known.get(session)?.name ?? session.split('/').at(-1)!;
  return [name, distinctIdOf(recording, session, describeApp)].filter(Boolean).join(' ');
}

/**
 * Returns the number of the step to go to: `wanted`, or the next one in the same direction if `shown` lacks `wanted`.
 * `now` is the step that the panel shows. Null stands for the present.
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
