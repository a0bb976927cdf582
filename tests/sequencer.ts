import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of few lines that take long. */
const LONG = /\/page\/(lighthouse|leaks|build|race|development|steps|attempt\.walks)\.test\.ts$/;

/**
 * Vitest begins with the files that took longest the last time, or in a fresh clone with the largest ones. Then the
 * last of the small ones would leave one core waiting.
 */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    // Files of a project stay together.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects
      .map((project) => sorted.filter((file) => file.project === project))
      .flatMap((those) => [...those.filter(isLong), ...those.filter((file) => !isLong(file))]);
  }
}
