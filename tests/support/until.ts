import { vi } from 'vitest';

/** Resolves once `check` no longer throws. Rejects after 45 s. Advances fake timers while it waits. */
export const waitUntil = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { interval: 5, timeout: 45_000 });
