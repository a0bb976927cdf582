import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { resolveConfig } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { explainFailure } from '#build/failure';
import { sitePlugin } from '#build/plugin';

test.each([
  ['ENOSPC: no space left on device, write', 'there is no space left'],
  ['Failed to write: No space left on device (os error 28)', 'there is no space left'],
  ['EDQUOT: disk quota exceeded, open', 'the quota of this user is used up'],
  ['[plugin site:build] EFBIG: file too large, write', 'a limit allows no file of that size (see `ulimit -f`)'],
  ['EROFS: read-only file system, open', 'its file system can only be read'],
  ['Permission denied (os error 13)', 'this user may not write there'],
])('a build that fails with "%s" prints the reason in one sentence', (message, why) => {
  const error = explainFailure(new Error(message), resolve('dist')) as Error;
  expect(error.message).toBe(`The build could not be written into dist: ${why}.`);
  expect(error.stack).toBe(error.message);
});

test('a build prints any unknown error unchanged', () => {
  const error = new Error('unexpected token (os error 280)');
  expect(explainFailure(error, 'dist')).toBe(error);
});

test('a build that exceeds the file size limit prints the reason without a stack', () => {
  const out = mkdtempSync(join(tmpdir(), 'small-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const vite = resolve('node_modules/vite/bin/vite.js');
  const command = `ulimit -f 400; exec "${process.execPath}" "${vite}" build --outDir "${out}" --emptyOutDir`;
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const { status, stderr } = spawnSync('bash', ['-c', command], { env: { ...env, NO_COLOR: '1' }, encoding: 'utf8' });
  expect(stderr).toMatch(/The build could not be written into .*: a limit allows no file of that size/);
  expect(stderr).not.toMatch(/^ +at |rolldown/m);
  expect(status).toBe(1);
});

test('the build stops with a message if the site is not at the root of its host', async () => {
  const configure = (base: string) => resolveConfig({ configFile: false, base, plugins: [sitePlugin()] }, 'build');
  await expect(configure('/app/')).rejects.toThrow('The site must stand at the root of its host, not at /app/');
  expect((await configure('/')).base).toBe('/');
});
