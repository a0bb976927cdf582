import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { statesOf, transitionsFrom } from '../../src/workbench/chart/chart';
import { machines } from '../support/machines';

/** Reads machine files as editors do: from their text alone, without running them. */

type Node = { type: string; [key: string]: unknown };
const isNode = (it: unknown): it is Node => typeof (it as Node | null)?.type === 'string';
const nodesIn = (node: Node): Node[] => [
  node,
  ...Object.values(node).flatMap((it) => (Array.isArray(it) ? it : [it]).filter(isNode).flatMap(nodesIn)),
];

/** Returns the value of a literal object, list or text; functions become `undefined`. */
function readValue(node: Node): unknown {
  if (node.type === 'Literal') return node.value;
  if (node.type === 'TemplateLiteral') return (node.quasis as { value: { cooked: string } }[])[0]!.value.cooked;
  if (node.type === 'ArrayExpression') return (node.elements as Node[]).map(readValue);
  if (node.type !== 'ObjectExpression') return undefined;
  return Object.fromEntries(
    (node.properties as Node[])
      .filter(({ type }) => type === 'Property')
      .map(({ key, value }) => [
        (key as { name?: string; value?: unknown }).name ?? (key as { value: unknown }).value,
        readValue(value as Node),
      ]),
  );
}

/** Returns the argument of `name(…)` in `source`. */
function argumentOf(source: string, name: string) {
  const { program } = parseSync('machine.ts', source);
  const calls = nodesIn(program as unknown as Node).filter(({ type }) => type === 'CallExpression');
  const call = calls.find(({ callee }) => {
    const { name: own, property } = callee as { name?: string; property?: { name: string } };
    return (property?.name ?? own) === name;
  });
  return readValue((call!.arguments as Node[])[0]!) as Record<string, never>;
}

type Config = { [key in 'states' | 'on' | 'after']?: Record<string, unknown> } & {
  description?: string;
  [key: string]: unknown;
};
const list = (it: unknown) => (it === undefined ? [] : Array.isArray(it) ? it : [it]);
const nameOf = (it: unknown) => (typeof it === 'string' ? it : ((it as { type?: string } | undefined)?.type ?? ''));

function read(config: Config, path: string) {
  const found = {
    states: [path],
    descriptions: [config.description ?? ''],
    guards: [] as string[],
    actions: [] as string[],
    events: [] as string[],
  };
  const take = (transitions: unknown) => {
    for (const one of list(transitions)) {
      if ((one as { guard?: unknown })?.guard) found.guards.push(nameOf((one as { guard: unknown }).guard));
      found.actions.push(...list((one as { actions?: unknown })?.actions).map(nameOf));
    }
  };
  for (const [type, transitions] of Object.entries(config.on ?? {})) {
    found.events.push(type);
    take(transitions);
  }
  for (const transitions of Object.values(config.after ?? {})) take(transitions);
  take(config.always);
  take(config.onDone);
  for (const invoke of list(config.invoke) as { onDone?: unknown; onError?: unknown }[]) {
    take(invoke.onDone);
    take(invoke.onError);
  }
  found.actions.push(...[...list(config.entry), ...list(config.exit)].map(nameOf));
  for (const [key, inner] of Object.entries(config.states ?? {})) {
    const below = read(inner as Config, `${path}.${key}`);
    for (const kind of Object.keys(found) as (keyof typeof found)[]) found[kind].push(...below[kind]);
  }
  return found;
}

const sorted = (names: readonly string[]) => [...new Set(names)].sort();

describe.each(machines)('parsing the text of $name', ({ name, machine, source }) => {
  test('the text alone contains states, events, guards, actions, delays and descriptions', () => {
    const found = read(argumentOf(source, 'createMachine'), name);
    const nodes = statesOf(machine.root);
    const transitions = nodes.flatMap(transitionsFrom);
    expect(sorted(found.states)).toEqual(sorted(nodes.map(({ id }) => id)));
    expect(sorted(found.descriptions)).toEqual(sorted(nodes.map(({ description }) => description ?? '')));
    expect(sorted(found.guards)).toEqual(sorted(transitions.flatMap(({ guard }) => (guard ? [nameOf(guard)] : []))));
    const ran = [
      ...transitions.flatMap(({ actions }) => actions),
      ...nodes.flatMap(({ entry, exit }) => [...entry, ...exit]),
    ];
    expect(sorted(found.actions)).toEqual(sorted(ran.map(nameOf).filter((one) => !one.startsWith('xstate.'))));
    const own = transitions.map(({ eventType }) => eventType).filter((type) => type && !type.startsWith('xstate.'));
    expect(sorted(found.events)).toEqual(sorted(own));
    const { guards = {}, delays = {}, actors = {} } = argumentOf(source, 'setup');
    expect(sorted(Object.keys(delays))).toEqual(sorted(Object.keys(machine.implementations.delays)));
    expect(sorted(Object.keys(guards))).toEqual(sorted(Object.keys(machine.implementations.guards)));
    expect(sorted(Object.keys(actors))).toEqual(sorted(Object.keys(machine.implementations.actors)));
  });
});
