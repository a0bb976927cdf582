import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTEGRITY_PATH, REVISION_PLACEHOLDER } from '#domain/integrity';

/** The content of `/integrity.json`. */
export interface IntegrityList {
  format: 1;
  /** The web URL of `repository` in `package.json`, or null. */
  source: string | null;
  /** Null outside of a repository. It ends with `-dirty` if the checkout has uncommitted changes. */
  commit: string | null;
  date: string;
  lock: string;
  values: Record<string, string>;
  /** The root hash: SHA-256 over all files. See `computeRootHash`. */
  root: string;
  headers: Record<string, Record<string, string>>;
  /** SHA-256 of each file in base64, by the path that visitors request. */
  hashes: Record<string, string>;
}

type Files = ReadonlyMap<string, Buffer>;

const sha256 = (content: Buffer | string, form: 'hex' | 'base64' = 'hex') =>
  createHash('sha256').update(content).digest(form);

export function readFiles(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names
      .map((name) => [name.slice(join(folder, '/').length).replaceAll('\\', '/'), readFileSync(name)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const place = (name: keyof typeof REVISION_PLACEHOLDER) =>
  new RegExp(`(data-build="${name}">)[0-9a-f]{${REVISION_PLACEHOLDER[name].length}}`, 'g');

/** Returns a page with the digits of the commit, or of the root hash, in its footer. */
const marked = (html: string, name: keyof typeof REVISION_PLACEHOLDER, digits: string) =>
  html.replace(place(name), (_, before) => before + digits.slice(0, REVISION_PLACEHOLDER[name].length));

const isPage = (path: string) => path.endsWith('.html');

/** Returns the part of a file that the root hash covers: of a page, all except the root hash in its footer. */
const counted = (path: string, content: Buffer) =>
  isPage(path) ? Buffer.from(marked(content.toString('latin1'), 'root', REVISION_PLACEHOLDER.root), 'latin1') : content;

/** SHA-256 over the sorted lines that `sha256sum` prints for all files except `/integrity.json`. */
export function computeRootHash(files: Files) {
  const lines = [...files]
    .filter(([path]) => `/${path}` !== INTEGRITY_PATH)
    .map(([path, content]) => `${sha256(counted(path, content))}  ${path}\n`);
  return sha256(lines.sort().join(''));
}

export const requestPathOf = (file: string) => `/${file}`.replace(/\/index\.html$/, '/');

/** Whether visitors can request a file that has a hash in the list. Hosts read `_headers` and do not serve it. */
const isServed = (path: string) => path !== '_headers' && `/${path}` !== INTEGRITY_PATH;

/** Returns the `VITE_` variables that `source`, the text of the site's values, reads from `environment`. */
export function readSiteVariables(source: string, environment: Record<string, unknown>) {
  const names = new Set(Array.from(source.matchAll(/\bimport\.meta\.env\.(VITE_\w+)/g), ([, name = '']) => name));
  return Object.fromEntries(
    [...names]
      .sort()
      .filter((name) => typeof environment[name] === 'string')
      .map((name) => [name, String(environment[name])]),
  );
}

/** Returns the web URL of the repository in the text of a `package.json`, in any notation that npm accepts. */
export function repositoryUrlOf(text: string) {
  const { repository } = JSON.parse(text) as { repository?: string | { url?: string } };
  const named = (typeof repository === 'string' ? repository : repository?.url) ?? '';
  const url = named.replace(/^(github:)?(?=[\w.-]+\/[\w.-]+$)/, 'https://github.com/').replace(/^git\+|\.git$/g, '');
  return /^https:\/\/[\w.-]+(\/[\w.~-]+)+$/.test(url) ? url : null;
}

export function writeIntegrity(
  folder: string,
  { commit, date, values, headers }: Pick<IntegrityList, 'commit' | 'date' | 'values' | 'headers'>,
) {
  const mark = (name: keyof typeof REVISION_PLACEHOLDER, digits: string) => {
    for (const [path, content] of readFiles(folder))
      if (isPage(path)) writeFileSync(join(folder, path), marked(content.toString(), name, digits));
  };
  mark('commit', commit ?? REVISION_PLACEHOLDER.commit);
  mark('root', computeRootHash(readFiles(folder)));
  const lock = sha256(readFileSync('package-lock.json'));
  const source = repositoryUrlOf(readFileSync('package.json', 'utf8'));
  const files = readFiles(folder);
  const hashes = [...files]
    .filter(([path]) => isServed(path))
    .map(([path, content]) => [requestPathOf(path), sha256(content, 'base64')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = { source, commit, date, lock, values, headers, root: computeRootHash(files) };
  const integrity: IntegrityList = { format: 1, ...parts, hashes: Object.fromEntries(hashes) };
  writeFileSync(join(folder, INTEGRITY_PATH), `${JSON.stringify(integrity, null, 2)}\n`);
  return integrity;
}
