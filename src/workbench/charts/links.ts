import { CHART_SIZES, type LabelLine, labelLineWidthOf, labelPartsOf } from './boxes';
import { type ChartState, type ChartTransition, listSelfAndAncestorIds } from './chart';

/** The greatest width of a label in px. A wider label is broken into several lines. */
const MAX_LABEL = 170;

type Arrow = ChartTransition & { via: string; into: string };

/** Breaks the label of a transition into one to three lines. */
function linesOf(arrow: Arrow, back: boolean): LabelLine[] {
  const { word, guard, actions } = labelPartsOf(arrow);
  const effects = [actions, arrow.into && `› ${arrow.into}`].filter(Boolean).join(' ');
  const line = (given: Partial<LabelLine>): LabelLine => {
    return { index: arrow.index, via: '', word: '', guard: '', actions: '', back, ...given };
  };
  const head = { via: arrow.via, word };
  const ways = [
    [line({ ...head, guard, actions: effects })],
    [line({ ...head, guard }), line({ actions: effects })],
    [line(head), line({ guard, actions: effects })],
    [line(head), line({ guard }), line({ actions: effects })],
  ];
  const fitting = ways.find((lines) => lines.every((one) => labelLineWidthOf(one) <= MAX_LABEL)) ?? ways[3]!;
  return fitting.filter((one) => one.word || one.guard || one.actions);
}

/** The line between two boxes, with all transitions between them. */
export interface Link {
  id: string;
  from: string;
  to: string;
  both: boolean;
  arrows: ChartTransition[];
  lines: LabelLine[];
  width: number;
  height: number;
}

const push = <T>(map: Map<string, T[]>, key: string, it: T) => map.set(key, [...(map.get(key) ?? []), it]);

/**
 * Decides for each transition of a chart whether it is a row of text in its box, or a line between neighbouring boxes.
 */
export function splitTransitionsIntoRowsAndLinks(
  states: Map<string, ChartState>,
  transitions: readonly ChartTransition[],
  outline: boolean,
) {
  const rows = new Map<string, ChartTransition[]>();
  const arrows = new Map<string, Arrow[]>();
  const upFrom = (id: string) => listSelfAndAncestorIds(id, states);
  const contains = (box: string, id: string) => upFrom(id).includes(box);
  /** Returns the id of the box in which a state is drawn. In an outline, it is that of the top-level state. */
  const shown = (id: string) => {
    const up = upFrom(id);
    return outline ? (up.at(-2) ?? id) : id;
  };
  for (const transition of transitions) {
    const source = shown(transition.source);
    const [first] = transition.targets;
    const target = first && shown(first);
    const inner = outline && source !== transition.source;
    if (inner && (!target || target === source)) continue;
    if (!target || contains(source, target) || contains(target, source)) {
      push(rows, source, transition);
      continue;
    }
    // An arrow connects the outermost boxes that the transition leaves and enters.
    const [up, down] = [upFrom(source), upFrom(target)];
    const meeting = up.find((id) => down.includes(id))!;
    const [from, to] = [up[up.indexOf(meeting) - 1]!, down[down.indexOf(meeting) - 1]!];
    const keysIn = (box: string, ids: string[]) => ids.slice(0, ids.indexOf(box)).map((id) => states.get(id)!.key);
    const pathIn = (box: string, ids: string[]) => (outline ? '' : keysIn(box, ids).reverse().join('.'));
    push(arrows, `${from}>${to}`, { ...transition, via: pathIn(from, up), into: pathIn(to, down) });
  }
  const links: Link[] = [];
  for (const [id, there] of arrows) {
    const [from = '', to = ''] = id.split('>');
    if (links.some((link) => link.id === `${to}>${from}`)) continue;
    const back = arrows.get(`${to}>${from}`) ?? [];
    const lines = [there.map((one) => linesOf(one, false)), back.map((one) => linesOf(one, true))].flat(2);
    const both = back.length > 0;
    const width = Math.max(...lines.map(labelLineWidthOf)) + 12 + (both ? 16 : 0);
    links.push({
      id,
      from,
      to,
      both,
      arrows: [...there, ...back],
      lines,
      width,
      height: lines.length * CHART_SIZES.labelLine + 6,
    });
  }
  /** Replaces the line of a link by rows in the boxes that its transitions leave. */
  const turnIntoRows = (link: Link) => {
    links.splice(links.indexOf(link), 1);
    for (const arrow of link.arrows) {
      const id = shown(arrow.source);
      rows.set(
        id,
        [...(rows.get(id) ?? []), arrow].sort((a, b) => a.index - b.index),
      );
    }
  };
  /** Whether a link can be replaced by rows. The box of a transient state has no space for rows. */
  const mayTurn = ({ arrows }: Link) => arrows.every(({ source }) => !states.get(shown(source))!.transient);
  return { rows, links, turnIntoRows, mayTurn };
}
