import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { isSyntaxNode, walkSyntaxNodes } from './syntax';

/** Entry points of commands, which a script finds by this name in the file of the command, and the sample site. */
const SHARED = ['run', 'show', 'site', 'DEFAULT_PROJECT'];

/** Returns the names that a file exports by declarations. */
function exportsOf(file: string, code: string) {
  const declarations = parseSync(file, code).program.body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration ? [node.declaration] : [],
  );
  return declarations.flatMap((one) =>
    'declarations' in one
      ? one.declarations.flatMap(({ id }) =>
          id.type === 'Identifier' ? [id.name] : [...walkSyntaxNodes(id)].flatMap((node) => boundIn(node)),
        )
      : 'id' in one && isSyntaxNode(one.id)
        ? [(one.id as unknown as { name: string }).name]
        : [],
  );
}

/** Returns the name that a property of a pattern binds. */
const boundIn = (node: { type: string; value?: unknown }) =>
  node.type === 'Property' && isSyntaxNode(node.value) ? [(node.value as unknown as { name: string }).name] : [];

/** Returns the names that several `files` export, each with its files. */
function sharedNames(files: Record<string, string>) {
  const places = new Map<string, string[]>();
  for (const [file, code] of Object.entries(files))
    for (const name of exportsOf(file, code)) places.set(name, [...(places.get(name) ?? []), file]);
  return [...places].filter(([name, { length }]) => length > 1 && !SHARED.includes(name));
}

const sources = ['src', 'machines', 'tests']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  // Each language exports the same names.
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('src/copy/'));

test('no name is exported from two files', () => {
  expect(sharedNames(Object.fromEntries(sources.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([]);
});

test('finds a name that two files export', () => {
  const files = {
    'a.ts': 'export const { one, two: three } = all; export type Four = 4; const five = 5;',
    'b.ts': 'export function one() {} export interface Four {} export const two = 2, five = 5;',
    'c.ts': 'export class Six {} export const three = 3; export { five } from "./b";',
  };
  expect(sharedNames(files)).toEqual([
    ['one', ['a.ts', 'b.ts']],
    ['three', ['a.ts', 'c.ts']],
    ['Four', ['a.ts', 'b.ts']],
  ]);
});
