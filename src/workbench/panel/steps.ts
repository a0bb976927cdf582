import type { LogEntry, Recording } from '../recorder/recording';

/** Returns a name that distinguishes actors with the same machine: by the actor's id, or else by its session. */
export function nameIn({ known }: Recording, session: string) {
  const actor = known.get(session);
  if (!actor) return session.split('/').at(-1)!;
  const others = [...known.values()].filter((other) => other.name === actor.name && other.session !== session);
  if (!others.length) return actor.name;
  const hasOwnId = actor.id !== actor.name && others.every(({ id }) => id !== actor.id);
  return `${actor.name} ${hasOwnId ? actor.id : session.split('/').at(-1)}`;
}

/**
 * Returns the nearest one of the `shown` steps in the direction of the wanted step, or null for the present. `now` is
 * the visited step, null in the present.
 */
export function stepNear(
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
