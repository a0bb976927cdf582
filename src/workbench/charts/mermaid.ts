import { type Chart, type ChartState, type ChartTransition, listSelfAndAncestorIds } from './chart';

/** Returns a name for each state, which is unique and valid in Mermaid. */
function namesFor(states: readonly ChartState[]) {
  const names = new Map<string, string>();
  const used = new Set<string>();
  for (const { id } of states) {
    const base = id.replace(/\W/g, '_');
    let [name, nth] = [base, 1];
    while (used.has(name) || used.has(`${name}_anywhere`)) {
      nth += 1;
      name = `${base}_${nth}`;
    }
    used.add(name).add(`${name}_anywhere`);
    names.set(id, name);
  }
  return names;
}

/** Escapes characters that would end a label. */
const written = (text: string) =>
  text.replace(/[";]/g, (sign) => (sign === '"' ? '#quot;' : '#59;')).replace(/\s+/g, ' ');

/** Whether a state with children takes a transition without leaving itself, which Mermaid cannot draw. */
function isInward({ source, targets }: ChartTransition, states: Map<string, ChartState>) {
  const state = states.get(source)!;
  const within = (id: string) => listSelfAndAncestorIds(id, states).includes(source);
  return state.children.length > 0 && (state.parent === null || targets.every(within));
}

const labelOf = ({ key, type, tags, invokes, entry, exit }: ChartState) =>
  [
    key + (type === 'history' ? ' (history)' : '') + tags.map((tag) => ` (${tag})`).join(''),
    ...invokes.map((src) => `invokes ${src}`),
    ...(entry.length ? [`entry / ${entry.join(', ')}`] : []),
    ...(exit.length ? [`exit / ${exit.join(', ')}`] : []),
  ].join(' · ');

const wordsOf = ({ word, guard, actions, reenter, source, targets }: ChartTransition) =>
  [word, guard && `[${guard}]`, actions.length && `/ ${actions.join(', ')}`, reenter && targets[0] === source && '↻']
    .filter(Boolean)
    .join(' ');

/** Returns `chart` as a Mermaid state diagram, which GitHub and most editors show. */
export function formatAsMermaid({ states, transitions }: Chart) {
  const names = namesFor(states);
  const nick = (id: string) => names.get(id)!;
  const all = new Map(states.map((state) => [state.id, state]));
  const anywhere = new Set(transitions.filter((one) => isInward(one, all)).map(({ source }) => source));
  const inside = (state: ChartState, pad: string): string[] => [
    ...(state.initial ? [`${pad}[*] --> ${nick(state.initial)}`] : []),
    ...(anywhere.has(state.id) ? [`${pad}state "anywhere" as ${nick(state.id)}_anywhere`] : []),
    ...state.children.flatMap((id, nth) => {
      const child = all.get(id)!;
      return [
        ...(state.type === 'parallel' && nth ? [`${pad}--`] : []),
        `${pad}state "${written(labelOf(child))}" as ${nick(id)}`,
        ...(child.children.length ? [`${pad}state ${nick(id)} {`, ...inside(child, `${pad}  `), `${pad}}`] : []),
        ...(child.type === 'final' ? [`${pad}${nick(id)} --> [*]`] : []),
      ];
    }),
  ];
  // Mermaid draws several self-transitions on top of each other, so they share one arrow.
  const arrows = new Map<string, string[]>();
  for (const transition of transitions) {
    const from = nick(transition.source) + (isInward(transition, all) ? '_anywhere' : '');
    for (const to of transition.targets.length ? transition.targets.map(nick) : [from])
      arrows.set(`${from} --> ${to}`, [...(arrows.get(`${from} --> ${to}`) ?? []), written(wordsOf(transition))]);
  }
  const [root] = states;
  const body = root!.children.length ? inside(root!, '  ') : [`  [*] --> ${nick(root!.id)}`];
  return [
    'stateDiagram-v2',
    ...body,
    ...[...arrows].map(([arrow, words]) => `  ${arrow}: ${words.join('<br/>')}`),
  ].join('\n');
}
