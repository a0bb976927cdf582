import { expect, test } from 'vitest';
import { bundleEarlyScript } from '#build/early';

const SCRIPTS = ['/page.js', '/wallet.js'];
const preload = await bundleEarlyScript('preload', {
  SCRIPTS,
  SESSION: 'sample.session',
  LIST_SCRIPT: '/assets/list.js',
});

/** Runs the inline script of the HTML with `record` in the storage. Returns the attributes it sets and the files it loads. */
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
  return [...attributes, ...requests, ...links.map(({ rel, href }) => `${rel} ${href}`)];
}

const known = () => '{"version":1,"value":{"id":"io.metamask"}}';
const nobody = () => null;
const forbidden = () => {
  throw new Error('SecurityError');
};
const all = SCRIPTS.map((script) => `modulepreload ${script}`);
const connect = { hash: '#connect' };

type Case = [what: string, record: () => string | null, Parameters<typeof resultsWith>[1], results: string[]];

test.each<Case>([
  ['a stored connection that names a wallet', known, {}, ['data-wallet', ...all]],
  ['no record', nobody, {}, []],
  ['a record that names no wallet', () => '{"version":1,"value":null}', {}, []],
  ['a forbidden storage', forbidden, {}, []],
  ...['#connect', '#sign-in', '#account', '#chain'].map(
    (hash): Case => [hash, nobody, { hash }, ['/list.xml', ...all]],
  ),
  ...['#how-it-works', '#connect=1', '#Connect'].map((hash): Case => [hash, nobody, { hash }, []]),
  ['Safe, which frames the page', nobody, { framed: true }, all],
  // The served list of wallets is only right for new visitors on desktop.
  ['#connect on a touch screen', nobody, { ...connect, coarse: true }, all],
  ['#connect inside a frame', nobody, { ...connect, framed: true }, all],
  ['#connect for a visitor of whom the page keeps a record', known, connect, ['data-wallet', ...all]],
  ...['/nowhere', '//', '/index.html/more'].map(
    (pathname): Case => [`the path ${pathname}, which shows the error screen`, nobody, { ...connect, pathname }, []],
  ),
])('the inline script preloads only files that the visitor will need: %s', (_, record, options, results) => {
  expect(resultsWith(record, options)).toEqual(results);
});
