import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The sources of every tool, as paths from the root of the repository. */
const OWN = ['package-lock.json', 'src/workbench'];

/** The sources of a build, beside the workbench and its libraries. */
export interface BuildSources {
  /** Files and folders, from the root. They may be missing. */
  paths?: readonly string[];
  /** Values, such as variables of the environment. */
  values?: unknown;
}

/** Returns a hash of the names and contents of all files at `path`. */
function hashFiles(path: string): string {
  const hash = createHash('sha256').update(path);
  const isFolder = statSync(path).isDirectory();
  if (!isFolder) hash.update(readFileSync(path));
  else for (const name of readdirSync(path).sort()) hash.update(hashFiles(join(path, name)));
  return hash.digest('hex');
}

/** The hashes of files and folders. Builds that begin at the same time may share them. */
export type SourceHashes = Map<string, string>;

/** Returns a hash of `sources`. `known` caches the hashes of files and folders. */
export function hashSources({ paths = [], values = null }: BuildSources, known: SourceHashes = new Map()): string {
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const path of paths) {
    const found = known.get(path) ?? (existsSync(path) ? hashFiles(path) : 'none');
    known.set(path, found);
    hash.update(found);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Removes older builds of `name`, which nobody needs again. */
function removeOlder(out: string, name: string) {
  const isBuild = new RegExp(`^${name}-[\\da-f]{16}$`);
  for (const other of readdirSync(dirname(out)))
    if (isBuild.test(other) && other !== basename(out)) rmSync(join(dirname(out), other), { recursive: true });
}

/** Returns the path of the build `name`, which may not be there yet. */
export const pathOfBuild = (name: string, { paths = [], values }: BuildSources = {}, known?: SourceHashes) =>
  resolve(`node_modules/.cache/workbench/${name}-${hashSources({ paths: [...OWN, ...paths], values }, known)}`);

/**
 * Returns the path of the build `name`. Calls `build` to write it, unless it was built before from the same sources.
 */
export async function buildOnce(
  name: string,
  sources: BuildSources,
  build: (out: string) => unknown,
  known?: SourceHashes,
) {
  const out = pathOfBuild(name, sources, known);
  if (existsSync(out)) return out;
  mkdirSync(dirname(out), { recursive: true });
  // Two processes may build at once, so the result gets its name only when it is complete.
  const draft = `${out}.${randomUUID()}`;
  try {
    await build(draft);
    if (!existsSync(out)) renameSync(draft, out);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  removeOlder(out, name);
  return out;
}
