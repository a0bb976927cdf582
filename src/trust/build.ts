import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeRootHash, type IntegrityList, readFiles, requestPathOf } from '#build/integrity';
import type { ComparedBuild } from './compare';
import { quoteText } from './text';

/** Thrown if a comparison is not possible. The message is a sentence for the user of the command. */
export class CannotVerifyError extends Error {}

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether every server and shell reads `path` as a plain path below the origin. */
const isPlainPath = (path: string) => /^(\/[\w@.~+,=-]*)+$/.test(path) && !/\/\/|\/\.\.?(\/|$)/.test(path);

const isSmall = (value: Record<string, unknown>, most: number) => Object.keys(value).length <= most;

/** The validation of each field of an `integrity.json`. The host that serves it may be hostile. */
const RULES: Record<Exclude<keyof IntegrityList, 'lock'>, (value: unknown) => boolean> = {
  format: (value) => value === 1,
  source: (value) => value === null || (isText(value) && /^https:\/\/[\w./~-]{1,200}$/.test(value)),
  commit: (value) => value === null || (isText(value) && /^[0-9a-f]{40}(-dirty)?$/.test(value)),
  date: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value),
  root: (value) => isText(value) && /^[0-9a-f]{64}$/.test(value),
  values: (value) =>
    isRecord(value) &&
    isSmall(value, 100) &&
    Object.entries(value).every(
      ([name, text]) => /^VITE_[A-Z0-9_]+$/.test(name) && isText(text) && text.length <= 4_000 && !/\p{Cc}/u.test(text),
    ),
  headers: (value) =>
    isRecord(value) &&
    isSmall(value, 5_000) &&
    Object.entries(value).every(
      ([path, fields]) =>
        isPlainPath(path.replace(/\*$/, '')) &&
        isRecord(fields) &&
        isSmall(fields, 50) &&
        Object.entries(fields).every(([name, text]) => /^[\w-]+$/.test(name) && isText(text)),
    ),
  hashes: (value) =>
    isRecord(value) &&
    isSmall(value, 5_000) &&
    Object.entries(value).every(([path, hash]) => isPlainPath(path) && isText(hash) && /^[\w+/]{43}=$/.test(hash)),
};

/**
 * Parses the `integrity.json` that a host serves.
 *
 * @throws {CannotVerifyError} if it is invalid
 */
export function parseIntegrityList(content: Buffer): IntegrityList {
  let list: unknown;
  try {
    list = JSON.parse(content.toString());
  } catch {
    throw new CannotVerifyError('/integrity.json of the host is not JSON.');
  }
  if (!isRecord(list)) throw new CannotVerifyError('/integrity.json of the host is no list.');
  const wrong = Object.entries(RULES).find(([field, isRight]) => !isRight(list[field]))?.[0];
  if (wrong) throw new CannotVerifyError(`/integrity.json of the host has no valid ${quoteText(wrong)}.`);
  return list as unknown as IntegrityList;
}

/**
 * Reads a build from its folder.
 *
 * @throws {CannotVerifyError} if the folder contains no build, or if the build was changed
 */
export function readBuild(folder: string): ComparedBuild {
  if (!existsSync(join(folder, 'integrity.json')))
    throw new CannotVerifyError(`${folder} has no integrity.json: build it with \`npm run build\`.`);
  const list = readFileSync(join(folder, 'integrity.json'));
  const files = readFiles(folder);
  const integrity = parseIntegrityList(list);
  if (computeRootHash(files) !== integrity.root)
    throw new CannotVerifyError(`${folder} has changed since it was built: build it again.`);
  return {
    integrity,
    list,
    contents: new Map(Array.from(files, ([path, content]) => [requestPathOf(path), content])),
  };
}
