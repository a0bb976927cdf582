import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allCases } from '#doctor/auth/check';
import { CASE_GROUP_NAMES } from '#doctor/auth/kit';
import { CONTRACT_RULES } from '#doctor/auth/rules';

test.each(Object.entries(CONTRACT_RULES))('src/README.md has the rule that check-auth quotes: %s', (_, rule) => {
  expect(readFileSync('src/README.md', 'utf8').replace(/\s+/g, ' ')).toContain(rule);
});

test('each group of the sign-in contract has cases, each under a name of its own', () => {
  expect([...new Set(allCases.map(({ group }) => group))]).toEqual(CASE_GROUP_NAMES);
  const names = allCases.map(({ group, title }) => `${group}: ${title}`);
  expect(names).toEqual([...new Set(names)]);
});
