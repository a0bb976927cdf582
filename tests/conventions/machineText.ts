import { parseAst } from 'vite';
import { type SyntaxNode, walkSyntaxNodes } from './syntax';

/** Stands for a function in the file of a machine, which editors show as text. */
export const INLINE_FUNCTION = '(function)';

/** Yields the entries of an object literal. Throws at a spread and at a computed key. */
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

/** Reads the machine in `source` without running it, as an editor does. */
export function readMachine(source: string): MachineText {
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
