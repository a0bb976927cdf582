import { encode } from 'uqr';
import { beforeEach, vi } from 'vitest';

// All test files share one window and its modules, and so what one of them listens to is set up before the first.
vi.mock('uqr', { spy: true });
beforeEach(() => {
  vi.mocked(encode).mockClear();
});

// Nobody looks at what is drawn: to draw it takes a third of the time.
(window.frameElement as HTMLElement | null)?.style.setProperty('opacity', '0');
