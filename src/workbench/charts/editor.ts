import type { AnyStateMachine } from 'xstate';

/**
 * Writes a machine as a file that needs nothing but XState, for editors such as Stately's. States, events, conditions,
 * delays and descriptions are in it, and the names of all implementations. Code and types are left out.
 */
export function formatAsStatelyCode({ id, config }: AnyStateMachine) {
  const { schemas: _, ...chart } = config as Record<string, unknown>;
  return `import { createMachine } from 'xstate';\n\nexport const ${id}Machine = createMachine(${JSON.stringify(chart, null, 2)});\n`;
}
