import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { listTextFiles } from './files';
import { isSyntaxNode, type SyntaxNode, walkSyntaxNodes } from './syntax';

/* These tests limit the length of functions in the folder `tests`. */

/** The greatest allowed length of a function, in lines. */
const LARGEST = 80;

const isFunction = ({ type }: SyntaxNode) => /^(ArrowFunctionExpression|Function(Declaration|Expression))$/.test(type);

/** Whether a node is a call of `test` or `describe`, or of a function that these return, such as `test.each(cases)`. */
function isTest(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression') return false;
  let callee = node.callee;
  while (isSyntaxNode(callee) && /^(Call|Member)Expression$/.test(callee.type)) callee = callee.callee ?? callee.object;
  return isSyntaxNode(callee) && /^(test|describe)$/.test(String(callee.name));
}

/** Whether a node is a table: a list or record of values, and of functions without statements. */
const isTable = (node: SyntaxNode) =>
  /^(Array|Object)Expression$/.test(node.type) &&
  ![...walkSyntaxNodes(node)].some(({ type }) => type === 'BlockStatement');

/** Yields the outermost tests and tables in `it`, whose lines do not count for the function around them. */
function* apart(it: unknown): Generator<SyntaxNode> {
  if (Array.isArray(it)) for (const one of it) yield* apart(one);
  else if (isSyntaxNode(it)) {
    if (isTest(it) || isTable(it)) yield it;
    else for (const one of Object.values(it)) yield* apart(one);
  }
}

function longFunctions(file: string, code: string) {
  const lineAt = (index: number) => code.slice(0, index).split('\n').length;
  const linesOf = ({ start, end }: SyntaxNode) => lineAt(Number(end)) - lineAt(start) + 1;
  return [...walkSyntaxNodes(parseSync(file, code).program)].filter(isFunction).flatMap((node) => {
    const whole = linesOf(node);
    if (whole <= LARGEST) return [];
    const others = [...apart(Object.values(node))].map(linesOf).filter((lines) => lines > 1);
    const own = others.reduce((sum, lines) => sum - lines, whole);
    return own > LARGEST ? [`${file}:${lineAt(node.start)} has ${own} lines`] : [];
  });
}

test('no function in the folder `tests` has more than 80 lines of its own', () => {
  const files = listTextFiles().filter((file) => /^tests\/.*\.tsx?$/.test(file));
  expect(files.flatMap((file) => longFunctions(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test('counts the lines of a function without the tests and tables inside it', () => {
  const faultsIn = (body: string) => longFunctions('a.ts', `const f = () => {\n${body}};`);
  expect(faultsIn('g();\n'.repeat(79))).toEqual(['a.ts:1 has 81 lines']);
  expect(faultsIn('g();\n'.repeat(78))).toEqual([]);
  expect(faultsIn(`const cases = [\n${'1,\n'.repeat(90)}];\n`)).toEqual([]);
  const testOf = (lines: number) => `test('adds two numbers', () => {\n${'g();\n'.repeat(lines)}});\n`;
  expect(faultsIn(`${testOf(78)}g();\n`)).toEqual([]);
  expect(faultsIn(testOf(79))).toEqual(['a.ts:2 has 81 lines']);
});
