import { basename } from 'node:path';
import type { Rolldown } from 'vite';
import type { BundledFile } from './bundleList.ts';

/** An import of another script of the build, and the function that tells `src/early/loader.ts` that it has failed. */
const DYNAMIC_IMPORT = /\bimport\([`"']\.\/[\w.-]+\.js[`"']\)/g;
const TELL_FAILURE = 'e=>{throw dispatchEvent(new Event("scripterror")),e}';

/** Names of the import map begin with `#`. */
const isChunk = (name: string) => !name.startsWith('#');

/**
 * Has each lazily loaded script import all scripts that its imports import, so that all load at once. These imports
 * come last, so that the order of execution stays the same. Returns the files of the wallet bundle.
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
    if (chunk.facadeModuleId?.endsWith('/src/wallet.tsx')) walletFiles = [chunk.fileName, ...all].filter(isChunk);
  }
  return walletFiles;
}

/** Makes the scripts of the build load together. Returns them, and the files of both bundles. */
export function connectScripts(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  // The page checks the scripts if one does not load.
  for (const chunk of chunks) chunk.code = chunk.code.replace(DYNAMIC_IMPORT, `$&.catch(${TELL_FAILURE})`);
  const landingFiles = chunks
    .filter(({ isEntry }) => isEntry)
    .flatMap(({ fileName, imports }) => [fileName, ...imports.filter(isChunk)]);
  return { chunks, landingFiles, walletFiles: importAllAtOnce(chunks) };
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
