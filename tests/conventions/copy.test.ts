import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BROWSER_WALLET } from '#copy/names';
import { formatDollars, groupDigits, language } from '#copy/numbers';
import { LEGACY_PROVIDER_ID } from '#domain/legacyProvider';
import { TRANSLATED_GROUP_NAMES } from '#domain/localized';
import { representsManyWallets } from '#domain/wallet';
import { dialogTexts } from '#views/wallet/copy';
import { forAll } from '../support/forAll.ts';
import { findVisibleWords } from './visibleWords';

/** Files whose texts only look like visible sentences. */
const ALLOWED: Record<string, string> = {
  'src/adapters/browser/browser.ts': 'a part of names of systems (user agent)',
  'src/adapters/page/inspector.ts': 'development only',
  'src/adapters/wallets/pairing.ts': 'a warning to the operator, in the console',
  'src/adapters/wallets/walletConnectPatches.ts': 'a reason that the protocol sends to wallets',
  'src/build/absent.ts': 'names of what a build leaves out, in errors',
  'src/build/files.ts': 'robots.txt',
  'src/build/head.ts': 'a type of schema.org',
  'src/build/languageStyles.ts': 'names of fonts',
  'src/build/licenses.ts': 'licences, which are in English by law',
  'src/build/plugin.ts': 'sentences to the operator, in the terminal',
  'src/build/remarks.ts': 'sentences to the operator, in the terminal',
  'src/build/securityText.ts': 'names of fields of RFC 9116',
  'src/domain/catalogue.ts': 'names of wallets',
  'src/domain/chain.ts': 'the name of a network',
  'src/domain/language.ts': 'names of languages',
  'src/domain/localized.ts': 'names of groups, by which the copy has them in each language',
  'src/domain/signIn.ts': 'the statement that the sign-in server compares, in every language of the page',
  'src/domain/site.ts': 'sentences to the operator, in the terminal',
  'src/domain/trace.ts': 'names of errors',
  'src/domain/visitor.ts': 'a part of names of systems (user agent)',
  'src/domain/walletValidation.ts': 'sentences to the operator, in the terminal',
  'src/site.ts': "the operator's own texts",
  'src/views/landing/Alpha.tsx': 'the name of a key',
  'src/views/wallet/Tiles.tsx': 'the name of a key',
  'src/views/wallet/icons.tsx': 'a system colour',
};

/** Folders that may contain visible words: the site's texts, and the sentences to operators and developers. */
const OTHERS = /^src\/(copy|doctor|server|tools|trust|workbench)\//;

const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name}`)
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !OTHERS.test(file))
  .flatMap((file) => findVisibleWords(readFileSync(file, 'utf8'), file).map((text) => ({ file, text })));

test('only src/copy contains words that visitors see', () => {
  expect(found.filter(({ file }) => !(file in ALLOWED))).toEqual([]);
});

test('every exception from the rule about visible words is still needed', () => {
  const files = new Set(found.map(({ file }) => file));
  expect(Object.keys(ALLOWED).filter((file) => !files.has(file))).toEqual([]);
});

describe('the search for visible words', () => {
  test.each([
    ['const A = () => <p>wait</p>;', ['wait']],
    ['const A = () => <p>{busy ? "wait" : "go on"}</p>;', ['wait', 'go on']],
    [`const A = () => <p>{stage === "late" && \`sent to \${name}\`}</p>;`, ['sent to']],
    ['const A = () => <button aria-label="close" className="red" />;', ['close']],
    ['const A = () => <img alt={busy ? "a star" : ""} />;', ['a star']],
    ['const group = { groupName: "Installed" };', ['Installed']],
    [`const f = (name: string) => \`Open \${name}\`;`, ['Open']],
    ['const text = name ?? "your wallet is in Safe";', ['your wallet is in Safe']],
  ])('finds the visible words of %s', (code, texts) => expect(findVisibleWords(code, 'a.tsx')).toEqual(texts));

  test.each([
    'import { a } from "Some Package";',
    'type A = "Some Name";',
    'const A = () => <path d="M8 3v10 L8 13" className="red" />;',
    'const A = () => <p>{words.map(({ id }) => id === "walletConnect" && <b key={id}>{id}</b>)}</p>;',
    'const A = styled.p`color: red; font-family: Some Font`;',
    'throw new SiteError("field", "The field must be a number");',
    'class A extends Error { constructor() { super("Something is wrong"); } }',
  ])('finds no visible word in %s', (code) => expect(findVisibleWords(code, 'a.tsx')).toEqual([]));
});

describe('the language of the copy', () => {
  test('the language of the copy is the language of the page', () => {
    expect(readFileSync('index.html', 'utf8')).toContain(`<html lang="${new Intl.Locale(language).language}"`);
  });

  test('numbers and dollars are formatted like Intl formats them', () => {
    const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
    const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
    forAll(fc.double({ noNaN: true }), (amount) => {
      expect(groupDigits(amount || 0)).toBe(decimal.format(amount || 0));
    });
    forAll(fc.maxSafeInteger(), (amount) => {
      expect(groupDigits(amount)).toBe(decimal.format(amount));
      expect(formatDollars(Math.abs(amount))).toBe(money.format(Math.abs(amount)));
    });
  });
});

describe('copy keys that other code uses', () => {
  const rainbow = { id: 'rainbow', name: 'Rainbow', connector: 'walletConnect' } as const;

  test('sign_in.signature contains the messages of a failed sign-in', () => {
    const { signing_error, verifying_error, oops_error } = dialogTexts.sign_in.signature;
    expect([signing_error, verifying_error, oops_error]).toEqual([
      'Error signing message, please retry',
      'Error verifying signature, please retry',
      'Oops, something went wrong',
    ]);
  });

  test('connect.status contains the messages about an opening or missing wallet', () => {
    const { opening, not_installed, not_available } = dialogTexts.connect.status;
    for (const tell of [opening, not_installed, not_available]) expect(tell(rainbow)).toHaveProperty('title');
  });

  test('no sentence uses the name of an entry that stands for many wallets', () => {
    const many = null;
    const about = [
      dialogTexts.preparing(many),
      dialogTexts.connect.status.opening(many),
      dialogTexts.phone.preparing(many),
    ]
      .concat(dialogTexts.phone.ready(many), ...Object.values(dialogTexts.failure).map((tell) => tell(many)))
      .flatMap(({ title, text }) => [title, text]);
    const lines = [
      ...Object.values(dialogTexts.hint).map((hint) => hint(many)),
      dialogTexts.scan(many),
      dialogTexts.code(many),
    ];
    const onPhone = [dialogTexts.phone.open(many), dialogTexts.phone.confirm(many), dialogTexts.phone.asking(many)];
    const texts = [...about, ...lines, ...onPhone].map(String);
    expect(texts.filter((text) => /null|undefined|WalletConnect/.test(text))).toEqual([]);
    expect(texts).toContain('Have your wallet app ready on your phone.');
    expect(texts).toContain('Your wallet app cannot be reached');
    for (const id of ['walletConnect', LEGACY_PROVIDER_ID]) expect(representsManyWallets({ id })).toBe(true);
    expect(representsManyWallets(rainbow)).toBe(false);
  });

  test('each usual wallet group has a name in the copy', () => {
    expect(Object.keys(dialogTexts.groups)).toEqual([...TRANSLATED_GROUP_NAMES]);
  });

  test('a wallet without a name gets one from the copy', () => {
    expect(dialogTexts.sign_in.sentences({ name: BROWSER_WALLET }, 'injected').idle.plain).toContain(
      'in Browser wallet.',
    );
  });
});
