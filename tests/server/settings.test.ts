import { describe, expect, test } from 'vitest';
import { readSettings, type Settings } from '#server/settings';

const read = (env: Record<string, string>) => readSettings(env, 'https://my.site/');

test('the server listens on localhost and uses a SQLite file if no variable is set', () => {
  const { isProxy, ...others } = read({ PORT: '', STORE_URL: ' ' });
  const store = { file: '.data/signIn.db' };
  expect(others).toEqual({ port: 4173, host: '127.0.0.1', store, origins: null, cookie: 'local', rateLimit: 60 });
  expect(isProxy('127.0.0.1', 0)).toBe(false);
});

const redis = 'rediss://user:secret@redis.my.site:6380/2';

test.each<[Record<string, string>, Partial<Settings>]>([
  [{ TRUSTED_PROXY: 'loopback' }, { origins: ['https://my.site'], cookie: 'secure' }],
  [
    { ORIGINS: 'https://a.site, https://b.site:8443', FRAMED: 'on' },
    { origins: ['https://a.site', 'https://b.site:8443'], cookie: 'framed' },
  ],
  [{ ORIGINS: 'http://localhost:5173' }, { cookie: 'local' }],
  [{ STORE_URL: redis }, { store: { redis } }],
])('the server reads origins, cookie and store from the variables %j', (env, settings) => {
  expect(read(env)).toMatchObject(settings);
});

test('the server trusts proxies by their addresses, or by their number', () => {
  const [named, counted] = ['loopback, 10.0.0.0/8', '2'].map((text) => read({ TRUSTED_PROXY: text }).isProxy);
  expect(['127.0.0.1', '10.1.2.3', '192.0.2.1'].map((address) => named!(address, 0))).toEqual([true, true, false]);
  expect([0, 1, 2].map((distance) => counted!('192.0.2.1', distance))).toEqual([true, true, false]);
});

describe('readSettings()', () => {
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
  ])('refuses the variable %s=%s with an error that names the rule', (variable, value, rule) => {
    expect(() => read({ [variable]: value })).toThrow(`${variable} must `);
    expect(() => read({ [variable]: value })).toThrow(rule);
    if (value.includes('secret')) expect(() => read({ [variable]: value })).not.toThrow('secret');
  });
});
