import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Announcement } from '#domain/announcement';
import { walletCatalogue } from '#domain/catalogue';
import type { Language } from '#domain/language';
import type { VisitorDevice } from '#domain/visitor';
import { connectsByCode, type Wallet } from '#domain/wallet';
import {
  createPairingCode,
  downloadMethodOf,
  findTrustedAppLink,
  groupWallets,
  isMissingWallet,
  isRetryable,
  listDownloadableApps,
  listDownloadableWallets,
  listWallets,
  opensWindowOrApp,
  searchWallets,
  type WalletSources,
  walletLinkOf,
} from '#domain/wallets';
import { forAll } from '../support/forAll.ts';

const sources: WalletSources = {
  groups: [
    { groupName: 'Popular', wallets: ['safe', 'rainbow', 'coinbase', 'metaMask', 'walletConnect'] },
    { groupName: 'More', wallets: ['rabby', 'ledger', 'okx', 'brave'] },
  ],
  language: 'en',
  known: walletCatalogue,
  visitor: { browser: 'chrome', os: 'linux', framed: false, webView: false },
  announced: [],
  recents: [],
  latest: null,
};
const list = (change: Partial<WalletSources> = {}) => listWallets({ ...sources, ...change });
const seen = (visitor: Partial<VisitorDevice>) => list({ visitor: { ...sources.visitor, ...visitor } });
const ids = (wallets: { id: string }[]) => wallets.map(({ id }) => id);
const one = (wallets: Wallet[], id: string) => {
  const wallet = wallets.find((wallet) => wallet.id === id);
  if (!wallet) throw new Error(`${id} is not listed.`);
  return wallet;
};

const icon = 'data:image/png;base64,x';
const fox: Announcement = { uuid: 'u1', rdns: 'io.metamask', name: 'Fox', icon };
const stranger: Announcement = { uuid: 'u2', rdns: 'com.example', name: 'Stranger', icon: null };

test('the wallet list has the configured groups, and Safe only inside a frame', () => {
  expect(groupWallets(list()).map(({ name, wallets }) => [name, ids(wallets)])).toEqual([
    ['Popular', ['rainbow', 'coinbase', 'metaMask', 'walletConnect']],
    ['More', ['rabby', 'ledger', 'okx', 'brave']],
  ]);
  expect(list().map(({ groupIndex }) => groupIndex)).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
  expect(seen({ framed: true })[0]).toMatchObject({ id: 'safe', ready: true, connector: 'safe' });
});

test('a browser extension is ready only once it has announced itself', () => {
  expect(ids(list().filter(({ ready }) => !ready))).toEqual(['rabby', 'brave']);
  expect(one(list(), 'brave').get.extension).toBeNull();
  const rabby = { ...stranger, rdns: 'io.rabby' };
  expect(one(list({ announced: [rabby] }), 'rabby')).toMatchObject({ ready: true, installed: true });
});

test('an announced wallet comes first, in a group without a name', () => {
  const [first, second] = list({ announced: [stranger] });
  expect(first).toStrictEqual({
    id: 'com.example',
    name: 'Stranger',
    shortName: 'Stranger',
    icon: { src: null, background: '#fff' },
    groupName: '',
    groupIndex: 0,
    installed: true,
    ready: true,
    recent: false,
    latest: false,
    holdsSolana: false,
    connector: 'injected',
    announcement: 'u2',
    get: { extension: null, desktop: null, mobile: null, qrCode: null },
    explains: { extension: null, desktop: null, mobile: null },
    templates: { qrCode: '{uri}', link: null },
  });
  expect(second?.id).toBe('rainbow');
});

test('an announced wallet replaces the configured one, and keeps the announced name', () => {
  const wallets = list({ announced: [fox] });
  expect(ids(wallets).filter((id) => id.startsWith('metaMask'))).toEqual(['metaMask']);
  expect(wallets[0]).toMatchObject({
    id: 'metaMask',
    name: 'Fox',
    shortName: 'Fox',
    icon: { src: icon, background: '#fff', accent: '#f6851a' },
    connector: 'injected',
    announcement: 'u1',
    get: one(list(), 'metaMask').get,
  });
  expect(wallets).toHaveLength(list().length);
});

test('an announced wallet is listed beside another wallet with the same rdns', () => {
  const announced = [fox, { ...fox, uuid: 'u3' }, { ...fox, uuid: 'u4' }, stranger, { ...stranger, uuid: 'u5' }];
  const installed = list({ announced }).filter((wallet) => wallet.installed);
  expect(ids(installed)).toEqual(['metaMask', 'metaMask-2', 'metaMask-3', 'com.example', 'com.example-2']);
  expect(installed.map(({ announcement }) => announcement)).toEqual(['u1', 'u3', 'u4', 'u2', 'u5']);
});

test.each([
  ['metaMask', 'the wallet in whose app the page runs', { rdns: 'io.metamask.mobile' }],
  ['ledger', 'a wallet known by its flag in window.ethereum', { rdns: 'window.ethereum', wallet: 'ledger' }],
])('the configured wallet %s is replaced by the announced wallet: %s', (id, _, announced) => {
  const wallets = list({ announced: [{ ...fox, ...announced }] });
  expect(wallets[0]).toMatchObject({ id, installed: true, icon: { src: icon } });
  expect(wallets).toHaveLength(list().length);
});

test('at most 60 wallets are listed, and announcements never displace a configured one', () => {
  const flood = Array.from({ length: 2_000 }, (_, i) => ({ ...stranger, uuid: `${i}`, rdns: `example.flood${i}` }));
  const wallets = list({ announced: [...flood, fox] });
  expect(wallets).toHaveLength(60);
  expect(ids(wallets)).toEqual(expect.arrayContaining(ids(list())));
  expect(one(wallets, 'metaMask').installed).toBe(true);
});

test('an announced wallet cannot take the id of a configured one', () => {
  const wallets = list({ announced: [{ ...stranger, rdns: 'rainbow' }] });
  expect(ids(wallets).slice(0, 2)).toEqual(['rainbow-2', 'rainbow']);
  expect(one(wallets, 'rainbow').installed).toBe(false);
});

test('recent wallets come first in their group, newest first, and are marked', () => {
  const wallets = list({ recents: ['okx', 'metaMask', 'brave'] });
  expect(ids(wallets)).toEqual([
    ...['metaMask', 'rainbow', 'coinbase', 'walletConnect'],
    ...['okx', 'brave', 'rabby', 'ledger'],
  ]);
  expect(ids(wallets.filter(({ recent }) => recent))).toEqual(['metaMask', 'okx', 'brave']);
});

test('at most three listed wallets are marked as recent', () => {
  const wallets = list({ recents: ['gone', 'okx', 'safe', 'okx', 'brave', 'ledger', 'rabby'] });
  expect(ids(wallets.filter(({ recent }) => recent))).toEqual(['okx', 'brave', 'ledger']);
});

test('a recent wallet is first among the wallets that announce themselves', () => {
  const wallets = list({ announced: [stranger, fox], recents: ['metaMask'] });
  expect(ids(wallets).slice(0, 2)).toEqual(['metaMask', 'com.example']);
});

test('the wallet that was picked last is marked, if it is listed', () => {
  const latest = (latest: string | null) => ids(list({ announced: [stranger], latest }).filter((one) => one.latest));
  expect(latest('okx')).toEqual(['okx']);
  expect(latest('com.example')).toEqual(['com.example']);
  expect(latest('gone')).toEqual([]);
  expect(latest(null)).toEqual([]);
});

const linksOf = (id: string) => walletCatalogue.find((wallet) => wallet.id === id)!.downloadUrls!;
const store = linksOf('metaMask');

test.each([
  ['chrome', 'metaMask', 'chrome'],
  ['brave', 'metaMask', 'chrome'],
  ['edge', 'metaMask', 'edge'],
  ['edge', 'rabby', 'chrome'],
  ['opera', 'metaMask', 'opera'],
  ['opera', 'rabby', 'chrome'],
  ['firefox', 'metaMask', 'firefox'],
  ['firefox', 'rabby', 'browserExtension'],
  ['safari', 'metaMask', 'browserExtension'],
  ['other', 'metaMask', 'browserExtension'],
] as const)('in the browser %s, the link to the extension of %s is its link for %s', (browser, id, link) => {
  expect(linksOf(id)[link]).toBeTruthy();
  expect(one(seen({ browser }), id).get.extension).toBe(linksOf(id)[link]);
});

test("the app for the visitor's system is preferred to a general download page", () => {
  const downloadUrls = { windows: 'w', macos: 'm', linux: 'l', desktop: 'd' };
  const known = [{ ...walletCatalogue[0]!, connector: 'injected' as const, downloadUrls }];
  const desktops = (['windows', 'macos', 'linux', 'other'] as const).map((os) => {
    const [wallet] = list({ known, visitor: { ...sources.visitor, os } });
    return wallet?.get.desktop;
  });
  expect(desktops).toEqual(['w', 'm', 'l', 'd']);
  expect(one(list(), 'ledger').get.desktop).toBe('https://www.ledger.com/ledger-live/download');
});

test("the link to a wallet's phone app leads to this phone's store or a general page", () => {
  expect(one(seen({ os: 'ios' }), 'metaMask').get.mobile).toBe(store.ios);
  expect(one(seen({ os: 'android' }), 'metaMask').get.mobile).toBe(store.android);
  expect(one(list(), 'metaMask').get).toMatchObject({ mobile: store.mobile, qrCode: store.qrCode });
  const known = walletCatalogue.map((wallet) => ({ ...wallet, downloadUrls: { qrCode: 'q' } }));
  expect(one(list({ known }), 'metaMask').get.mobile).toBe('q');
});

test.each(['ios', 'android'] as const)('neither an extension nor a desktop app is offered on %s', (os) => {
  for (const { get } of seen({ os })) expect(get).toMatchObject({ extension: null, desktop: null });
});

const remembered = { id: 'com.example', connector: 'injected' as const, name: 'Stranger' };

test('the stored wallet is listed by name, but not ready, if it is not installed', () => {
  const missing = { name: 'Stranger', ready: false, groupName: 'More' };
  expect(one(list({ remembered }), 'com.example')).toMatchObject(missing);
});

test('the stored wallet is listed once when it has announced itself, or is configured', () => {
  expect(list({ remembered, announced: [stranger] })).toEqual(list({ announced: [stranger] }));
  expect(list({ remembered: { ...remembered, id: 'metaMask' } })).toEqual(list());
  expect(list({ remembered: { ...remembered, connector: 'walletConnect' } })).toEqual(list());
});

const everyWallet = [{ groupName: 'All', wallets: ids(walletCatalogue) }];

test.each(['ios', 'android'] as const)('on %s, only wallets that can connect or be downloaded are listed', (os) => {
  const visitor = { ...sources.visitor, os };
  const wallets = list({ groups: everyWallet, visitor });
  for (const { ready, get } of wallets) expect(ready || get.mobile !== null).toBe(true);
  const away = ids(list({ groups: everyWallet })).filter((id) => !ids(wallets).includes(id));
  expect(away.toSorted()).toEqual(['brave', 'frame', 'rabby']);
  // The wallet announces itself, so the page is in the browser of the wallet's own app.
  const rabby = { ...stranger, rdns: 'io.rabby' };
  expect(one(list({ groups: everyWallet, visitor, announced: [rabby] }), 'rabby').ready).toBe(true);
});

test('Phantom has the flag `holdsSolana` before and after it announces itself', () => {
  expect(one(list({ groups: everyWallet }), 'phantom')).toMatchObject({ ready: false, holdsSolana: true });
  const announced = [{ ...stranger, rdns: 'app.phantom' }];
  expect(one(list({ groups: everyWallet, announced }), 'phantom')).toMatchObject({ ready: true, holdsSolana: true });
});

test('an attempt is retryable unless its wallet is unavailable, or needs https', () => {
  expect(isRetryable('notFound', one(list(), 'brave'))).toBe(false);
  expect(isRetryable('notFound', one(list(), 'rabby'))).toBe(true);
  expect(isRetryable('rejected', one(list(), 'brave'))).toBe(true);
  expect(isRetryable('insecure', one(list(), 'rabby'))).toBe(false);
});

test('on desktop, at most 5 wallets that are not installed are offered for download', () => {
  const five = ['rainbow', 'coinbase', 'rabby', 'ledger', 'okx'];
  expect(ids(listDownloadableWallets(list({ announced: [fox] })))).toEqual(five);
});

test('on a phone, at most 3 wallets are offered for download', () => {
  expect(ids(listDownloadableApps(seen({ os: 'ios' })))).toEqual(['rainbow', 'coinbase', 'metaMask']);
  expect(listDownloadableApps(seen({ os: 'ios' }).filter(({ id }) => id === 'brave'))).toEqual([]);
});

test.each([
  ['qrCode extension desktop', 'choice'],
  ['qrCode extension', 'choice'],
  ['qrCode desktop', 'choice'],
  ['qrCode', 'phone'],
  ['extension desktop', 'desktop'],
  ['desktop', 'desktop'],
  ['extension', 'extension'],
])('the download offered for a wallet that exists as %s is: %s', (stores, way) => {
  const at = (store: string) => (stores.split(' ').includes(store) ? 'https://wallet.example' : null);
  const get = { extension: at('extension'), desktop: at('desktop'), qrCode: at('qrCode'), mobile: null };
  expect(downloadMethodOf({ get })).toBe(way);
});

test('a wallet is missing if it must be downloaded before use, and can be downloaded', () => {
  const missing = (id: string) => isMissingWallet(list({ announced: [fox] }).find((wallet) => wallet.id === id));
  expect(['rabby', 'metaMask', 'rainbow', 'unlisted'].map(missing)).toEqual([true, false, false, false]);
  const get = { extension: null, desktop: null, mobile: null, qrCode: null };
  expect(isMissingWallet({ ...one(list(), 'rabby'), get })).toBe(false);
});

test.each<[query: string, found: string[]]>([
  ['meta', ['metaMask']],
  ['METAMASK', ['metaMask']],
  [' wallet ', ['coinbase', 'walletConnect', 'rabby', 'okx', 'brave']],
  ['unique', ['com.example']],
  ['ÜNÏQUE', ['com.example']],
  ['nothing such', []],
  ['.*', []],
  ...['', '  '].map((nothing): [string, string[]] => [nothing, ['com.example', ...ids(list())]]),
])('a search for %j finds matching wallets', (query, expected) =>
  expect(ids(searchWallets(list({ announced: [{ ...stranger, name: 'Ünïque' }] }), query))).toEqual(expected),
);

const uri = 'wc:7f6e@2?relay-protocol=irn&symKey=587d$&{encoded}';
const encoded = encodeURIComponent(uri);
test('a QR code contains the link in the form that the wallet expects', () => {
  expect(createPairingCode(one(list(), 'walletConnect'), uri)).toBe(uri);
  expect(createPairingCode(one(list(), 'metaMask'), uri)).toBe(`https://metamask.app.link/wc?uri=${encoded}`);
});

test("a wallet's link on a phone opens its app by its scheme, or else by the wc: URI", () => {
  expect(walletLinkOf(one(seen({ os: 'ios' }), 'okx'), uri)).toBe(`okex://main/wc?uri=${encoded}`);
  expect(walletLinkOf(one(seen({ os: 'android' }), 'okx'), uri)).toBe(uri);
  expect(walletLinkOf(one(list(), 'okx'), uri)).toBeNull();
  expect(walletLinkOf(one(seen({ os: 'ios' }), 'walletConnect'), uri)).toBe(uri);
});

test.each(['ios', 'android'] as const)('inside a web view all links use https, on %s', (os) => {
  const wallets = list({ groups: everyWallet, visitor: { ...sources.visitor, os, webView: true } });
  const links = wallets.flatMap(({ templates }) => templates.link ?? []);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) expect(link).toMatch(/^https:/);
  expect(one(wallets, 'okx').templates.link).toBeNull();
  expect(one(wallets, 'rainbow').templates.link).not.toBeNull();
});

test.each(['windows', 'macos', 'linux'] as const)(
  'on %s, only a wallet with a desktop app has a link that opens it',
  (os) => {
    expect(walletLinkOf(one(seen({ os }), 'ledger'), uri)).toBe(`ledgerlive://wc?uri=${encoded}`);
    expect(walletLinkOf(one(seen({ os }), 'rainbow'), uri)).toBeNull();
    expect(walletLinkOf(one(seen({ os: 'other' }), 'ledger'), uri)).toBeNull();
  },
);

test.each(['', 'javascript:alert(1)', 'https://wc:1', ' wc:1'])(
  'no link or QR code is created for the invalid URI %j',
  (uri) => {
    expect(createPairingCode(one(list(), 'metaMask'), uri)).toBeNull();
    expect(walletLinkOf(one(seen({ os: 'android' }), 'metaMask'), uri)).toBeNull();
  },
);

const announcement = fc.record({
  uuid: fc.constantFrom(...'abcdefgh'),
  rdns: fc.oneof(fc.constantFrom('io.metamask', 'io.rabby', 'me.rainbow', 'metaMask', 'metaMask-2'), fc.domain()),
  name: fc.constantFrom('Fox', 'MetaMask'),
  icon: fc.constantFrom(icon, null),
});
const announcements = fc.array(announcement, { maxLength: 12 });
const recents = fc.subarray(['okx', 'metaMask', 'metaMask-2', 'io.rabby'], { maxLength: 3 });

const visitors = fc.record({
  browser: fc.constantFrom('chrome', 'safari', 'other'),
  os: fc.constantFrom('ios', 'android', 'linux', 'other'),
  framed: fc.boolean(),
  webView: fc.boolean(),
});

test('each announced wallet is listed once, with its own id, and connects in the page', () => {
  forAll(announcements, recents, visitors, (announced, recents, visitor) => {
    const wallets = list({ announced, recents, visitor });
    const uuids = wallets.flatMap(({ announcement }) => announcement ?? []);
    expect(uuids.toSorted()).toEqual([...new Set(announced.map(({ uuid }) => uuid))].toSorted());
    expect(new Set(ids(wallets)).size).toBe(wallets.length);
    expect(ids(wallets)).toEqual(expect.arrayContaining(ids(list({ visitor }))));
    for (const { installed, templates } of wallets) if (installed) expect(templates.link).toBeNull();
    // Machines keep the list in their context, which must be JSON.
    expect(JSON.parse(JSON.stringify(wallets))).toEqual(wallets);
  });
});

test('groups have their names in the language of the page', () => {
  const groups = [{ groupName: { en: 'Favourites', tr: 'Favoriler' }, wallets: ['rainbow'] }];
  const namesIn = (language: Language) => list({ groups, language }).map(({ groupName }) => groupName);
  expect([namesIn('tr'), namesIn('fr')]).toEqual([['Favoriler'], ['Favourites']]);
});

test('a wallet that connects by QR code stays listed, whatever wallets are announced', () => {
  const announced = walletCatalogue.flatMap(({ rdns }) => (rdns ? [{ ...stranger, uuid: rdns, rdns }] : []));
  expect(ids(list({ groups: everyWallet, announced }).filter(connectsByCode))).toContain('walletConnect');
});

test('a late announcement moves no wallet that is listed already', () => {
  forAll(announcements, announcement, recents, (announced, late, recents) => {
    const before = list({ announced, recents });
    const after = list({ announced: [...announced, late], recents });
    const moved = after.find((wallet) => wallet.announcement === late.uuid)?.id;
    const others = (wallets: Wallet[]) => wallets.filter(({ id }) => id !== moved);
    expect(others(after)).toEqual(others(before));
  });
});

const rainbow = { ...one(list(), 'rainbow'), templates: { link: 'https://rnbwapp.com/wc?uri={uri}', qrCode: '' } };
const here: Wallet = { ...rainbow, connector: 'injected' };
const link = 'https://rnbwapp.com/wc';

test.each([
  ['opens the app whose link was followed', link, rainbow, [rainbow], link],
  ['opens nothing without a stored link', undefined, rainbow, [rainbow], null],
  ['opens no link of another wallet', link, { ...rainbow, id: 'metaMask' }, [rainbow], null],
  ['opens no forged link', 'https://evil.example', rainbow, [rainbow], null],
  ['opens nothing for a wallet that is not known', link, rainbow, [], null],
  ['opens nothing for a wallet in this browser', link, here, [rainbow], null],
])('findTrustedAppLink() returns only links of known wallets: it %s (stored: %s)', (_, stored, wallet, known, opened) =>
  expect(findTrustedAppLink(stored, wallet, known)).toBe(opened),
);

test.each([
  ['coinbase', false, true],
  ['walletConnect', true, true],
  ['walletConnect', false, false],
  ['injected', true, false],
] as const)(
  'opensWindowOrApp(): connecting by %s (page may open apps: %s) needs a click: %s',
  (connector, openApps, needed) => expect(opensWindowOrApp({ connector }, openApps)).toBe(needed),
);
