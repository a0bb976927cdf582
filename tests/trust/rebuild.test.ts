import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeIntegrity } from '#build/integrity';
import { readBuild } from '#trust/build';
import { runVerifyCommand } from '#trust/verify';
import { startTestHost } from './site';

/* Tests how `verify` builds a commit of a small repository whose packages are not installed. */

/** A stand-in for Vite that copies the folder `dist`, and logs two variables and its own folder. */
const builder = (dist: string, log: string) => `
  const { SOURCE_COMMIT, VITE_TITLE } = process.env;
  require('node:fs').writeFileSync(${JSON.stringify(log)}, JSON.stringify([SOURCE_COMMIT, VITE_TITLE, __dirname]));
  require('node:fs').cpSync(${JSON.stringify(dist)}, 'dist', { recursive: true });
`;

/** Creates a repository that builds with `script` instead of Vite, and a built site that names its commit. */
function repositoryOf(script: (dist: string, log: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'repository-'));
  const own = process.cwd();
  onTestFinished(() => {
    process.chdir(own);
    rmSync(folder, { recursive: true });
  });
  const [work, dist, log] = [join(folder, 'work'), join(folder, 'dist'), join(folder, 'log')];
  const write = (name: string, text: string) => {
    mkdirSync(join(work, name, '..'), { recursive: true });
    writeFileSync(join(work, name), text);
  };
  write('package.json', '{ "name": "small", "version": "1.0.0", "dependencies": { "vite": "file:vite" } }');
  write('vite/package.json', '{ "name": "vite", "version": "1.0.0" }');
  write('vite/bin/vite.js', script(dist, log));
  write('src/site.ts', 'export const title = import.meta.env.VITE_TITLE;');
  const run = (command: string, ...words: string[]) =>
    execFileSync(command, words, { cwd: work, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  run('npm', 'install', '--package-lock-only', '--offline', '--no-audit');
  run('git', 'init', '-q');
  run('git', 'add', '.');
  run('git', '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'first');
  const commit = run('git', 'rev-parse', 'HEAD');
  mkdirSync(dist);
  writeFileSync(join(dist, 'index.html'), '<h1>Small</h1>');
  writeFileSync(join(dist, '404.html'), '<h1>Missing</h1>');
  const values = { VITE_TITLE: '$(id) "a b"' };
  writeIntegrity(dist, { commit, date: '2026-11-28', values, headers: { '/*': { 'X-A': 'b' } } });
  process.chdir(work);
  return { build: readBuild(dist), commit, log, work };
}

async function verified(origin: URL) {
  const printed: string[] = [];
  const code = await runVerifyCommand([origin.href, '--pause', '0'], (text) => printed.push(text));
  return { code, printed: printed.join('\n') };
}

test("verify builds a commit with the host's values, and reports a file that differs", async () => {
  const { build, commit, log, work } = repositoryOf(builder);
  const { code, printed } = await verified(await startTestHost(build));
  expect(printed).toContain('Installing the packages of this commit …');
  expect(printed).toContain(`all 2 files of commit ${commit.slice(0, 7)}`);
  expect(code).toBe(0);
  const [source, title, folder] = JSON.parse(readFileSync(log, 'utf8'));
  expect([source, title]).toEqual([commit, '$(id) "a b"']);
  // The commit's own builder ran, in a folder that is removed afterwards.
  expect(folder).toContain('.verify');
  expect(existsSync(folder)).toBe(false);
  expect(readdirSync(join(work, '.verify'))).toEqual([]);
  const host = await startTestHost(build, ({ path }) => (path === '/' ? { body: Buffer.from('<h1>Smell</h1>') } : {}));
  expect(await verified(host)).toEqual({ code: 1, printed: expect.stringContaining('/ is not that of the build') });
});

test('verify names the reason why a commit cannot be built, and deletes its files', async () => {
  const { build, work } = repositoryOf(() => 'console.error("No space left"); process.exit(1)');
  const { code, printed } = await verified(await startTestHost(build));
  expect(printed).toMatch(/^Could not compare: Commit \w{40} can't be built with .*No space left/m);
  expect(code).toBe(2);
  expect(readdirSync(join(work, '.verify'))).toEqual([]);
});
