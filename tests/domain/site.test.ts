import { describe, expect, test } from 'vitest';
import { ETHEREUM } from '#domain/chain';
import { type Site, validateSite } from '#domain/site';

const someone = { name: 'Someone', handle: '@someone', image: '', link: 'https://example.com/someone' };
const network = { ...ETHEREUM, rpcUrls: ['https://node.example.com'] };
const site: Site = {
  product: 'borrow',
  url: 'https://example.com',
  httpsOnly: 'subdomains',
  security: { contact: '', policy: '' },
  instanceId: 'ia_borrow1',
  app: { description: 'A test.', icon: '/icon-180.png' },
  languages: ['en', 'ar'],
  messaging: { handle: 'example', request: 'I ask for {amount}.', greeting: 'Hello.' },
  litepaper: 'https://example.com/litepaper',
  allocation: { total: 100_000, allocated: 12_025, min: 10_000, max: 50_000, initial: 10_000 },
  backer: someone,
  supporters: [someone, someone],
  wallet: {
    control: 'hidden',
    groups: [{ groupName: 'Popular', wallets: ['rainbow'] }],
    projectId: '0'.repeat(32),
    relayUrl: 'wss://relay.example.com',
    networks: [network, { ...network, id: 8453, rpcUrls: ['https://node.example.com', 'https://node.example.com'] }],
    signIn: 'required',
    transactions: 'on',
    authUrl: '',
    nameServiceUrl: '',
    learnMoreUrl: 'https://example.com/wallets',
    disclaimer: '',
  },
  theme: {},
};

/** Returns the paths of all fields in `value`, such as `wallet.networks[0].id`. */
const pathsIn = (value: unknown, at = ''): string[] =>
  Object.entries(value as object).flatMap(([key, inner]) => {
    const path = Array.isArray(value) ? `${at}[${key}]` : at ? `${at}.${key}` : key;
    return [path, ...(typeof inner === 'object' && inner !== null ? pathsIn(inner, path) : [])];
  });

function siteWith(path: string, value: unknown) {
  const copy = JSON.parse(JSON.stringify(site));
  const keys = path.match(/\w+/g)!;
  const holder = keys.slice(0, -1).reduce<Record<string, unknown>>((at, key) => at[key] as never, copy);
  holder[keys.at(-1)!] = value;
  return copy;
}

function expectRefusal(path: string, value: unknown, field: string, message: string) {
  const refusal = expect.objectContaining({ name: 'SiteError', field, message });
  expect(() => validateSite(siteWith(path, value)), String(value)).toThrow(refusal);
}

const service = 'be an https URL or a path on this site, without query and hash, not "%s"';
const noService = [
  ...['http://a.example.com', 'javascript:alert(1)', 'auth', ' ', '//a.example.com', '/\\\\a.example.com'],
  ...['https://auth.example.com?key=1', 'https://auth.example.com/#auth'],
];

test.each<[field: string, rule: string, values: unknown[]]>([
  ['product', 'be one verb in lower case, such as "borrow"', ['', 'Borrow', 'borrow it']],
  [
    'url',
    'be an https address without a path, not "%s"',
    ['http://example.com', 'example.com', 'https://example.com/sub', 'https://a&b"c.com'],
  ],
  ['httpsOnly', 'be "host", "subdomains" or "preload"', ['yes']],
  ['languages', 'list at least one language', [[]]],
  ['languages[1]', 'be one of en, ar, ur, id, ms, tr, fr, not "%s"', ['xx']],
  ['languages[1]', 'not repeat "%s"', ['en']],
  ['app.description', 'not be empty', [' ']],
  [
    'app.icon',
    'be a path on this site that ends with .png or .svg, such as /icon-180.png',
    ['', 'icon.png', '/icon.jpg', '//example.com/icon.png', '/icon.png?2'],
  ],
  ['messaging.handle', 'be a Telegram name without the @: letters, digits and underscores', ['@example', 'ab']],
  ['messaging.request', 'contain {amount} once, where the chosen amount goes', ['Hello']],
  ['messaging.greeting', 'not be empty', ['']],
  ['messaging.greeting', 'be a text, or texts by language, such as { en: "…", ar: "…" }', [{}]],
  [
    'security.contact',
    'be empty, an https URL or an address such as mailto:security@example.com, not "%s"',
    ['me@example.com'],
  ],
  ['security.policy', 'be empty or an https URL', ['http://a.example']],
  ...['litepaper', 'wallet.learnMoreUrl', 'backer.link'].map((field): [string, string, unknown[]] => [
    field,
    'be an https URL, not "%s"',
    ['javascript:alert(1)'],
  ]),
  ['wallet.control', 'be "hidden" or "header"', ['footer']],
  [
    'wallet.relayUrl',
    'be a wss address, such as wss://relay.walletconnect.org, not "%s"',
    ['https://relay.example.com', 'ws://relay.example.com', 'relay', ''],
  ],
  ['wallet.networks', 'list at least one network', [[]]],
  ['wallet.networks[0].id', 'be the number of a network (EIP-155)', [0]],
  ['wallet.networks[0].name', 'not be empty', [' ']],
  ['wallet.networks[0].symbol', 'not be empty', ['']],
  ['wallet.networks[0].icon', 'be null or a path on this site', ['https://example.com/a.svg']],
  ['wallet.networks[0].iconBackground', 'be a colour such as #4b5d8c', ['blue']],
  ['wallet.networks[0].explorer', 'be empty or an https URL', ['http://example.com']],
  ['wallet.networks[0].decimals', 'be a whole number from 0 to 36', [37]],
  ['wallet.networks[0].rpcUrls', 'name at least one node', [[]]],
  ['wallet.networks[1].rpcUrls[1]', 'be an https URL, not "%s"', ['http://node.example.com']],
  ['wallet.signIn', 'be "required" or "off"', ['Required', 'on', '']],
  ['wallet.transactions', 'be "on" or "off"', ['yes']],
  ['wallet.authUrl', service, noService],
  ['wallet.nameServiceUrl', service, noService],
  ['allocation.total', 'be a whole number of USDC, 0 or more', [Number.NaN]],
  ['allocation.allocated', 'be a whole number of USDC, 0 or more', [-1]],
  ['allocation.min', 'be a whole number of USDC, 0 or more', [0.5]],
  ['allocation.max', 'be a whole number of USDC, 0 or more', [Number.POSITIVE_INFINITY]],
  ['allocation.initial', 'be a whole number of USDC, 0 or more', [Number.NaN]],
  ['allocation.total', 'be more than 0', [0]],
  ['allocation.total', 'not be below allocation.allocated', [12_024]],
  ['allocation.min', 'be more than 0', [0]],
  ['allocation.min', 'not be above allocation.max', [50_001]],
  ['allocation.initial', 'lie between allocation.min and allocation.max', [9_999, 50_001]],
  ['backer.name', 'not be empty', [' ']],
  ['backer.handle', 'not be empty', ['']],
  [
    'backer.image',
    'be empty or a path on this site',
    ['https://example.com/a.png', '//example.com/a.png', '/\\\\example.com/a.png'],
  ],
  ['supporters', 'not be empty', [[]]],
  ['supporters[1].name', 'not be empty', ['']],
])('refuses a site if its field %s breaks the rule "must %s": %j', (field, rule, values) => {
  for (const value of values) expectRefusal(field, value, field, `${field} must ${rule.replace('%s', String(value))}`);
});

test.each<[sentence: string, field: string, path: string, values: unknown[]]>([
  ['Invalid ID', 'instanceId', 'instanceId', ['', 'ia-borrow', 'ia borrow']],
  ['No projectId found', 'wallet.projectId', 'wallet.projectId', ['', ' ']],
  ['The theme must be an object', 'theme', 'theme', [() => ({}), null, []]],
  ['must be a colour such as #0b6b4f', 'theme.light.ink', 'theme', [{ light: { ink: 'red' } }]],
  ['must be a colour such as #0b6b4f', 'theme.dark.gold', 'theme', [{ dark: { gold: '#fff;}' } }]],
  ['is 1, which is listed already', 'wallet.networks[1].id', 'wallet.networks', [[network, network]]],
  [
    'must contain {amount} once, where the chosen amount goes',
    'messaging.request.tr',
    'messaging.request',
    [{ en: 'Join with {amount}.', tr: 'Katılayım.' }],
  ],
  ['must not be empty: leave it out instead', 'app.description.ar', 'app.description', [{ en: 'A test.', ar: ' ' }]],
  [
    'must not have "de", which is none of en, ar, ur, id, ms, tr, fr',
    'wallet.disclaimer',
    'wallet.disclaimer',
    [{ en: 'Be careful.', de: 'Vorsicht.' }],
  ],
])('refuses a site with the sentence "%s" for its field %s', (sentence, field, path, values) => {
  const message = /^[A-Z]/.test(sentence) ? sentence : `${field} ${sentence}`;
  for (const value of values) expectRefusal(path, value, field, message);
});

const paths = ['', '/auth', '/api/auth/', 'https://auth.example.com', 'https://auth.example.com/siwe'];
test.each<[field: string, values: unknown[]]>([
  ['backer.image', ['', '/backer.webp']],
  ['theme', [{}, { light: { ink: '#0B6b4f' } }]],
  ['wallet.signIn', ['required', 'off']],
  ['wallet.transactions', ['on', 'off']],
  ['wallet.authUrl', [...paths, 'http://localhost:4180']],
  ['wallet.nameServiceUrl', [...paths, 'http://127.0.0.1:4181/v1/resolve-ens']],
  // URLs of this machine may be unencrypted.
  ['wallet.relayUrl', ['ws://localhost:5555']],
  ['wallet.networks[0].rpcUrls', [['http://127.0.0.1:8545', 'http://localhost:8545']]],
])('returns a site unchanged if its field %s is one of %j', (field, values) => {
  for (const changed of values.map((value) => siteWith(field, value))) expect(validateSite(changed)).toBe(changed);
});

describe.each([undefined, Symbol('rubbish')])('a site with the value %s', (value) => {
  test.each(pathsIn(site))('is refused if the value is at %s, and the error names the field', (path) => {
    expect(() => validateSite(siteWith(path, value))).toThrow(
      expect.objectContaining({ name: 'SiteError', field: expect.stringContaining(path) }),
    );
  });
});
