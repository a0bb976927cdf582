import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allCases } from '#doctor/auth/check';
import { CASE_GROUPS } from '#doctor/auth/kit';
import { CONTRACT_RULES } from '#doctor/auth/rules';

test.each(Object.entries(CONTRACT_RULES))('src/README.md has the rule that the kit quotes: %s', (_, rule) => {
  expect(readFileSync('src/README.md', 'utf8').replace(/\s+/g, ' ')).toContain(rule);
});

test('each group has cases, and no two cases have one name', () => {
  expect([...new Set(allCases.map(({ group }) => group))]).toEqual(CASE_GROUPS);
  const names = allCases.map(({ group, title }) => `${group}: ${title}`);
  expect(names).toEqual([...new Set(names)]);
});
