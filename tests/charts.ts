import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { AFTER, DONE, ERROR, guardOf, nodesOf, transitionsOf } from './words';

/** Draws machines as Mermaid state diagrams, which GitHub and most editors show without a network. */

const nick = ({ id }: AnyStateNode) => id.replace(/\W/g, '_');
const parents = (node: AnyStateNode) => Object.keys(node.states).length > 0;
const inside = (node: AnyStateNode, other: AnyStateNode) => node === other || other.id.startsWith(`${node.id}.`);
const typeOf = (named: unknown) => (typeof named === 'string' ? named : ((named as { type?: string }).type ?? '…'));

/** Whom a state asks while it lasts. */
const asked = ({ invoke }: AnyStateNode) => invoke.map(({ src }) => typeOf(src));

/** A transition that a compound state takes within itself. Mermaid cannot draw it from there. */
const inward = ({ source, target }: AnyTransitionDefinition) =>
  parents(source) && (source.parent === undefined || (target ?? [source]).every((to) => inside(source, to)));

function wordsOf(transition: AnyTransitionDefinition) {
  const { source, eventType, actions } = transition;
  const { delays } = source.machine.implementations;
  const limit = (_: string, name: string) =>
    typeof delays[name] === 'number' ? `after ${name} (${delays[name]} ms)` : `after ${name}`;
  const event = eventType
    .replace(DONE, '$1 answers')
    .replace(ERROR, '$1 fails')
    .replace(AFTER, limit)
    .replace(/^xstate\.done\.state\..+/, 'done');
  // What has no name would be lost in plain JSON, and is drawn otherwise for that.
  const guard = transition.guard && (guardOf(transition) ?? '…');
  const deeds = actions.map(typeOf).join(', ');
  return [event || 'at once', transition.reenter && '(anew)', guard && `[${guard}]`, deeds && `/ ${deeds}`]
    .filter(Boolean)
    .join(' ');
}

/** What a state is called, what it is tagged, whom it asks, and what happens whenever it is entered or left. */
const labelOf = (node: AnyStateNode) => {
  const deeds = (word: string, some: readonly unknown[]) => {
    // Timers are arrows.
    const own = some.map(typeOf).filter((type) => !/^xstate\.(raise|cancel)$/.test(type));
    return own.length ? [`${word} / ${own.join(', ')}`] : [];
  };
  const asks = asked(node).map((src) => `asks ${src}`);
  const tagged = node.tags.map((tag) => ` (${tag})`).join('');
  return [node.key + tagged, ...asks, ...deeds('enters', node.entry), ...deeds('leaves', node.exit)].join(' · ');
};

function states(node: AnyStateNode, pad: string): string[] {
  const children = Object.values(node.states);
  const starts = node.type === 'parallel' ? [] : node.initial.target.map((to) => `${pad}[*] --> ${nick(to)}`);
  const anywhere = transitionsOf(node).some(inward) ? [`${pad}state "anywhere" as ${nick(node)}_anywhere`] : [];
  const drawn = children.flatMap((child, i) => [
    ...(node.type === 'parallel' && i > 0 ? [`${pad}--`] : []),
    `${pad}state "${labelOf(child)}" as ${nick(child)}`,
    ...(parents(child) ? [`${pad}state ${nick(child)} {`, ...states(child, `${pad}  `), `${pad}}`] : []),
    ...(child.type === 'final' ? [`${pad}${nick(child)} --> [*]`] : []),
  ]);
  return [...starts, ...drawn, ...anywhere];
}

/** All arrows, to stand outside of all states: an arrow within a state would draw its target there, too. */
function arrows(machine: AnyStateMachine) {
  const labels = new Map<string, string[]>();
  for (const transition of nodesOf(machine.root).flatMap(transitionsOf)) {
    const from = inward(transition) ? `${nick(transition.source)}_anywhere` : nick(transition.source);
    for (const to of transition.target?.map(nick) ?? [from]) {
      const words = wordsOf(transition);
      // Mermaid draws loops of one state on top of each other: they share one arrow.
      const arrow = from === to ? from : `${from} --> ${to}: ${words}`;
      labels.set(arrow, [...(labels.get(arrow) ?? []), words]);
    }
  }
  return [...labels].map(([arrow, words]) =>
    arrow.includes('-->') ? `  ${arrow}` : `  ${arrow} --> ${arrow}: ${words.join('<br/>')}`,
  );
}

/** `machine` as a Mermaid state diagram. */
export function chartOf(machine: AnyStateMachine) {
  const { root } = machine;
  const body = parents(root) ? states(root, '  ') : [`  [*] --> ${nick(root)}`, `  ${nick(root)}: ${root.key}`];
  return ['stateDiagram-v2', ...body, ...arrows(machine)].join('\n');
}

/** The first paragraph of the comment that stands before the machine in `source`. */
const meaningOf = (source: string) =>
  (/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+Machine\b/.exec(source)?.[1] ?? '')
    .replace(/^[ *]+/gm, '')
    .trim()
    .split(/\n\s*\n/)[0]
    ?.replace(/\s+/g, ' ');

/** A section of the drawn README: what the machine is for, whom it asks all along, its chart. */
export function sectionOf(machine: AnyStateMachine, source: string) {
  const always = asked(machine.root).map((src) => `\`${src}\``);
  const keeps = always.length ? [`As long as it runs, it asks ${always.join(' and ')}.`] : [];
  const text = [`## ${machine.id}`, meaningOf(source), ...keeps, `\`\`\`mermaid\n${chartOf(machine)}\n\`\`\``];
  return text.filter(Boolean).join('\n\n');
}

/** What in `source` keeps a machine file from being one plain literal that an editor can read. */
export function oddities(source: string): string[] {
  const odd = (found: boolean, sentence: string) => (found ? [sentence] : []);
  const count = (pattern: RegExp) => source.match(pattern)?.length ?? 0;
  const literal = source.slice(source.indexOf('.createMachine('));
  return [
    ...odd(count(/\bsetup\(\{/g) !== 1 || count(/\bsetup\(/g) !== 1, 'There must be one setup({…}).'),
    ...odd(
      count(/\}\)\.createMachine\(\{/g) !== 1 || count(/createMachine\(/g) !== 1,
      'There must be one createMachine({…}), right after setup.',
    ),
    // A context made of the input may be spread: that is a value, not a part of the chart.
    ...odd(/^(?!.*=>).*\.\.\./m.test(literal), 'The chart must be written out, without spread.'),
    ...odd(/[{,]\s*\[[^\]]*\]\s*:/.test(literal), 'The chart must be written out, without computed keys.'),
    ...odd(/\b(sendParent|systemId|createStateConfig)\b/.test(source), 'No sendParent, systemId or createStateConfig.'),
  ];
}
