import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of few lines that take long. */
const LONG = /\/page\/(lighthouse|leaks|build|race|development|steps|attempt\.walks)\.test\.ts$/;

/**
 * Vitest begins with what took longest the last time; in a fresh clone with the largest files, and the last of the small ones
 * would have one core wait for it.
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
