import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Rules about the workflows of CI, against attacks through actions and permissions. */

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

describe.each(readdirSync(FOLDER))('the workflow %s', (file) => {
  test('pins its actions, and has no more permissions than it needs', () => {
    expect(faultsOf(readFileSync(`${FOLDER}/${file}`, 'utf8'))).toEqual([]);
  });
});

test.each([
  ['      - uses: actions/checkout@v4', 'is not pinned'],
  ['      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2', 'keeps its credentials'],
  ['on: pull_request_target', 'strangers'],
  ['      contents: write', 'may write contents'],
  [`      - run: echo $${'{'}{ github.event.issue.title }}`, 'into a script'],
])('finds a workflow that breaks a rule: %s', (line, fault) => {
  const text = `permissions:\n  contents: read\n\n${line}\n`;
  expect(faultsOf(text).join('\n')).toContain(fault);
});

test('a workflow without permissions is found', () => expect(faultsOf('jobs: {}')).toEqual(['may do more than read']));

test('updates of packages and actions wait for a week', () => {
  const text = readFileSync('.github/dependabot.yml', 'utf8');
  const updates = text.split('package-ecosystem').slice(1);
  expect(updates.filter((update) => !/cooldown:\n\s+default-days: [7-9]\n/.test(`${update}\n`))).toEqual([]);
});
