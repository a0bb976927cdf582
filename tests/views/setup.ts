import { encode } from 'uqr';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { watchTexts } from './translation';

// All test files share one window and its modules, and so what one of them listens to is set up before the first.
vi.mock('uqr', { spy: true });
beforeEach(() => {
  vi.mocked(encode).mockClear();
});

/** Every walk also proves that the view could be translated. */
const faults = watchTexts(document.body);
beforeEach(() => void faults());
afterEach(({ task }) => {
  if (!task.file.name.endsWith('translation.test.tsx')) expect(faults(), 'Texts that cannot be translated').toEqual([]);
});

// No one looks at the drawing, which takes a third of the time.
(window.frameElement as HTMLElement | null)?.style.setProperty('opacity', '0');
