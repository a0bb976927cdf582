import type { AnyStateMachine } from 'xstate';

/** Replaces functions by their names, and leaves out data. */
function nameParts(key: string, it: unknown): unknown {
  if (key === 'context' || key === 'meta') return undefined;
  if (typeof it === 'function') return { type: (it as { type?: string }).type ?? (it.name || '…') };
  // Actors that are given as objects.
  if (key === 'src' && typeof it === 'object') return (it as { id?: string }).id ?? 'xstate.invoke.';
  return typeof it === 'bigint' ? String(it) : it;
}

/**
 * Returns a machine as JSON, with its delays in ms. Functions are named. Returns nothing for an actor of another kind.
 */
export function writeDefinition(logic: unknown): { definition?: string; delays?: Record<string, number> } {
  const machine = logic as AnyStateMachine | undefined;
  if (!machine?.root) return {};
  const delays = Object.entries(machine.implementations.delays as Record<string, unknown>);
  const known = delays.filter((pair): pair is [string, number] => typeof pair[1] === 'number');
  try {
    return { definition: JSON.stringify(machine.config, nameParts), delays: Object.fromEntries(known) };
  } catch {
    return {};
  }
}
