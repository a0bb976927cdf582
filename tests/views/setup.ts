import { encode } from 'uqr';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { takeCrash } from './crash';
import { watchTranslatedPageErrors } from './translation';

// All test files share one window and its modules, so these mocks apply to every file.
vi.mock('uqr', { spy: true });
beforeEach(() => {
  vi.mocked(encode).mockClear();
});

/** Fails a test whose view has crashed. */
afterEach(() => {
  const crash = takeCrash();
  if (crash) throw crash;
});

/** Checks after each test that a browser could have translated the view, which replaces text nodes. */
const faults = watchTranslatedPageErrors(document.body);
beforeEach(() => void faults());
afterEach(({ task }) => {
  if (!task.file.name.endsWith('tools.test.tsx')) expect(faults(), 'Texts that cannot be translated').toEqual([]);
});

// Software rendering of the frame takes long, and no test needs it.
(window.frameElement as HTMLElement | null)?.style.setProperty('opacity', '0');
