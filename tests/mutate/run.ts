import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import type { AnyStateMachine } from 'xstate';
import { chartOf } from '../../src/workbench/charts/chart';
import { applyMutant, listMutants, type Mutant } from '../engine/mutants';
import { allMachines } from '../support/machines';
import { createMutantsPlugin as plugin } from './plugin';
import { survivingMutants } from './survivors';

/**
 * The command `npm run mutate`, or `npm run mutate -- chain session` for two machines. It puts one fault after another
 * into a machine, and checks that a test fails. The test of the drawn chart doesn't count.
 */

/** The required share of noticed mutants. */
const AIM = 0.95;
const sources = import.meta.glob<string>('../machines/*.test.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Returns the test files in `tests/machines` that import the machine `name`. */
const filesOf = (name: string) =>
  Object.keys(sources)
    .filter((path) => sources[path]?.includes(`from '#machines/${name}'`))
    .map((path) => path.replace('../', 'tests/'));

const own = (name: string) => [`tests/machines/${name}.test.ts`];
const scenarios = Object.keys(import.meta.glob(['../flows/*.test.ts', '!**/{random,explore,*mutants}.test.ts']));

interface Round {
  called: string;
  files: (name: string) => string[];
  /** Whether generated paths are replayed as well, which takes longer. */
  paths?: boolean;
  only?: (name: string) => string;
}

/** Rounds of tests. Each round runs the mutants that survived the earlier ones. */
const rounds: Round[] = [
  { called: 'scenarios', files: own },
  {
    called: 'scenarios of others',
    files: (name) => filesOf(name).filter((path) => !own(name).includes(path)),
  },
  {
    called: 'properties',
    paths: true,
    files: () => ['tests/machines/properties.test.ts'],
    only: (name) => `^'${name}': every state`,
  },
  { called: 'paths', paths: true, files: own },
  { called: 'scenarios of the page', files: () => scenarios.map((path) => path.replace('../', 'tests/')) },
  { called: 'random runs', files: () => ['tests/flows/random.test.ts'] },
];

interface Trial {
  mutant: Mutant;
  nth: number;
  /** The test that noticed the mutant. */
  killer?: string;
}

/** Returns the failed test and its error. Load errors and time-outs do not count. */
function failureOf(module: TestModule): string | undefined {
  for (const test of module.children.allTests('failed')) {
    const [error] = test.result().errors ?? [];
    const reason = error?.message.split('\n', 3).join(' / ') ?? '';
    if (!reason.startsWith('Test timed out')) return `${test.fullName}: ${reason}`;
  }
  return undefined;
}

async function tried(vitest: Vitest, machine: AnyStateMachine): Promise<Trial[]> {
  const { id } = machine;
  const unchanged = { name: `${id} as it is`, change: () => ({}) };
  const trials: Trial[] = [unchanged, ...listMutants(machine)].map((mutant, i) => ({ mutant, nth: i - 1 }));
  // A mutant that cannot be created would fail every test and count as killed. Here it throws instead.
  for (const { mutant } of trials) applyMutant(machine, mutant);
  for (const { called, files, paths, only } of rounds) {
    const left = trials.filter(({ killer }) => !killer);
    if (left.every(({ nth }) => nth < 0)) break;
    const asked = left.flatMap((trial) =>
      files(id).map((path) => {
        const query = new URLSearchParams({ machine: id, nth: String(trial.nth), paths: paths ? 'yes' : 'no' });
        return { trial, address: `${resolve(path)}?${query}` };
      }),
    );
    const options = only && { testNamePattern: new RegExp(only(id)) };
    const project = vitest.getRootProject();
    if (asked.length)
      await vitest.runTestSpecifications(asked.map(({ address }) => project.createSpecification(address, options)));
    for (const { trial, address } of asked) {
      const [file] = vitest.state.getFiles([address]);
      const module = file && (vitest.state.getReportedEntity(file) as TestModule);
      if (!module) throw new Error(`${address} was not run.`);
      // In a test file that fails to load, no test runs, so every mutant would survive.
      if (trial.nth < 0 && module.errors()[0]) throw new Error(`${address}: ${module.errors()[0]?.message}`);
      const failure = failureOf(module);
      if (failure) trial.killer ??= `${called}: ${failure}`;
    }
  }
  return trials;
}

const share = (part: number, of: number) => `${part} of ${of} (${of ? ((100 * part) / of).toFixed(1) : 100} %)`;

/** Tests the mutants of the named machines, or of all machines. It runs for `npm run mutate`. */
export async function runMutationTests(names: string[]) {
  const unknown = names.find((wanted) => !allMachines.some(({ name }) => name === wanted));
  if (unknown) throw new Error(`There is no machine "${unknown}".`);
  const vitest = await createVitest(
    'test',
    {
      config: false,
      watch: false,
      reporters: [{}],
      // Reuses the threads, because starting one takes longer than most tests.
      pool: 'threads',
      isolate: false,
      maxWorkers: availableParallelism(),
      testTimeout: 60_000,
      include: ['tests/{machines,flows}/*.test.ts'],
      runner: resolve('tests/mutate/runner.ts'),
      // Unhandled errors can't be assigned to a mutant.
      dangerouslyIgnoreUnhandledErrors: true,
    },
    { plugins: [plugin()] },
  );
  const details = process.env.DETAILS ? console.info : () => {};
  let fine = true;
  const all: Trial[] = [];
  for (const { name, machine } of allMachines) {
    if (names.length && !names.includes(name)) continue;
    const begun = Date.now();
    const [control, ...trials] = await tried(vitest, machine);
    all.push(...trials);
    const alive = trials.filter(({ killer }) => !killer);
    const chart = JSON.stringify(chartOf(machine));
    const drawn = alive.filter(({ mutant }) => JSON.stringify(chartOf(applyMutant(machine, mutant))) !== chart);
    const killed = trials.length - alive.length;
    const seconds = Math.round((Date.now() - begun) / 1_000);
    console.info(`${name}: ${share(killed, trials.length)} killed, in ${seconds} s`);
    if (drawn.length) console.info(`  ${drawn.length} of the ${alive.length} survivors are drawn otherwise.`);
    for (const { mutant, killer } of trials) if (killer) details(`  ${mutant.name}\n    ${killer}`);
    for (const { mutant } of alive)
      console.info(`  survives: ${mutant.name}\n    ${survivingMutants[mutant.name] ?? '???'}`);
    if (control?.killer) console.info(`  ${name} as it is does not pass: ${control.killer}`);
    const explained = alive.every(({ mutant }) => survivingMutants[mutant.name]);
    fine &&= !control?.killer && explained && killed >= AIM * trials.length;
  }
  await vitest.close();
  const byScenario = all.filter(({ killer }) => killer?.startsWith('scenarios'));
  const killed = all.filter(({ killer }) => killer);
  console.info(`In all: ${share(killed.length, all.length)} killed, ${byScenario.length} of them by scenarios alone.`);
  process.exitCode = fine ? 0 : 1;
}
