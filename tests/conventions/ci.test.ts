import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('CI installs packages only from lock files, and runs none of their scripts', () => {
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
  // npm ignores the `.npmrc` of parent folders.
  for (const [, folder] of run.matchAll(/npm ci --prefix (\S+)/g))
    expect(run).toContain(`cp tests/browsers/oldest/package*.json .npmrc ${folder}\n`);
  expect(lines.filter((line) => /npm ci\b/.test(line) && /--(no-)?ignore-scripts|--userconfig/.test(line))).toEqual([]);
});

test('CI runs all tests on one version of Node, and some tests on the others', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8');
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  const versions = [...workflow.matchAll(/{ node: (\d+), run: (\S+) }/g)].map(([, node, run]) => [node, run]);
  expect(versions.filter(([, run]) => run === '.ci/run')).toHaveLength(1);
  expect(versions.filter(([, run]) => run === '.ci/node')).toHaveLength(versions.length - 1);
  expect(versions.map(([node]) => node)).toEqual(
    Array.from(engines.node.matchAll(/(\d+)(\.[\d.]+)?/g), ([, node]) => node),
  );
});

test('CI runs the tests of views and pages in both browsers', () => {
  const run = readFileSync('.ci/run', 'utf8');
  expect(run).toMatch(/^npm test$/m);
  expect(run).toMatch(/CHROMIUM_PATH=\$installed .*npx vitest run --project views --project page/);
});
