import type { AnyStateMachine } from 'xstate';

/** A replacer for `JSON.stringify()`: replaces functions by their names, and omits `context` and `meta`. */
function nameParts(key: string, it: unknown): unknown {
  if (key === 'context' || key === 'meta') return undefined;
  if (typeof it === 'function') {
    // XState's `and()`, `or()` and `not()` return functions with their operands in `guards`.
    const { type, name, guards, stateValue } = Object(it) as Partial<Record<string, unknown>>;
    return { type: type ?? (name || '…'), guards, stateValue };
  }
  // The source of an invoked actor may be a logic object in place of a name.
  if (key === 'src' && typeof it === 'object') return (it as { id?: string }).id ?? 'xstate.invoke.';
  return typeof it === 'bigint' ? String(it) : it;
}

/**
 * Returns the configuration of a machine as JSON, and its named delays. Returns an empty object if `logic` is no
 * machine, or cannot be written as JSON.
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
