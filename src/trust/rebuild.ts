import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readSiteVariables } from '#build/integrity';
import { CannotVerifyError } from './build';
import { quoteText } from './text';

const run = promisify(execFile);

/** The folder for builds of `verify`, on the same disk as the packages, so that hard links work. */
const FOLDER = '.verify';

const git = async (...args: string[]) => {
  const { stdout } = await run('git', args, { maxBuffer: 1 << 26 });
  return stdout.trim();
};

const succeeds = (...args: string[]) =>
  git(...args).then(
    () => true,
    () => false,
  );

/** Copies a folder by hard links, because symbolic links to the packages would change the build. */
export function copyFolderByHardLinks(from: string, to: string, except: readonly string[] = []) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (except.includes(entry.name)) continue;
    if (entry.isDirectory()) copyFolderByHardLinks(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else
      try {
        linkSync(source, target);
      } catch {
        copyFileSync(source, target);
      }
  }
}

type Packages = Record<string, { integrity?: string; optional?: boolean }>;
const packagesIn = (file: string): Packages => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether the installed packages are those of a lock file. Optional packages differ between machines. */
function isInstalled(lockFile: string) {
  const installed = 'node_modules/.package-lock.json';
  if (!existsSync(installed)) return false;
  const found = packagesIn(installed);
  return Object.entries(packagesIn(lockFile)).every(
    ([path, { integrity, optional }]) =>
      !path || found[path]?.integrity === integrity || (optional && found[path] === undefined),
  );
}

/**
 * Returns the commit to build, as 40 digits.
 *
 * @throws {CannotVerifyError} if this clone does not have it, or if only the host names it and it is not part of this
 * branch
 */
export async function findCommit(claimed: string, wanted: string | undefined) {
  if (!(await succeeds('rev-parse', '--git-dir')))
    throw new CannotVerifyError('This folder is no clone, so no commit can be built: compare with a build by --dist.');
  const name = wanted ?? claimed;
  if (wanted !== undefined && !/^\w[\w./-]*$/.test(wanted))
    throw new CannotVerifyError(`${quoteText(wanted)} is no commit.`);
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).catch(() => '');
  if (!commit)
    throw new CannotVerifyError(
      `This clone has no commit ${quoteText(name)}. Fetch it first: git fetch origin ${name}`,
    );
  // Building runs the commit's code, so the host must not choose a commit of a stranger's branch.
  if (wanted === undefined && !(await succeeds('merge-base', '--is-ancestor', commit, 'HEAD')))
    throw new CannotVerifyError(
      `Commit ${commit} is not part of the branch that you have checked out. If you trust its code, add --commit ${commit}`,
    );
  return commit;
}

/** Returns the environment of a build: `values`, and those variables of this process that do not change the build. */
export function createRebuildEnvironment(commit: string, seconds: string, values: Record<string, string>) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITE_|VITEST|SITE_|SOURCE_|NODE_ENV$|NODE_OPTIONS$|TEST$|GIT_)/.test(name),
  );
  return { ...Object.fromEntries(kept), ...values, SOURCE_COMMIT: commit, SOURCE_DATE_EPOCH: seconds, NO_COLOR: '1' };
}

/**
 * Builds `commit` in a folder of its own, so that changes and `.env` files of the checkout do not matter.
 *
 * @throws {CannotVerifyError} if it can't be built
 */
export async function rebuildCommit(commit: string, values: Record<string, string>, tell: (text: string) => void) {
  const folder = resolve(FOLDER, `${commit.slice(0, 12)}-${process.pid}`);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder, { recursive: true });
    await git('archive', '--format=tar', `--output=${join(folder, 'source.tar')}`, commit);
    await run('tar', ['-xf', 'source.tar'], { cwd: folder });
    const source = readFileSync(join(folder, 'src/site.ts'), 'utf8');
    const unknown = Object.keys(values).filter((name) => !(name in readSiteVariables(source, values)));
    if (unknown.length)
      throw new CannotVerifyError(
        `The host was built with ${quoteText(unknown.join(' '))}, which this commit does not read.`,
      );
    if (isInstalled(join(folder, 'package-lock.json')))
      copyFolderByHardLinks('node_modules', join(folder, 'node_modules'), ['.cache']);
    else {
      tell('Installing the packages of this commit …');
      await run('npm', ['ci', '--ignore-scripts'], { cwd: folder });
    }
    tell('Building the commit …');
    const seconds = await git('log', '-1', '--format=%ct', commit);
    const vite = join(folder, 'node_modules/vite/bin/vite.js');
    await run(process.execPath, [vite, 'build'], {
      cwd: folder,
      env: createRebuildEnvironment(commit, seconds, values),
    });
  } catch (error) {
    remove();
    if (error instanceof CannotVerifyError) throw error;
    const { stderr = '', message } = error as Error & { stderr?: string };
    const last = (stderr || message).trim().split('\n').slice(0, 3).join(' ');
    throw new CannotVerifyError(`Commit ${commit} can't be built with the values of the host: ${quoteText(last)}`);
  }
  return { dist: join(folder, 'dist'), remove };
}
