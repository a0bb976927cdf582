import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import ids from 'apg-js/src/apg-lib/identifiers.js';
import parser from 'apg-js/src/apg-lib/parser.js';
import utilities from 'apg-js/src/apg-lib/utilities.js';
import fc from 'fast-check';
import { SiweMessage } from 'siwe';
import { expect, test, vi } from 'vitest';
import * as absent from '#build/absent';
import * as apg from '#build/apg';
import { standInsPlugin } from '#build/standIns';
import { forMany } from '../support/forAll.ts';

// Reading whole libraries is slow.
vi.setConfig({ testTimeout: 20_000 });

interface Joined {
  resolveId: { filter: { id: RegExp[] }; handler(wanted: string, by?: string): string | undefined };
  transform: { filter: { id: RegExp }; handler(code: string): { code: string } };
}
const { resolveId: resolver, transform } = standInsPlugin() as unknown as Joined;
/** Resolves like Rolldown, which calls the handler only for imports that match the filter. */
const resolveId = (wanted: string, by?: string) =>
  resolver.filter.id.some((one) => one.test(wanted)) ? resolver.handler(wanted, by) : undefined;
const modules = (path: string) => resolve('node_modules', path);
const textOf = (file: string) => readFileSync(file, 'utf8');

/** Each row has the importer, its import, the replacement, and the imported names. */
const given: [string, string, string, string[]][] = [
  [
    '@safe-global/safe-apps-provider/dist/provider.js',
    '@safe-global/safe-apps-sdk',
    modules('@safe-global/safe-apps-sdk/dist/esm/types/gateway.js'),
    ['TransactionStatus'],
  ],
  ['@safe-global/safe-apps-provider/dist/provider.js', 'events', modules('eventemitter3/index.js'), ['default']],
  ['@spruceid/siwe-parser/dist/abnf.js', 'apg-js/src/apg-lib/node-exports', 'src/build/apg.ts', ['default']],
  ['@spruceid/siwe-parser/dist/callbacks.js', 'apg-js/src/apg-lib/node-exports', 'src/build/apg.ts', ['default']],
  ['@spruceid/siwe-parser/dist/utils.js', '@noble/hashes/sha3', modules('@noble/hashes/esm/sha3.js'), ['keccak_256']],
  ['@spruceid/siwe-parser/dist/utils.js', '@noble/hashes/utils', modules('@noble/hashes/esm/utils.js'), ['bytesToHex']],
  ['@walletconnect/ethereum-provider/dist/index.es.js', '@reown/appkit/core', 'src/build/absent.ts', ['createAppKit']],
  ['apg-js/src/apg-lib/parser.js', './utilities', 'src/build/apg.ts', ['stringToChars']],
  ['siwe/dist/ethersCompat.js', 'ethers', 'src/build/absent.ts', ['ethers']],
  ['siwe/dist/utils.js', '@stablelib/random', 'src/build/absent.ts', ['randomStringForEntropy']],
  ['siwe/dist/utils.js', 'ethers', 'src/build/absent.ts', ['Contract']],
  ['viem/_esm/actions/public/verifyHash.js', 'ox/erc6492', 'src/build/absent.ts', ['SignatureErc6492']],
  ['viem/_esm/actions/public/verifyHash.js', 'ox/erc8010', 'src/build/absent.ts', ['SignatureErc8010']],
];

test.each(given)(
  'in %s, the import %s becomes a module with all imported names',
  async (by, wanted, standIn, names) => {
    expect(resolveId(wanted, modules(by))).toBe(resolve(standIn));
    const text = textOf(modules(by));
    const parts = await import(resolve(standIn));
    for (const name of names) {
      if (name !== 'default') expect(text).toContain(name);
      expect(parts).toHaveProperty(name);
    }
  },
);

test("the build replaces only listed imports of libraries, and none of the page's own", () => {
  const within = (folder: string) =>
    readdirSync(resolve(folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.[jt]sx?$/.test(path) && !/\.(test|d)\.[jt]s$/.test(path))
      .map((path) => resolve(folder, path));
  const libraries = [
    'siwe/dist',
    '@spruceid/siwe-parser/dist',
    'apg-js/src',
    'viem/_esm',
    '@noble/hashes/esm',
    '@safe-global/safe-apps-provider/dist',
  ];
  const askers = [
    ...[...libraries.map(modules), 'src', 'machines'].flatMap(within),
    modules('@walletconnect/ethereum-provider/dist/index.es.js'),
  ];
  const asking = /(?:\bfrom|\brequire\(|\bimport\(|\bimport)\s*["']([^"']+)["']/g;
  const found = askers.flatMap((by) =>
    [...textOf(by).matchAll(asking)].flatMap(([, wanted = '']) => {
      const standIn = resolveId(wanted, by);
      return standIn ? [[by, wanted, standIn].join(' ')] : [];
    }),
  );
  const expected = given.map(([by, wanted, standIn]) => [modules(by), wanted, resolve(standIn)].join(' '));
  expect([...new Set(found)].sort()).toEqual(expected.sort());
});

test('a Node module is replaced, so that the build prints no warning about it', () => {
  const by = modules('viem/node_modules/ox/_esm/tempo/internal/virtualMasterPool.js');
  expect(textOf(by)).toContain("const id = 'node:worker_threads'");
  expect(resolveId('node:worker_threads', by)).toBe(resolve('src/build/absent.ts'));
});

test('a module is replaced depending on its importer, not on the entry point', () => {
  for (const [, wanted] of given) expect(resolveId(wanted)).toBeUndefined();
});

test('the build gives siwe the hash functions of the package that viem uses', () => {
  const { resolve: find } = createRequire(modules('viem/_esm/utils/hash/keccak256.js'));
  expect(textOf(modules('viem/_esm/utils/hash/keccak256.js'))).toContain("'@noble/hashes/sha3'");
  expect(dirname(find('@noble/hashes/sha3'))).toBe(modules('@noble/hashes'));
});

test("Safe's provider uses nothing that its replaced modules lack", async () => {
  const text = textOf(modules('@safe-global/safe-apps-provider/dist/provider.js'));
  const { TransactionStatus } = await import(modules('@safe-global/safe-apps-sdk/dist/esm/types/gateway.js'));
  const states = Object.keys(TransactionStatus).map((state) => `TransactionStatus.${state}`);
  expect(states).toEqual(expect.arrayContaining(text.match(/(?<=\bsafe_apps_sdk_1\.)[\w.]+/g)!));
  const { default: emitter } = await import(modules('eventemitter3/index.js'));
  expect(emitter.EventEmitter).toBe(emitter);
  expect(text.match(/\bevents_1\.\w+|\bthis\.(emit|on|once|off|\w*[lL]istener\w*)\(/g)).toEqual([
    'events_1.EventEmitter',
    'this.emit(',
  ]);
});

const kinds = [absent.SignatureErc6492, absent.SignatureErc8010];
const { createAppKit, randomStringForEntropy, Contract, ethers } = absent;
const functions = Object.entries({ createAppKit, randomStringForEntropy, Contract, ...ethers });
const wraps = kinds.flatMap(({ wrap, unwrap }) => Object.entries({ wrap, unwrap }));

test.each([...functions, ...wraps])('a function that is left out throws an error with its name: %s', (_, leftOut) => {
  expect(leftOut).toThrow(/^[A-Z][\w -]+ is not part of this page\.$/);
});

test('the replaced signature formats recognise no signature, and do not throw', () => {
  for (const { validate } of kinds) expect(validate()).toBe(false);
});

/** Loads siwe as the page bundles it: CommonJS modules with the replacements. */
async function siweOfThePage() {
  const taken = new Set<string>();
  const loaded = new Map<string, unknown>();
  const load = (file: string): unknown => {
    if (loaded.has(file)) return loaded.get(file);
    const module = { exports: {} };
    loaded.set(file, module.exports);
    const ask = (wanted: string) => {
      const standIn = resolveId(wanted, file);
      if (standIn) taken.add(standIn);
      return load(standIn ?? createRequire(file).resolve(wanted));
    };
    const code = transform.filter.id.test(file) ? transform.handler(textOf(file)).code : textOf(file);
    compileFunction(code, ['module', 'exports', 'require'], { filename: file })(module, module.exports, ask);
    loaded.set(file, module.exports);
    return module.exports;
  };
  for (const path of ['sha3', 'utils'].map((name) => modules(`@noble/hashes/esm/${name}.js`)))
    loaded.set(path, await import(path));
  loaded.set(resolve('src/build/absent.ts'), absent);
  // Loads the parser before siwe. The parser needs the replaced string functions, and siwe needs the parser.
  loaded.set(resolve('src/build/apg.ts'), apg);
  const replaced = load(modules('apg-js/src/apg-lib/parser.js'));
  loaded.set(resolve('src/build/apg.ts'), { ...apg, __esModule: true, default: { ...apg.default, parser: replaced } });
  const { SiweMessage: Message } = load(modules('siwe/dist/siwe.js')) as { SiweMessage: typeof SiweMessage };
  return { Message, taken };
}

const message = [
  'https://localhost:4173 wants you to sign in with your Ethereum account:',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '',
  'Sign in.',
  '',
  'URI: http://user@[::1]:4173/path?query#hash',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: abcdefgh12345678',
  'Issued At: 2026-01-31T23:55:00.000Z',
  'Expiration Time: 2026-02-01T00:05:00.000Z',
  'Not Before: 2026-01-31T23:55:00.000Z',
  'Request ID: 1',
  'Resources:',
  '- http://localhost:4173',
  '- ipfs://127.0.0.1/',
].join('\n');
/**
 * Parses a text with one implementation. Returns the fields and the text made from them, or the error. A
 * `RangeError` counts by its name, because the implementations word it differently.
 */
const readings = (Message: typeof SiweMessage) => (text: string) => {
  try {
    const fields = new Message(text);
    return { ...fields, again: fields.prepareMessage() };
  } catch (error) {
    return error instanceof RangeError ? error.name : String(error);
  }
};

test('siwe with replacements accepts and refuses the same texts as the original', async () => {
  const { Message, taken } = await siweOfThePage();
  const own = given.filter(([by]) => /siwe|apg/.test(by)).map(([, , standIn]) => resolve(standIn));
  expect([...taken].sort()).toEqual([...new Set(own)].sort());
  const [lean, full] = [readings(Message), readings(SiweMessage)];
  expect(lean(message)).toMatchObject({ again: message, resources: ['http://localhost:4173', 'ipfs://127.0.0.1/'] });
  const edit = fc.record({
    from: fc.nat({ max: message.length }),
    length: fc.nat({ max: 40 }),
    text: fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.constantFrom('', '\n', ...message.split('\n').map((line) => `\n${line}`)),
    ),
  });
  forMany(500, fc.array(edit, { maxLength: 2 }), (edits) => {
    const text = edits.reduce(
      (text, { from, length, text: put }) => text.slice(0, from) + put + text.slice(from + length),
      message,
    );
    expect(lean(text)).toEqual(full(text));
  });
});

test("the replacement of siwe's grammar removes only its text, and no code", () => {
  const code = textOf(modules('@spruceid/siwe-parser/dist/siwe-grammar.js'));
  const lines = (text: string) => text.split('\n').filter((line) => line.trim());
  const left = lines(transform.handler(code).code);
  expect(left).toEqual(lines(code).filter((line) => !line.includes('str +=')));
  expect(left.length).toBeGreaterThan(500);
});

test('the replaced style compiler of Emotion differs only in vendor prefixes', () => {
  const code = textOf(modules('@emotion/cache/dist/emotion-cache.browser.esm.js'));
  expect(code.split('defaultStylisPlugins')).toHaveLength(3);
  expect(transform.handler(code).code).toBe(code.replace('[prefixer]', '[]'));
  expect(transform.handler(code).code).not.toBe(code);
});

test("the replacement of apg-js exports everything that siwe's parser imports", () => {
  const { charsToString, stringToChars } = apg;
  expect(apg.default).toEqual({ ids, parser, utils: { charsToString, stringToChars } });
});

const original = utilities as Pick<typeof apg, 'stringToChars' | 'charsToString'>;
const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

test('the replacement of apg-js converts texts like apg-js, or both throw', () => {
  const withHalves = fc
    .array(fc.oneof(fc.nat(0x7f), fc.integer({ min: 0xd7ff, max: 0xe000 }), fc.nat(0xffff)))
    .map((codes) => String.fromCharCode(...codes));
  /** All errors count as equal. */
  const outcome = (convert: typeof apg.stringToChars, text: string) => {
    try {
      return convert(text);
    } catch {
      return 'error';
    }
  };
  forMany(4_000, fc.oneof(texts, withHalves), (text) => {
    expect(outcome(apg.stringToChars, text)).toEqual(outcome(original.stringToChars, text));
  });
  expect(() => apg.stringToChars('\ud83d')).toThrow('The text has half a character in it.');
});

test('the replacement of apg-js returns the same substrings as apg-js', () => {
  const place = fc.oneof(fc.integer({ min: -5, max: 20 }), fc.double(), fc.constant(undefined));
  forMany(2_000, texts, place, place, (text, start, length) => {
    const points = apg.stringToChars(text);
    expect(apg.charsToString(points, start, length)).toBe(original.charsToString(points, start, length));
  });
});
