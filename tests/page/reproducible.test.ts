import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { type IntegrityList, readFiles } from '#build/integrity';
import { copyFolderByHardLinks } from '#trust/rebuild';
import { createBuildEnvironment, DIST } from '../support/build.ts';

const run = promisify(execFile);
const above = mkdtempSync(join(tmpdir(), 'another folder '));
afterAll(() => run('rm', ['-rf', above]));

/** The files and folders that a build reads, besides the packages. */
const SOURCES = ['src', 'machines', 'tests/samples', 'tests/support', 'index.html', 'vite.config.ts', 'tsconfig.json'];

/** A script that sets the clock of its process 500 days ahead. */
const LATER = `
const { Date: Real } = globalThis;
const later = 500 * 86_400_000;
globalThis.Date = class extends Real {
  constructor(...given) { super(...(given.length ? given : [Real.now() + later])); }
  static now() { return Real.now() + later; }
};`;

/** Builds a copy of the project in a different environment, and returns the output folder. */
async function buildElsewhere({ commit, date, values }: IntegrityList) {
  const [project, home] = [join(above, 'the project'), join(above, 'home')];
  mkdirSync(home);
  for (const path of [...SOURCES, 'package.json', 'package-lock.json'])
    cpSync(path, join(project, path), { recursive: true });
  copyFolderByHardLinks('node_modules', join(project, 'node_modules'), ['.cache']);
  writeFileSync(join(above, 'later.cjs'), LATER);
  const env = createBuildEnvironment({
    ...values,
    SITE_FILE: 'tests/samples/site.ts',
    SOURCE_COMMIT: commit ?? '',
    SOURCE_DATE_EPOCH: String(Date.parse(date) / 1_000 + 3_600),
    HOME: home,
    LANG: 'tr_TR.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
    TZ: 'Asia/Karachi',
    NODE_OPTIONS: `--require "${join(above, 'later.cjs')}"`,
  });
  const dist = join(above, 'dist elsewhere');
  const build = `umask 077 && exec "${process.execPath}" node_modules/vite/bin/vite.js build --outDir "${dist}"`;
  await run('sh', ['-c', build], { cwd: project, env });
  return dist;
}

test('the build is the same in another folder, locale, time zone, home and year', async () => {
  const mine: IntegrityList = JSON.parse(readFileSync(join(DIST, 'integrity.json'), 'utf8'));
  const others = readFiles(await buildElsewhere(mine));
  const differing = [...readFiles(DIST)].filter(([path, content]) => !others.get(path)?.equals(content));
  expect(differing.map(([path]) => path)).toEqual([]);
  expect(JSON.parse(others.get('integrity.json')!.toString()).root).toBe(mine.root);
});
