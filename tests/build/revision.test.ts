import { afterEach, expect, test, vi } from 'vitest';
import { listOldestBrowsers } from '#build/floor';
import { commitOfBuild, dateOfBuild } from '#build/revision';

const COMMIT = 'a1b2c3d4'.repeat(5);
afterEach(() => vi.unstubAllEnvs());

test('the date of a build is that of SOURCE_DATE_EPOCH in UTC', () => {
  expect(dateOfBuild({ SOURCE_DATE_EPOCH: '1764374399' })).toBe('2025-11-28');
  expect(dateOfBuild({ SOURCE_DATE_EPOCH: '1764374400' })).toBe('2025-11-29');
});

test('without SOURCE_DATE_EPOCH, a build has the date of the commit or of today', () => {
  expect(dateOfBuild({})).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(dateOfBuild({ SOURCE_DATE_EPOCH: '' })).toBe(dateOfBuild({}));
});

test.each(['yesterday', '-1', '1e9', '2025-11-28', '999999999999'])('refuses SOURCE_DATE_EPOCH=%s', (text) => {
  expect(() => dateOfBuild({ SOURCE_DATE_EPOCH: text })).toThrow('SOURCE_DATE_EPOCH must be a number of seconds');
});

test('the commit of a build is that of SOURCE_COMMIT', () => {
  expect(commitOfBuild({ SOURCE_COMMIT: COMMIT })).toBe(COMMIT);
  expect(commitOfBuild({ SOURCE_COMMIT: `${COMMIT}-dirty` })).toBe(`${COMMIT}-dirty`);
});

test('without SOURCE_COMMIT, a build has the commit of the checkout, or null', () => {
  expect(String(commitOfBuild({}))).toMatch(/^([0-9a-f]{40}(-dirty)?|null)$/);
});

test.each(['main', 'abc123', `${COMMIT}; rm -rf /`])('refuses SOURCE_COMMIT=%s', (text) => {
  expect(() => commitOfBuild({ SOURCE_COMMIT: text })).toThrow('SOURCE_COMMIT must be the 40 digits');
});

test('the oldest supported browsers are the widely available ones of a fixed date', () => {
  expect(listOldestBrowsers('2026-11-25')).toEqual(['chrome125', 'edge125', 'firefox126', 'safari17.5', 'ios17.5']);
});

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
