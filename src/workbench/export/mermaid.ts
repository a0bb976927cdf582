import type { Chart, ChartState, ChartTransition } from '../chart/chart';

const nick = (id: string) => id.replace(/\W/g, '_');

/** Whether a transition stays inside its state, from which Mermaid can't draw it. */
function isInward({ source, targets }: ChartTransition, states: Map<string, ChartState>) {
  const state = states.get(source)!;
  const within = (id: string) => id === source || id.startsWith(`${source}.`);
  return state.children.length > 0 && (state.parent === null || targets.every(within));
}

const labelOf = ({ key, tags, invokes, entry, exit }: ChartState) =>
  [
    key + tags.map((tag) => ` (${tag})`).join(''),
    ...invokes.map((src) => `invokes ${src}`),
    ...(entry.length ? [`entry / ${entry.join(', ')}`] : []),
    ...(exit.length ? [`exit / ${exit.join(', ')}`] : []),
  ].join(' · ');

const wordsOf = ({ word, guard, actions, reenter, source, targets }: ChartTransition) =>
  [word, guard && `[${guard}]`, actions.length && `/ ${actions.join(', ')}`, reenter && targets[0] === source && '↻']
    .filter(Boolean)
    .join(' ');

/** Writes `chart` as a Mermaid state diagram, which GitHub and most editors show. */
export function writeMermaid({ states, transitions }: Chart) {
  const all = new Map(states.map((state) => [state.id, state]));
  const anywhere = new Set(transitions.filter((one) => isInward(one, all)).map(({ source }) => source));
  const inside = (state: ChartState, pad: string): string[] => [
    ...(state.initial ? [`${pad}[*] --> ${nick(state.initial)}`] : []),
    ...(anywhere.has(state.id) ? [`${pad}state "anywhere" as ${nick(state.id)}_anywhere`] : []),
    ...state.children.flatMap((id, nth) => {
      const child = all.get(id)!;
      return [
        ...(state.type === 'parallel' && nth ? [`${pad}--`] : []),
        `${pad}state "${labelOf(child)}" as ${nick(id)}`,
        ...(child.children.length ? [`${pad}state ${nick(id)} {`, ...inside(child, `${pad}  `), `${pad}}`] : []),
        ...(child.type === 'final' ? [`${pad}${nick(id)} --> [*]`] : []),
      ];
    }),
  ];
  // Mermaid draws loops of one state on top of each other: they share one arrow.
  const arrows = new Map<string, string[]>();
  for (const transition of transitions) {
    const from = nick(transition.source) + (isInward(transition, all) ? '_anywhere' : '');
    for (const to of transition.targets.length ? transition.targets.map(nick) : [from])
      arrows.set(`${from} --> ${to}`, [...(arrows.get(`${from} --> ${to}`) ?? []), wordsOf(transition)]);
  }
  const [root] = states;
  const body = root!.children.length ? inside(root!, '  ') : [`  [*] --> ${nick(root!.id)}`];
  return [
    'stateDiagram-v2',
    ...body,
    ...[...arrows].map(([arrow, words]) => `  ${arrow}: ${words.join('<br/>')}`),
  ].join('\n');
}
