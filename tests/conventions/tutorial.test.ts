import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { afterEach, expect, test } from 'vitest';
import { readTutorial, resolveImportPath } from '../support/tutorial';

/* These tests check the code of the tutorial in CONTRIBUTING.md against the code of the project. */

const blocks = readTutorial();
const files = blocks.filter(({ language }) => language !== 'diff');
const changes = blocks.filter(({ language }) => language === 'diff');
const textOf = (path: string) =>
  files.find((file) => file.path === path)?.code ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Returns the names that each import of `file` takes from this project, with the text that should export them. */
const importsOf = ({ path, code }: (typeof files)[number]) =>
  parseSync(path, code).module.staticImports.flatMap(({ moduleRequest, entries }) => {
    const base = resolveImportPath(moduleRequest.value, path);
    if (!base) return [];
    const text = ['', '.ts', '.tsx'].map((end) => textOf(base + end)).find(Boolean) ?? '';
    return entries.map(({ importName }) => ({
      name: `${importName.name} of ${moduleRequest.value}`,
      word: importName.name,
      text,
    }));
  });

test.each(files)('each import in $path of the tutorial exists', (file) => {
  expect(parseSync(file.path, file.code).errors).toEqual([]);
  const missing = importsOf(file).filter(
    ({ word, text }) =>
      !new RegExp(`^export (async )?(const|function|class|type|interface) ${word}\\b`, 'm').test(text),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test.each(changes)('the file $path contains the lines that the tutorial changes', ({ path, code }) => {
  const text = readFileSync(path, 'utf8');
  const old = code.split('\n').filter((line) => /^[ -]/.test(line));
  expect(old.filter((line) => !text.includes(line.slice(1)))).toEqual([]);
});

// The tutorial's machine must not get into the table of coverage, which lists the site's machines alone.
afterEach(({ task }) => {
  delete task.meta.proof;
});

const liveTest = '#tutorial/tests/machines/offline.test.ts';
await import(liveTest);
