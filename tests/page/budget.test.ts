import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { BundledFile } from '#build/bundle';
import { site } from '../samples/site.ts';
import { DIST } from '../support/build.ts';
import { bundledFiles } from './bundle.ts';

const bundle = bundledFiles(DIST);
const read = (file: string) => readFileSync(join(DIST, file));
const weights = new Map<string, number>();
/** Returns the size of a file with the best compression, in bytes. Results are cached, because that is slow. */
function weigh(file: string) {
  const weight = weights.get(file) ?? brotliCompressSync(read(file)).length;
  weights.set(file, weight);
  return weight;
}

const ownerOf = (module: string) =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? module.replace(`${process.cwd()}/`, '');

function withImports(name: string, seen = new Set<string>()): BundledFile[] {
  const file = bundle.find((one) => one.file === name);
  if (!file || seen.has(name)) return [];
  seen.add(name);
  return [file, ...file.imports.flatMap((other) => withImports(other, seen))];
}

/** Modules that the landing bundle may contain: this project's, React and XState. */
const KNOWN =
  /^(index\.html|(src|machines)\/.*|\0.*|react|react-dom|scheduler|use-sync-external-store|use-isomorphic-layout-effect|xstate|@xstate\/react)$/;

/** Modules of this project that are only in the wallet bundle. */
const WALLET =
  /^src\/(views\/wallet\/|copy\/\w+\/(dialogs|names)\.ts|wallet\.tsx|domain\/catalogue\.ts|adapters\/(wallets\/(config|connection|connectors)|dialogs\/connect)\.ts)/;

/** The files of the landing bundle, which every visitor downloads. */
const landing = bundle.filter(({ entry }) => entry).flatMap(({ file }) => withImports(file));
const html = read('index.html').toString();

/** The files of the wallet bundle. Libraries of single wallets are not among them. */
const wallet = bundle
  .filter(({ modules }) => Object.keys(modules).some((module) => ownerOf(module) === 'src/wallet.tsx'))
  .flatMap(({ file }) => withImports(file))
  .filter((file) => !landing.includes(file));

const weightOf = (files: BundledFile[]) => files.reduce((sum, { file }) => sum + weigh(file), 0);
const ownersIn = (files: BundledFile[]) => [
  ...new Set(files.flatMap(({ modules }) => Object.keys(modules).map(ownerOf))),
];

function tooHeavy(what: string, weight: number, limit: number, files: BundledFile[]) {
  const over = `${what}: ${weight} bytes, ${weight - limit} more than the budget of ${limit}.`;
  return `${over} Load what is not needed at once by import(), take a smaller library, or shorten texts. ${partsOf(files)}`;
}

function partsOf(files: BundledFile[]) {
  const shares = new Map<string, number>();
  for (const [module, bytes] of files.flatMap(({ modules }) => Object.entries(modules)))
    shares.set(ownerOf(module), (shares.get(ownerOf(module)) ?? 0) + bytes);
  const largest = [...shares].sort(([, a], [, b]) => b - a).slice(0, 12);
  return `Its parts, before minification:\n${largest.map(([owner, bytes]) => `  ${owner}: ${bytes}`).join('\n')}`;
}

const holds = (module: string) => (file: BundledFile) => Object.keys(file.modules).some((one) => one.endsWith(module));

/** The tables for ENS names, and viem's code for reads: needed only to show an account. */
const PROFILE = /^(@adraffy\/ens-normalize|@tanstack\/query-core|src\/adapters\/network\/profile\.ts)$/;

// Each limit is the size of November 2026 plus 3 %.
describe('the byte budget of the landing bundle (brotli)', () => {
  test('the English HTML is at most 11.3 kB', () => {
    const weight = weigh('index.html');
    const map = /<script type="importmap">.*?<\/script>/.exec(html)?.[0] ?? '';
    const hashes = weight - brotliCompressSync(html.replace(map, '')).length;
    console.info(`HTML: ${weight} bytes (brotli), of which ${hashes} name the scripts and their hashes`);
    const advice = `The HTML has ${weight - 11_300} bytes too many: shorten texts, supporters or styles that are served with it, or let scripts share a file.`;
    expect(weight, advice).toBeLessThanOrEqual(11_300);
  });

  test('the style sheet of the dialogs is at most 2.5 kB', () => {
    const [sheet = '', ...others] = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.css'));
    expect(others).toEqual([]);
    expect(html).toContain(`/assets/${sheet}`);
    expect(weigh(`assets/${sheet}`)).toBeLessThanOrEqual(2500);
  });

  test('all JavaScript of the landing bundle is at most 86.4 kB', () => {
    const weight = weightOf(landing);
    console.info(`landing bundle: ${weight} bytes of JavaScript (brotli)`);
    expect(weight, tooHeavy('The landing bundle', weight, 86_400, landing)).toBeLessThan(86_400);
  });

  test('the landing bundle contains no code of wallets, tests or inspector', () => {
    const strangers = ownersIn(landing).filter((owner) => !KNOWN.test(owner) || WALLET.test(owner));
    expect(strangers).toEqual([]);
    expect(ownersIn(bundle).filter((owner) => /^@statelyai|^@xstate\/test|inspector|^tests\//.test(owner))).toEqual([]);
  });

  test('the landing bundle contains no URL of a network, wallet or server', () => {
    const { networks, groups, projectId, relayUrl } = site.wallet;
    const values = [projectId, relayUrl, ...networks.map(({ explorer }) => explorer), ...groups[0]!.wallets];
    const text = landing.map(({ file }) => read(file)).join('\n');
    expect(values.filter((value) => text.includes(`\`${value}\``))).toEqual([]);
    expect(values.filter((value) => wallet.some(({ file }) => read(file).includes(`\`${value}\``)))).toEqual(values);
  });

  test('the web font is at most 25 kB', () => {
    const fonts = [...html.matchAll(/\/assets\/[\w.-]+\.woff2/g)].map(([name]) => name);
    expect(new Set(fonts).size).toBe(1);
    expect(read(fonts[0] ?? '').length, 'Take a subset of the font with fewer characters.').toBeLessThanOrEqual(25_000);
    expect(html).toContain('font-display:swap');
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

describe('the byte budget of the wallet bundle (brotli)', () => {
  const SINGLE = /^(@walletconnect|@reown|@coinbase|@safe-global)\//;

  test('the JavaScript of the wallet list adds at most 83.5 kB to the landing bundle', () => {
    const weight = weightOf(wallet);
    console.info(`wallet bundle: ${weight} bytes of JavaScript beyond the landing bundle (brotli)`);
    expect(wallet).not.toEqual([]);
    expect(weight, tooHeavy('The wallet bundle', weight, 83_500, wallet)).toBeLessThanOrEqual(83_500);
    // Also limits both bundles together, because moving code from one to the other must not hide growth.
    expect(weight + weightOf(landing)).toBeLessThanOrEqual(167_500);
  });

  test("neither bundle contains the library of a wallet such as Coinbase's or Safe's", () => {
    expect(ownersIn([...landing, ...wallet]).filter((owner) => SINGLE.test(owner))).toEqual([]);
  });

  test("the libraries of wallets such as Coinbase's and Safe's are in files of their own", () => {
    const libraries = ['@walletconnect/ethereum-provider', '@coinbase/wallet-sdk', '@safe-global/safe-apps-provider'];
    const parts = libraries.map((library) => {
      const roots = bundle.filter((file) => ownersIn([file]).includes(library));
      expect(roots, `${library} is nowhere`).not.toEqual([]);
      return { library, files: roots.flatMap(({ file }) => withImports(file)) };
    });
    for (const { library, files } of parts) {
      const others = parts.filter((part) => part.library !== library);
      const strangers = ownersIn(files).filter((owner) => others.some((other) => other.library === owner));
      expect(strangers, `${library} brings along another library`).toEqual([]);
      const further = files.filter((file) => !landing.includes(file) && !wallet.includes(file));
      const bytes = [...new Set(further)].reduce((sum, { file }) => sum + read(file).length, 0);
      console.info(`${library}: ${bytes} bytes of JavaScript`);
    }
  });

  test("no file contains WalletConnect's modal", () => {
    expect(ownersIn(bundle).filter((owner) => owner.startsWith('@reown/appkit'))).toEqual([]);
  });
});

/** The files that a script preloads with its dynamic imports, and those that it has loaded itself. */
const preloadedBy = ({ file }: BundledFile) => [
  ...(/m\.f=\[([^\]]*)\]/.exec(read(file).toString())?.[1]?.match(/[^",]+/g) ?? []),
  ...withImports(file).map((own) => own.file),
];

test('a dynamic import preloads all files that its module imports', () => {
  const askers = bundle.filter(({ dynamicImports }) => dynamicImports.length > 0);
  expect(askers.flatMap(({ dynamicImports }) => dynamicImports).length).toBeGreaterThan(3);
  for (const asker of askers) {
    // The page's script imports the sentences of the dialogs itself.
    const needed = asker.dynamicImports
      .flatMap((part) => withImports(part).slice(1))
      .filter(({ file }) => !asker.entry || !file.includes('/dialogs-'));
    expect(preloadedBy(asker), asker.file).toEqual(expect.arrayContaining(needed.map(({ file }) => file)));
  }
});

describe('the byte budget of signing in (brotli)', () => {
  const HEAVY = /^(siwe|@spruceid\/siwe-parser|apg-js|@noble\/curves)$/;

  const [entry, ...others] = bundle.filter(holds('/src/adapters/verifier/message.ts'));
  const further = (entry?.dynamicImports ?? []).filter(
    // Excludes viem's code for offchain lookups (EIP-3668), which are rare.
    (name) => !bundle.some((file) => file.file === name && holds('/utils/ccip.js')(file)),
  );
  const fetched = new Set<string>();
  const signIn = [entry?.file ?? '', ...further]
    .flatMap((name) => withImports(name, fetched))
    .filter((file) => !landing.includes(file) && !wallet.includes(file));

  test('the JavaScript of sign-in adds at most 43.5 kB to both bundles', () => {
    const weight = weightOf(signIn);
    console.info(`signing in: ${weight} bytes of JavaScript beyond the wallet bundle (brotli)`);
    expect(others).toEqual([]);
    expect(ownersIn(signIn)).toEqual(
      expect.arrayContaining(['src/adapters/verifier/message.ts', 'siwe', '@noble/curves']),
    );
    expect(weight, tooHeavy('Signing in', weight, 43_500, signIn)).toBeLessThanOrEqual(43_500);
  });

  test('neither bundle contains the code of sign-in', () => {
    expect(signIn).toContain(entry);
    const strangers = ownersIn([...landing, ...wallet]).filter((owner) => HEAVY.test(owner));
    expect(strangers).toEqual([]);
  });

  test('only the file for accounts contains the libraries that accounts need', () => {
    expect(ownersIn([...landing, ...wallet, ...signIn]).filter((owner) => PROFILE.test(owner))).toEqual([]);
  });
});

describe('the byte budget of an account (brotli)', () => {
  const [entry, ...others] = bundle.filter(holds('/src/adapters/network/profile.ts'));
  const account = withImports(entry?.file ?? '').filter((file) => !landing.includes(file) && !wallet.includes(file));

  test('the JavaScript of the account adds at most 55.4 kB to both bundles', () => {
    const weight = weightOf(account);
    console.info(`an account: ${weight} bytes of JavaScript beyond the wallet bundle (brotli)`);
    expect(others).toEqual([]);
    expect(ownersIn(account)).toEqual(expect.arrayContaining(['@adraffy/ens-normalize', '@tanstack/query-core']));
    expect(weight, tooHeavy('An account', weight, 55_400, account)).toBeLessThanOrEqual(55_400);
  });

  test('only the file for accounts contains the tables for ENS names and the ABI code', () => {
    const files = bundle.filter((file) => ownersIn([file]).some((owner) => PROFILE.test(owner)));
    expect(files.map(({ file }) => file)).toEqual([entry?.file]);
  });

  test('the wallet bundle loads the code for accounts on demand', () => {
    const askers = bundle.filter(({ dynamicImports }) => dynamicImports.includes(entry?.file ?? ''));
    expect(wallet).toEqual(expect.arrayContaining(askers));
    expect(askers).toHaveLength(1);
    expect(bundle.filter(({ imports }) => imports.includes(entry?.file ?? ''))).toEqual([]);
  });
});
