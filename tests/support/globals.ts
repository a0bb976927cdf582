import { afterAll, vi } from 'vitest';

/*
 * Test files of a worker share its globals, so stubs are removed. Libraries would take a leftover `window` for a
 * browser.
 */

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
