import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { BundledFile } from '#build/bundle';
import { site } from '../samples/site.ts';
import { DIST } from '../support/build.ts';
import { findFileWithModule, findWalletBundle, listBundledFiles } from './bundle.ts';

const bundle = listBundledFiles(DIST);
const read = (file: string) => readFileSync(join(DIST, file));
const weights = new Map<string, number>();
/** Returns the size of a file after brotli compression, in bytes. Caches sizes, because compression is slow. */
function weigh(file: string) {
  if (!weights.has(file)) weights.set(file, brotliCompressSync(read(file)).length);
  return weights.get(file)!;
}

const ownerOf = (module: string) =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? module.replace(`${process.cwd()}/`, '');

function withImports(name: string, seen = new Set<string>()): BundledFile[] {
  const file = bundle.find((one) => one.file === name);
  if (!file || seen.has(name)) return [];
  seen.add(name);
  return [file, ...file.imports.flatMap((other) => withImports(other, seen))];
}

/** Matches what the landing bundle may contain: this project's modules, React and XState. */
const KNOWN =
  /^(index\.html|(src|machines)\/.*|\0.*|react|react-dom|scheduler|use-sync-external-store|use-isomorphic-layout-effect|xstate|@xstate\/react)$/;

/** Matches modules of this project that may be only in the wallet bundle. */
const WALLET =
  /^src\/(views\/wallet\/|copy\/\w+\/(dialogs|names)\.ts|wallet\.tsx|domain\/catalogue\.ts|adapters\/(wallets\/(config|connection|connectors)|dialogs\/connect)\.ts)/;

const landing = bundle.filter(({ entry }) => entry).flatMap(({ file }) => withImports(file));
const html = read('index.html').toString();

/** The files of the wallet bundle. A library that only one wallet needs is in a file of its own, loaded on demand. */
const wallet = withImports(findWalletBundle(DIST).file).filter((file) => !landing.includes(file));

const weightOf = (files: BundledFile[]) => files.reduce((sum, { file }) => sum + weigh(file), 0);
const ownersIn = (files: BundledFile[]) => [
  ...new Set(files.flatMap(({ modules }) => Object.keys(modules).map(ownerOf))),
];

const partsOf = (files: BundledFile[]) => {
  const shares = new Map<string, number>();
  for (const [module, bytes] of files.flatMap(({ modules }) => Object.entries(modules)))
    shares.set(ownerOf(module), (shares.get(ownerOf(module)) ?? 0) + bytes);
  const largest = [...shares].sort(([, a], [, b]) => b - a).slice(0, 12);
  return `Its parts, before minification:\n${largest.map(([owner, bytes]) => `  ${owner}: ${bytes}`).join('\n')}`;
};

const isNew = (file: BundledFile) => !landing.includes(file) && !wallet.includes(file);

const messageFile = findFileWithModule(DIST, '/src/adapters/verifier/message.ts');
// viem's code for offchain lookups (EIP-3668) is not counted below, because sign-in rarely needs it.
const ccip = findFileWithModule(DIST, '/utils/ccip.js').file;
const fetched = new Set<string>();
const signIn = [messageFile.file, ...messageFile.dynamicImports.filter((name) => name !== ccip)]
  .flatMap((name) => withImports(name, fetched))
  .filter(isNew);
const profileFile = findFileWithModule(DIST, '/src/adapters/network/profile.ts');
const account = withImports(profileFile.file).filter(isNew);

/** Matches code that only the account dialog needs: the rules of ENS names, TanStack Query, and `profile.ts`. */
const PROFILE = /^(@adraffy\/ens-normalize|@tanstack\/query-core|src\/adapters\/network\/profile\.ts)$/;

// Each limit is 3 % above the size in November 2026.
describe('the byte budget of JavaScript (brotli)', () => {
  test.each([
    { what: 'the landing bundle', files: landing, limit: 86_400, has: ['react-dom', 'xstate'] },
    { what: 'the wallet list, beyond the landing bundle', files: wallet, limit: 83_500, has: ['src/wallet.tsx'] },
    // Moving code from one bundle to the other could hide growth, so their sum has a limit as well.
    { what: 'both bundles', files: [...landing, ...wallet], limit: 169_900, has: ['viem'] },
    { what: 'signing in, beyond both bundles', files: signIn, limit: 43_500, has: ['siwe', '@noble/curves'] },
    { what: 'an account, beyond both bundles', files: account, limit: 55_400, has: ['@adraffy/ens-normalize'] },
  ])('the JavaScript for $what is at most $limit bytes', ({ what, files, limit, has }) => {
    const weight = weightOf(files);
    console.info(`${what}: ${weight} bytes of JavaScript (brotli)`);
    expect(ownersIn(files)).toEqual(expect.arrayContaining(has));
    const advice = `${what}: ${weight - limit} bytes too many. Load what is not needed at once by import(), take a smaller library, or shorten texts. ${partsOf(files)}`;
    expect(weight, advice).toBeLessThanOrEqual(limit);
  });

  test.each([
    { what: 'wallet code', owners: WALLET, files: landing, part: 'the landing bundle' },
    {
      what: 'code of tests and inspector',
      owners: /^@statelyai|^@xstate\/test|inspector|^tests\//,
      files: bundle,
      part: 'any file',
    },
    { what: "WalletConnect's modal", owners: /^@reown\/appkit/, files: bundle, part: 'any file' },
    {
      what: "a single wallet's library",
      owners: /^(@walletconnect|@reown|@coinbase|@safe-global)\//,
      files: [...landing, ...wallet],
      part: 'both bundles',
    },
    {
      what: 'sign-in code',
      owners: /^(siwe|@spruceid\/siwe-parser|apg-js|@noble\/curves)$/,
      files: [...landing, ...wallet],
      part: 'both bundles',
    },
    {
      what: 'account code',
      owners: PROFILE,
      files: bundle.filter(({ file }) => file !== profileFile.file),
      part: 'all files but that of the account dialog',
    },
  ])('the build keeps $what out of $part', ({ owners, files }) => {
    expect(files.length).toBeGreaterThan(0);
    expect(ownersIn(files).filter((owner) => owners.test(owner))).toEqual([]);
  });

  test('the landing bundle contains only this project, React and XState', () => {
    expect(ownersIn(landing).filter((owner) => !KNOWN.test(owner))).toEqual([]);
  });
});

describe('the byte budget of the page', () => {
  test('the English HTML is at most 11.6 kB', () => {
    const weight = weigh('index.html');
    const map = /<script type="importmap">.*?<\/script>/.exec(html)?.[0] ?? '';
    const hashes = weight - brotliCompressSync(html.replace(map, '')).length;
    console.info(`HTML: ${weight} bytes (brotli), of which ${hashes} name the scripts and their hashes`);
    const advice = `The HTML has ${weight - 11_600} bytes too many: shorten texts, supporters or styles that are served with it, or let scripts share a file.`;
    expect(weight, advice).toBeLessThanOrEqual(11_600);
  });

  test('the style sheet of the dialogs is at most 2.5 kB, and the web font at most 25 kB', () => {
    const [sheet = '', ...others] = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.css'));
    expect(others).toEqual([]);
    expect(html).toContain(`/assets/${sheet}`);
    expect(weigh(`assets/${sheet}`)).toBeLessThanOrEqual(2500);
    const fonts = [...html.matchAll(/\/assets\/[\w.-]+\.woff2/g)].map(([name]) => name);
    expect(new Set(fonts).size).toBe(1);
    expect(read(fonts[0] ?? '').length, 'Take a subset of the font with fewer characters.').toBeLessThanOrEqual(25_000);
    expect(html).toContain('font-display:swap');
  });

  test('the landing bundle contains no URL of a network, wallet or server', () => {
    const { networks, groups, projectId, relayUrl } = site.wallet;
    const values = [projectId, relayUrl, ...networks.map(({ explorer }) => explorer), ...groups[0]!.wallets];
    const text = landing.map(({ file }) => read(file)).join('\n');
    expect(values.filter((value) => text.includes(`\`${value}\``))).toEqual([]);
    expect(values.filter((value) => wallet.some(({ file }) => read(file).includes(`\`${value}\``)))).toEqual(values);
  });

  test('neither a script nor a style sheet blocks rendering', () => {
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toEqual([
      '<script type="importmap">',
      '<script type="module" async>',
      '<script type="application/ld+json">',
      '<script type="module">',
    ]);
    expect(html).not.toMatch(/rel="stylesheet"|rel="modulepreload"/);
  });
});

test("the libraries of wallets such as Coinbase's and Safe's are in files of their own", () => {
  const libraries = ['@walletconnect/ethereum-provider', '@coinbase/wallet-sdk', '@safe-global/safe-apps-provider'];
  for (const library of libraries) {
    const roots = bundle.filter((file) => ownersIn([file]).includes(library));
    expect(roots, `${library} is nowhere`).not.toEqual([]);
    const files = [...new Set(roots.flatMap(({ file }) => withImports(file)))];
    const others = libraries.filter((other) => other !== library && ownersIn(files).includes(other));
    expect(others, `${library} brings along another library`).toEqual([]);
    const bytes = files.filter(isNew).reduce((sum, { file }) => sum + read(file).length, 0);
    console.info(`${library}: ${bytes} bytes of JavaScript`);
  }
});

/** Returns the files that a script preloads for its dynamic imports, and the files that it imports statically. */
const preloadedBy = ({ file }: BundledFile) => [
  ...(/m\.f=\[([^\]]*)\]/.exec(read(file).toString())?.[1]?.match(/[^",]+/g) ?? []),
  ...withImports(file).map((own) => own.file),
];

test('a dynamic import preloads all files that its module imports', () => {
  const askers = bundle.filter(({ dynamicImports }) => dynamicImports.length > 0);
  expect(askers.flatMap(({ dynamicImports }) => dynamicImports).length).toBeGreaterThan(3);
  for (const asker of askers) {
    // The entry script loads the dialogs' sentences (`dialogs-…`) separately, so it need not preload them.
    const needed = asker.dynamicImports
      .flatMap((part) => withImports(part).slice(1))
      .filter(({ file }) => !asker.entry || !file.includes('/dialogs-'));
    expect(preloadedBy(asker), asker.file).toEqual(expect.arrayContaining(needed.map(({ file }) => file)));
  }
});
