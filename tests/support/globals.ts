import { afterAll, vi } from 'vitest';

/* Test files of a worker share its globals: none leaves a stub behind, such as a `window` that libraries take for a page's. */

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
