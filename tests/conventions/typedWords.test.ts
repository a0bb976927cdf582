import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sentencesOf } from '../copy/sentences.ts';

/* Tests refer to the sentences of dialogs by key, so that a changed sentence changes no test. */

/** Returns the longest part of a sentence without its names. */
const partOf = (sentence: string) =>
  sentence
    .split(/⟪\w+⟫|\{\w+\}/)
    .map((part) => part.trim())
    .sort((a, b) => b.length - a.length)[0]!;

/** Parts of sentences by key. Short parts are left out, because other texts may contain them. */
const parts = [...sentencesOf('en')].flatMap(([key, sentence]) => {
  const part = partOf(sentence);
  const isLong = /^\p{Lu}\S* \S+ \S/u.test(part) || /(\S+ ){4}\S/.test(part);
  return key.startsWith('dialogs.') && isLong ? [{ key, part }] : [];
});

/** Returns the keys of the sentences that `code` contains. */
const typedIn = (code: string) => parts.filter(({ part }) => code.includes(part)).map(({ key }) => key);

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((name) => `tests/${name}`)
  .filter((file) => /\.tsx?$/.test(file) && !/^tests\/(conventions|copy)\//.test(file));

test('tests use the keys of sentences in dialogs, and not their words', () => {
  const typed = files.map((file) => [file, typedIn(readFileSync(file, 'utf8'))]).filter(([, keys]) => keys?.length);
  expect(typed).toEqual([]);
});

test('finds a sentence that a test contains in words', () => {
  expect(typedIn("getByText('You declined the request')")).toEqual(['dialogs.failure.rejected.title']);
  expect(typedIn('Sign a short message in Fox.')).toContain('dialogs.sign_in.sentences.idle.marked');
});
