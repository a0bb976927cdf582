import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { listStateNodes, transitionsOf } from '../engine/words';
import { allMachines } from '../support/machines';
import { type SyntaxNode, walkSyntaxNodes } from './syntax';

/* Each machine is an object literal, so that an editor can read its file without running the code. */

/** The value that replaces an inline function of a machine, because functions cannot be compared. */
const INLINE_FUNCTION = '(function)';

/** Returns the entries of an object literal. Throws at a spread and at a computed key. */
function entriesOf({ properties }: SyntaxNode): [string, SyntaxNode][] {
  return (properties as SyntaxNode[]).map(({ type, computed, key, value }) => {
    if (type !== 'Property' || computed) throw new Error(`An editor cannot read this part of an object: ${type}.`);
    const { name, value: text } = key as { name?: string; value?: unknown };
    return [name ?? String(text), value as SyntaxNode];
  });
}

/** Returns the value of a literal. Throws at code that would have to run. */
function readValue(node: SyntaxNode): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value;
    case 'ArrayExpression':
      return (node.elements as SyntaxNode[]).map(readValue);
    case 'ObjectExpression':
      return Object.fromEntries(entriesOf(node).map(([key, value]) => [key, readValue(value)]));
    case 'ArrowFunctionExpression':
      return INLINE_FUNCTION;
    case 'UnaryExpression':
      return node.operator === '-' ? -(readValue(node.argument as SyntaxNode) as number) : INLINE_FUNCTION;
    default:
      throw new Error(`An editor cannot read a ${node.type}.`);
  }
}

/** The parts of a machine file that can be read without running it. */
interface MachineText {
  config: Record<string, unknown>;
  setup: Record<string, string[]>;
}

function readMachine(source: string): MachineText {
  const calls = [...walkSyntaxNodes(parseAst(source, { lang: 'ts' }, 'machine.ts').body)].filter(
    ({ type }) => type === 'CallExpression',
  );
  const named = (node: SyntaxNode) => (node.callee as { property?: { name?: string } }).property?.name;
  const [made, ...others] = calls.filter((call) => named(call) === 'createMachine');
  const [config] = (made?.arguments ?? []) as SyntaxNode[];
  const set = (made?.callee as { object?: SyntaxNode } | undefined)?.object;
  const [options] = (set?.arguments ?? []) as SyntaxNode[];
  if (config?.type !== 'ObjectExpression' || options?.type !== 'ObjectExpression' || others.length)
    throw new Error('An editor finds no single setup({…}).createMachine({…}).');
  const setup = entriesOf(options)
    .filter(([part]) => part !== 'types')
    .map(([part, value]) => [part, entriesOf(value).map(([name]) => name)]);
  return { config: readValue(config) as MachineText['config'], setup: Object.fromEntries(setup) };
}

const written = (config: unknown) =>
  JSON.parse(JSON.stringify(config, (_, value) => (typeof value === 'function' ? INLINE_FUNCTION : value)));

const namesIn = (it: unknown) => [it ?? []].flat().map((one) => (typeof one === 'string' ? one : (one as Named).type));
interface Named {
  type: string;
}

/** Returns the names of guards, actions, actors and delays that the state `node` uses. */
function usedBy(node: AnyStateNode) {
  const transitions = transitionsOf(node);
  return {
    guards: namesIn(transitions.flatMap(({ guard }) => guard ?? [])),
    actions: namesIn([node.entry, node.exit, transitions.flatMap(({ actions }) => actions)].flat()).filter(
      (name) => !/^xstate\./.test(name),
    ),
    actors: node.invoke.map(({ src }) => String(src)),
    delays: Object.keys((node.config.after ?? {}) as object).filter((delay) => Number.isNaN(Number(delay))),
  };
}

describe.each(allMachines)('parsing the file of the $name machine', ({ machine, source }) => {
  const { config, setup } = readMachine(source);

  test('finds all states, events, guards, actions and delays of the running machine', () => {
    const { schemas: _, ...running } = machine.config as Record<string, unknown>;
    expect(config).toEqual(written(running));
  });

  test('finds an implementation for each name in the chart', () => {
    for (const node of listStateNodes(machine.root))
      for (const [part, names] of Object.entries(usedBy(node))) {
        const missing = names.filter((name) => !setup[part]?.includes(name));
        expect([node.id, part, missing]).toEqual([node.id, part, []]);
      }
    for (const part of ['actions', 'actors', 'delays', 'guards'] as const)
      expect([part, Object.keys(machine.implementations[part])]).toEqual([part, setup[part] ?? []]);
  });
});

describe('readMachine() with code that is not a single object literal', () => {
  test.each([
    ['createMachine({})', 'An editor finds no single setup'],
    ['setup({}).createMachine({}); setup({}).createMachine({})', 'An editor finds no single setup'],
    ['setup({}).createMachine(config)', 'An editor finds no single setup'],
    ['setup({}).createMachine({ id: name })', 'An editor cannot read a Identifier.'],
    ['setup({}).createMachine({ ...base })', 'An editor cannot read this part of an object: SpreadElement.'],
    ['setup({}).createMachine({ [id]: 1 })', 'An editor cannot read this part of an object: Property.'],
  ])('refuses the code %s', (source, sentence) => expect(() => readMachine(source)).toThrow(sentence));
});
