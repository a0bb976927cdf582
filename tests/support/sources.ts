import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseSync } from 'vite';
import { resolveImportPath } from './tutorial.ts';

/** Returns the imports and re-exports of a module. `type` marks imports of types, and `lazy` marks dynamic imports. */
export function listImports(path: string, text: string) {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const exported = staticExports.flatMap(({ start, entries }) => {
    const from = entries[0]?.moduleRequest;
    return from ? [{ start, moduleRequest: from, entries }] : [];
  });
  return [
    ...[...staticImports, ...exported].map(({ start, moduleRequest, entries }) => ({
      from: moduleRequest.value,
      kinds: entries.map(({ importName }) => importName.kind as string),
      type: /^(import|export)\s+type\b/.test(text.slice(start)),
      lazy: false,
    })),
    ...dynamicImports
      .map(({ moduleRequest: { start, end } }) => text.slice(start, end))
      .filter((request) => /^['"`]/.test(request))
      .map((request) => ({ from: request.slice(1, -1), kinds: [], type: false, lazy: true })),
  ];
}

/** Returns the path of the module that `file` imports as `name`, or undefined for a package. */
function pathOf(file: string, name: string) {
  const path = resolveImportPath(name, file);
  const isFile = (one: string) => existsSync(one) && statSync(one).isFile();
  return path && ['', '.ts', '.tsx'].map((end) => path + end).find(isFile);
}

/** Returns the files and packages that `entries` import, directly or through others. `isLeft` selects files to skip. */
export function findImportedModules(entries: readonly string[], isLeft: (file: string) => boolean = () => false) {
  const files = new Set(entries);
  const packages = new Set<string>();
  for (const file of files) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const { from } of listImports(file, readFileSync(file, 'utf8')).filter(({ type }) => !type)) {
      const path = pathOf(file, from);
      if (!path) packages.add(from);
      else if (!isLeft(path)) files.add(path);
    }
  }
  return { files: [...files], packages: [...packages] };
}
