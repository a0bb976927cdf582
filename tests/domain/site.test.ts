import { describe, expect, test } from 'vitest';
import { ETHEREUM, type Network } from '#domain/chain';
import { SiteError } from '#domain/errors';
import { type Site, validateSite } from '#domain/site';
import { DEFAULT_PROJECT, site as ours } from '#site';

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
    networks: [network],
    signIn: 'required',
    transactions: 'on',
    authUrl: '',
    nameServiceUrl: '',
    learnMoreUrl: 'https://example.com/wallets',
    disclaimer: '',
  },
  theme: {},
};
const wallet = (change: object) => ({ wallet: { ...site.wallet, ...change } });
const networks = (...changes: Partial<Network>[]) =>
  wallet({ networks: changes.map((change) => ({ ...network, ...change })) });
const allocation = (change: Partial<Site['allocation']>) => ({ allocation: { ...site.allocation, ...change } });
const messaging = (change: Partial<Site['messaging']>) => ({ messaging: { ...site.messaging, ...change } });
const backer = (change: Partial<Site['backer']>) => ({ backer: { ...someone, ...change } });

const verb = 'product must be one verb in lower case, such as "borrow"';
const whole = (field: string) => `allocation.${field} must be a whole number of USDC, 0 or more`;
const picture = 'backer.image must be empty or a path on this site';
const handle = 'messaging.handle must be a Telegram name without the @: letters, digits and underscores';
const between = 'allocation.initial must lie between allocation.min and allocation.max';

describe('the validation of a site', () => {
  test.each<[string, object, string]>([
    ['product', { product: '' }, verb],
    ['product', { product: 'Borrow' }, verb],
    ['product', { product: 'borrow it' }, verb],
    ...['http://example.com', 'example.com', 'https://example.com/sub', 'https://a&b"c.com'].map(
      (url) =>
        ['url', { url }, `url must be an https address without a path, not "${url}"`] as [string, object, string],
    ),
    [
      'allocation.total',
      { allocation: { ...site.allocation, total: 0, allocated: 0 } },
      'allocation.total must be more than 0',
    ],
    ['languages', { languages: [] }, 'languages must list at least one language'],
    ['languages[1]', { languages: ['en', 'xx'] }, 'languages[1] must be one of en, ar, ur, id, ms, tr, fr, not "xx"'],
    ['languages[1]', { languages: ['en', 'en'] }, 'languages[1] must not repeat "en"'],
    ['instanceId', { instanceId: '' }, 'Invalid ID'],
    ['instanceId', { instanceId: 'ia-borrow' }, 'Invalid ID'],
    ['instanceId', { instanceId: 'ia borrow' }, 'Invalid ID'],
    ['app.description', { app: { ...site.app, description: ' ' } }, 'app.description must not be empty'],
    ...['', 'icon.png', '/icon.jpg', '//example.com/icon.png', '/icon.png?2'].map((icon): [string, object, string] => [
      'app.icon',
      { app: { ...site.app, icon } },
      'app.icon must be a path on this site that ends with .png or .svg, such as /icon-180.png',
    ]),
    ['messaging.handle', messaging({ handle: '@example' }), handle],
    ['messaging.handle', messaging({ handle: 'ab' }), handle],
    [
      'messaging.request',
      messaging({ request: 'Hello' }),
      'messaging.request must contain {amount} once, where the chosen amount goes',
    ],
    [
      'messaging.request.tr',
      messaging({ request: { en: 'Let me join with {amount}.', tr: 'Katılayım.' } }),
      'messaging.request.tr must contain {amount} once, where the chosen amount goes',
    ],
    ['messaging.greeting', messaging({ greeting: '' }), 'messaging.greeting must not be empty'],
    [
      'messaging.greeting',
      messaging({ greeting: {} }),
      'messaging.greeting must be a text, or texts by language, such as { en: "…", ar: "…" }',
    ],
    [
      'wallet.disclaimer',
      wallet({ disclaimer: { en: 'Be careful.', de: 'Vorsicht.' } }),
      'wallet.disclaimer must not have "de", which is none of en, ar, ur, id, ms, tr, fr',
    ],
    [
      'app.description.ar',
      { app: { ...site.app, description: { en: 'A test.', ar: ' ' } } },
      'app.description.ar must not be empty: leave it out instead',
    ],
    [
      'security.contact',
      { security: { contact: 'me@example.com', policy: '' } },
      'security.contact must be empty, an https URL or an address such as mailto:security@example.com, not "me@example.com"',
    ],
    [
      'security.policy',
      { security: { contact: '', policy: 'http://a.example' } },
      'security.policy must be empty or an https URL',
    ],
    ['httpsOnly', { httpsOnly: 'yes' }, 'httpsOnly must be "host", "subdomains" or "preload"'],
    ['wallet.control', wallet({ control: 'footer' }), 'wallet.control must be "hidden" or "header"'],
    ['wallet.projectId', wallet({ projectId: '' }), 'No projectId found'],
    ['wallet.projectId', wallet({ projectId: ' ' }), 'No projectId found'],
    ...['https://relay.example.com', 'ws://relay.example.com', 'relay', ''].map(
      (relayUrl): [string, object, string] => [
        'wallet.relayUrl',
        wallet({ relayUrl }),
        `wallet.relayUrl must be a wss address, such as wss://relay.walletconnect.org, not "${relayUrl}"`,
      ],
    ),
    ['wallet.networks', networks(), 'wallet.networks must list at least one network'],
    ['wallet.networks[1].id', networks({}, {}), 'wallet.networks[1].id is 1, which is listed already'],
    ['wallet.networks[0].id', networks({ id: 0 }), 'wallet.networks[0].id must be the number of a network (EIP-155)'],
    ['wallet.networks[0].name', networks({ name: ' ' }), 'wallet.networks[0].name must not be empty'],
    ['wallet.networks[0].symbol', networks({ symbol: '' }), 'wallet.networks[0].symbol must not be empty'],
    [
      'wallet.networks[0].icon',
      networks({ icon: 'https://example.com/icon.svg' }),
      'wallet.networks[0].icon must be null or a path on this site',
    ],
    [
      'wallet.networks[0].iconBackground',
      networks({ iconBackground: 'blue' }),
      'wallet.networks[0].iconBackground must be a colour such as #4b5d8c',
    ],
    [
      'wallet.networks[0].explorer',
      networks({ explorer: 'http://example.com' }),
      'wallet.networks[0].explorer must be empty or an https URL',
    ],
    [
      'wallet.networks[0].decimals',
      networks({ decimals: 37 }),
      'wallet.networks[0].decimals must be a whole number from 0 to 36',
    ],
    ['wallet.networks[0].rpcUrls', networks({ rpcUrls: [] }), 'wallet.networks[0].rpcUrls must name at least one node'],
    [
      'wallet.networks[1].rpcUrls[1]',
      networks({}, { id: 8453, rpcUrls: ['https://node.example.com', 'http://node.example.com'] }),
      'wallet.networks[1].rpcUrls[1] must be an https URL, not "http://node.example.com"',
    ],
    ...['Required', 'on', ''].map((signIn): [string, object, string] => [
      'wallet.signIn',
      wallet({ signIn }),
      'wallet.signIn must be "required" or "off"',
    ]),
    ...['authUrl', 'nameServiceUrl'].flatMap((name) =>
      [
        'http://auth.example.com',
        'ftp://auth.example.com',
        'javascript:alert(1)',
        'auth.example.com',
        'auth',
        ' ',
        '//auth.example.com',
        '/\\\\auth.example.com',
        'https://auth.example.com?key=1',
        'https://auth.example.com/#auth',
      ].map((url): [string, object, string] => [
        `wallet.${name}`,
        wallet({ [name]: url }),
        `wallet.${name} must be an https URL or a path on this site, without query and hash, not "${url}"`,
      ]),
    ),
    [
      'wallet.learnMoreUrl',
      wallet({ learnMoreUrl: 'javascript:alert(1)' }),
      'wallet.learnMoreUrl must be an https URL, not "javascript:alert(1)"',
    ],
    ['litepaper', { litepaper: 'javascript:alert(1)' }, 'litepaper must be an https URL, not "javascript:alert(1)"'],
    ['allocation.total', allocation({ total: Number.NaN }), whole('total')],
    ['allocation.allocated', allocation({ allocated: -1 }), whole('allocated')],
    ['allocation.min', allocation({ min: 0.5 }), whole('min')],
    ['allocation.max', allocation({ max: Number.POSITIVE_INFINITY }), whole('max')],
    ['allocation.initial', allocation({ initial: Number.NaN }), whole('initial')],
    ['allocation.total', allocation({ total: 12_024 }), 'allocation.total must not be below allocation.allocated'],
    ['allocation.min', allocation({ min: 0 }), 'allocation.min must be more than 0'],
    ['allocation.min', allocation({ min: 50_001 }), 'allocation.min must not be above allocation.max'],
    ['allocation.initial', allocation({ initial: 9_999 }), between],
    ['allocation.initial', allocation({ initial: 50_001 }), between],
    ['backer.name', backer({ name: ' ' }), 'backer.name must not be empty'],
    ['backer.handle', backer({ handle: '' }), 'backer.handle must not be empty'],
    ['backer.image', backer({ image: 'https://example.com/a.png' }), picture],
    ['backer.image', backer({ image: '//example.com/a.png' }), picture],
    ['backer.image', backer({ image: '/\\\\example.com/a.png' }), picture],
    ['backer.link', backer({ link: '' }), 'backer.link must be an https URL, not ""'],
    ['supporters', { supporters: [] }, 'supporters must not be empty'],
    ['supporters[1].name', { supporters: [someone, { ...someone, name: '' }] }, 'supporters[1].name must not be empty'],
    ['theme', { theme: () => ({}) }, 'The theme must be an object'],
    ['theme', { theme: null }, 'The theme must be an object'],
    ['theme', { theme: [] }, 'The theme must be an object'],
    ['theme.light.ink', { theme: { light: { ink: 'red' } } }, 'theme.light.ink must be a colour such as #0b6b4f'],
    ['theme.dark.gold', { theme: { dark: { gold: '#fff;}' } } }, 'theme.dark.gold must be a colour such as #0b6b4f'],
  ])('refuses a site for its %s: %j', (field, change, sentence) => {
    const validate = () => validateSite({ ...site, ...change } as Site);
    expect(validate).toThrow(SiteError);
    expect(validate).toThrow(expect.objectContaining({ name: 'SiteError', field, message: sentence }));
  });
});

/** Returns the paths of all fields in `value`, such as `wallet.networks[0].id`. */
const pathsIn = (value: unknown, at = ''): string[] =>
  Object.entries(value as object).flatMap(([key, inner]) => {
    const path = Array.isArray(value) ? `${at}[${key}]` : at ? `${at}.${key}` : key;
    return [path, ...(typeof inner === 'object' && inner !== null ? pathsIn(inner, path) : [])];
  });

/** Returns a copy of the site with another value at `path`. */
function siteWith(path: string, value: unknown) {
  const copy = JSON.parse(JSON.stringify(site));
  const keys = path.match(/\w+/g)!;
  const holder = keys.slice(0, -1).reduce<Record<string, unknown>>((at, key) => at[key] as never, copy);
  holder[keys.at(-1)!] = value;
  return copy;
}

describe.each([undefined, Symbol('rubbish')])('a site with the value %s', (value) => {
  test.each(pathsIn(site))('is refused with the value at %s, and the error names the field', (path) => {
    expect(() => validateSite(siteWith(path, value))).toThrow(
      expect.objectContaining({ name: 'SiteError', field: expect.stringContaining(path) }),
    );
  });
});

test('a valid site is returned unchanged', () => {
  expect(validateSite(site)).toBe(site);
  const dressed = { ...site, ...backer({ image: '/backer.webp' }), theme: { light: { ink: '#0B6b4f' } } };
  expect(validateSite(dressed)).toBe(dressed);
});

test('the sample site is valid', () => {
  expect(validateSite(ours)).toBe(ours);
});

test('URLs on this machine may be without encryption', () => {
  const local = wallet({
    networks: [{ ...network, rpcUrls: ['http://127.0.0.1:8545', 'http://localhost:8545'] }],
    relayUrl: 'ws://localhost:5555',
    authUrl: 'http://localhost:4180',
    nameServiceUrl: 'http://127.0.0.1:4181/v1/resolve-ens',
  });
  expect(() => validateSite({ ...site, ...local })).not.toThrow();
});

test.each(['', '/auth', '/api/auth/', 'https://auth.example.com', 'https://auth.example.com/siwe'])(
  'the URL of the sign-in server can be %j',
  (authUrl) => expect(() => validateSite({ ...site, ...wallet({ authUrl }) } as Site)).not.toThrow(),
);

test.each(['', '/names', '/api/names/', 'https://names.example.com', 'https://names.example.com/v1/resolve-ens'])(
  'the URL of the name service can be %j',
  (nameServiceUrl) => expect(() => validateSite({ ...site, ...wallet({ nameServiceUrl }) } as Site)).not.toThrow(),
);

test('the site uses no external name service by default', () => {
  expect(ours.wallet.nameServiceUrl).toBe('');
});

test('the list of transactions can be on or off', () => {
  for (const transactions of ['on', 'off'])
    expect(() => validateSite({ ...site, ...wallet({ transactions }) } as Site)).not.toThrow();
  expect(() => validateSite({ ...site, ...wallet({ transactions: 'yes' }) } as never)).toThrow(
    'wallet.transactions must be "on" or "off"',
  );
});

test.each(['required', 'off'])('signing in can be %s', (signIn) => {
  expect(() => validateSite({ ...site, ...wallet({ signIn }) } as Site)).not.toThrow();
});

test('by default, signing in is required and the page verifies it', () => {
  expect(ours.wallet.signIn).toBe('required');
  expect(ours.wallet.authUrl).toBe('');
});

test('the placeholder of the WalletConnect project id is replaced by the default id', () => {
  expect(ours.wallet.projectId).toBe(DEFAULT_PROJECT);
});
