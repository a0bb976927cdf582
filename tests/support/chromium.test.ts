import { afterEach, expect, test, vi } from 'vitest';
import { findChromium } from './chromium.ts';

afterEach(() => vi.unstubAllEnvs());

/** `@sparticuz/chromium` contains a browser for this platform only. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64';

test('tests use the packaged Chromium, even if another browser is installed', () => {
  vi.stubEnv('CHROMIUM_PATH', undefined);
  expect(findChromium().source).toMatch(isPackaged ? /^@sparticuz\/chromium / : /^installed$/);
});

test('tests use the Chromium that CHROMIUM_PATH names', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(findChromium()).toEqual({ executablePath: process.execPath, env: {}, source: '$CHROMIUM_PATH' });
});

test('tests end with a message if the file at CHROMIUM_PATH is missing', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  expect(findChromium).toThrow('CHROMIUM_PATH is /nowhere/chromium, but there is no such file.');
});
