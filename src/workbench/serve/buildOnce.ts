import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The files that every tool is made of, from the root. */
const OWN = ['package-lock.json', 'src/workbench'];

/** Adds the names and contents of all files at `path` to `hash`. */
function hashFiles(hash: ReturnType<typeof createHash>, path: string) {
  if (!statSync(path).isDirectory()) return void hash.update(path).update(readFileSync(path));
  for (const name of readdirSync(path).sort()) hashFiles(hash, join(path, name));
}

/** Removes older builds of the tool, which nobody needs again. */
function removeOlder(out: string, name: string) {
  const isBuild = new RegExp(`^${name}-[\\da-f]{16}$`);
  for (const other of readdirSync(dirname(out)))
    if (isBuild.test(other) && other !== basename(out)) rmSync(join(dirname(out), other), { recursive: true });
}

/**
 * Returns the folder of the tool `name`. `build` fills it if the sources have changed since: the workbench, its libraries,
 * or the files and folders `more`.
 */
export async function buildOnce(name: string, more: readonly string[], build: (out: string) => Promise<unknown>) {
  const hash = createHash('sha256');
  for (const path of [...OWN, ...more]) hashFiles(hash, path);
  const out = resolve(`node_modules/.cache/workbench/${name}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(out)) return out;
  // Two programs may build at once: the folder appears when it is whole.
  const draft = `${out}.${process.pid}`;
  await build(draft);
  try {
    renameSync(draft, out);
  } catch {
    rmSync(draft, { recursive: true });
  }
  removeOlder(out, name);
  return out;
}
