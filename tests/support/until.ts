import { vi } from 'vitest';

/** Resolves once `check` no longer throws; rejects with its last error after 45 s. Moves a simulated clock on. */
export const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { interval: 5, timeout: 45_000 });
