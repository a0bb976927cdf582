import type { AnyMachineSnapshot } from 'xstate';
import type { Path } from '../engine/paths.ts';

/** Returns the sorted ids of the states that a chart must highlight. */
export const litIdsOf = ({ _nodes }: AnyMachineSnapshot) => _nodes.map(({ id }) => id).sort();

/** Returns the ids of the states that a chart must highlight after each step of a path. */
export async function litIdsAlong({ follow }: Path): Promise<string[][]> {
  const along: string[][] = [];
  await follow({ send: () => {}, visit: (snapshot) => along.push(litIdsOf(snapshot as AnyMachineSnapshot)) });
  return along;
}
