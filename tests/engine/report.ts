import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import type { CoverageRatio } from './coverage';
import { type TierCoverage, testTiers } from './tier';

/** The coverage of one machine on one tier, with the seconds that its tests took. */
export type TimedTierCoverage = TierCoverage & { seconds: number };

/** Settings of the report: where the table of coverage is written, and which tests must have run. */
export interface ReportSettings {
  /** The document with the table between `<!-- proof -->` and `<!-- /proof -->`. */
  document: string;
  /** The folder for the table as JSON. */
  folder: string;
  /**
   * The names of the Vitest projects whose tests measure coverage of machines. Vitest may append the name of a browser.
   */
  projects: readonly string[];
  /** Pairs of machine and tier without tests, such as `address on the view tier`, each with the reason. */
  excused: Record<string, string>;
}

const BLOCK = /(<!-- proof -->\n)[\s\S]*?(\n<!-- \/proof -->)/;

const SHARES = ['states', 'transitions', 'branches', 'pairs'] as const;
const COUNTS = ['samples', 'executors', 'checks'] as const;
const AMOUNTS = [...COUNTS, 'paths', 'steps', 'seconds'] as const;

const sum = (proofs: readonly TimedTierCoverage[], key: (typeof AMOUNTS)[number]) =>
  proofs.reduce((n, proof) => n + proof[key], 0);

const groupProofs = (proofs: readonly TimedTierCoverage[], nameOf: (proof: TimedTierCoverage) => string) =>
  [...new Set(proofs.map(nameOf))].map((name) => [name, proofs.filter((one) => nameOf(one) === name)] as const);

const groupByMachine = (proofs: readonly TimedTierCoverage[]) => groupProofs(proofs, ({ machine }) => machine);

/** Adds up the coverage of each machine on each tier. */
export function sumTierCoverage(proofs: readonly TimedTierCoverage[]): TimedTierCoverage[] {
  return groupProofs(proofs, ({ machine, tier }) => `${machine} ${tier}`)
    .map(([, some]) => ({ ...some.at(-1)!, ...Object.fromEntries(AMOUNTS.map((key) => [key, sum(some, key)])) }))
    .sort((a, b) => a.machine.localeCompare(b.machine));
}

/** Adds up the covered parts. Returns their number, such as `7`, or `5 of 7` if some are missing. */
function formatShares(shares: CoverageRatio[]) {
  const [done = 0, of = 0] = [0, 1].map((i) => shares.reduce((n, share) => n + share[i]!, 0));
  return done === of ? String(of) : `${done} of ${of}`;
}

/** Returns rows of a Markdown table, with aligned columns. */
function aligned(rows: string[][]) {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const line = (row: string[]) =>
    `| ${row.map((cell, i) => (i ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  const [head, ...body] = rows;
  return [line(head!), `| ${rule.join(' | ')} |`, ...body.map(line)].join('\n');
}

/**
 * Returns the table of coverage in Markdown. The column of a tier has its paths and steps, and with `timed` also their
 * seconds. Samples, executors and checks are sums over all tiers, so a missing one changes the table.
 */
export function formatCoverageTable(proofs: readonly TimedTierCoverage[], { timed = false } = {}) {
  /** Takes the totals from the live tier, where every part can be covered. */
  const wholeOf = (own: readonly TimedTierCoverage[]) => own.find(({ tier }) => tier === 'live') ?? own[0]!;
  const cell = (some: readonly TimedTierCoverage[]) => {
    if (!some.length) return '–';
    return `${sum(some, 'paths')} / ${sum(some, 'steps')}${timed ? ` (${sum(some, 'seconds').toFixed(1)} s)` : ''}`;
  };
  const rowOf = (name: string, own: readonly TimedTierCoverage[]) => [
    name,
    ...SHARES.map((key) => formatShares(groupByMachine(own).map(([, some]) => wholeOf(some)[key]))),
    ...COUNTS.map((key) => String(sum(own, key))),
    ...testTiers.map((tier) => cell(own.filter((proof) => proof.tier === tier))),
  ];
  return aligned([
    ['machine', ...SHARES.map((key) => (key === 'branches' ? 'guard branches' : key)), ...COUNTS, ...testTiers],
    ...groupByMachine(proofs).map(([machine, own]) => rowOf(machine, own)),
    rowOf('all', proofs),
  ]);
}

/** Returns `readme` with another `table` of coverage between its markers. */
export const replaceCoverageTable = (readme: string, table: string) => readme.replace(BLOCK, `$1\n${table}\n$2`);

/** Lists the pairs of machine and tier that have no tests and are not in `excused`. */
export function findUncoveredTiers(proofs: readonly TimedTierCoverage[], excused: ReportSettings['excused']) {
  return groupByMachine(proofs).flatMap(([machine, own]) =>
    testTiers
      .filter((tier) => !own.some((one) => one.tier === tier))
      .map((tier) => `${machine} on the ${tier} tier`)
      .filter((one) => !(one in excused)),
  );
}

const durationOf = (test: TestCase) => test.diagnostic()?.duration ?? 0;

/** Returns the title of a failed test, and the first lines of its message. */
export const formatFailure = (file: string, test: string, message: string) =>
  [`✗ ${file} > ${test}`, ...message.split('\n').filter(Boolean).slice(0, 8)].join('\n  ');

/**
 * Returns a sentence that names what a run of all tests did not cover, or what is wrong with the table in the text
 * `readme`. Returns undefined if all is well.
 */
export function findCoverageGap(
  proofs: readonly TimedTierCoverage[],
  readme: string,
  setting: ReportSettings,
): string | undefined {
  const missing = findUncoveredTiers(proofs, setting.excused);
  if (missing.length || !proofs.length) return `Nothing was proved of ${missing.join(', ') || 'any machine'}.`;
  if (!BLOCK.test(readme)) return `${setting.document} has no place for the table of what was proved.`;
  if (replaceCoverageTable(readme, formatCoverageTable(proofs)) === readme) return undefined;
  return `The table in ${setting.document} is not this one. To write it there: npx vitest run -u`;
}

/**
 * Prints the table of coverage after a test run, and stores it as JSON. A run of all tests fails if a machine was not
 * tested on a tier, or if the table in the document differs. `-u` writes the table there.
 */
export class CoverageReport implements Reporter {
  private vitest: Vitest | undefined;
  private readonly setting: ReportSettings;

  constructor(setting: ReportSettings) {
    this.setting = setting;
  }

  onInit(vitest: Vitest) {
    this.vitest = vitest;
  }

  /** Prints a failure at once. Vitest prints it only after the last test of the file. */
  onTestCaseResult(test: TestCase) {
    const { errors = [] } = test.result();
    const { relativeModuleId: file } = test.module;
    for (const message of new Set(errors.map(({ message }) => message)))
      this.vitest?.logger.error(formatFailure(file, test.fullName, message));
  }

  /** Whether all tests of all tiers were run. */
  private async isWhole(modules: readonly TestModule[]) {
    const { config, projects, globTestSpecifications } = this.vitest!;
    const names = projects.map(({ name }) => name);
    if (config.testNamePattern || !this.setting.projects.every((name) => names.some((one) => one.startsWith(name))))
      return false;
    return modules.length === (await globTestSpecifications.call(this.vitest)).length;
  }

  async onTestRunEnd(modules: readonly TestModule[], _: readonly unknown[], reason: string) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const proofs = sumTierCoverage(
      tests.flatMap((test) => {
        const { proof } = test.meta();
        if (!proof) return [];
        const besides = [...test.parent.children.allTests()];
        return [{ ...proof, seconds: besides.reduce((ms, one) => ms + durationOf(one), 0) / 1000 }];
      }),
    );
    if (proofs.length) console.info(`\n${formatCoverageTable(proofs, { timed: true })}\n`);
    const { document, folder, excused } = this.setting;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/machines.json`, `${JSON.stringify(proofs, null, 2)}\n`);

    if (reason !== 'passed' || !(await this.isWhole(modules))) return;
    const readme = readFileSync(document, 'utf8');
    const current = replaceCoverageTable(readme, formatCoverageTable(proofs));
    const writes =
      this.vitest?.config.snapshotOptions.updateSnapshot === 'all' && !findUncoveredTiers(proofs, excused).length;
    if (writes) writeFileSync(document, current);
    const sentence = findCoverageGap(proofs, writes ? current : readme, this.setting);
    if (!sentence) return;
    this.vitest?.logger.error(sentence);
    process.exitCode = 1;
  }
}
