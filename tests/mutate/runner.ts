import { type RunnerTestCase as Test, vi } from 'vitest';
import { VitestTestRunner } from 'vitest/runners';
import { getMutantChoice } from './chosen.ts';

/** Runs a test file with a mutant instead of its machine, until the first test fails. */
export default class MutantRunner extends VitestTestRunner {
  killed = false;

  override importFile(filepath: string, source: 'collect' | 'setup') {
    const [path = '', query] = filepath.split('?');
    const { machine, nth, paths } = Object.fromEntries(new URLSearchParams(query));
    Object.assign(getMutantChoice(), { machine, nth: Number(nth), paths: paths === 'yes' });
    this.killed = false;
    // All modules must be loaded again with the mutant.
    vi.resetModules();
    return super.importFile(path, source);
  }

  override async onBeforeRunTask(test: Test) {
    if (this.killed) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: Test) {
    this.killed ||= test.result?.state === 'fail';
    super.onAfterRunTask(test);
  }
}
