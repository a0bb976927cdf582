import { expect, test } from 'vitest';
import { commitOfBuild, dateOfBuild } from '#build/revision';

const COMMIT = 'a1b2c3d4'.repeat(5);

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
