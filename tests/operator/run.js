/*
 * `npm run test:operator` runs the tests in a copy of the project with an operator's values. Arguments go to Vitest:
 * `npm run test:operator -- --project unit --project site`.
 */

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changes, env } from './values.js';

/** Generated files and local files, which are not copied. */
const LEFT_OUT = /^(node_modules|dist|\.git|\.machines|\.env(?!\.example).*|\.vitest-attachments)$/;
/** Caches that depend on the folder. */
const CACHES = /^\.(cache|vite|vite-temp|vitest|package-lock\.json)$/;

/** Copies the folder `from` without names that match `without`, each file by `copy`. */
function copyFolder(from, to, copy, without) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (without?.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target, copy);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copy(source, target);
  }
}

/** Links a read-only file, or copies it to another disk. */
function link(from, to) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function changeSite(text) {
  return changes.reduce((changed, [before, after]) => {
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

copyFolder('.', copy, copyFileSync, LEFT_OUT);
copyFolder('node_modules', join(copy, 'node_modules'), link, CACHES);
const site = join(copy, 'src/site.ts');
writeFileSync(site, changeSite(readFileSync(site, 'utf8')));
writeFileSync(join(copy, '.env'), env);

const asked = process.argv.slice(2);
const isWhole = !asked.length;
run('biome', 'check', '--write', 'src/site.ts');
// The steps that README lists after a change of verb or colours.
if (isWhole || asked.includes('site')) run('vitest', 'run', '--mode', 'draw');
if (isWhole) run('tsc', '--checkers', '1');
if (isWhole) run('biome', 'check', '--error-on-warnings');
run('vitest', 'run', ...asked);
rmSync(copy, { recursive: true, force: true });
