import { expect, test } from 'vitest';
import { schemes } from '#views/schemes';
import { colour } from '#views/theme';

test('styles can use every colour of both colour schemes', () => {
  const names = Object.keys(colour).sort();
  expect(Object.keys(schemes.light).sort()).toEqual(names);
  expect(Object.keys(schemes.dark).sort()).toEqual(names);
});
