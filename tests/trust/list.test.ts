import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CannotVerifyError, parseIntegrityList, readBuild } from '#trust/build';
import { createRebuildEnvironment, findCommit } from '#trust/rebuild';
import { parseHostOrigin, runVerifyCommand } from '#trust/verify';
import { buildSmallSite, startTestHost } from './site';

const { folder, build, remove } = buildSmallSite();
const { integrity } = build;

const withChange = (change: object) => Buffer.from(JSON.stringify({ ...integrity, ...change }));
const hash = integrity.root;
const content = Object.values(integrity.hashes)[0]!;

describe('parseIntegrityList()', () => {
  test('parses the integrity.json of a build', () => expect(parseIntegrityList(build.list)).toEqual(integrity));

  test.each([
    ['a page', Buffer.from('<!doctype html>'), 'is not JSON'],
    ['a number', Buffer.from('1'), 'is no list'],
    ['another format', withChange({ format: 2 }), '"format"'],
    ['a script as source', withChange({ source: 'javascript:alert(1)' }), '"source"'],
    ['a branch as commit', withChange({ commit: 'main' }), '"commit"'],
    ['an option as commit', withChange({ commit: '--output=/etc/passwd' }), '"commit"'],
    ['a command as date', withChange({ date: '$(date)' }), '"date"'],
    ['a short root', withChange({ root: hash.slice(1) }), '"root"'],
    ['another variable', withChange({ values: { NODE_OPTIONS: '--require /tmp/x.js' } }), '"values"'],
    ['a path as variable', withChange({ values: { PATH: '/tmp' } }), '"values"'],
    ['two lines in a value', withChange({ values: { VITE_SITE_URL: 'a\nNODE_OPTIONS=b' } }), '"values"'],
    ['an object as value', withChange({ values: { VITE_SITE_URL: {} } }), '"values"'],
    ['a long value', withChange({ values: { VITE_SITE_URL: 'a'.repeat(5_000) } }), '"values"'],
    ['a path that escapes', withChange({ hashes: { '/../../etc/passwd': content } }), '"hashes"'],
    ['a path of another host', withChange({ hashes: { '//evil.example/x': content } }), '"hashes"'],
    ['a path with a space', withChange({ hashes: { '/a b': content } }), '"hashes"'],
    ['a path that is encoded', withChange({ hashes: { '/%2e%2e/a': content } }), '"hashes"'],
    ['a hash of another kind', withChange({ hashes: { '/': hash } }), '"hashes"'],
    ['a header with a line end', withChange({ headers: { '/*': { 'A\r\nB': 'c' } } }), '"headers"'],
  ])('refuses an integrity.json with %s', (_, list, sentence) => {
    expect(() => parseIntegrityList(list)).toThrow(CannotVerifyError);
    expect(() => parseIntegrityList(list)).toThrow(sentence);
  });
});

describe('the arguments of verify', () => {
  test('createRebuildEnvironment() passes only the variables of the site, unchanged', () => {
    process.env.VITE_FOREIGN = 'x';
    const environment = createRebuildEnvironment(hash.slice(0, 40), '1', { VITE_SITE_URL: '$(touch /tmp/hacked)' });
    delete process.env.VITE_FOREIGN;
    expect(environment).toMatchObject({ VITE_SITE_URL: '$(touch /tmp/hacked)', SOURCE_DATE_EPOCH: '1' });
    expect(
      Object.keys(environment).filter((name) => /^(VITE_FOREIGN|VITEST|NODE_OPTIONS|SITE_FILE)/.test(name)),
    ).toEqual([]);
  });

  test.each([
    ['https://example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['http://localhost:4173', 'http://localhost:4173'],
    ['http://[::1]:80/', 'http://[::1]'],
  ])('parseHostOrigin() accepts the address %s', (address, origin) =>
    expect(parseHostOrigin(address).origin).toBe(origin),
  );

  test.each([
    ['example.com', 'no address'],
    ['https://example.com/app/', 'at the root of its host: name it as https://example.com'],
    ['https://user:secret@example.com', 'at the root'],
    ['ftp://example.com', 'at the root'],
    ['http://example.com', 'Plain http proves nothing'],
  ])('parseHostOrigin() refuses the address %s', (address, sentence) =>
    expect(() => parseHostOrigin(address)).toThrow(sentence),
  );

  test('findCommit() finds a commit of this clone, and refuses an unknown one', async () => {
    await expect(findCommit('0'.repeat(40), undefined)).rejects.toThrow('Fetch it first: git fetch origin 000');
    await expect(findCommit('0'.repeat(40), '--all')).rejects.toThrow('is no commit');
    await expect(findCommit('0'.repeat(40), 'HEAD')).resolves.toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('npm run verify', () => {
  const hostWith = (path: string, body: Buffer | null) =>
    startTestHost(build, (served) => (served.path === path ? (body ? { body } : { status: 404 }) : {}));
  async function run(host: URL | string, ...options: string[]) {
    const printed: string[] = [];
    const args = [String(host), '--pause', '0', '--time', '1', ...options];
    const code = await runVerifyCommand(args, (text) => printed.push(text));
    return [code, printed.join('\n')] as const;
  }

  const LIST = '/integrity.json';
  const foreign = withChange({ commit: '0'.repeat(40), date: '2026-01-01' });
  const claims = 'The host names commit 0000000 of 2026-01-01, and not a1b2c3d of 2026-11-28.';
  const root = /serves all 6 files of commit a1b2c3d, with all headers\. Root [0-9a-f]{64} \(.*VITE_SIGN_IN="off"/s;
  const dist = ['--dist', folder];
  const other = Buffer.from('x');

  test.each<[string, path: string, body: Buffer | null, string[], code: number, printed: string | RegExp]>([
    ['nothing differs', '', null, dist, 0, root],
    ['a file differs', '/', other, dist, 1, '✗ / is not that of the build: 1 bytes instead of'],
    ['integrity.json names another commit', LIST, foreign, dist, 1, claims],
    ['nothing differs with --quick', '', null, ['--quick'], 0, 'does not prove that they are the commit'],
    [
      'a file differs with --quick',
      '/assets/a.js',
      other,
      ['--quick'],
      1,
      "/assets/a.js is not what the host's own list says.",
    ],
    ['the host has no integrity.json', LIST, null, [], 2, 'The host has no /integrity.json'],
    ['this clone lacks the commit', LIST, build.list, [], 2, 'This clone has no commit'],
    ['the host names no commit', LIST, withChange({ commit: null }), [], 2, 'The host names no commit'],
  ])('prints the result and exits with the matching code if %s', async (_, path, body, options, expected, sentence) => {
    const [code, printed] = await run(await hostWith(path, body), ...options);
    expect(code).toBe(expected);
    expect(printed).toMatch(sentence);
  });

  test('prints the result as JSON if it is called with --json', async () => {
    const [code, printed] = await run(await startTestHost(build), '--dist', folder, '--json');
    expect(code).toBe(0);
    const values = { VITE_SIGN_IN: 'off' };
    expect(JSON.parse(printed)).toMatchObject({ same: true, root: integrity.root, findings: [], values });
  });

  test.each([
    ['http://localhost:1', [], 'the host refuses the connection'],
    ['http://localhost:1', ['--pause', 'long'], '"long" is no number of seconds'],
    ['http://localhost:1', ['--nonsense'], "Unknown option '--nonsense'"],
    ['nonsense', [], 'is no address'],
  ])('exits with 2 if it cannot compare the host %s with the arguments %j', async (address, options, sentence) => {
    expect(await run(address, ...options)).toEqual([2, expect.stringContaining(sentence)]);
  });

  test('refuses a build folder whose files have changed since the build', () => {
    writeFileSync(join(folder, 'assets/b.js'), '');
    expect(() => readBuild(folder)).toThrow('has changed since it was built');
    remove();
    expect(() => readBuild(folder)).toThrow('has no integrity.json');
    expect(existsSync('/tmp/hacked')).toBe(false);
  });
});
