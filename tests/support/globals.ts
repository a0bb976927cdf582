import { afterAll, vi } from 'vitest';

/*
 * Test files of a worker share its globals, so stubs are removed. A leftover `window` would look like a browser to
 * libraries.
 */

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
