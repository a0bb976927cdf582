import { describe, expect, test } from 'vitest';
import { readSettings } from '#server/settings';

const read = (env: Record<string, string>) => readSettings(env, 'https://my.site/');

test('the server uses this computer and a SQLite file if no variable is set', () => {
  const { isProxy, ...others } = read({ PORT: '', STORE_URL: ' ' });
  expect(others).toEqual({
    port: 4173,
    host: '127.0.0.1',
    store: { file: '.data/signIn.db' },
    origins: null,
    cookie: 'local',
    rateLimit: 60,
  });
  expect(isProxy('127.0.0.1', 0)).toBe(false);
});

test("the server uses the page's address, and secure cookies behind a proxy", () => {
  const { origins, cookie, isProxy } = read({ TRUSTED_PROXY: 'loopback, 10.0.0.0/8' });
  expect([origins, cookie]).toEqual([['https://my.site'], 'secure']);
  expect(['127.0.0.1', '10.1.2.3', '192.0.2.1'].map((address) => isProxy(address, 0))).toEqual([true, true, false]);
});

test('the server reads how many proxies with unknown addresses are before it', () => {
  const { isProxy } = read({ TRUSTED_PROXY: '2' });
  expect([0, 1, 2].map((distance) => isProxy('192.0.2.1', distance))).toEqual([true, true, false]);
});

test('the server reads the variables for pages and stores', () => {
  expect(read({ ORIGINS: 'https://a.site, https://b.site:8443', FRAMED: 'on' })).toMatchObject({
    origins: ['https://a.site', 'https://b.site:8443'],
    cookie: 'framed',
  });
  expect(read({ ORIGINS: 'http://localhost:5173' }).cookie).toBe('local');
  expect(read({ STORE_URL: 'rediss://user:secret@redis.my.site:6380/2' }).store).toEqual({
    redis: 'rediss://user:secret@redis.my.site:6380/2',
  });
});

describe('refuses a variable with a message that hides its value', () => {
  test.each([
    ['PORT', 'eighty', 'a whole number from 0 to 65535'],
    ['PORT', '70000', 'a whole number'],
    ['RATE_LIMIT', '-1', 'a whole number'],
    ['RATE_LIMIT', '1.5', 'a whole number'],
    ['STORE_URL', 'postgres://user:secret@host', 'be redis://…, rediss://… or file:…'],
    ['STORE_URL', 'redis://', 'be redis://…'],
    ['STORE_URL', 'file:', 'be redis://…'],
    ['TRUSTED_PROXY', 'my-proxy', 'be a number of proxies, or addresses'],
    ['ORIGINS', 'my.site', 'be https addresses'],
    ['ORIGINS', 'https://my.site/', 'be https addresses'],
    ['ORIGINS', 'http://my.site', 'be https addresses'],
    ['ORIGINS', 'https://my.site,http://localhost:4173', 'not mix https with addresses of this machine'],
    ['FRAMED', 'yes', 'be on or off'],
    ['FRAMED', 'on', 'be off without https'],
  ])('refuses %s=%s', (variable, value, rule) => {
    expect(() => read({ [variable]: value })).toThrow(`${variable} must `);
    expect(() => read({ [variable]: value })).toThrow(rule);
    if (value.includes('secret')) expect(() => read({ [variable]: value })).not.toThrow('secret');
  });
});
