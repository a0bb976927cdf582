import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Checks a copied test as `npm test` does. Rejects with the report if the linter or the formatter finds something. */
export async function lintCopiedTest(text: string) {
  const root = mkdtempSync(join(tmpdir(), 'linted-'));
  const config = JSON.parse(readFileSync('.biome.json', 'utf8'));
  writeFileSync(join(root, 'biome.json'), JSON.stringify({ ...config, vcs: undefined, files: undefined }));
  writeFileSync(join(root, 'copied.test.ts'), text);
  try {
    const biome = resolve('node_modules/@biomejs/biome/bin/biome');
    await run(process.execPath, [biome, 'check', '--error-on-warnings', 'copied.test.ts'], { cwd: root });
  } catch (error) {
    throw new Error(`${(error as Error).message}${(error as { stdout?: string }).stdout}`);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/**
 * Runs copied tests as files that their reader saves in `tests/machines`, but in a copy of that folder. Returns the
 * titles of the tests that passed. Rejects with the report if one fails.
 */
export async function runCopiedTests(files: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'copied-'));
  for (const folder of ['machines', 'traces']) mkdirSync(join(root, 'tests', folder), { recursive: true });
  for (const path of ['node_modules', 'tests/traces/traces.ts']) symlinkSync(resolve(path), join(root, path));
  for (const [name, source] of Object.entries(files)) writeFileSync(join(root, 'tests/machines', name), source);
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  try {
    const { stdout } = await run(process.execPath, [vitest, 'run', '--root', root, '--reporter', 'json']);
    const { testResults } = JSON.parse(stdout) as { testResults: { assertionResults: { title: string }[] }[] };
    return testResults.flatMap(({ assertionResults }) => assertionResults.map(({ title }) => title));
  } finally {
    rmSync(root, { recursive: true });
  }
}
