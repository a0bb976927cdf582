import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('CI installs packages only from lock files, without install scripts', () => {
  const run = readFileSync('.ci/run', 'utf8');
  const lines = ['.ci/run', '.ci/node', '.github/workflows/ci.yml'].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !line.trim().startsWith('#')),
  );
  const commands = lines.flatMap((line) => [...line.matchAll(/\b(?:npm|npx|pnpm|yarn|bun|corepack) (?:-\S+ )*\S+/g)]);
  expect(commands.length).toBeGreaterThan(4);
  expect(
    commands.map(([text]) => text).filter((text) => !/^(npm (ci|start|test|run|audit)|npx (tsc|vitest))$/.test(text)),
  ).toEqual([]);
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  // npm ignores the `.npmrc` of parent folders, so CI must copy that file.
  for (const [, folder] of run.matchAll(/npm ci --prefix (\S+)/g))
    expect(run).toContain(`cp tests/browsers/oldest/package*.json .npmrc ${folder}\n`);
  expect(lines.filter((line) => /npm ci\b/.test(line) && /--(no-)?ignore-scripts|--userconfig/.test(line))).toEqual([]);
});

test('CI runs all tests on one Node version, and some tests on the other versions', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8');
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  const versions = [...workflow.matchAll(/{ node: (\d+), run: (\S+) }/g)].map(([, node, run]) => [node, run]);
  expect(versions.filter(([, run]) => run === '.ci/run')).toHaveLength(1);
  expect(versions.filter(([, run]) => run === '.ci/node')).toHaveLength(versions.length - 1);
  expect(versions.map(([node]) => node)).toEqual(
    Array.from(engines.node.matchAll(/(\d+)(\.[\d.]+)?/g), ([, node]) => node),
  );
});

test('CI runs the tests of views and pages in the packaged and an installed Chromium', () => {
  const run = readFileSync('.ci/run', 'utf8');
  expect(run).toMatch(/^npm test$/m);
  expect(run).toMatch(/CHROMIUM_PATH=\$installed .*npx vitest run --project views --project page/);
});

/** A package in a lock file. */
type Entry = { integrity?: string; resolved?: string };
const REGISTRY = 'https://registry.npmjs.org/';

/** Checks the lock files of this project, and of the oldest supported browser, which only CI installs. */
test.each(['package-lock.json', 'tests/browsers/oldest/package-lock.json'])(
  'each package of %s comes from the npm registry and has a checksum',
  (file) => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
    const { '': _, ...installed } = packages;
    const isOdd = ({ integrity = '', resolved = REGISTRY }: Entry) =>
      !integrity.startsWith('sha512-') || !resolved.startsWith(REGISTRY);
    expect(Object.keys(installed)).not.toEqual([]);
    expect(Object.keys(installed).filter((path) => isOdd(installed[path]!))).toEqual([]);
  },
);

const FOLDER = '.github/workflows';

/** Returns the violations in the text of a workflow. */
function faultsOf(text: string) {
  const lines = text.split('\n');
  const uses = lines.flatMap((line) => /^\s*(?:- )?uses:\s*(.*)$/.exec(line)?.[1] ?? []);
  const scripts = lines.filter((line) => /\$\{\{\s*(github\.(event|head_ref|ref_name)|inputs|vars)\b/.test(line));
  const writes = lines.flatMap((line) => /^\s*([\w-]+): write$/.exec(line)?.[1] ?? []);
  return [
    ...uses.filter((one) => !/^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d/.test(one)).map((one) => `${one} is not pinned`),
    ...(uses.filter((one) => one.startsWith('actions/checkout@')).length ===
    lines.filter((line) => line.trim() === 'persist-credentials: false').length
      ? []
      : ['a checkout keeps its credentials']),
    ...(/^permissions:\n {2}contents: read\n\n/m.test(text) ? [] : ['may do more than read']),
    ...(/pull_request_target|workflow_run/.test(text) ? ['runs code of strangers with rights'] : []),
    ...writes
      .filter((right) => !['id-token', 'attestations', 'issues'].includes(right))
      .map((right) => `may write ${right}`),
    // Scripts may read values from outside, such as names of branches, only from environment variables.
    ...scripts
      .filter((line) => !/^\s+[A-Z_]+: \$\{\{/.test(line))
      .map((line) => `puts a value into a script: ${line.trim()}`),
  ];
}

test.each(readdirSync(FOLDER))('the workflow %s pins its actions, and has only the permissions it needs', (file) => {
  expect(faultsOf(readFileSync(`${FOLDER}/${file}`, 'utf8'))).toEqual([]);
});

test.each([
  ['      - uses: actions/checkout@v4', 'is not pinned'],
  ['      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2', 'keeps its credentials'],
  ['on: pull_request_target', 'strangers'],
  ['      contents: write', 'may write contents'],
  [`      - run: echo $${'{'}{ github.event.issue.title }}`, 'into a script'],
])('finds the fault in a workflow that contains the line "%s"', (line, fault) => {
  expect(faultsOf(`permissions:\n  contents: read\n\n${line}\n`).join('\n')).toContain(fault);
  expect(faultsOf('jobs: {}')).toEqual(['may do more than read']);
});

test('Dependabot proposes new versions of packages and actions only after a week', () => {
  const text = readFileSync('.github/dependabot.yml', 'utf8');
  const updates = text.split('package-ecosystem').slice(1);
  expect(updates.filter((update) => !/cooldown:\n\s+default-days: [7-9]\n/.test(`${update}\n`))).toEqual([]);
});
