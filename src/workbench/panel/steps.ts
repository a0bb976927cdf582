import type { LogEntry, Recording } from '../recorder/recording';

/** Returns a name that distinguishes actors with the same machine. */
export function nameIn({ known }: Recording, session: string) {
  const actor = known.get(session);
  if (!actor) return session.split('/').at(-1)!;
  const isOneOfMany = [...known.values()].some((other) => other.name === actor.name && other.session !== session);
  return isOneOfMany ? `${actor.name} ${session.split('/').at(-1)}` : actor.name;
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
