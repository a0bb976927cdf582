import { expect, test, vi } from 'vitest';
import { simulateBrowserForTest } from './browser';

const fails = (): never => {
  throw new DOMException('No.', 'QuotaExceededError');
};

const storages: Record<string, PropertyDescriptor> = {
  forbidden: { get: fails },
  missing: { value: null },
  full: { value: { getItem: () => null, setItem: fails, removeItem: () => {} } },
  'full of invalid records': { value: { getItem: () => '{', setItem: fails, removeItem: () => {} } },
  broken: { value: { getItem: fails, setItem: fails, removeItem: fails } },
};

test.each(Object.entries(storages))('records last until the page closes if storage is %s', async (_, storage) => {
  simulateBrowserForTest();
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...storage });
  const { storedRecords: records } = await import('#adapters/browser/records');
  expect([records.latest.get(), records.recents.get(), records.session.get()]).toEqual([null, [], null]);
  records.latest.set('fox');
  records.session.set({ id: 'fox', connector: 'injected' });
  expect([records.latest.get(), records.session.get()]).toEqual(['fox', { id: 'fox', connector: 'injected' }]);
  records.session.clear();
  expect([records.latest.get(), records.session.get()]).toEqual(['fox', null]);
  vi.resetModules();
  const { storedRecords: others } = await import('#adapters/browser/records');
  expect(others.latest.get()).toBeNull();
});
