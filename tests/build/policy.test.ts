import { expect, test } from 'vitest';
import { connectHostsOf, createHeaders, createPolicy } from '#build/policy';
import { ETHEREUM } from '#domain/chain';
import type { Site } from '#domain/site';

const wallet = {
  networks: [
    { ...ETHEREUM, rpcUrls: ['https://node.example.com/v1', 'https://node.example.com/v2'] },
    { ...ETHEREUM, id: 10, rpcUrls: ['https://node.example.com/v3'] },
  ],
  relayUrl: 'wss://relay.example.com',
  authUrl: '',
};
const usual = ['https://node.example.com', 'wss://relay.example.com', 'https://relay.example.com'];

test.each<[string, Partial<Site['wallet']>, string[]]>([
  ['without a sign-in server', {}, usual],
  ['a sign-in server at a path of this site', { authUrl: '/auth' }, usual],
  [
    'a sign-in server at another host',
    { authUrl: 'https://auth.example.com/siwe' },
    [...usual, 'https://auth.example.com'],
  ],
  ['a sign-in server at the host of a node', { authUrl: 'https://node.example.com/auth' }, usual],
  ['a sign-in server on this computer', { authUrl: 'http://localhost:4180' }, [...usual, 'http://localhost:4180']],
  ['a name service', { nameServiceUrl: 'https://names.example.com/v1' }, [...usual, 'https://names.example.com']],
])('the Content-Security-Policy allows the hosts of nodes, relay and servers: %s', (_, change, hosts) => {
  expect(connectHostsOf({ wallet: { ...wallet, ...change } } as Site)).toEqual(hosts);
  expect(createPolicy({ styles: [], scripts: [], hosts })['connect-src']).toEqual(["'self'", ...hosts]);
});

const policy = createPolicy({ styles: [], scripts: [], hosts: [] });

test.each([
  ['host', 'max-age=63072000'],
  ['subdomains', 'max-age=63072000; includeSubDomains'],
  ['preload', 'max-age=63072000; includeSubDomains; preload'],
] as const)('with httpsOnly %s, the Strict-Transport-Security header is "%s"', (httpsOnly, value) => {
  const headers = createHeaders({ policy, httpsOnly, open: [], files: { assets: [], wallets: [] }, pages: {} });
  expect(headers['/*']?.['Strict-Transport-Security']).toBe(value);
});

test('each start page names its language in a header, and no other file does', () => {
  const headers = createHeaders({
    policy,
    httpsOnly: 'host',
    open: ['/ar/manifest.json'],
    files: { assets: ['a.js'], wallets: [] },
    pages: { '/': 'tr', '/ar/': 'ar' },
  });
  const named = Object.entries(headers).map(([path, fields]) => [path, fields['Content-Language']]);
  expect(named.filter(([, language]) => language)).toEqual([
    ['/', 'tr'],
    ['/ar/', 'ar'],
  ]);
});
