import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listMutants } from '../engine/mutants';
import { allMachines } from '../support/machines';
import { createMutantsPlugin as plugin } from './plugin';
import { survivingMutants } from './survivors';

const { transform } = plugin() as unknown as { transform(code: string, id: string): string | undefined };
const read = (path: string) => transform(readFileSync(path, 'utf8'), `/${path}`);

test.each(allMachines)('the plugin wraps the machine $name, whose mutants have unique names', ({ name, machine }) => {
  const names = listMutants(machine).map((mutant) => mutant.name);
  expect(new Set(names).size).toBe(names.length);
  expect(read(`machines/${name}.ts`)).toContain(`export const ${name}Machine = applyChosenMutant(${name}Machine$);`);
});

test('the plugin changes only machines and the function that creates tests of paths', () => {
  expect(read('tests/engine/tier.ts')).toContain(
    'export const createAllPathTests = makePathsOptional(createAllPathTests$);',
  );
  expect(read('tests/machines/attempt.test.ts')).toBeUndefined();
  // machines/system.ts contains helpers, and no machine.
  expect(read('machines/system.ts')).toBeUndefined();
});

test('every name in `survivingMutants` is the name of an existing mutant', () => {
  const names = allMachines.flatMap(({ machine }) => listMutants(machine)).map(({ name }) => name);
  expect(Object.keys(survivingMutants).filter((name) => !names.includes(name))).toEqual([]);
});
