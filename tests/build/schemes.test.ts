import { expect, test } from 'vitest';
import { schemes } from '#views/schemes';
import { rootProperties, sheets } from '#views/styles/sheets';
import { colour } from '#views/theme';
import { tone } from '../../src/views/wallet/tokens';

test('styles can use every colour of both colour schemes', () => {
  const names = Object.keys(colour).sort();
  expect(Object.keys(schemes.light).sort()).toEqual(names);
  expect(Object.keys(schemes.dark).sort()).toEqual(names);
});

test('the colours of wallet dialogs replace no custom property of the page', () => {
  const page = rootProperties + Object.values(sheets).join('');
  const added = Object.keys(tone).filter((name) => !(name in colour));
  expect(page).toMatch(/--page-edge: ?\S/);
  expect(added.filter((name) => new RegExp(`--${name}: ?\\S`).test(page))).toEqual([]);
});
