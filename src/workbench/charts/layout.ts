import type { ELK, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { ChartDepth, Layout } from './boxes';
import type { Chart } from './chart';
import { countCrossings } from './crossings';
import { CAREFUL_LAYOUT_MAX_LINKS, ELK_OPTIONS, FAST_ELK_OPTIONS, NARROW_ELK_OPTIONS } from './elkOptions';
import { prepareElkGraph } from './graph';
import { convertElkLayout } from './placement';

/** The size into which a drawing should fit, in px. */
interface Aim {
  width: number;
  height: number;
}

/** A drawing should fit into a laptop's window of this size, in px. */
const AIM: Aim = { width: 1400, height: 820 };
/** The size for a chart in a document, which would scale a wider picture down. A chart may be high there. */
export const DOCUMENT_CHART_SIZE: Aim = { width: 940, height: 4_000 };

/**
 * The most crossings that a chart may have. If there are more, rows of text inside of boxes replace the lines that
 * cross most.
 */
const MOST_CROSSINGS = 3;

/** The function of ELK that lays out a graph, in this thread or in a worker. */
export type LayoutEngine = Pick<ELK, 'layout'>;

/**
 * Lays `chart` out with ELK Layered, in Node or in a browser. Each box gets the direction, down or right, that allows
 * the largest scale. A sketch shows only names and lines.
 */
export async function layOutChart(
  chart: Chart,
  depth: ChartDepth | 'sketch' = 'full',
  engine?: LayoutEngine,
  aim = AIM,
): Promise<Layout> {
  const graph = prepareElkGraph(chart, depth);
  const { boxes, links, turnIntoRows, mayTurn, isSketch } = graph;
  const isLarge = links.length > CAREFUL_LAYOUT_MAX_LINKS;
  const usual = { ...ELK_OPTIONS, ...(isLarge && FAST_ELK_OPTIONS) };
  let options: LayoutOptions = usual;

  const elk = engine ?? new (await import('elkjs/lib/elk.bundled.js')).default();
  const attempt = async (across: ReadonlySet<string>, columns = new Map<string, number>()) => {
    const root = graph.build({ options, across, columns });
    const layoutOptions = { ...options, 'elk.padding': '[top=8,left=8,bottom=8,right=8]' };
    const done: ElkNode = await elk.layout({ id: 'chart', layoutOptions, children: [root], edges: [] });
    return { done, across, fit: Math.min(1.1, aim.width / done.width!, aim.height / done.height!) };
  };
  let best = await attempt(new Set());
  const groups = [...graph.states.values()].filter(({ children }) => children.length > 1).map(({ id }) => id);
  for (const id of groups.reverse()) {
    if (best.fit >= 1 || isLarge) break;
    const turned = new Set(best.across);
    if (!turned.delete(id)) turned.add(id);
    const other = await attempt(turned);
    if (other.fit > best.fit * 1.02) best = other;
  }
  // A line that crosses many others is hard to follow, and a long line makes a drawing wide. The box at the start of
  // such a line names the target in a row of text instead.
  for (let tries = 0; tries < links.length && !isLarge && !isSketch; tries++) {
    const { crossed, all, spans } = countCrossings(best.done);
    const isWide = aim === DOCUMENT_CHART_SIZE && best.done.width! > aim.width;
    if (all <= MOST_CROSSINGS && !isWide) break;
    const badness = all > MOST_CROSSINGS ? crossed : spans;
    const worst = links
      .filter((link) => badness.has(link.id) && mayTurn(link))
      .sort((a, b) => badness.get(b.id)! - badness.get(a.id)!);
    if (!worst.length) break;
    for (const link of worst.slice(0, all > 2 * MOST_CROSSINGS ? 2 : 1)) turnIntoRows(link);
    best = await attempt(best.across);
  }
  for (const narrow of NARROW_ELK_OPTIONS) {
    if (aim !== DOCUMENT_CHART_SIZE || best.done.width! <= aim.width) break;
    const before = options;
    options = { ...usual, ...narrow };
    const other = await attempt(best.across);
    if (other.done.width! < best.done.width!) best = other;
    else options = before;
  }
  // Puts rows side by side in boxes that are wide enough.
  const columns = new Map<string, number>();
  const spread = (node: ElkNode) => {
    const box = boxes.get(node.id);
    if (box && box.kind === 'group' && box.rows.length > 1) {
      const column = Math.max(...box.rows.map(({ width }) => width)) + 20;
      columns.set(
        node.id,
        Math.max(1, Math.min(box.rows.length, Math.floor((node.width! - 24 - box.caption + 20) / column))),
      );
    }
    node.children?.forEach(spread);
  };
  spread(best.done);
  if ([...columns.values()].some((count) => count > 1)) best = await attempt(best.across, columns);
  return convertElkLayout(graph, chart.id, best.done, best.across);
}
