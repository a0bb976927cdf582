import type { LogEntry, Recording } from '../recorder/recording';

/** Returns a name that distinguishes actors with the same machine. */
export function nameIn({ known }: Recording, session: string) {
  const actor = known.get(session);
  if (!actor) return session.split('/').at(-1)!;
  const isOneOfMany = [...known.values()].some((other) => other.name === actor.name && other.session !== session);
  return isOneOfMany ? `${actor.name} ${session.split('/').at(-1)}` : actor.name;
}

/** Returns the nearest step in the direction of the wanted one, or null for the present. */
export function stepNear(entries: readonly LogEntry[], wanted: number, now: number | null) {
  const last = entries.at(-1)?.nth ?? 0;
  if (wanted >= last) return null;
  const isBack = wanted < (now ?? last);
  const found = isBack ? entries.findLast(({ nth }) => nth <= wanted) : entries.find(({ nth }) => nth >= wanted);
  return found?.nth ?? entries[0]?.nth ?? 0;
}
