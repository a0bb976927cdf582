import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { listTextFiles } from './files';

/** The exports of `src/site.ts`, which a sample site in the tests exports as well. */
const SHARED = ['site', 'DEFAULT_PROJECT_ID'];

const exportsOf = (file: string, code: string) =>
  parseSync(file, code).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName: { name }, localName }) =>
      name && !moduleRequest && name === localName.name ? [name] : [],
    ),
  );

/** Returns the names that several `files` export, each with its files. */
function sharedNames(files: Record<string, string>) {
  const places = new Map<string, string[]>();
  for (const [file, code] of Object.entries(files))
    for (const name of exportsOf(file, code)) places.set(name, [...(places.get(name) ?? []), file]);
  return [...places].filter(([name, { length }]) => length > 1 && !SHARED.includes(name));
}

test('no name is exported from two files', () => {
  // The copy of each language exports the same names, so `src/copy` is left out.
  const sources = listTextFiles().filter((file) => /^(?!vite|src\/copy\/).*(?<!\.test)\.tsx?$/.test(file));
  expect(sharedNames(Object.fromEntries(sources.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([]);
});

test('the search finds a name that two files export', () => {
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
