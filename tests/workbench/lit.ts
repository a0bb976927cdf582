import type { AnyMachineSnapshot } from 'xstate';
import type { GeneratedPath } from '../engine/paths.ts';

/** Returns the sorted ids of the states that a chart must highlight. */
export const highlightedIdsOf = ({ _nodes }: AnyMachineSnapshot) => _nodes.map(({ id }) => id).sort();

/** Returns the ids of the states that a chart must highlight after each step of a path. */
export async function highlightedIdsAlong({ follow }: GeneratedPath): Promise<string[][]> {
  const along: string[][] = [];
  await follow({ send: () => {}, visit: (snapshot) => along.push(highlightedIdsOf(snapshot as AnyMachineSnapshot)) });
  return along;
}
