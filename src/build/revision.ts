import { execFileSync } from 'node:child_process';

type Environment = Record<string, string | undefined>;

/** Returns what git prints, or undefined outside of a repository and without git. */
function ask(...args: string[]) {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** Whether git tracks the project itself, and not only a folder above it. */
const isTracked = () => Boolean(ask('ls-files', 'package.json'));

/**
 * Returns the date of `SOURCE_DATE_EPOCH` (reproducible-builds.org), else of the commit, else today: `YYYY-MM-DD` UTC.
 *
 * @throws {Error} if `SOURCE_DATE_EPOCH` is no number of seconds
 */
export function dateOfBuild({ SOURCE_DATE_EPOCH }: Environment = process.env) {
  if (SOURCE_DATE_EPOCH && !/^\d{1,11}$/.test(SOURCE_DATE_EPOCH))
    throw new Error(`SOURCE_DATE_EPOCH must be a number of seconds since 1970, not "${SOURCE_DATE_EPOCH}".`);
  const seconds = SOURCE_DATE_EPOCH || (isTracked() && ask('log', '-1', '--format=%ct'));
  return new Date(seconds ? Number(seconds) * 1_000 : Date.now()).toISOString().slice(0, 10);
}

/**
 * Returns `SOURCE_COMMIT`, else the commit of the checkout, with `-dirty` if it has uncommitted changes, else null.
 *
 * @throws {Error} if `SOURCE_COMMIT` is no commit
 */
export function commitOfBuild({ SOURCE_COMMIT }: Environment = process.env) {
  if (SOURCE_COMMIT && !/^[0-9a-f]{40}(-dirty)?$/.test(SOURCE_COMMIT))
    throw new Error(`SOURCE_COMMIT must be the 40 digits of a commit, not "${SOURCE_COMMIT}".`);
  if (SOURCE_COMMIT) return SOURCE_COMMIT;
  const head = isTracked() && ask('rev-parse', 'HEAD');
  return head ? `${head}${ask('status', '--porcelain') === '' ? '' : '-dirty'}` : null;
}
