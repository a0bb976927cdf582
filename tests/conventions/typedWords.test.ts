import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSentences } from '../copy/sentences.ts';
import { listTextFiles } from './files';

/* Tests refer to sentences by keys, so that rewording the copy breaks no test. */

const sentences = listSentences('en');

/** The literal texts of each sentence by key, without names and values. */
const parts = [...sentences].flatMap(([key, sentence]) =>
  sentence
    .split(/⟪\w+⟫|\{\w+\}/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}{2}/u.test(part))
    .map((part) => ({ key, part })),
);

/** Texts that are long enough to be found anywhere in code. Shorter texts may occur there by chance. */
const long = parts.filter(({ part }) => /^\p{Lu}\S* \S+ \S/u.test(part) || /(\S+ ){4}\S/.test(part));

/** Matches the text by which a test finds or compares an element: a string, a template or a regular expression. */
const NAMING =
  /(?:\bname: |hasText: |\b(?:getBy(?:Text|Label)|to(?:Have|Contain)\w*Text\w*|toHaveAccessible\w+)\()(?<quote>['"`/])(?<text>(?:\\.|(?!\k<quote>).)+)\k<quote>/g;

const namesIn = (code: string) =>
  [...code.matchAll(NAMING)]
    .flatMap(({ groups }) => groups!.text!.replace(/[\^$()?\\]/g, '').split('|'))
    .map((name) => name.trim());

/** Returns the keys of the sentences that stand in `code`. */
const typedIn = (code: string) => {
  const names = new Set(namesIn(code));
  return [
    ...new Set([...long.filter(({ part }) => code.includes(part)), ...parts.filter(({ part }) => names.has(part))]),
  ].map(({ key }) => key);
};

/** Matches tests that may contain sentences: tests of the copy itself, and of apps and wallets beside the page. */
const OTHERS = /^tests\/(conventions|copy|domain|workbench|wallet)\/|foreignApp/;

test('tests refer to sentences of the page by copy key, never by their text', () => {
  const files = listTextFiles().filter((file) => /^tests\/.*\.tsx?$/.test(file) && !OTHERS.test(file));
  const typed = files.map((file) => [file, typedIn(readFileSync(file, 'utf8'))]).filter(([, keys]) => keys?.length);
  expect(typed).toEqual([]);
});

test.each<[code: (words: string) => string, key: string]>([
  [(words) => `getByText('${words}')`, 'dialogs.failure.rejected.title'],
  [(words) => words.replace('⟪name⟫', 'Fox'), 'dialogs.sign_in.sentences.idle.marked'],
  [(words) => `getByRole('button', { name: '${words}' })`, 'dialogs.cancel'],
  [(words) => `getByRole('button', { name: /^(${words}|Well)$/ })`, 'dialogs.account.copy'],
  [(words) => `toContainText('${words.split(' ')[0]}')`, 'dialogs.connect.status.opening.title'],
  [(words) => `getByRole('region', { name: "${words}" })`, 'page.comparison.title'],
])('finds a sentence of the page in the code of a test: %s', (typing, key) => {
  expect(typedIn(typing(sentences.get(key)!))).toContain(key);
});
