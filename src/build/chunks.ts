import { basename } from 'node:path';
import type { Rolldown } from 'vite';
import type { BundledFile } from './bundleList.ts';
import { inlined } from './inline.ts';

/** An import of another script of the build, and the function that tells `src/early/loader.ts` that it has failed. */
const DYNAMIC_IMPORT = /\bimport\([`"']\.\/[\w.-]+\.js[`"']\)/g;
const TELL_FAILURE = 'e=>{throw dispatchEvent(new Event("scripterror")),e}';

/** Names of the import map begin with `#`. */
const isChunk = (name: string) => !name.startsWith('#');

const chunksIn = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((file) => file.type === 'chunk');

/**
 * Matches the script with the bundler's helper functions. Several copies of it are harmless, because it keeps no state.
 */
const RUNTIME = /\/rolldown-runtime-[\w-]+\.js$/;

/** Puts the bundler's functions into the entry, and the function that Vite wraps around `import()` into each script. */
function inlineImports(bundle: Rolldown.OutputBundle) {
  const chunks = chunksIn(bundle);
  /** Vite's helper is shorter than the hash with which the page would name its file. */
  const helper = chunks.find(({ name }) => name === 'import')?.fileName;
  for (const chunk of chunks) {
    const isInlined = (name: string) => name === helper || (chunk.isEntry && RUNTIME.test(name));
    for (const name of chunk.imports.filter(isInlined))
      chunk.code = inlined(chunk.code, basename(name), chunks.find(({ fileName }) => fileName === name)?.code ?? '');
    chunk.imports = chunk.imports.filter((name) => !isInlined(name));
  }
  if (helper) delete bundle[helper];
}

/**
 * Has each lazily loaded script import all scripts that its imports import, so that all load at once. These imports
 * come last, so that the order of execution stays the same. Returns the files of the wallet bundle, without the page's
 * own script.
 */
function importAllAtOnce(chunks: Rolldown.OutputChunk[]) {
  let walletFiles: string[] = [];
  const chunkOf = (name: string) => chunks.find(({ fileName }) => fileName === name);
  const lazy = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports));
  for (const chunk of chunks.filter(({ fileName }) => lazy.has(fileName))) {
    const all = new Set(chunk.imports);
    for (const name of all) {
      for (const next of chunkOf(name)?.imports ?? []) all.add(next);
      if (!chunk.imports.includes(name)) chunk.code += `import"${isChunk(name) ? `./${basename(name)}` : name}";`;
    }
    if (chunk.facadeModuleId?.endsWith('/src/wallet.tsx'))
      walletFiles = [chunk.fileName, ...all].filter((name) => isChunk(name) && !chunkOf(name)?.isEntry);
  }
  return walletFiles;
}

/** Makes the scripts of the build load together. Returns them, and the files of the wallet bundle. */
export function connectScripts(bundle: Rolldown.OutputBundle) {
  inlineImports(bundle);
  const chunks = chunksIn(bundle);
  // The page checks the scripts if one does not load.
  for (const chunk of chunks) chunk.code = chunk.code.replace(DYNAMIC_IMPORT, `$&.catch(${TELL_FAILURE})`);
  return { chunks, walletFiles: importAllAtOnce(chunks) };
}

/** Returns the bytes of each module of a script, before minification. */
export const bytesByModule = (modules: Rolldown.OutputChunk['modules']): BundledFile['modules'] =>
  Object.fromEntries(Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength]));

/** Lists a script with its modules. `named` maps names of the import map to files. */
export const listScript = (
  { fileName, isEntry, imports, dynamicImports, modules }: Rolldown.OutputChunk,
  named: Record<string, { file: string }>,
): BundledFile => ({
  file: fileName,
  entry: isEntry,
  imports: imports.map((name) => named[name]?.file ?? name),
  dynamicImports,
  modules: bytesByModule(modules),
});
