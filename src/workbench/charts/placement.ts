import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { type Layout, stateBoxOf } from './boxes';
import type { ChartGraph } from './graph';

const round = (it: number) => Math.round(it * 10) / 10;

/**
 * Converts the graph that ELK laid out into boxes and lines. The contents of the boxes in `across` run to the right.
 */
export function convertElkLayout(
  { boxes, states, top, rows, links }: ChartGraph,
  id: string,
  done: ElkNode,
  across: ReadonlySet<string>,
): Layout {
  const layout: Layout = {
    id,
    width: Math.ceil(done.width!),
    height: Math.ceil(done.height!),
    boxes: [],
    edges: [],
  };
  const place = (node: ElkNode, level: number) => {
    for (const child of node.children ?? []) {
      const [x, y, width, height] = [child.x!, child.y!, child.width!, child.height!].map(round) as [
        number,
        number,
        number,
        number,
      ];
      const state = states.get(child.id);
      const region = Boolean(state?.parent && states.get(state.parent)?.type === 'parallel');
      const box = boxes.get(child.id) ?? {
        ...stateBoxOf(top, [], 1, true),
        id: child.id,
        label: '',
        kind: 'start' as const,
        description: '',
        final: false,
      };
      const inbound = [...rows.values()]
        .flat()
        .some(({ source, targets }) => targets[0] === child.id && source !== child.id);
      layout.boxes.push({ ...box, x, y, width, height, depth: level, region, inbound });
      place(child, level + 1);
    }
    for (const edge of node.edges ?? []) {
      const section = edge.sections?.[0];
      if (!section) continue;
      const link = links.find(({ id }) => id === edge.id);
      const label = edge.labels?.[0];
      layout.edges.push({
        id: edge.id,
        from: edge.sources[0]!,
        to: edge.targets[0]!,
        points: [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }) => [
          round(x),
          round(y),
        ]),
        depth: level,
        vertical: !across.has(node.id),
        both: link?.both ?? false,
        label:
          link && label
            ? { x: round(label.x!), y: round(label.y!), width: label.width!, height: label.height!, lines: link.lines }
            : null,
      });
    }
  };
  place(done, 0);
  return layout;
}
