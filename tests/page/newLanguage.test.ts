import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuildEnvironment } from '../support/build.ts';
import { readTutorial } from '../support/tutorial.ts';

/* Adds German to a copy of the project by the steps of "Add a language" in CONTRIBUTING.md. */

const run = promisify(execFile);
const blocks = readTutorial().filter(({ path }) => /^src\/copy\/de\/|^src\/domain\/language|^tests\/copy\//.test(path));
const copy = mkdtempSync(join(tmpdir(), 'language-'));
afterAll(() => rmSync(copy, { recursive: true }));

function changed(text: string, { path, code }: { path: string; code: string }) {
  const lines = code.replace(/\n$/, '').split('\n');
  const part = (sign: RegExp) => lines.flatMap((line) => (sign.test(line) ? line.slice(1) : [])).join('\n');
  expect(text, path).toContain(part(/^[ -]/));
  return text.replace(part(/^[ -]/), () => part(/^[ +]/));
}

beforeAll(() => {
  for (const name of ['src', 'machines', 'tests', 'index.html', 'package.json', 'package-lock.json', 'vite.config.ts'])
    cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const {
    incremental: _,
    tsBuildInfoFile: __,
    ...compilerOptions
  } = JSON.parse(readFileSync('tsconfig.json', 'utf8')).compilerOptions;
  const include = ['src/copy', 'src/domain', 'tests/copy'];
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));

  const [, from = '', to = ''] = /^ {4}cp -r (\S+) (\S+)$/m.exec(readFileSync('.github/CONTRIBUTING.md', 'utf8')) ?? [];
  cpSync(join(copy, from), join(copy, to), { recursive: true });
  for (const block of blocks) {
    const file = join(copy, block.path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, block.language === 'diff' ? changed(readFileSync(file, 'utf8'), block) : block.code);
  }
});

const typeErrors = () =>
  run('npx', ['--no-install', 'tsc', '--noEmit', '-p', copy], { cwd: copy }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );

test('tsc reports each sentence that the added language lacks', async () => {
  expect(blocks.map(({ path }) => path)).toEqual([
    'src/domain/language.ts',
    'src/copy/de/numbers.ts',
    'src/copy/de/names.ts',
    'tests/copy/terms.ts',
  ]);
  expect(await typeErrors()).toBe('');
  const file = join(copy, 'src/copy/de/page.ts');
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, whole.replace(/^ {2}close: .*\n/m, ''));
  expect(await typeErrors()).toMatch(/^src\/copy\/de\/page\.ts\(\d+,\d+\): error TS2741: Property 'close' is missing /);
  writeFileSync(file, whole);
});

test('the added language is served at its path, and the build names its missing parts', async () => {
  const out = mkdtempSync(join(copy, 'dist-'));
  const vite = join(copy, 'node_modules/vite/bin/vite.js');
  const env = createBuildEnvironment({ VITE_LANGUAGES: 'en,de', SITE_FILE: 'tests/samples/site.ts' });
  const { stdout, stderr } = await run(process.execPath, [vite, 'build', '--outDir', out], { cwd: copy, env });
  const html = readFileSync(join(out, 'de/index.html'), 'utf8');
  expect(html).toContain('<html lang="de" dir="ltr">');
  // The number is formatted with the separators of the new language.
  expect(html).toContain('10.000\u00a0$');
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('lang="de">Deutsch</a>');
  for (const warning of [
    'de has been read by no native speaker.',
    'de has no preview picture',
    'src/site.ts has no text in de for app.description, messaging.request, messaging.greeting, so',
  ])
    expect(stdout + stderr).toContain(warning);
});
