import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { part } from '#adapters/browser/part';
import { until } from '../support/until.ts';

const reload = vi.fn();
let ok = true;
beforeEach(() => {
  ok = true;
  reload.mockClear();
  vi.stubGlobal('location', { pathname: '/', reload });
  vi.stubGlobal('fetch', async () => ({ ok }));
});
afterEach(() => vi.unstubAllGlobals());

/** A part that does not load at first. */
const late = () => part(vi.fn().mockRejectedValueOnce(new Error('no line')).mockResolvedValue('part'));

describe('a part that is loaded when it is needed', () => {
  test('a part comes, and the page stays as it is', async () => {
    expect(await part(async () => 'part')()).toBe('part');
    expect(reload).not.toHaveBeenCalled();
  });

  test('a part that does not come rejects for every caller', async () => {
    await expect(late()()).rejects.toThrow('no line');
    expect(reload).not.toHaveBeenCalled();
  });

  test('a second request for a failed part reloads the page', async () => {
    const load = late();
    await load().catch(() => {});
    const again = vi.fn();
    load().then(again, again);
    await until(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(again).not.toHaveBeenCalled();
  });

  test('a second request tries the part again if the server gives no page either', async () => {
    const load = late();
    await load().catch(() => {});
    ok = false;
    expect(await load()).toBe('part');
    expect(reload).not.toHaveBeenCalled();
  });
});
