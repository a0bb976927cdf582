import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type BundledFile, bundleOf } from '#build/plugin';
import { site } from '../samples/site.ts';
import { DIST } from '../support/build.ts';

const bundle: BundledFile[] = JSON.parse(readFileSync(bundleOf(DIST), 'utf8'));
const read = (file: string) => readFileSync(join(DIST, file));
const weights = new Map<string, number>();
/** The bytes of a file, compressed as well as can be: that takes long, and so once. */
function weigh(file: string) {
  const weight = weights.get(file) ?? brotliCompressSync(read(file)).length;
  weights.set(file, weight);
  return weight;
}

/** The package that a module belongs to, or its own path. */
const ownerOf = (module: string) =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? module.replace(`${process.cwd()}/`, '');

/** Everything that a browser fetches with the file, the file included. */
function withImports(name: string, seen = new Set<string>()): BundledFile[] {
  const file = bundle.find((one) => one.file === name);
  if (!file || seen.has(name)) return [];
  seen.add(name);
  return [file, ...file.imports.flatMap((other) => withImports(other, seen))];
}

/** Ours, and the packages that are worth their bytes to every visitor. */
const KNOWN =
  /^(index\.html|(src|machines)\/.*|\0.*|react|react-dom|scheduler|use-sync-external-store|use-isomorphic-layout-effect|xstate|@xstate\/react)$/;

/** Ours, but behind the door. */
const WALLET =
  /^src\/(views\/wallet\/|copy\/en\/(dialogs|names)\.ts|wallet\.tsx|domain\/catalogue\.ts|adapters\/(wallets\/(config|connection|connectors)|dialogs\/connect)\.ts)/;

/** The landing half: what every visitor downloads. */
const landing = bundle.filter(({ entry }) => entry).flatMap(({ file }) => withImports(file));
const html = read('index.html').toString();

/** The wallet half: what its door leads to. Libraries of single wallets are fetched when they are chosen. */
const wallet = bundle
  .filter(({ modules }) => Object.keys(modules).some((module) => ownerOf(module) === 'src/wallet.tsx'))
  .flatMap(({ file }) => withImports(file))
  .filter((file) => !landing.includes(file));

const weightOf = (files: BundledFile[]) => files.reduce((sum, { file }) => sum + weigh(file), 0);
const ownersIn = (files: BundledFile[]) => [
  ...new Set(files.flatMap(({ modules }) => Object.keys(modules).map(ownerOf))),
];

/** Returns advice about files that are heavier than `limit`: the excess, the remedy, and the largest parts. */
function tooHeavy(what: string, weight: number, limit: number, files: BundledFile[]) {
  const over = `${what}: ${weight} bytes, ${weight - limit} more than the budget of ${limit}.`;
  return `${over} Load what is not needed at once by import(), take a smaller library, or shorten texts. ${partsOf(files)}`;
}

/** The largest parts of files. */
function partsOf(files: BundledFile[]) {
  const shares = new Map<string, number>();
  for (const [module, bytes] of files.flatMap(({ modules }) => Object.entries(modules)))
    shares.set(ownerOf(module), (shares.get(ownerOf(module)) ?? 0) + bytes);
  const largest = [...shares].sort(([, a], [, b]) => b - a).slice(0, 12);
  return `Its parts, before minification:\n${largest.map(([owner, bytes]) => `  ${owner}: ${bytes}`).join('\n')}`;
}

const holds = (module: string) => (file: BundledFile) => Object.keys(file.modules).some((one) => one.endsWith(module));

/** The tables that check names, and the library for reads: needed only to show an account. */
const PROFILE = /^(@adraffy\/ens-normalize|@tanstack\/query-core|src\/adapters\/network\/profile\.ts)$/;

describe('the byte budget of the landing half (brotli)', () => {
  test('the HTML with its styles fits the first flight: 11 kB', () => {
    const weight = weigh('index.html');
    const advice = `The HTML has ${weight - 11_000} bytes too many: shorten texts, supporters or styles that are served with it.`;
    expect(weight, advice).toBeLessThanOrEqual(11_000);
  });

  test('all JavaScript of the landing half: 84 kB', () => {
    const weight = weightOf(landing);
    console.info(`landing half: ${weight} bytes of JavaScript (brotli)`);
    expect(weight, tooHeavy('The landing half', weight, 84_000, landing)).toBeLessThan(84_000);
  });

  test('the landing half contains nothing of wallets, tests or inspector', () => {
    const strangers = ownersIn(landing).filter((owner) => !KNOWN.test(owner) || WALLET.test(owner));
    expect(strangers).toEqual([]);
    expect(ownersIn(bundle).filter((owner) => /^@statelyai|^@xstate\/test|inspector|^tests\//.test(owner))).toEqual([]);
  });

  test('no network, wallet or server of the site is named in it', () => {
    const { networks, groups, projectId, relayUrl } = site.wallet;
    const values = [projectId, relayUrl, ...networks.map(({ explorer }) => explorer), ...groups[0]!.wallets];
    const text = landing.map(({ file }) => read(file)).join('\n');
    expect(values.filter((value) => text.includes(`\`${value}\``))).toEqual([]);
    expect(values.filter((value) => wallet.some(({ file }) => read(file).includes(`\`${value}\``)))).toEqual(values);
  });

  test('the web font: 25 kB', () => {
    const fonts = [...html.matchAll(/\/assets\/[\w.-]+\.woff2/g)].map(([name]) => name);
    expect(new Set(fonts).size).toBe(1);
    expect(read(fonts[0] ?? '').length, 'Take a subset of the font with fewer characters.').toBeLessThanOrEqual(25_000);
    expect(html).toContain('font-display:swap');
  });

  test('no script blocks the page, and no style is fetched', () => {
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toEqual([
      '<script type="module" async>',
      '<script type="application/ld+json">',
      '<script type="module">',
    ]);
    expect(html).not.toMatch(/rel="stylesheet"|rel="modulepreload"/);
  });
});

describe('the byte budget of the wallet half (brotli)', () => {
  /** Libraries for one kind of wallet: heavy, and needed only for that kind. */
  const SINGLE = /^(@walletconnect|@reown|@coinbase|@safe-global)\//;

  test('all that the list of wallets needs beyond the landing half: 81 kB', () => {
    const weight = weightOf(wallet);
    console.info(`wallet half: ${weight} bytes of JavaScript beyond the landing half (brotli)`);
    expect(wallet).not.toEqual([]);
    expect(weight, tooHeavy('The wallet half', weight, 81_000, wallet)).toBeLessThanOrEqual(81_000);
    // Code that moves from one half to the other makes nothing lighter.
    expect(weight + weightOf(landing)).toBeLessThanOrEqual(165_000);
  });

  test('neither half contains the library of a single wallet', () => {
    expect(ownersIn([...landing, ...wallet]).filter((owner) => SINGLE.test(owner))).toEqual([]);
  });

  test('each library of a single wallet has files of its own', () => {
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
      // Not compressed: that takes seconds, and nothing depends on it.
      const bytes = [...new Set(further)].reduce((sum, { file }) => sum + read(file).length, 0);
      console.info(`${library}: ${bytes} bytes of JavaScript`);
    }
  });

  test('no file contains the modal of WalletConnect', () => {
    expect(ownersIn(bundle).filter((owner) => owner.startsWith('@reown/appkit'))).toEqual([]);
  });
});

/** Files that a file names itself: a browser asks for them as soon as it has read it. */
const namedIn = (file: string) =>
  [
    ...read(file)
      .toString()
      .matchAll(/\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g),
  ].map(([, name]) => `assets/${name}`);

test('a part that is fetched on demand names everything that comes with it', () => {
  const parts = new Set(bundle.flatMap(({ dynamicImports }) => dynamicImports));
  expect(parts.size).toBeGreaterThan(3);
  for (const part of parts) {
    const [, ...others] = withImports(part).map(({ file }) => file);
    expect(namedIn(part), part).toEqual(expect.arrayContaining(others));
  }
});

describe('the byte budget of signing in (brotli)', () => {
  /** The parser of messages, and the keys behind signatures: heavy, and needed only to sign in. */
  const HEAVY = /^(siwe|@spruceid\/siwe-parser|apg-js|@noble\/curves)$/;

  const [door, ...others] = bundle.filter(holds('/src/adapters/verifier/message.ts'));
  const further = (door?.dynamicImports ?? []).filter(
    // Contracts may refer to a server for their answer (EIP-3668): few do.
    (name) => !bundle.some((file) => file.file === name && holds('/utils/ccip.js')(file)),
  );
  const fetched = new Set<string>();
  /** Files that are fetched when a message is prepared, and when its signature is checked. */
  const signIn = [door?.file ?? '', ...further]
    .flatMap((name) => withImports(name, fetched))
    .filter((file) => !landing.includes(file) && !wallet.includes(file));

  test('all that signing in needs beyond both halves: 45 kB', () => {
    const weight = weightOf(signIn);
    console.info(`signing in: ${weight} bytes of JavaScript beyond the wallet half (brotli)`);
    expect(others).toEqual([]);
    expect(ownersIn(signIn)).toEqual(
      expect.arrayContaining(['src/adapters/verifier/message.ts', 'siwe', '@noble/curves']),
    );
    expect(weight, tooHeavy('Signing in', weight, 45_000, signIn)).toBeLessThanOrEqual(45_000);
  });

  test('neither half contains the code to sign in', () => {
    expect(signIn).toContain(door);
    const strangers = ownersIn([...landing, ...wallet]).filter((owner) => HEAVY.test(owner));
    expect(strangers).toEqual([]);
  });

  test('no other part contains code that only an account needs', () => {
    expect(ownersIn([...landing, ...wallet, ...signIn]).filter((owner) => PROFILE.test(owner))).toEqual([]);
  });
});

describe('the byte budget of an account (brotli)', () => {
  const [door, ...others] = bundle.filter(holds('/src/adapters/network/profile.ts'));
  /** Files that are fetched when an account is shown. */
  const account = withImports(door?.file ?? '').filter((file) => !landing.includes(file) && !wallet.includes(file));

  test('all that an account needs beyond both halves: 60 kB', () => {
    const weight = weightOf(account);
    console.info(`an account: ${weight} bytes of JavaScript beyond the wallet half (brotli)`);
    expect(others).toEqual([]);
    expect(ownersIn(account)).toEqual(expect.arrayContaining(['@adraffy/ens-normalize', '@tanstack/query-core']));
    expect(weight, tooHeavy('An account', weight, 60_000, account)).toBeLessThanOrEqual(60_000);
  });

  test('the tables of names, and the library for reads, are in that file alone', () => {
    const files = bundle.filter((file) => ownersIn([file]).some((owner) => PROFILE.test(owner)));
    expect(files.map(({ file }) => file)).toEqual([door?.file]);
  });

  test('the wallet half fetches the file of an account on demand', () => {
    const askers = bundle.filter(({ dynamicImports }) => dynamicImports.includes(door?.file ?? ''));
    expect(wallet).toEqual(expect.arrayContaining(askers));
    expect(askers).toHaveLength(1);
    expect(bundle.filter(({ imports }) => imports.includes(door?.file ?? ''))).toEqual([]);
  });
});
