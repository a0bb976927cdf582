import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadOnDemand } from '#adapters/browser/loadOnDemand';
import { waitUntil } from '../support/until.ts';

const reload = vi.fn();
let ok = true;
beforeEach(() => {
  ok = true;
  reload.mockClear();
  vi.stubGlobal('location', { href: 'http://localhost/', reload });
  vi.stubGlobal('fetch', async () => ({ ok }));
});
afterEach(() => vi.unstubAllGlobals());

const late = () => loadOnDemand(vi.fn().mockRejectedValueOnce(new Error('no line')).mockResolvedValue('part'));

test('a module loads without a reload of the page', async () => {
  expect(await loadOnDemand(async () => 'part')()).toBe('part');
  expect(reload).not.toHaveBeenCalled();
});

test('a module that fails to load rejects, without a reload of the page', async () => {
  await expect(late()()).rejects.toThrow('no line');
  expect(reload).not.toHaveBeenCalled();
});

test('a second request for a failed module reloads the page', async () => {
  const load = late();
  await load().catch(() => {});
  const again = vi.fn();
  load().then(again, again);
  await waitUntil(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(again).not.toHaveBeenCalled();
});

test('a failed module is requested again, without a reload, if the server is down', async () => {
  const load = late();
  await load().catch(() => {});
  ok = false;
  expect(await load()).toBe('part');
  expect(reload).not.toHaveBeenCalled();
});
