import { expect, test } from 'vitest';
import { bundleEarly } from '#build/early';

const SCRIPTS = ['/page.js', '/wallet.js'];
const preload = await bundleEarly('preload', {
  SCRIPTS,
  SESSION: 'sample.session',
  LIST_SCRIPT: '/assets/list.js',
});

/** Runs the inline script of the HTML with `record` in the storage. Returns what the script has changed in the page. */
function resultsWith(record: () => string | null, { hash = '', pathname = '/', framed = false, coarse = false } = {}) {
  const attributes = new Set<string>();
  const requests: string[] = [];
  const documentElement = {
    lang: 'en',
    // Browsers treat an undefined `force` as missing, and toggle.
    toggleAttribute: (name: string, force = !attributes.has(name)) =>
      force ? attributes.add(name) : attributes.delete(name),
  };
  const links: { rel?: string; href?: string }[] = [];
  const window = {};
  const outside = {
    document: { documentElement, createElement: () => ({}), head: { append: (link: object) => links.push(link) } },
    localStorage: {
      getItem: record,
      get length() {
        return record() === null ? 0 : 1;
      },
    },
    location: { hash, pathname },
    window,
    resolve: (name: string) => name.replace(/^#list$/, '/list.xml'),
    addEventListener: () => {},
    dispatchEvent: () => true,
    matchMedia: () => ({ matches: coarse }),
    XMLHttpRequest: class {
      open = (_: string, url: string) => requests.push(url);
      send = () => {};
    },
    parent: framed ? {} : window,
  };
  // `new Function` runs no module, so there is no `import.meta`.
  const script = preload.replaceAll('import.meta.', '');
  new Function(...Object.keys(outside), script)(...Object.values(outside));
  return { attributes: [...attributes], fetched: [...requests, ...links.map(({ rel, href }) => `${rel} ${href}`)] };
}

const known = () => '{"version":1,"value":{"id":"io.metamask"}}';
const nobody = () => null;
const all = SCRIPTS.map((script) => `modulepreload ${script}`);

test('the inline script shows the account button if a stored connection names a wallet', () => {
  expect(resultsWith(known)).toEqual({ attributes: ['data-wallet'], fetched: all });
});

test.each<[string, () => string | null]>([
  ['without a record', nobody],
  ['when the record names no wallet', () => '{"version":1,"value":null}'],
  [
    'when the storage is forbidden',
    () => {
      throw new Error('SecurityError');
    },
  ],
])('the inline script shows no account button, and loads no file, %s', (_, record) => {
  expect(resultsWith(record)).toEqual({ attributes: [], fetched: [] });
});

test.each(['#connect', '#sign-in', '#account', '#chain'])(
  'the inline script loads the wallet list and all scripts at an address with %s',
  (hash) => {
    expect(resultsWith(nobody, { hash })).toEqual({ attributes: [], fetched: ['/list.xml', ...all] });
  },
);

test.each<[string, () => string | null, Parameters<typeof resultsWith>[1]]>([
  ['on a touch screen', nobody, { coarse: true }],
  ['inside a frame', nobody, { framed: true }],
  ['for a visitor of whom the page keeps a record', known, {}],
])('the inline script does not load the served wallet list %s', (_, record, options) => {
  expect(resultsWith(record, { hash: '#connect', ...options }).fetched).toEqual(all);
});

test.each(['#how-it-works', '#connect=1', '#Connect'])(
  'the inline script loads no file at an address that ends in %s',
  (hash) => {
    expect(resultsWith(nobody, { hash }).fetched).toEqual([]);
  },
);

test('the inline script loads all scripts when Safe frames the page', () => {
  expect(resultsWith(nobody, { framed: true }).fetched).toEqual(all);
});

test.each(['/nowhere', '//', '/index.html/more'])(
  'the inline script loads no file at the path %s, which shows the error screen',
  (pathname) => {
    expect(resultsWith(nobody, { hash: '#connect', pathname }).fetched).toEqual([]);
  },
);
