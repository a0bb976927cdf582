import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The sources on which all builds depend, as paths from the root of the repository. */
const OWN = ['package-lock.json', 'src/workbench'];

/** The further sources of a build, besides the workbench and its libraries. */
export interface BuildSources {
  /** Paths of files and folders from the root of the repository. They may be missing. */
  paths?: readonly string[];
  /** Other values that the build depends on, such as environment variables. */
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

/** A cache of hashes by path. Builds that begin at the same time may share it. */
export type SourceHashes = Map<string, string>;

/** Returns a hash of the contents of `paths` and of `values`. `known` caches the hashes of files and folders. */
export function hashSources({ paths = [], values = null }: BuildSources, known: SourceHashes = new Map()): string {
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const path of paths) {
    const found = known.get(path) ?? (existsSync(path) ? hashFiles(path) : 'none');
    known.set(path, found);
    hash.update(found);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Removes all builds of `name` except for the one at `out`. */
function removeOlder(out: string, name: string) {
  const isBuild = new RegExp(`^${name}-[\\da-f]{16}$`);
  for (const other of readdirSync(dirname(out)))
    if (isBuild.test(other) && other !== basename(out)) rmSync(join(dirname(out), other), { recursive: true });
}

/** Returns the path of the build `name` from its current sources. The build may not exist yet. */
export const pathOfBuild = (name: string, { paths = [], values }: BuildSources = {}, known?: SourceHashes) =>
  resolve(`node_modules/.cache/workbench/${name}-${hashSources({ paths: [...OWN, ...paths], values }, known)}`);

/** Returns the path of the build `name`. Calls `build` to write the build, unless it exists for the same sources. */
export async function buildOnce(
  name: string,
  sources: BuildSources,
  build: (out: string) => unknown,
  known?: SourceHashes,
) {
  const out = pathOfBuild(name, sources, known);
  if (existsSync(out)) return out;
  mkdirSync(dirname(out), { recursive: true });
  // Two processes may build at the same time, so an incomplete build has a name of its own.
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
