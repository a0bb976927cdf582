import { describe, expect, test } from 'vitest';
import { dialogFromHash, isHomePath, parseHistoryEntry, withoutHash } from '#domain/dialog';

test.each([
  ['#connect', 'connect'],
  ['#account', 'account'],
  ['#sign-in', 'sign-in'],
  ['#chain', 'chain'],
  ['', null],
  ['#', null],
  ['connect', null],
  ['#Connect', null],
  ['#connect/', null],
  ['#alpha', null],
  ['#signIn', null],
  ['#sign-in?', null],
  ['#sign%2Din', null],
])('the hash %j requests %j', (hash, dialog) => expect(dialogFromHash(hash)).toBe(dialog));

describe('the state of a history entry, from any script', () => {
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
  ])('the state of a history entry is validated: a state %s', (_, state, entry) =>
    expect(parseHistoryEntry('#connect', state, 2)).toEqual(entry),
  );
});

test.each([
  ['/', true],
  ['/index.html', true],
  ['/ar/', true],
  ['/ar/index.html', true],
  ['/tr/', false],
  ['/ar', false],
  ['//', false],
  ['/nowhere', false],
  ['/index.html/', false],
])('isHomePath() tells whether the page is served at the path %j: %j', (path, is) =>
  expect(isHomePath(path, 'ar')).toBe(is),
);

test.each([
  ['https://host.example//#connect', 'https://host.example//'],
  ['https://host.example/?a=b#connect', 'https://host.example/?a=b'],
  ['https://host.example/', 'https://host.example/'],
])('withoutHash() turns the address %j into %j', (href, url) => expect(withoutHash(href)).toBe(url));
