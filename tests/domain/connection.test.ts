import { expect, test } from 'vitest';
import { dialogOf } from '#domain/connection';

test.each([
  ['#connect', 'connect'],
  ['#account', 'account'],
  ['', null],
  ['#', null],
  ['connect', null],
  ['#Connect', null],
  ['#connect/', null],
  ['#alpha', null],
])('the address part %j asks for %j', (hash, dialog) => expect(dialogOf(hash)).toBe(dialog));
