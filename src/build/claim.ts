import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { createStacklessError } from './failure.ts';

function isRunning(process_: number) {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function otherIn(file: string) {
  const other = Number(readFileSync(file, 'utf8'));
  return other && other !== process.pid && isRunning(other) ? other : null;
}

/**
 * Locks `out` against a second build, and returns a function that unlocks it. Ignores the lock of an ended process.
 *
 * @throws an error that names the other process
 */
export function lockFolder(out: string, file: string) {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const other = otherIn(file);
    if (other)
      throw createStacklessError(
        `Another build writes ${relative('.', out)} (process ${other}): wait until it has ended.`,
      );
    writeFileSync(file, String(process.pid));
  }
  return () => rmSync(file, { force: true });
}
