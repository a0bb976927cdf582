import { createTrace, listAllowedWords } from '#domain/trace';
import { type BenchOptions, createBench } from '../workbench/recorder/bench';
import type { EventSamples } from '../workbench/recorder/handledEvents';
import { writeLiteral } from '../workbench/recorder/testText';

/** Writes a test file for `tests/machines` that replays a trace. */
const writeTest = (machine: string, trace: string) =>
  [
    "import { test } from 'vitest';",
    "import { readTrace, replayTrace } from '../traces/traces';",
    '',
    // The text of a trace is long, so Biome would put it on a line of its own.
    'const trace =',
    `  ${writeLiteral(trace)};`,
    '',
    `test('the ${machine} machine reaches the recorded state after each step', async () => {`,
    `  await replayTrace('${machine}', readTrace('${machine}', trace));`,
    '});',
    '',
  ].join('\n');

const OPTIONS: BenchOptions = {
  writeTrace: (steps) => createTrace(steps, 0, listAllowedWords(), 'workbench'),
  writeTest,
};

/**
 * Creates the workbench's access to the machines of this site. `worlds` has the sample events of each machine, by its
 * name.
 */
export const createSiteBench = (worlds: Record<string, EventSamples>) =>
  createBench((name) => worlds[name] ?? {}, OPTIONS);
