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

const APP_ICON = 'app.icon must be a path on this site that ends with .png or .svg, such as /icon-180.png';
const verb = 'product must be one verb in lower case, such as "borrow"';
const picture = 'backer.image must be empty or a path on this site';
const handle = 'messaging.handle must be a Telegram name without the @: letters, digits and underscores';
const between = 'allocation.initial must lie between allocation.min and allocation.max';
const placeholder = 'must contain {amount} once, where the chosen amount goes';
const service = 'must be an https URL or a path on this site, without query and hash, not';

/** Expects that the site is refused with this field and sentence. */
function expectRefusal(change: object, field: string, message: string) {
  const validate = () => validateSite({ ...site, ...change } as Site);
  expect(validate).toThrow(SiteError);
  expect(validate).toThrow(expect.objectContaining({ name: 'SiteError', field, message }));
}

describe('the validation of a site', () => {
  test.each<[sentence: string, change: object]>([
    ...['', 'Borrow', 'borrow it'].map((product): [string, object] => [verb, { product }]),
    ...['http://example.com', 'example.com', 'https://example.com/sub', 'https://a&b"c.com'].map(
      (url): [string, object] => [`url must be an https address without a path, not "${url}"`, { url }],
    ),
    ['allocation.total must be more than 0', allocation({ total: 0, allocated: 0 })],
    ['languages must list at least one language', { languages: [] }],
    ['languages[1] must be one of en, ar, ur, id, ms, tr, fr, not "xx"', { languages: ['en', 'xx'] }],
    ['languages[1] must not repeat "en"', { languages: ['en', 'en'] }],
    ['app.description must not be empty', { app: { ...site.app, description: ' ' } }],
    ...['', 'icon.png', '/icon.jpg', '//example.com/icon.png', '/icon.png?2'].map((icon): [string, object] => [
      APP_ICON,
      { app: { ...site.app, icon } },
    ]),
    [handle, messaging({ handle: '@example' })],
    [handle, messaging({ handle: 'ab' })],
    [`messaging.request ${placeholder}`, messaging({ request: 'Hello' })],
    [`messaging.request.tr ${placeholder}`, messaging({ request: { en: 'Join with {amount}.', tr: 'Katılayım.' } })],
    ['messaging.greeting must not be empty', messaging({ greeting: '' })],
    [
      'messaging.greeting must be a text, or texts by language, such as { en: "…", ar: "…" }',
      messaging({ greeting: {} }),
    ],
    [
      'wallet.disclaimer must not have "de", which is none of en, ar, ur, id, ms, tr, fr',
      wallet({ disclaimer: { en: 'Be careful.', de: 'Vorsicht.' } }),
    ],
    [
      'app.description.ar must not be empty: leave it out instead',
      { app: { ...site.app, description: { en: 'A test.', ar: ' ' } } },
    ],
    [
      'security.contact must be empty, an https URL or an address such as mailto:security@example.com, not "me@example.com"',
      { security: { contact: 'me@example.com', policy: '' } },
    ],
    ['security.policy must be empty or an https URL', { security: { contact: '', policy: 'http://a.example' } }],
    ['httpsOnly must be "host", "subdomains" or "preload"', { httpsOnly: 'yes' }],
    ['wallet.control must be "hidden" or "header"', wallet({ control: 'footer' })],
    ...['https://relay.example.com', 'ws://relay.example.com', 'relay', ''].map((relayUrl): [string, object] => [
      `wallet.relayUrl must be a wss address, such as wss://relay.walletconnect.org, not "${relayUrl}"`,
      wallet({ relayUrl }),
    ]),
    ['wallet.networks must list at least one network', networks()],
    ['wallet.networks[1].id is 1, which is listed already', networks({}, {})],
    ['wallet.networks[0].id must be the number of a network (EIP-155)', networks({ id: 0 })],
    ['wallet.networks[0].name must not be empty', networks({ name: ' ' })],
    ['wallet.networks[0].symbol must not be empty', networks({ symbol: '' })],
    ['wallet.networks[0].icon must be null or a path on this site', networks({ icon: 'https://example.com/a.svg' })],
    ['wallet.networks[0].iconBackground must be a colour such as #4b5d8c', networks({ iconBackground: 'blue' })],
    ['wallet.networks[0].explorer must be empty or an https URL', networks({ explorer: 'http://example.com' })],
    ['wallet.networks[0].decimals must be a whole number from 0 to 36', networks({ decimals: 37 })],
    ['wallet.networks[0].rpcUrls must name at least one node', networks({ rpcUrls: [] })],
    [
      'wallet.networks[1].rpcUrls[1] must be an https URL, not "http://node.example.com"',
      networks({}, { id: 8453, rpcUrls: ['https://node.example.com', 'http://node.example.com'] }),
    ],
    ...['Required', 'on', ''].map((signIn): [string, object] => [
      'wallet.signIn must be "required" or "off"',
      wallet({ signIn }),
    ]),
    ['wallet.transactions must be "on" or "off"', wallet({ transactions: 'yes' })],
    ...['authUrl', 'nameServiceUrl'].flatMap((name) =>
      ['http://a.example.com', 'javascript:alert(1)', 'auth', ' ', '//a.example.com', '/\\\\a.example.com']
        .concat('https://auth.example.com?key=1', 'https://auth.example.com/#auth')
        .map((url): [string, object] => [`wallet.${name} ${service} "${url}"`, wallet({ [name]: url })]),
    ),
    ...['litepaper', 'wallet.learnMoreUrl', 'backer.link'].map((field): [string, object] => [
      `${field} must be an https URL, not "javascript:alert(1)"`,
      siteWith(field, 'javascript:alert(1)'),
    ]),
    ...Object.entries({
      total: Number.NaN,
      allocated: -1,
      min: 0.5,
      max: Number.POSITIVE_INFINITY,
      initial: Number.NaN,
    }).map(([field, value]): [string, object] => [
      `allocation.${field} must be a whole number of USDC, 0 or more`,
      allocation({ [field]: value }),
    ]),
    ['allocation.total must not be below allocation.allocated', allocation({ total: 12_024 })],
    ['allocation.min must be more than 0', allocation({ min: 0 })],
    ['allocation.min must not be above allocation.max', allocation({ min: 50_001 })],
    [between, allocation({ initial: 9_999 })],
    [between, allocation({ initial: 50_001 })],
    ['backer.name must not be empty', backer({ name: ' ' })],
    ['backer.handle must not be empty', backer({ handle: '' })],
    ...['https://example.com/a.png', '//example.com/a.png', '/\\\\example.com/a.png'].map((image): [string, object] => [
      picture,
      backer({ image }),
    ]),
    ['supporters must not be empty', { supporters: [] }],
    ['supporters[1].name must not be empty', { supporters: [someone, { ...someone, name: '' }] }],
    ['theme.light.ink must be a colour such as #0b6b4f', { theme: { light: { ink: 'red' } } }],
    ['theme.dark.gold must be a colour such as #0b6b4f', { theme: { dark: { gold: '#fff;}' } } }],
  ])('refuses a site with a sentence that begins with the field: %s', (sentence, change) =>
    expectRefusal(change, sentence.split(' ')[0]!, sentence),
  );

  test.each<[sentence: string, field: string, change: object]>([
    ...['', 'ia-borrow', 'ia borrow'].map((instanceId): [string, string, object] => [
      'Invalid ID',
      'instanceId',
      { instanceId },
    ]),
    ['No projectId found', 'wallet.projectId', wallet({ projectId: '' })],
    ['No projectId found', 'wallet.projectId', wallet({ projectId: ' ' })],
    ...[() => ({}), null, []].map((theme): [string, string, object] => [
      'The theme must be an object',
      'theme',
      { theme },
    ]),
  ])('refuses a site with the sentence "%s" for its field %s', (sentence, field, change) =>
    expectRefusal(change, field, sentence),
  );
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
  'the URL of the sign-in server, and of the name service, can be %j',
  (url) => {
    for (const change of [{ authUrl: url }, { nameServiceUrl: url }])
      expect(() => validateSite({ ...site, ...wallet(change) } as Site)).not.toThrow();
  },
);

test.each([{ signIn: 'required' }, { signIn: 'off' }, { transactions: 'on' }, { transactions: 'off' }])(
  'a site may require signing in, and may show the list of transactions: %o',
  (change) => expect(() => validateSite({ ...site, ...wallet(change) } as Site)).not.toThrow(),
);

test('by default, the page itself verifies a sign-in, and asks no name service', () => {
  expect(ours.wallet).toMatchObject({
    signIn: 'required',
    authUrl: '',
    nameServiceUrl: '',
    projectId: DEFAULT_PROJECT,
  });
});
