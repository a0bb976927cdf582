import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Announcement } from '#domain/announcement';
import { walletCatalogue } from '#domain/catalogue';
import type { Language } from '#domain/language';
import type { VisitorDevice } from '#domain/visitor';
import { connectsByCode, type Wallet, type WalletGroup } from '#domain/wallet';
import {
  createPairingCode,
  downloadMethodOf,
  findWaitingApp,
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
import { validateWallets } from '#domain/walletValidation';
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

describe('the wallet list', () => {
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
    const rabby = { ...stranger, rdns: 'io.rabby' };
    expect(one(list({ announced: [rabby] }), 'rabby')).toMatchObject({ ready: true, installed: true });
  });

  test('the wallet list is plain JSON, so that machines can contain it', () => {
    const wallets = list({ announced: [fox, stranger], recents: ['okx'] });
    expect(JSON.parse(JSON.stringify(wallets))).toEqual(wallets);
  });
});

describe('a wallet that announces itself', () => {
  test('an announced wallet comes first, in a group without a name', () => {
    const [first, second] = list({ announced: [stranger] });
    expect(first).toEqual({
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
      icon: { src: icon },
      connector: 'injected',
      announcement: 'u1',
      get: one(list(), 'metaMask').get,
    });
    expect(wallets).toHaveLength(list().length);
  });

  test('an announced wallet keeps its own name where space is narrow', () => {
    const coinbase = { ...stranger, rdns: 'com.coinbase.wallet', name: 'Coinbase Wallet' };
    expect(list({ announced: [coinbase] })[0]).toMatchObject({ shortName: 'Coinbase Wallet' });
  });

  test('an announced wallet is listed beside another wallet with the same rdns', () => {
    const announced = [fox, { ...fox, uuid: 'u3' }, { ...fox, uuid: 'u4' }, stranger, { ...stranger, uuid: 'u5' }];
    const installed = list({ announced }).filter((wallet) => wallet.installed);
    expect(ids(installed)).toEqual(['metaMask', 'metaMask-2', 'metaMask-3', 'com.example', 'com.example-2']);
    expect(installed.map(({ announcement }) => announcement)).toEqual(['u1', 'u3', 'u4', 'u2', 'u5']);
  });

  test('the wallet in whose app the page runs replaces the configured wallet', () => {
    const mobile = { ...fox, rdns: 'io.metamask.mobile', name: 'MetaMask' };
    const wallets = list({ announced: [mobile] });
    expect(wallets[0]).toMatchObject({ id: 'metaMask', installed: true });
    expect(wallets.filter(({ name }) => name === 'MetaMask')).toHaveLength(1);
  });

  test('a wallet known by its flag in window.ethereum replaces the configured one', () => {
    const { iconUrl } = walletCatalogue.find(({ id }) => id === 'ledger')!;
    const announced = [
      { uuid: 'window.ethereum', rdns: 'window.ethereum', name: 'L', icon: iconUrl!, wallet: 'ledger' },
    ];
    const wallets = list({ announced });
    expect(wallets[0]).toMatchObject({ id: 'ledger', installed: true, icon: { src: iconUrl } });
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
});

describe('recent wallets', () => {
  test('recent wallets come first in their group, newest first, and are marked', () => {
    const wallets = list({ recents: ['okx', 'metaMask', 'brave'] });
    expect(ids(wallets)).toEqual([
      ...['metaMask', 'rainbow', 'coinbase', 'walletConnect'],
      ...['okx', 'brave', 'rabby', 'ledger'],
    ]);
    expect(ids(wallets.filter(({ recent }) => recent))).toEqual(['metaMask', 'okx', 'brave']);
  });

  test('at most three existing wallets are recent', () => {
    const wallets = list({ recents: ['gone', 'okx', 'safe', 'okx', 'brave', 'ledger', 'rabby'] });
    expect(ids(wallets.filter(({ recent }) => recent))).toEqual(['okx', 'brave', 'ledger']);
  });

  test('a recent wallet is recognised when it announces itself', () => {
    const wallets = list({ announced: [stranger, fox], recents: ['metaMask'] });
    expect(ids(wallets).slice(0, 2)).toEqual(['metaMask', 'com.example']);
  });
});

test('the wallet that was picked last is marked, if it is listed', () => {
  const latest = (latest: string | null) => ids(list({ announced: [stranger], latest }).filter((one) => one.latest));
  expect(latest('okx')).toEqual(['okx']);
  expect(latest('com.example')).toEqual(['com.example']);
  expect(latest('gone')).toEqual([]);
  expect(latest(null)).toEqual([]);
});

test("a wallet keeps its icon's accent when it is announced", () => {
  expect(one(list(), 'metaMask').icon.accent).toBe('#f6851a');
  expect(one(list({ announced: [fox] }), 'metaMask').icon).toEqual({
    src: icon,
    background: '#fff',
    accent: '#f6851a',
  });
  expect(one(list(), 'rabby').icon).not.toHaveProperty('accent');
});

describe('downloads of a wallet', () => {
  const store = walletCatalogue.find(({ id }) => id === 'metaMask')?.downloadUrls;
  test.each([
    ['chrome', store?.chrome],
    ['brave', store?.chrome],
    ['edge', store?.edge],
    ['opera', store?.opera],
    ['firefox', store?.firefox],
    ['safari', store?.browserExtension],
    ['other', store?.browserExtension],
  ] as const)("a wallet's extension is found in %s", (browser, url) =>
    expect(one(seen({ browser }), 'metaMask').get.extension).toBe(url),
  );

  test('a browser without its own store uses the Chrome Web Store', () => {
    for (const browser of ['edge', 'opera'] as const)
      expect(one(seen({ browser }), 'rabby').get.extension).toMatch(/^https:\/\/chromewebstore/);
    expect(one(seen({ browser: 'firefox' }), 'rabby').get.extension).toBe('https://rabby.io');
  });

  test.each(['windows', 'macos', 'linux', 'other'] as const)("a wallet's desktop app is found on %s", (os) =>
    expect(one(seen({ os }), 'ledger').get.desktop).toBe('https://www.ledger.com/ledger-live/download'),
  );

  test("the app for the visitor's system is preferred to a general download page", () => {
    const known = [
      { ...walletCatalogue[0]!, connector: 'injected' as const, downloadUrls: { linux: 'a', desktop: 'b' } },
    ];
    expect(list({ known })[0]?.get.desktop).toBe('a');
  });

  test("a wallet's phone app is in the store of this phone, or on a general page", () => {
    expect(one(seen({ os: 'ios' }), 'metaMask').get.mobile).toBe(store?.ios);
    expect(one(seen({ os: 'android' }), 'metaMask').get.mobile).toBe(store?.android);
    expect(one(list(), 'metaMask').get).toMatchObject({ mobile: store?.mobile, qrCode: store?.qrCode });
    const known = walletCatalogue.map((wallet) => ({ ...wallet, downloadUrls: { qrCode: 'q' } }));
    expect(one(list({ known }), 'metaMask').get.mobile).toBe('q');
  });

  test.each(['ios', 'android'] as const)('neither an extension nor a desktop app is offered on %s', (os) => {
    for (const { get } of seen({ os })) expect(get).toMatchObject({ extension: null, desktop: null });
  });

  test('a wallet stays listed if its extension is not available', () => {
    expect(one(list(), 'brave')).toMatchObject({ ready: false, get: { extension: null } });
  });
});

describe('the stored wallet is listed as not ready under its stored name while missing', () => {
  const remembered = { id: 'com.example', connector: 'injected' as const, name: 'Stranger' };

  test('is listed as not ready under its stored name while it is missing', () => {
    expect(one(list({ remembered }), 'com.example')).toMatchObject({
      name: 'Stranger',
      ready: false,
      groupName: 'More',
    });
  });

  test('is listed once when it has announced itself, or is configured', () => {
    expect(list({ remembered, announced: [stranger] })).toEqual(list({ announced: [stranger] }));
    expect(list({ remembered: { ...remembered, id: 'metaMask' } })).toEqual(list());
    expect(list({ remembered: { ...remembered, connector: 'walletConnect' } })).toEqual(list());
  });
});

describe('the wallets that each device lists', () => {
  const groups = [{ groupName: 'All', wallets: ids(walletCatalogue) }];
  const phantom = { uuid: 'p', rdns: 'app.phantom', name: 'Phantom', icon: null };

  test.each(['ios', 'android'] as const)(
    'lists on %s only wallets that can connect or be downloaded on that device',
    (os) => {
      const visitor = { ...sources.visitor, os };
      const wallets = list({ groups, visitor });
      for (const { ready, get } of wallets) expect(ready || get.mobile !== null).toBe(true);
      const away = ids(list({ groups })).filter((id) => !ids(wallets).includes(id));
      expect(away.toSorted()).toEqual(['brave', 'frame', 'rabby']);
      // The wallet announces itself in the browser of its own app.
      const rabby = { uuid: 'r', rdns: 'io.rabby', name: 'Rabby', icon: null };
      expect(one(list({ groups, visitor, announced: [rabby] }), 'rabby').ready).toBe(true);
    },
  );

  test('Phantom is listed once it announces itself, with a mark for Solana', () => {
    expect(one(list({ groups }), 'phantom')).toMatchObject({ ready: false, holdsSolana: true });
    const here = one(list({ groups, announced: [phantom] }), 'phantom');
    expect(here).toMatchObject({ ready: true, connector: 'injected', announcement: 'p', holdsSolana: true });
  });

  test('an attempt is retryable unless its wallet is unavailable, or needs https', () => {
    expect(isRetryable('notFound', one(list(), 'brave'))).toBe(false);
    expect(isRetryable('notFound', one(list(), 'rabby'))).toBe(true);
    expect(isRetryable('rejected', one(list(), 'brave'))).toBe(true);
    expect(isRetryable('insecure', one(list(), 'rabby'))).toBe(false);
  });
});

describe('the wallets that are offered for download', () => {
  test('on desktop, at most 5 available wallets that are not installed', () => {
    expect(ids(listDownloadableWallets(list({ announced: [fox] })))).toEqual([
      'rainbow',
      'coinbase',
      'rabby',
      'ledger',
      'okx',
    ]);
  });

  test('on a phone, at most 3 available wallets', () => {
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
  ])('a wallet that exists as %s is downloaded by %s', (stores, way) => {
    const at = (store: string) => (stores.split(' ').includes(store) ? 'https://wallet.example' : null);
    const get = { extension: at('extension'), desktop: at('desktop'), qrCode: at('qrCode'), mobile: null };
    expect(downloadMethodOf({ get })).toBe(way);
  });

  test('a wallet is missing if it must be downloaded before use, and can be downloaded', () => {
    const missing = (id: string) => isMissingWallet(list({ announced: [fox] }).find((wallet) => wallet.id === id));
    expect(['rabby', 'metaMask', 'rainbow', 'unlisted'].map(missing)).toEqual([true, false, false, false]);
    expect(
      isMissingWallet({ ...one(list(), 'rabby'), get: { extension: null, desktop: null, mobile: null, qrCode: null } }),
    ).toBe(false);
  });
});

describe('searching wallets', () => {
  const names = (query: string) => ids(searchWallets(list({ announced: [{ ...stranger, name: 'Ünïque' }] }), query));
  test.each([
    ['meta', ['metaMask']],
    ['METAMASK', ['metaMask']],
    [' wallet ', ['coinbase', 'walletConnect', 'rabby', 'okx', 'brave']],
    ['unique', ['com.example']],
    ['ÜNÏQUE', ['com.example']],
    ['nothing such', []],
    ['.*', []],
  ])('a search for %j finds matching wallets', (query, expected) => expect(names(query)).toEqual(expected));

  test.each(['', '  '])('the search text %j finds all wallets', (query) =>
    expect(searchWallets(list(), query)).toEqual(list()),
  );
});

describe('links and texts of QR codes', () => {
  const uri = 'wc:7f6e@2?relay-protocol=irn&symKey=587d$&{encoded}';
  const encoded = encodeURIComponent(uri);
  test('a QR code contains the link in the form that the wallet expects', () => {
    expect(createPairingCode(one(list(), 'walletConnect'), uri)).toBe(uri);
    expect(createPairingCode(one(list(), 'metaMask'), uri)).toBe(`https://metamask.app.link/wc?uri=${encoded}`);
  });

  test("a link opens the wallet's app on this phone", () => {
    expect(walletLinkOf(one(seen({ os: 'ios' }), 'okx'), uri)).toBe(`okex://main/wc?uri=${encoded}`);
    expect(walletLinkOf(one(seen({ os: 'android' }), 'okx'), uri)).toBe(uri);
    expect(walletLinkOf(one(list(), 'okx'), uri)).toBeNull();
    expect(walletLinkOf(one(seen({ os: 'ios' }), 'walletConnect'), uri)).toBe(uri);
  });

  test.each(['ios', 'android'] as const)('inside a web view all links use https, on %s', (os) => {
    const groups = [{ groupName: 'All', wallets: ids(walletCatalogue) }];
    const wallets = list({ groups, visitor: { ...sources.visitor, os, webView: true } });
    const links = wallets.flatMap(({ templates }) => templates.link ?? []);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(link).toMatch(/^https:/);
    expect(one(wallets, 'okx').templates.link).toBeNull();
    expect(one(wallets, 'rainbow').templates.link).not.toBeNull();
  });

  test.each(['windows', 'macos', 'linux'] as const)('a link opens the desktop app, on %s', (os) => {
    expect(walletLinkOf(one(seen({ os }), 'ledger'), uri)).toBe(`ledgerlive://wc?uri=${encoded}`);
    expect(walletLinkOf(one(seen({ os }), 'rainbow'), uri)).toBeNull();
    expect(walletLinkOf(one(seen({ os: 'other' }), 'ledger'), uri)).toBeNull();
  });

  test.each(['', 'javascript:alert(1)', 'https://wc:1', ' wc:1'])('no link or code is made of the URI %j', (uri) => {
    expect(createPairingCode(one(list(), 'metaMask'), uri)).toBeNull();
    expect(walletLinkOf(one(seen({ os: 'android' }), 'metaMask'), uri)).toBeNull();
  });
});

describe('any announced wallets', () => {
  const announcement = fc.record({
    uuid: fc.constantFrom(...'abcdefgh'),
    rdns: fc.oneof(fc.constantFrom('io.metamask', 'io.rabby', 'me.rainbow', 'metaMask', 'metaMask-2'), fc.domain()),
    name: fc.constantFrom('Fox', 'MetaMask'),
    icon: fc.constantFrom(icon, null),
  });
  const announcements = fc.array(announcement, { maxLength: 12 });
  const recents = fc.subarray(['okx', 'metaMask', 'metaMask-2', 'io.rabby'], { maxLength: 3 });

  test('each announced wallet is listed once, under an id of its own', () => {
    forAll(announcements, recents, (announced, recents) => {
      const wallets = list({ announced, recents });
      const uuids = wallets.flatMap(({ announcement }) => announcement ?? []);
      expect(uuids.toSorted()).toEqual([...new Set(announced.map(({ uuid }) => uuid))].toSorted());
      expect(new Set(ids(wallets)).size).toBe(wallets.length);
      expect(ids(wallets)).toEqual(expect.arrayContaining(ids(list())));
    });
  });

  test('an announced wallet gets its request in the page, on every device', () => {
    const visitor = fc.record({
      browser: fc.constantFrom('chrome', 'safari', 'other'),
      os: fc.constantFrom('ios', 'android', 'linux', 'other'),
      framed: fc.boolean(),
      webView: fc.boolean(),
    });
    forAll(announcements, visitor, (announced, visitor) => {
      for (const { installed, templates } of list({ announced, visitor }))
        if (installed) expect(templates.link).toBeNull();
    });
  });

  test('groups have their names in the language of the page', () => {
    const groups = [{ groupName: { en: 'Favourites', tr: 'Favoriler' }, wallets: ['rainbow'] }];
    const namesIn = (language: Language) => list({ groups, language }).map(({ groupName }) => groupName);
    expect([namesIn('tr'), namesIn('fr')]).toEqual([['Favoriler'], ['Favourites']]);
  });

  test('every valid list contains a wallet that scans codes', () => {
    const all = walletCatalogue.flatMap(({ rdns }) => (rdns ? [{ ...stranger, uuid: rdns, rdns }] : []));
    const built = (groups: WalletGroup[]) => {
      try {
        validateWallets(groups, walletCatalogue);
        return true;
      } catch {
        return false;
      }
    };
    const wallets = fc.subarray(ids(walletCatalogue), { minLength: 1, maxLength: 4 });
    forAll(wallets, (wallets) => {
      const groups = [{ groupName: 'Some', wallets }];
      fc.pre(built(groups));
      expect(list({ groups, announced: all }).some(connectsByCode)).toBe(true);
    });
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
});

describe('a request to a wallet on this device', () => {
  const rainbow = { ...one(list(), 'rainbow'), templates: { link: 'https://rnbwapp.com/wc?uri={uri}', qrCode: '' } };
  const link = 'https://rnbwapp.com/wc';

  test.each([
    ['opens the app whose link was followed', link, rainbow, [rainbow], link],
    ['opens nothing without a stored link', undefined, rainbow, [rainbow], null],
    ['opens no link of another wallet', link, { ...rainbow, id: 'metaMask' }, [rainbow], null],
    ['opens no forged link', 'https://evil.example', rainbow, [rainbow], null],
    ['opens nothing for a wallet that is not known', link, rainbow, [], null],
    [
      'opens nothing for a wallet in this browser',
      link,
      { ...rainbow, connector: 'injected' as const },
      [rainbow],
      null,
    ],
  ])('a request to a wallet on this device %s', (_, stored, wallet, known, opened) =>
    expect(findWaitingApp(stored, wallet, known)).toBe(opened),
  );

  test.each([
    ['coinbase', false, true],
    ['walletConnect', true, true],
    ['walletConnect', false, false],
    ['injected', true, false],
  ] as const)('a wallet opens a window, and so needs a click: %s, with apps: %s', (connector, openApps, needed) =>
    expect(opensWindowOrApp({ connector }, openApps)).toBe(needed),
  );
});
