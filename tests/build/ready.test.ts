import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '#build/claim';
import { listenOnFreePort } from '../support/listen.ts';

/* Tests the messages that tell an operator why a command cannot start. */

const SCRIPT = resolve('src/build/ready.js');
const MEGABYTE = 2 ** 20;

interface Situation {
  usual?: number;
  folders: string[];
  text?: string;
  access?: () => void;
  stat?: () => { bavail: number; bsize: number };
}
/** The compiler requires no types of a JavaScript file that is imported by a computed path. */
const { findObstacle } = (await import(SCRIPT)) as { findObstacle(situation: Situation): Promise<string | null> };

const run = promisify(execFile);
const start = (port: string, ...words: string[]) =>
  run(process.execPath, [SCRIPT, ...words], { env: { PATH: process.env.PATH, PORT: port } }).then(
    () => '',
    ({ code, stderr }: { code: number; stderr: string }) => `${code}: ${stderr}`,
  );

test.each(['abc', '-1', '65536', '80.5', '0x50', '1e3'])('PORT=%s is refused in one sentence', async (text) => {
  const sentence = `PORT must be a whole number from 0 to 65535, not "${text}".`;
  expect(await findObstacle({ usual: 4173, folders: [], text })).toBe(sentence);
});

test.each(['', ' ', '0'])('PORT=%j passes the check like a missing PORT', async (text) => {
  expect(await findObstacle({ usual: 1, folders: [], text: text || '0' })).toBeNull();
});

test('a command that refuses PORT prints only one sentence', async () => {
  expect(await start('abc', '4173')).toBe('1: PORT must be a whole number from 0 to 65535, not "abc".\n');
  expect(await start('abc')).toBe('');
});

test('reports a port in use, and suggests a free port', async () => {
  const { port, close } = await listenOnFreePort(createServer());
  onTestFinished(() => void close());
  const sentence = `Port ${port} is taken. Set another one, for example: PORT=${port + 10}.`;
  expect(await findObstacle({ usual: 4173, folders: [], text: String(port) })).toBe(sentence);
  expect(await findObstacle({ usual: port, folders: [], text: '' })).toBe(sentence);
});

test('each command checks that it can run before it loads a package', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  for (const name of ['start', 'dev', 'build'])
    expect(scripts[name]).toMatch(/^node src\/build\/ready\.js( \d+)? && vite/);
  const starters = [...new Set(Object.values(scripts).flatMap((script) => /^node (src\/\S+)/.exec(script)?.[1] ?? []))];
  const ownLoaders = starters.filter(
    (one) => !/ready/.test(one) && !readFileSync(one, 'utf8').includes('await runModule('),
  );
  for (const file of ['src/build/runModule.js', ...ownLoaders]) {
    const text = readFileSync(file, 'utf8');
    expect(text.indexOf('await exitUnlessReady('), file).toBeGreaterThan(0);
    expect(text.indexOf("await import('vite')"), file).toBeGreaterThan(text.indexOf('await exitUnlessReady('));
    // In a clone without packages, a static import of Vite would fail before the check could report the reason.
    expect(text, file).not.toMatch(/^import .*'vite'/m);
  }
});

const refuse = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test.each([
  ['EROFS', 'its file system can only be read'],
  ['EACCES', 'this user may not write there'],
  ['ENOENT', 'it does not exist: run `npm ci` first'],
])('the error code %s is reported as a reason in plain words', async (code, why) => {
  const found = await findObstacle({ folders: ['/some/where'], access: refuse(code) });
  expect(found).toBe(`Nothing can be written into /some/where: ${why}.`);
});

test.each([
  [31, 'There is no space left to write into .: free at least 32 MB.'],
  [32, null],
])('with %d MB of free space, the reported problem is: %s', async (space, sentence) => {
  const stat = () => ({ bavail: space, bsize: MEGABYTE });
  expect(await findObstacle({ folders: ['.'], stat })).toBe(sentence);
});

const claim = (owner?: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'claim-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'made', 'dist.lock');
  lockFolder('dist', file)();
  if (owner) writeFileSync(file, String(owner));
  return file;
};

test('a second build into dist reports the running one, and keeps its lock', () => {
  const file = claim(process.ppid);
  const sentence = `Another build writes dist (process ${process.ppid}): wait until it has ended.`;
  expect(() => lockFolder(resolve('dist'), file)).toThrow(sentence);
  expect(readFileSync(file, 'utf8')).toBe(String(process.ppid));
});

test('the lock of a build that has ended is ignored', async () => {
  const gone = run(process.execPath, ['-e', '']);
  const file = claim(gone.child.pid);
  await gone;
  const release = lockFolder('dist', file);
  expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  release();
  expect(() => readFileSync(file)).toThrow('ENOENT');
});
