import { existsSync, readFileSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { checkRandomly } from './randomRuns';

const file = new URL('../../node_modules/.cache/failures/sample.json', import.meta.url);
afterAll(() => rmSync(file, { force: true }));

test('a failing random run is shrunk, stored, and the first of later runs', async () => {
  let tried: number[] = [];
  const below = (limit: number) =>
    fc.asyncProperty(fc.nat(1000), async (n) => {
      tried.push(n);
      return n < limit;
    });

  await checkRandomly(file, below(1001));
  expect(existsSync(file)).toBe(false);

  await expect(checkRandomly(file, below(100))).rejects.toThrow(/Counterexample: \[100\]/);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject([{ happened: '[100]' }]);

  tried = [];
  await expect(checkRandomly(file, below(100))).rejects.toThrow(/does so again\.\n\[100\]/);
  expect(tried[0]).toBe(100);

  tried = [];
  await checkRandomly(file, below(1001));
  expect(tried[0]).toBe(100);
});
