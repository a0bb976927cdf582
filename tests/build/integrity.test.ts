import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  computeRootHash,
  type IntegrityList,
  readFiles,
  readSiteVariables,
  repositoryUrlOf,
  requestPathOf,
  writeIntegrity,
} from '#build/integrity';
import { REVISION_PLACEHOLDER } from '#domain/integrity';

const COMMIT = 'a1b2c3d4'.repeat(5);
const footer = `<code data-build="commit">${REVISION_PLACEHOLDER.commit}</code> <code data-build="root">${REVISION_PLACEHOLDER.root}</code>`;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Writes the files of a small site, with `changes`, and the list of their hashes. */
function siteWith(changes: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'integrity-'));
  folders.push(folder);
  const files = {
    'index.html': `<h1>سلام</h1>${footer}`,
    'ar/index.html': footer,
    '404.html': 'none',
    'assets/a.js': 'a()',
    _headers: '/*',
    ...changes,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const given = { commit: COMMIT, date: '2026-11-28', values: {}, headers: { '/*': { 'X-A': 'b' } } };
  return { folder, integrity: writeIntegrity(folder, given) };
}

const commands = `
  sed -i 's/\\(data-build="root">\\)[0-9a-f]*/\\100000000/' $(find . -name '*.html')
  find . -type f ! -path ./integrity.json -printf '%P\\n' | xargs -d '\\n' sha256sum | LC_ALL=C sort | sha256sum`;

describe("the list of a site's files", () => {
  const { folder, integrity } = siteWith();
  const files = readFiles(folder);

  test('has each file under the path that visitors request', () => {
    expect(Object.keys(integrity.hashes)).toEqual(['/', '/404.html', '/ar/', '/assets/a.js']);
    expect(integrity.hashes['/assets/a.js']).toMatch(/^[\w+/]{43}=$/);
    expect(requestPathOf('blog/other.html')).toBe('/blog/other.html');
  });

  test('equals the list in integrity.json', () => {
    const written: IntegrityList = JSON.parse(files.get('integrity.json')!.toString());
    expect(written).toEqual(integrity);
    expect(written).toMatchObject({ format: 1, commit: COMMIT, lock: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('gives its root hash and commit to the footer of each page', () => {
    for (const page of ['index.html', 'ar/index.html'])
      expect(files.get(page)!.toString()).toContain(footerOf(integrity.root));
    expect(files.get('index.html')!.toString()).toContain('سلام');
    expect(computeRootHash(files)).toBe(integrity.root);
  });

  test('has the same root hash as the printed sha256sum commands compute', () => {
    const other = siteWith();
    const printed = execFileSync('sh', ['-c', commands], { cwd: other.folder, encoding: 'utf8' });
    expect(printed.trim()).toBe(`${other.integrity.root}  -`);
  });

  test.each([
    ['a changed script', { 'assets/a.js': 'b()' }],
    ['a changed page', { 'index.html': `<h1>سلم</h1>${footer}` }],
    ['a changed header', { _headers: '/' }],
    ['one more file', { 'b.js': '' }],
    ['a file of another name', { 'ar/a.html': '' }],
  ])('has another root hash for a site that differs by %s', (_, changes) => {
    expect(siteWith().integrity.root).toBe(integrity.root);
    expect(siteWith(changes).integrity.root).not.toBe(integrity.root);
  });
});

const footerOf = (root: string) =>
  footer.replace(REVISION_PLACEHOLDER.commit, COMMIT.slice(0, 7)).replace(REVISION_PLACEHOLDER.root, root.slice(0, 8));

test('readSiteVariables finds only the variables that the site reads and that are set', () => {
  const source = 'a(import.meta.env.VITE_B || 1); b(import.meta.env.VITE_A, import.meta.env.VITE_NONE)';
  const environment = { VITE_B: '2', VITE_A: '', VITE_SECRET: 'hunter2', PATH: '/bin' };
  expect(Object.entries(readSiteVariables(source, environment))).toEqual([
    ['VITE_A', ''],
    ['VITE_B', '2'],
  ]);
});

test.each([
  ['https://github.com/a/b', 'https://github.com/a/b'],
  ['git+https://git.example/a/b.git', 'https://git.example/a/b'],
  ['a/b', 'https://github.com/a/b'],
  ['github:a/b', 'https://github.com/a/b'],
  ['git+ssh://git@github.com/a/b.git', null],
  ['https://github.com/a/b" onclick="', null],
  [undefined, null],
])('the repository %s in package.json becomes the link %s', (url, source) => {
  expect(repositoryUrlOf(JSON.stringify({ repository: { url } }))).toBe(source);
  expect(repositoryUrlOf(JSON.stringify({ repository: url }))).toBe(source);
});
