import { relative } from 'node:path';

/** Errors that an operator can fix. The patterns match error names, and error numbers of native code. */
const CAUSES: [RegExp, string][] = [
  [/\bENOSPC\b|\bos error 28\b/, 'there is no space left'],
  [/\bEDQUOT\b|\bos error 122\b/, 'the quota of this user is used up'],
  [/\bEFBIG\b|\bos error 27\b/, 'a limit allows no file of that size (see `ulimit -f`)'],
  [/\bEROFS\b|\bos error 30\b/, 'its file system can only be read'],
  [/\bE(ACCES|PERM)\b|\bos error (1|13)\b/, 'this user may not write there'],
];

/** Returns an error of which Vite prints only the message, without a stack. */
export const createStacklessError = (sentence: string) => Object.assign(new Error(sentence), { stack: sentence });

export function explainFailure(error: unknown, out: string) {
  const cause = CAUSES.find(([pattern]) => pattern.test(String(error)))?.[1];
  if (!cause) return error;
  return createStacklessError(`The build could not be written into ${relative('.', out) || '.'}: ${cause}.`);
}
