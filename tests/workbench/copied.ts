import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs a copied test as the file that its reader saves in `tests/machines`, but in a copy of that folder. Returns the
 * titles of the tests that passed. Rejects with the report if one fails.
 */
export async function runCopied(text: string): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'copied-'));
  for (const folder of ['machines', 'traces']) mkdirSync(join(root, 'tests', folder), { recursive: true });
  for (const path of ['node_modules', 'tests/traces/traces.ts']) symlinkSync(resolve(path), join(root, path));
  writeFileSync(join(root, 'tests/machines/copied.test.ts'), text);
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  try {
    const { stdout } = await run(process.execPath, [vitest, 'run', '--root', root, '--reporter', 'json']);
    const { testResults } = JSON.parse(stdout) as { testResults: { assertionResults: { title: string }[] }[] };
    return testResults.flatMap(({ assertionResults }) => assertionResults.map(({ title }) => title));
  } finally {
    rmSync(root, { recursive: true });
  }
}
