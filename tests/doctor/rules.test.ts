import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allCases } from '#doctor/auth/check';
import { CASE_GROUPS } from '#doctor/auth/kit';
import { CONTRACT_RULES } from '#doctor/auth/rules';

test.each(Object.entries(CONTRACT_RULES))('src/README.md has the rule that the check quotes: %s', (_, rule) => {
  expect(readFileSync('src/README.md', 'utf8').replace(/\s+/g, ' ')).toContain(rule);
});

test('each group of the contract has cases, and each case has its own name', () => {
  expect([...new Set(allCases.map(({ group }) => group))]).toEqual(CASE_GROUPS);
  const names = allCases.map(({ group, title }) => `${group}: ${title}`);
  expect(names).toEqual([...new Set(names)]);
});
