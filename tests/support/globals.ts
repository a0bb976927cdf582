import { afterAll, vi } from 'vitest';

/* Test files of a worker share its globals, so this removes stubs. A library takes a leftover `window` for a page. */

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
