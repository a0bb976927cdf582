import { basename, join, resolve } from 'node:path';
import type { Rolldown } from 'vite';

/** The folder for files that the site does not serve: one for each `out`, so that two builds can run at once. */
export const buildFolderOf = (out: string) => resolve('node_modules/.cache/site', `${basename(out)}.build`);

/** Returns the path of the list of all modules in a build into `out`. Tests of the page's size read it. */
export const bundleListPathOf = (out: string) => join(buildFolderOf(out), 'bundle.json');

/** Describes a built script, with bytes before minification. `named` maps names of the import map to files. */
export const describeScript = (
  { fileName, isEntry, imports, dynamicImports, modules }: Rolldown.OutputChunk,
  named: Record<string, { file: string }> = {},
) => ({
  file: fileName,
  entry: isEntry,
  imports: imports.map((name) => named[name]?.file ?? name),
  dynamicImports,
  modules: Object.fromEntries(Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength])),
});

export type BundledFile = ReturnType<typeof describeScript>;

/** Returns the URL paths of the script with the module `root`, and of all scripts that it imports. */
export function pathsOfBundle(chunks: readonly Rolldown.OutputChunk[], root: 'index.html' | 'src/wallet.tsx') {
  const files = new Set<string>();
  const add = (chunk?: Rolldown.OutputChunk) => {
    if (!chunk || files.has(`/${chunk.fileName}`)) return;
    files.add(`/${chunk.fileName}`);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  add(chunks.find(({ facadeModuleId }) => facadeModuleId === resolve(root)));
  return [...files];
}
