import { afterEach, expect, test, vi } from 'vitest';
import { findChromium } from './chromium.ts';

afterEach(() => vi.unstubAllEnvs());

test('tests use the Chromium that CHROMIUM_PATH names, and end if there is none', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(findChromium()).toEqual({ executablePath: process.execPath, env: {}, source: '$CHROMIUM_PATH' });
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  expect(findChromium).toThrow('CHROMIUM_PATH is /nowhere/chromium, but there is no such file.');
});
