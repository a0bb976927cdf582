import { afterEach, expect, test, vi } from 'vitest';
import { findChromium } from './chromium.ts';

afterEach(() => vi.unstubAllEnvs());

test('findChromium() returns the file in CHROMIUM_PATH, or throws if it is missing', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(findChromium()).toEqual({ executablePath: process.execPath, env: {}, source: '$CHROMIUM_PATH' });
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  expect(findChromium).toThrow('CHROMIUM_PATH is /nowhere/chromium, but there is no such file.');
});
