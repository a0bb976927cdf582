import { vi } from 'vitest';

/** Resolves when `holds` no longer throws, and rejects with what it threw where that does not come. */
export const until = <T>(holds: () => T | Promise<T>) => vi.waitFor(holds, { interval: 5, timeout: 45_000 });
