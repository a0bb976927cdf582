import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cases } from '#doctor/auth/check';
import { GROUPS } from '#doctor/auth/kit';
import { RULES } from '#doctor/auth/rules';

test.each(Object.entries(RULES))('src/README.md has the rule that the kit quotes: %s', (_, rule) => {
  expect(readFileSync('src/README.md', 'utf8').replace(/\s+/g, ' ')).toContain(rule);
});

test('each group has cases, and no two cases have one name', () => {
  expect([...new Set(cases.map(({ group }) => group))]).toEqual(GROUPS);
  const names = cases.map(({ group, title }) => `${group}: ${title}`);
  expect(names).toEqual([...new Set(names)]);
});
