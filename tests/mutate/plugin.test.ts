import { describe, expect, test } from 'vitest';
import { listMutants } from '../engine/mutants';
import { allMachines } from '../support/machines';
import { createMutantsPlugin as plugin } from './plugin';
import { survivingMutants } from './survivors';

const { transform } = plugin() as unknown as { transform(code: string, id: string): string | undefined };
const sources: Record<string, string> = import.meta.glob(
  ['../engine/tier.ts', '../../machines/system.ts', '../machines/*.test.ts'],
  {
    eager: true,
    query: '?raw',
    import: 'default',
  },
);

describe.each(allMachines)('the mutants of $name', ({ name, machine, source }) => {
  test('each mutant has its own name', () => {
    const names = listMutants(machine).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('the machine in a file is exported with the chosen mutant applied', () => {
    expect(transform(source, `/machines/${name}.ts`)).toContain(
      `export const ${name}Machine = applyChosenMutant(${name}Machine$);`,
    );
  });
});

test('the build for tests of mutants leaves out the tests of generated paths', () => {
  const read = (path: string) => transform(sources[`../${path}`] ?? '', `/tests/${path}`);
  expect(read('engine/tier.ts')).toContain('export const proveAll = onlyWithPaths(proveAll$);');
  expect(read('machines/attempt.test.ts')).toBeUndefined();
  // machines/system.ts contains helpers, and no machine.
  expect(transform(sources['../../machines/system.ts'] ?? '', '/machines/system.ts')).toBeUndefined();
});

test('every survivor in the list of surviving mutants is an existing mutant', () => {
  const names = allMachines.flatMap(({ machine }) => listMutants(machine)).map(({ name }) => name);
  expect(Object.keys(survivingMutants).filter((name) => !names.includes(name))).toEqual([]);
});
