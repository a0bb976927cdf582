import { expect, test } from 'vitest';
import { dialogOf } from '#domain/dialog';

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
])('the hash %j requests %j', (hash, dialog) => expect(dialogOf(hash)).toBe(dialog));
