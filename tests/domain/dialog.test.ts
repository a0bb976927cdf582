import { expect, test } from 'vitest';
import { dialogFromHash, isHomePath, parseHistoryEntry, removeHash } from '#domain/dialog';

test.each(['connect', 'account', 'sign-in', 'chain'])('the hash #%s requests the dialog of the same name', (dialog) =>
  expect(dialogFromHash(`#${dialog}`)).toBe(dialog),
);

test.each(['', '#', 'connect', '#Connect', '#connect/', '#alpha', '#signIn', '#sign-in?', '#sign%2Din'])(
  'the hash %j requests no dialog',
  (hash) => expect(dialogFromHash(hash)).toBeNull(),
);

const connect = { dialog: 'connect', goal: null };

test.each<[string, unknown, object]>([
  ['of a new entry', null, { ...connect, depth: null }],
  ['of this page', { depth: 2, goal: 'account' }, { dialog: 'connect', goal: 'account', depth: 2 }],
  ['of the first entry', { depth: 0 }, { ...connect, depth: 0 }],
  ['that was emptied', {}, { ...connect, depth: null }],
  ['of another script', { own: 1, goal: 'account' }, { ...connect, depth: null }],
  ['that is a text', 'depth', { ...connect, depth: null }],
  ['that is a list', [1], { ...connect, depth: null }],
  ['with a text as depth', { depth: '1', goal: 'chain' }, { ...connect, depth: null }],
  ['with a negative depth', { depth: -1 }, { ...connect, depth: null }],
  ['with half a depth', { depth: 0.5 }, { ...connect, depth: null }],
  ['with more depth than there are entries', { depth: 3, goal: 'account' }, { ...connect, depth: null }],
  ['with a goal that is no dialog', { depth: 1, goal: { toString: 'account' } }, { ...connect, depth: 1 }],
])('parseHistoryEntry() keeps only the valid fields of a history state %s', (_, state, entry) =>
  expect(parseHistoryEntry('#connect', state, 2)).toEqual(entry),
);

test.each<[boolean, string[]]>([
  [true, ['/', '/index.html', '/ar/', '/ar/index.html']],
  [false, ['/tr/', '/ar', '//', '/nowhere', '/index.html/']],
])('isHomePath() returns %j for the paths %j', (is, paths) => {
  for (const path of paths) expect(isHomePath(path, 'ar')).toBe(is);
});

test.each([
  ['https://host.example//#connect', 'https://host.example//'],
  ['https://host.example/?a=b#connect', 'https://host.example/?a=b'],
  ['https://host.example/', 'https://host.example/'],
])('removeHash() turns the address %j into %j', (href, url) => expect(removeHash(href)).toBe(url));
