import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';

interface Segment {
  id: string;
  /** Whether the line is horizontal. */
  across: boolean;
  /** The y of a horizontal line, or the x of a vertical one, in px. `from` and `to` are its ends on the other axis. */
  at: number;
  from: number;
  to: number;
}

/** Two lines cross only if both extend more than this many px beyond the point where they meet. */
const TOUCH = 1;

/** Returns the straight parts of a line. */
function segmentsOf({ id, sections }: ElkExtendedEdge): Segment[] {
  const [section] = sections ?? [];
  if (!section) return [];
  const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
  return points.slice(1).map((b, i) => {
    const a = points[i]!;
    const across = Math.abs(a.y - b.y) < Math.abs(a.x - b.x);
    const ends = across ? [a.x, b.x] : [a.y, b.y];
    return { id, across, at: across ? a.y : a.x, from: Math.min(...ends), to: Math.max(...ends) };
  });
}

/**
 * Returns how often the lines of a chart cross: `crossed` for each line, and `all` together. `spans` is the horizontal
 * length of each line in px.
 */
export function countCrossings(done: ElkNode) {
  const edgesIn = (node: ElkNode): ElkExtendedEdge[] => [
    ...(node.edges ?? []),
    ...(node.children ?? []).flatMap(edgesIn),
  ];
  const segments = edgesIn(done).flatMap(segmentsOf);
  const [crossed, spans] = [new Map<string, number>(), new Map<string, number>()];
  let all = 0;
  const add = (to: Map<string, number>, id: string, by: number) => to.set(id, (to.get(id) ?? 0) + by);
  const meets = (one: Segment, other: Segment) => other.at > one.from + TOUCH && other.at < one.to - TOUCH;
  for (const one of segments.filter(({ across }) => across))
    for (const other of segments.filter(({ across }) => !across))
      if (one.id !== other.id && meets(one, other) && meets(other, one)) {
        all += 1;
        for (const { id } of [one, other]) add(crossed, id, 1);
      }
  for (const { id, across, from, to } of segments) if (across) add(spans, id, to - from);
  return { crossed, all, spans };
}
