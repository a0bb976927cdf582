import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitUnlessCrashed } from './crash';
import { showView } from './support';

function Broken(): never {
  throw new Error('The view is broken.');
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

test('rendering a view that crashes fails at once, with the error of the crash', async () => {
  await expect(showView(<Broken />)).rejects.toThrow('The view is broken.');
});

test('waiting for a view ends when the view crashes', async () => {
  const looking = expect(waitUnlessCrashed(() => new Promise(() => {}))).rejects.toThrow('The view is broken.');
  await showView(<Broken />).catch(() => {});
  await looking;
});
