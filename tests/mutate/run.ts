import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import type { AnyStateMachine } from 'xstate';
import { chartOf } from '../../src/workbench/chart/chart';
import { type Mutant, mutantsOf, mutate } from '../engine/mutants';
import { machines } from '../support/machines';
import { mutants as plugin } from './plugin';
import { survivors } from './survivors';

/**
 * `npm run mutate`, or `npm run mutate -- chain session`: puts one fault after another into a machine, and checks that
 * the tests of its behaviour notice. A chart that is drawn otherwise does not count.
 */

/** How many of the mutants must be noticed. */
const AIM = 0.95;
/** Instead of 10,000. */
const VISITS = 2_000;

const sources = import.meta.glob<string>(['../machines/*.test.ts', '../machines/visitor.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Whether the file at `path` is about the machine `name`, by itself or by the helper that it imports. */
const isAbout = (name: string, path: string): boolean =>
  Boolean(sources[path]?.includes(`from '#machines/${name}'`)) ||
  Boolean(sources[path]?.includes("from './visitor'") && isAbout(name, '../machines/visitor.ts'));

/** The test files about the machine `name`. */
const filesOf = (name: string) =>
  Object.keys(sources)
    .filter((path) => path.endsWith('.test.ts') && isAbout(name, path))
    .map((path) => path.replace('../', 'tests/'));

const own = (name: string) => [`tests/machines/${name}.test.ts`];
const withDice = /\/(race|session\.properties)\.test/;

interface Round {
  called: string;
  files: (name: string) => string[];
  /** Whether the walks in them are followed, too. They take longer, and a mutant makes walks of its own. */
  walks?: boolean;
  /** Which of the tests. */
  only?: (name: string) => string;
}

/** The tests, in the order in which they are tried on the mutants that are left. */
const rounds: Round[] = [
  { called: 'scenarios', files: own },
  {
    called: 'scenarios of others',
    files: (name) => filesOf(name).filter((path) => !own(name).includes(path) && !withDice.test(path)),
  },
  {
    called: 'theorems',
    walks: true,
    files: () => ['tests/machines/theorems.test.ts'],
    only: (name) => `^'${name}': every state`,
  },
  { called: 'walks', walks: true, files: own },
  {
    called: 'dice',
    files: (name) => filesOf(name).filter((path) => withDice.test(path)),
    only: () => '^(the dialog shows the chosen wallet|a connected visitor has shown)',
  },
];

interface Trial {
  mutant: Mutant;
  nth: number;
  /** The test that noticed. */
  killer?: string;
}

/**
 * The test that has failed, and how. A file that cannot be read, or a test that a busy machine had no time for, says
 * nothing of the machine.
 */
function failureOf(module: TestModule): string | undefined {
  for (const test of module.children.allTests('failed')) {
    const [error] = test.result().errors ?? [];
    const reason = error?.message.split('\n', 3).join(' / ') ?? '';
    if (!reason.startsWith('Test timed out')) return `${test.fullName}: ${reason}`;
  }
  return undefined;
}

/** Tries the mutants of `machine`; the first trial is the machine as it is. */
async function tried(vitest: Vitest, machine: AnyStateMachine): Promise<Trial[]> {
  const { id } = machine;
  const unchanged = { name: `${id} as it is`, change: () => ({}) };
  const trials: Trial[] = [unchanged, ...mutantsOf(machine)].map((mutant, i) => ({ mutant, nth: i - 1 }));
  // A mutant that cannot be made would fail every test, and count.
  for (const { mutant } of trials) mutate(machine, mutant);
  for (const { called, files, walks, only } of rounds) {
    const left = trials.filter(({ killer }) => !killer);
    if (left.every(({ nth }) => nth < 0)) break;
    const asked = left.flatMap((trial) =>
      files(id).map((path) => {
        const query = new URLSearchParams({ machine: id, nth: String(trial.nth), walks: walks ? 'yes' : 'no' });
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
      const failure = failureOf(module);
      if (failure) trial.killer ??= `${called}: ${failure}`;
    }
  }
  return trials;
}

const share = (part: number, of: number) => `${part} of ${of} (${of ? ((100 * part) / of).toFixed(1) : 100} %)`;

export async function run(names: string[]) {
  const unknown = names.find((wanted) => !machines.some(({ name }) => name === wanted));
  if (unknown) throw new Error(`There is no machine "${unknown}".`);
  const vitest = await createVitest(
    'test',
    {
      config: false,
      watch: false,
      reporters: [{}],
      // One after another in the same threads: to start anew takes longer than most tests.
      pool: 'threads',
      isolate: false,
      maxWorkers: availableParallelism(),
      testTimeout: 60_000,
      include: ['tests/machines/*.test.ts'],
      runner: resolve('tests/mutate/runner.ts'),
      // Errors on the side do not say which mutant caused them.
      dangerouslyIgnoreUnhandledErrors: true,
    },
    { plugins: [plugin(VISITS)] },
  );
  const details = process.env.DETAILS ? console.info : () => {};
  let fine = true;
  const all: Trial[] = [];
  for (const { name, machine } of machines) {
    if (names.length && !names.includes(name)) continue;
    const begun = Date.now();
    const [control, ...trials] = await tried(vitest, machine);
    all.push(...trials);
    const alive = trials.filter(({ killer }) => !killer);
    const chart = JSON.stringify(chartOf(machine));
    const drawn = alive.filter(({ mutant }) => JSON.stringify(chartOf(mutate(machine, mutant))) !== chart);
    const killed = trials.length - alive.length;
    const seconds = Math.round((Date.now() - begun) / 1_000);
    console.info(`${name}: ${share(killed, trials.length)} killed, in ${seconds} s`);
    if (drawn.length) console.info(`  ${drawn.length} of the ${alive.length} survivors are drawn otherwise.`);
    for (const { mutant, killer } of trials) if (killer) details(`  ${mutant.name}\n    ${killer}`);
    for (const { mutant } of alive) console.info(`  survives: ${mutant.name}\n    ${survivors[mutant.name] ?? '???'}`);
    if (control?.killer) console.info(`  ${name} as it is does not pass: ${control.killer}`);
    const explained = alive.every(({ mutant }) => survivors[mutant.name]);
    fine &&= !control?.killer && explained && killed >= AIM * trials.length;
  }
  await vitest.close();
  const byScenario = all.filter(({ killer }) => killer?.startsWith('scenarios'));
  const killed = all.filter(({ killer }) => killer);
  console.info(`In all: ${share(killed.length, all.length)} killed, ${byScenario.length} of them by scenarios alone.`);
  process.exitCode = fine ? 0 : 1;
}
