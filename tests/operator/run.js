/*
 * `npm run test:operator` runs the tests in a copy of the project with an operator's values. Arguments go to Vitest:
 * `npm run test:operator -- --project unit --project site`.
 */

import { spawnSync } from 'node:child_process';
import { constants, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { envFile, siteFileChanges } from './values.js';

/** Files that are not copied: generated files, local files, and caches that depend on the folder. */
const LEFT_OUT =
  /^(node_modules\/\.(cache|vite|vite-temp|vitest|package-lock\.json)|dist|\.git|\.machines|\.env(?!\.example)[^/]*|\.vitest-attachments)$/;

function changeSite(text) {
  return siteFileChanges.reduce((changed, [before, after]) => {
    const next = changed.replace(before, () => after);
    if (next === changed) throw new Error(`tests/operator/values.js: src/site.ts has no ${before} any more.`);
    return next;
  }, text);
}

const copy = mkdtempSync(join(tmpdir(), 'operator-'));
const run = (...words) => {
  console.info(`\n> ${words.join(' ')}   (in ${copy})\n`);
  const { status } = spawnSync('npx', ['--no-install', ...words], { cwd: copy, stdio: 'inherit' });
  if (status === 0) return;
  console.info(`The copy is kept: ${copy}`);
  process.exit(status ?? 1);
};

cpSync('.', copy, {
  recursive: true,
  verbatimSymlinks: true,
  // Copies files without their data (copy-on-write) where the file system can.
  mode: constants.COPYFILE_FICLONE,
  filter: (from) => !LEFT_OUT.test(from),
});
const site = join(copy, 'src/site.ts');
writeFileSync(site, changeSite(readFileSync(site, 'utf8')));
writeFileSync(join(copy, '.env'), envFile);

const asked = process.argv.slice(2);
const isWhole = !asked.length;
run('biome', 'check', '--write', 'src/site.ts');
// Repeats the steps that README lists for a change of the product's verb or colours.
if (isWhole || asked.includes('site')) run('vitest', 'run', '--mode', 'draw');
if (isWhole) run('tsc', '--checkers', '1');
if (isWhole) run('biome', 'check', '--error-on-warnings');
run('vitest', 'run', ...asked);
rmSync(copy, { recursive: true, force: true });
