import { expect, test } from 'vitest';
import {
  findCoverageGap,
  findUncoveredTiers,
  formatCoverageTable,
  formatFailure,
  type ReportSettings,
  replaceCoverageTable,
  sumTierCoverage,
  type TimedTierCoverage,
} from './report';
import { testTiers } from './tier';

const proof = (more: Partial<TimedTierCoverage>): TimedTierCoverage => ({
  ...{ tier: 'live', machine: 'lamp', states: [2, 2], transitions: [2, 2], branches: [2, 2], pairs: [3, 3] },
  ...{ paths: 2, steps: 8, samples: 5, executors: 3, checks: 2, seconds: 0.25 },
  ...more,
});
test('the table of coverage has a row for each machine, and shows uncovered parts', () => {
  const proofs = [
    proof({ machine: 'bell', tier: 'page', transitions: [1, 2], branches: [0, 0], paths: 1 }),
    proof({ machine: 'bell', transitions: [2, 2] }),
    proof({ transitions: [1, 2] }),
  ];
  expect(formatCoverageTable(proofs).split('\n')).toEqual([
    '| machine | states | transitions | guard branches | pairs | samples | executors | checks |   live | view |  page |',
    '| ------- | -----: | ----------: | -------------: | ----: | ------: | --------: | -----: | -----: | ---: | ----: |',
    '| bell    |      2 |           2 |              2 |     3 |      10 |         6 |      4 |  2 / 8 |    – | 1 / 8 |',
    '| lamp    |      2 |      1 of 2 |              2 |     3 |       5 |         3 |      2 |  2 / 8 |    – |     – |',
    '| all     |      4 |      3 of 4 |              4 |     6 |      15 |         9 |      6 | 4 / 16 |    – | 1 / 8 |',
  ]);
  expect(formatCoverageTable(proofs, { timed: true })).toContain('4 / 16 (0.5 s)');
});

test('sumTierCoverage() adds up the coverage of a machine by two test files', () => {
  expect(sumTierCoverage([proof({}), proof({}), proof({ machine: 'bell' })])).toEqual([
    proof({ machine: 'bell' }),
    proof({ paths: 4, steps: 16, samples: 10, executors: 6, checks: 4, seconds: 0.5 }),
  ]);
});

test('findUncoveredTiers() returns the tiers that lack a machine without an excuse', () => {
  const all = testTiers.map((tier) => proof({ tier }));
  expect(findUncoveredTiers(all, {})).toEqual([]);
  expect(findUncoveredTiers(all.slice(1), {})).toEqual(['lamp on the live tier']);
  expect(findUncoveredTiers(all.slice(1), { 'lamp on the live tier': 'It is dark.' })).toEqual([]);
});

test('replaceCoverageTable() changes only the table in README', () => {
  const readme = 'a\n<!-- proof -->\n\nold\n\n<!-- /proof -->\nb';
  expect(replaceCoverageTable(readme, 'new')).toBe('a\n<!-- proof -->\n\nnew\n\n<!-- /proof -->\nb');
  expect(replaceCoverageTable(replaceCoverageTable(readme, 'new'), 'old')).toBe(readme);
});

const setting: ReportSettings = { document: 'README.md', folder: '.', projects: ['unit'], excused: {} };

test('findCoverageGap() reports a tier without a machine, or an outdated README', () => {
  const all = testTiers.map((tier) => proof({ tier }));
  const readme = replaceCoverageTable('<!-- proof -->\n\n<!-- /proof -->', formatCoverageTable(all));
  expect(findCoverageGap(all, readme, setting)).toBeUndefined();
  expect(findCoverageGap(all.slice(0, -1), readme, setting)).toBe('Nothing was proved of lamp on the page tier.');
  expect(findCoverageGap([], readme, setting)).toBe('Nothing was proved of any machine.');
  expect(findCoverageGap(all, readme.replace('<!-- /proof -->', ''), setting)).toContain('no place for the table');
  for (const less of [{ samples: 4 }, { executors: 2 }, { checks: 1 }, { paths: 1 }, { steps: 7 }])
    expect(findCoverageGap([proof(less), ...all.slice(1)], readme, setting)).toContain('not this one');
});

test('formatFailure() returns file, title and the first eight lines of the message', () => {
  const long = `the lamp lacks\n\n${'a state\n'.repeat(99)}`;
  expect(formatFailure('tests/lamp.test.ts', 'the lamp > pick: on', long).split('\n')).toEqual([
    '✗ tests/lamp.test.ts > the lamp > pick: on',
    '  the lamp lacks',
    ...Array(7).fill('  a state'),
  ]);
});
