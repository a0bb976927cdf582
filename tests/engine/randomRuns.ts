import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';

/** A failed random run, in the shortest form that fast-check has found. */
interface Bad {
  seed: number;
  path: string;
  /** The run's steps as text, for readers. */
  happened: string;
}

/**
 * Checks `property` in `numRuns` random runs, and prints the seed. A failure is shrunk, stored in `file`, and tried
 * first in all later runs: commit it with the fix.
 */
export async function checkRandomly<T>(file: URL, property: fc.IAsyncProperty<T>, numRuns = 100) {
  const name = file.pathname.replace(/^.*\/|\.json$/g, '');
  const kept: Bad[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  for (const { seed, path, happened } of kept) {
    const again = await fc.check(property, { seed, path, endOnFailure: true });
    if (again.failed) throw new Error(`${name}: what was known to go wrong does so again.\n${happened}`);
  }
  const result = await fc.check(property, { numRuns });
  console.info(`${name}: seed ${result.seed}`);
  if (!result.failed) return;
  const happened = fc.stringify(result.counterexample);
  // Runs with mutants fail on purpose, so their failures are not stored.
  if (!('mutant' in globalThis)) {
    mkdirSync(new URL('.', file), { recursive: true });
    const bad: Bad = { seed: result.seed, path: result.counterexamplePath ?? '', happened };
    writeFileSync(file, `${JSON.stringify([...kept, bad], null, 2)}\n`);
  }
  throw new Error(`${fc.defaultReportMessage(result)}\n${(result.errorInstance as Error | null)?.message ?? ''}`);
}
