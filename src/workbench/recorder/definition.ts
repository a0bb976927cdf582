import type { AnyStateMachine } from 'xstate';

/** Replaces functions by their names, and leaves out `context` and `meta`. */
function nameParts(key: string, it: unknown): unknown {
  if (key === 'context' || key === 'meta') return undefined;
  if (typeof it === 'function') {
    // A combination of guards, such as `not`, has its parts in `guards`.
    const { type, name, guards, stateValue } = Object(it) as Partial<Record<string, unknown>>;
    return { type: type ?? (name || '…'), guards, stateValue };
  }
  // The source of an invoked actor may be an object in place of a name.
  if (key === 'src' && typeof it === 'object') return (it as { id?: string }).id ?? 'xstate.invoke.';
  return typeof it === 'bigint' ? String(it) : it;
}

/**
 * Returns a machine as JSON, with its delays in ms. Functions are named, and JSON lacks delays that are functions.
 * Returns nothing for an actor of another kind.
 */
export function writeDefinition(logic: unknown): { definition?: string; delays?: Record<string, unknown> } {
  const machine = logic as AnyStateMachine | undefined;
  if (!machine?.root) return {};
  try {
    return { definition: JSON.stringify(machine.config, nameParts), delays: machine.implementations.delays };
  } catch {
    return {};
  }
}
