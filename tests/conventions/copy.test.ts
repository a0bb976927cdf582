import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { formatDollars, groupDigits, language } from '#copy/numbers';
import { LEGACY_PROVIDER_ID } from '#domain/legacyProvider';
import { TRANSLATED_GROUP_NAMES } from '#domain/localized';
import { representsManyWallets } from '#domain/wallet';
import { dialogTexts } from '#views/wallet/copy';
import { forAll } from '../support/forAll.ts';
import { listTextFiles } from './files';
import { isSyntaxNode, type SyntaxNode } from './syntax';

/** Matches attributes whose text browsers or screen readers present to the visitor. */
const SPOKEN = /^(aria-(label|description|valuetext|roledescription)|title|placeholder|alt|label)$/;

const hasLetters = (text: string) => /\p{L}/u.test(text);
/** Whether a text looks like prose: it contains a capitalized word. */
const isSentence = (text: string) =>
  /^\p{Lu}\p{Ll}+$/u.test(text) || (/(^|[\s"“(])\p{Lu}\p{Ll}/u.test(text) && /\s/.test(text));

/** Yields the visible texts in the syntax tree `it`. If `isSeen`, each text counts, even without a capitalized word. */
function* textsIn(it: unknown, code: string, isSeen: boolean): Generator<string> {
  if (Array.isArray(it)) for (const one of it) yield* textsIn(one, code, isSeen);
  if (!isSyntaxNode(it)) return;
  const inner = (isSeenThere: boolean, ...parts: unknown[]) => textsIn(parts, code, isSeenThere);
  const text =
    it.type === 'TemplateElement'
      ? (it.value as { cooked: string }).cooked
      : /Literal|JSXText/.test(it.type) && it.value;
  if (typeof text === 'string' && (isSeen || it.type === 'JSXText' ? hasLetters(text) : isSentence(text)))
    yield text.trim().replace(/\s+/g, ' ');
  else if (/^(Import|ExportAll)|^TS(Type|Interface|Enum|Literal|Union)/.test(it.type)) return;
  else if (it.type === 'JSXAttribute') {
    const { name } = it.name as { name: string };
    // Other attributes are invisible, except for elements in braces.
    if (SPOKEN.test(name)) yield* inner(true, it.value);
    else if (isSyntaxNode(it.value) && it.value.type !== 'Literal') yield* inner(false, it.value.expression);
  } else if (it.type === 'JSXExpressionContainer') yield* inner(true, it.expression);
  else if (it.type === 'ConditionalExpression') {
    yield* inner(false, it.test);
    yield* inner(isSeen, it.consequent, it.alternate);
  } else if (it.type === 'LogicalExpression') {
    yield* inner(it.operator !== '&&' && isSeen, it.left);
    yield* inner(isSeen, it.right);
  } else if (it.type === 'TemplateLiteral') {
    yield* inner(isSeen, it.quasis);
    yield* inner(isSeen, it.expressions);
  } else if (
    it.type === 'TaggedTemplateExpression' &&
    /^(css|styled|keyframes)\b/.test(code.slice((it.tag as { start: number }).start))
  )
    yield* inner(false, (it.quasi as SyntaxNode).expressions);
  else if (/^(New|Call)Expression$/.test(it.type) && /(Error|^super)$/.test(nameOf(it.callee))) return;
  else for (const one of Object.values(it)) yield* inner(false, one);
}

const nameOf = (it: unknown) => (isSyntaxNode(it) ? (it.type === 'Super' ? 'super' : String(it.name)) : '');

/**
 * Lists texts in `code` that visitors may see: between tags, in announced attributes, and sentences and capitalized
 * words elsewhere. Styles, types and error messages don't count.
 */
const findVisibleWords = (code: string, file: string) => [
  ...textsIn(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file).body, code, false),
];

/** Files outside of the copy that may contain capitalized texts, each with a description of the texts. */
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

/** Matches folders that may contain any texts: the copy itself, and code that addresses operators and developers. */
const OTHERS = /^src\/(copy|doctor|server|tools|trust|workbench)\//;

test('only src/copy, and the listed files, contain words that visitors see', () => {
  const found = listTextFiles()
    .filter((file) => /^src\/.*(?<!\.d)\.tsx?$/.test(file) && !OTHERS.test(file))
    .flatMap((file) => findVisibleWords(readFileSync(file, 'utf8'), file).map((text) => ({ file, text })));
  expect(found.filter(({ file }) => !(file in ALLOWED))).toEqual([]);
  expect([...new Set(found.map(({ file }) => file))].sort()).toEqual(Object.keys(ALLOWED).sort());
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
  ])('finds the visible words in the code %s', (code, texts) => expect(findVisibleWords(code, 'a.tsx')).toEqual(texts));

  test.each([
    'import { a } from "Some Package";',
    'type A = "Some Name";',
    'const A = () => <path d="M8 3v10 L8 13" className="red" />;',
    'const A = () => <p>{words.map(({ id }) => id === "walletConnect" && <b key={id}>{id}</b>)}</p>;',
    'const A = styled.p`color: red; font-family: Some Font`;',
    'throw new SiteError("field", "The field must be a number");',
    'class A extends Error { constructor() { super("Something is wrong"); } }',
  ])('finds no visible word in the code %s', (code) => expect(findVisibleWords(code, 'a.tsx')).toEqual([]));
});

describe('the language of the copy', () => {
  test('the copy is in the language that index.html declares', () => {
    expect(readFileSync('index.html', 'utf8')).toContain(`<html lang="${new Intl.Locale(language).language}"`);
  });

  test('groupDigits() and formatDollars() write numbers as Intl.NumberFormat does', () => {
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
  test('sign_in.signature contains the messages of a failed sign-in', () => {
    expect(dialogTexts.sign_in.signature).toMatchObject({
      signing_error: 'Error signing message, please retry',
      verifying_error: 'Error verifying signature, please retry',
      oops_error: 'Oops, something went wrong',
    });
  });

  test('no sentence names the wallet of a list entry that stands for many wallets', () => {
    const many = null;
    const { preparing, connect, phone, failure, hint, scan, code } = dialogTexts;
    const about = [preparing, connect.status.opening, phone.preparing, phone.ready, ...Object.values(failure)]
      .map((tell) => tell(many))
      .flatMap(({ title, text }) => [title, text]);
    const lines = [...Object.values(hint), scan, code, phone.open, phone.confirm, phone.asking].map((say) => say(many));
    const texts = [...about, ...lines].map(String);
    expect(texts.filter((text) => /null|undefined|WalletConnect/.test(text))).toEqual([]);
    expect(texts).toContain('Have your wallet app ready on your phone.');
    expect(texts).toContain('Your wallet app cannot be reached');
    for (const id of ['walletConnect', LEGACY_PROVIDER_ID]) expect(representsManyWallets({ id })).toBe(true);
    expect(representsManyWallets({ id: 'rainbow' })).toBe(false);
  });

  test('each usual wallet group has a name in the copy', () => {
    expect(Object.keys(dialogTexts.groups)).toEqual([...TRANSLATED_GROUP_NAMES]);
  });
});
