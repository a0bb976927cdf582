import { afterEach, expect, test, vi } from 'vitest';
import { listOldestBrowsers } from '#build/floor';

test('the oldest supported browsers are the widely available ones of a fixed date', () => {
  expect(listOldestBrowsers('2026-11-25')).toEqual(['chrome125', 'edge125', 'firefox126', 'safari17.5', 'ios17.5']);
});

afterEach(() => vi.unstubAllEnvs());

test('the build targets the oldest supported browsers of its date', async () => {
  const { default: config } = await import('../../vite.config.ts');
  const { build } = config({ mode: 'production', command: 'build' });
  expect(build?.target).toEqual(listOldestBrowsers());
});

test('the oldest supported browsers do not depend on the day of the build', () => {
  vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.UTC(2026, 10, 25) / 1_000));
  expect(listOldestBrowsers()).toEqual(listOldestBrowsers('2026-11-25'));
  vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.UTC(2025, 10, 25) / 1_000));
  expect(listOldestBrowsers()).not.toEqual(listOldestBrowsers('2026-11-25'));
});
