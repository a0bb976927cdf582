import { afterEach, expect, test, vi } from 'vitest';
import { findChromium } from './chromium.ts';

afterEach(() => vi.unstubAllEnvs());

/** The package holds a browser for this kind of machine only. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64';

test('tests use the packaged Chromium, even if another browser is installed', () => {
  vi.stubEnv('CHROMIUM_PATH', undefined);
  expect(findChromium().source).toMatch(isPackaged ? /^@sparticuz\/chromium / : /^installed$/);
});

test('tests use the Chromium that CHROMIUM_PATH names', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(findChromium()).toEqual({ executablePath: process.execPath, env: {}, source: '$CHROMIUM_PATH' });
});

test('tests stop with a sentence if CHROMIUM_PATH names no file', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  expect(findChromium).toThrow('CHROMIUM_PATH is /nowhere/chromium, but there is no such file.');
});
