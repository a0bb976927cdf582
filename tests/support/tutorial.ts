import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const DOCUMENT = '.github/CONTRIBUTING.md';
const PREFIX = '#tutorial/';
const SUFFIX = '?tutorial';

/** Returns the code blocks of the tutorial whose first line is a comment with the path of a file. */
export const readTutorial = () =>
  Array.from(
    readFileSync(DOCUMENT, 'utf8').matchAll(/^```(\w+)\n\/\/ (\S+)\n([\s\S]*?)^```$/gm),
    ([, language = '', path = '', code = '']) => ({ path, language, code }),
  );

const filesOf = () => readTutorial().filter(({ language }) => language !== 'diff');

/** Returns the path of an import in the project, or undefined for a package. */
export function resolveImportPath(name: string, importer: string) {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };
  if (name.startsWith('.')) return join(dirname(importer), name);
  const known = Object.keys(imports).filter(
    (key) => name === key || (/\*$/.test(key) && name.startsWith(key.slice(0, -1))),
  );
  const key = known.sort((a, b) => b.length - a.length)[0];
  return key && join(imports[key]!.replace('*', name.slice(key.length - 1)));
}

/** Returns the project path of a tutorial's module, or undefined for another module. `id` may be absolute. */
const pathOf = (id = '') =>
  id.endsWith(SUFFIX)
    ? id
        .slice(0, -SUFFIX.length)
        .replace(`${resolve('.')}/`, '')
        .replace(/^\//, '')
    : undefined;

/** Lets a test import a file of the tutorial, such as `#tutorial/machines/offline.ts`. */
export const resolveTutorialFiles = (): Plugin => ({
  name: 'tutorial',
  enforce: 'pre',
  resolveId(id, importer) {
    const from = pathOf(importer);
    const path = pathOf(id) ?? (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : from && resolveImportPath(id, from));
    const file = path && filesOf().find((one) => [path, `${path}.ts`, `${path}.tsx`].includes(one.path));
    return file ? resolve(file.path) + SUFFIX : null;
  },
  load: (id) => (pathOf(id) ? filesOf().find(({ path }) => path === pathOf(id))?.code : undefined),
});
