import type { AnyStateMachine } from 'xstate';

/**
 * Returns a machine as the code of a file that imports only XState, for editors such as Stately's. The file has the
 * machine's config: the names of guards, actions, actors and delays, but not their code.
 */
export function formatAsStatelyCode({ id, config }: AnyStateMachine) {
  const { schemas: _, ...chart } = config as Record<string, unknown>;
  return `import { createMachine } from 'xstate';\n\nexport const ${id}Machine = createMachine(${JSON.stringify(chart, null, 2)});\n`;
}
