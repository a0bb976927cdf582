import type { AnyMachineSnapshot } from 'xstate';
import type { GeneratedPath } from '../engine/paths.ts';

/** Matches private data: 20 bytes or more as hex (addresses, signatures), URIs, and names of accounts. */
export const SECRET_PATTERN = /[\da-f]{40}|\b[a-z][a-z\d+.-]*:\/\/|\b(wc|data|blob|ethereum):|\.eth\b/i;

/** Returns the sorted ids of the states that a chart must highlight. */
export const highlightedIdsOf = ({ _nodes }: Pick<AnyMachineSnapshot, '_nodes'>) => _nodes.map(({ id }) => id).sort();

/** Returns the ids of the states that a chart must highlight after each step of a path. */
export async function highlightedIdsAlong({ follow }: GeneratedPath): Promise<string[][]> {
  const along: string[][] = [];
  await follow({ send: () => {}, visit: (snapshot) => along.push(highlightedIdsOf(snapshot as AnyMachineSnapshot)) });
  return along;
}
