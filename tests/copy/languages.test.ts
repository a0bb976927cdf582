import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Named, Writer } from '#copy/writer';
import { readAmount } from '#domain/amount';
import { brandOf } from '#domain/brand';
import { LANGUAGES, type Language } from '#domain/language';
import { forAll } from '../support/forAll.ts';

type Copy = typeof import('../../src/copy/en/page') &
  typeof import('../../src/copy/en/numbers') &
  typeof import('../../src/copy/en/served') &
  typeof import('../../src/copy/en/dialogs') &
  typeof import('../../src/copy/en/names');

const files = import.meta.glob<object>('../../src/copy/*/{page,numbers,served,dialogs,names}.ts', { eager: true });
const copyOf = (language: string) =>
  Object.assign(
    {},
    ...Object.entries(files).flatMap(([path, exports]) => (path.includes(`/copy/${language}/`) ? [exports] : [])),
  ) as Copy;

/** Plain texts, with names as they are. */
const writer: Writer<string> = {
  named: (texts, ...values) =>
    texts
      .map(
        (text, i) =>
          text +
          [values[i] ?? []]
            .flat()
            .map((one) => (typeof one === 'string' ? one : one.name))
            .join(''),
      )
      .join(''),
  around: (texts, ...names) => texts.map((text, i) => text + (names[i]?.name ?? '')).join(''),
  told: (texts, ...values) => {
    const text = writer.named(texts, ...values);
    return { marked: text, plain: text };
  },
  plain: (text) => ({ marked: text, plain: text }),
  listed: (names: Named[]) => names,
  plural: (_, { other }) => other,
};

/** Values with which each sentence that is a function is called. Names are told apart by their marks. */
const WALLET = { name: '⟪name⟫', code: 'connected', address: '⟪name⟫' };
const ARGUMENTS: Record<string, unknown[]> = {
  sentences: [WALLET, 'injected'],
  astray: [WALLET, { name: '⟪network⟫' }],
  line: [WALLET, 'pending'],
  expand: [7],
  unreachable: [[WALLET]],
  refused: [[WALLET]],
  whose: ['⟪name⟫'],
  more: [1000],
  less: [1000],
  quick: [1000],
  valueText: [1000],
  taken: [1000],
  stepped: [1000, 2000],
  yours: [1000, 2000],
};
const COSTS = { iABorrowCost: 6, kaminoCost: 50, difference: 44, savingsPercentage: 88 };

/** Returns all sentences by key. Functions are called with sample values. */
function sentencesIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const key = path.split('.').at(-1)!;
    const given = path.startsWith('page.comparison')
      ? key === 'quick' || key === 'spoken'
        ? [1000, COSTS]
        : [COSTS]
      : path.includes('failure.') || path.includes('.how.')
        ? [WALLET]
        : (ARGUMENTS[key] ?? [WALLET]);
    return sentencesIn(value(...given), path);
  }
  return Object.entries(value ?? {}).flatMap(([key, one]) => sentencesIn(one, `${path}.${key}`));
}

const sentencesOf = (language: string, verb = 'borrow') => {
  const { page, served, dialogs } = copyOf(language);
  const brand = brandOf(verb);
  return new Map([
    ...sentencesIn(page(brand, { min: 10_000, max: 50_000 }), 'page'),
    ...sentencesIn(served(brand), 'served'),
    ...sentencesIn(dialogs(writer), 'dialogs'),
  ]);
};
const english = sentencesOf('en');
const languages = Object.keys(LANGUAGES) as Language[];
const others = languages.filter((language) => language !== 'en');

const NAMES =
  /iABorrow|USDC|SOL|Kamino|Telegram|WalletConnect|JavaScript|Ethereum|Solana|macOS|Windows|Linux|QR|APY|OTC|Commit/g;

/** Words of `terms.md`: those that must occur in a language, and those that would say something else. */
const TERMS: Record<Exclude<Language, 'en'>, { has: string[]; never: RegExp }> = {
  ar: {
    has: ['بلا فوائد', 'ربا', 'حلال', 'متوافق مع الشريعة', 'التحصيص', 'مشورة'],
    never: /مراهنة|رهان|معتمد|مُجاز|فتوى|مضاربة|ـ/,
  },
  ur: {
    has: ['سود', 'ربا', 'حلال', 'شریعت کے مطابق', 'اسٹیکنگ', 'شرعی مشورہ'],
    never: /داؤ|تصدیق شدہ شریعت|فتویٰ|مضاربہ|[يكة]/,
  },
  id: {
    has: ['tanpa bunga', 'riba', 'halal', 'staking', 'nasihat'],
    never: /taruh|bersertifikat|fatwa|mudharabah|kredit/i,
  },
  ms: { has: ['faedah', 'riba', 'halal', 'stak', 'nasihat'], never: /taruh|diperakui|fatwa|mudarabah|\bbunga\b/i },
  tr: { has: ['Faiz', 'riba', 'helal', 'staking', 'dinî tavsiye'], never: /bahis|icazet|fetva|şeriat|kredi/i },
  fr: {
    has: ['intérêt', 'riba', 'halal', 'charia', 'staking', 'religieux'],
    never: /mise en jeu|miser|certifi|fatwa|moudaraba/i,
  },
};

describe.each(others)('the sentences in %s', (language) => {
  const sentences = sentencesOf(language);
  const pairs = [...english].map(([path, text]) => [path, text, sentences.get(path) ?? ''] as const);
  const everything = [...sentences.values()].join('\n');

  test('have the keys of English', () => expect([...sentences.keys()].sort()).toEqual([...english.keys()].sort()));

  test('contain each name and amount as often as in English', () => {
    const marks = (text: string) => (text.match(/⟪\w+⟫/g) ?? []).sort();
    expect(pairs.filter(([, text, own]) => marks(text).join() !== marks(own).join())).toEqual([]);
    const numbers = (text: string) =>
      [...text.matchAll(/\d[\d.,\u202f]*\d{3}|\d+/g)].map(([one]) => one.replace(/\D/g, ''));
    const changed = pairs.filter(([, text, own]) => {
      const had = numbers(own);
      return numbers(text).some((one) => one.length > 1 && !had.includes(one));
    });
    expect(changed).toEqual([]);
  });

  test('are translated, and keep the names', () => {
    const plain = (text: string) => text.replace(NAMES, '').replace(/⟪\w+⟫/g, '');
    const same = pairs.filter(([, text, own]) => text === own && /\p{L}{4}/u.test(plain(text)));
    // Malay and Indonesian have the same words as English.
    expect(same.map(([, , own]) => own).filter((own) => !['Popular', '100% halal'].includes(own))).toEqual([]);
    const lost = pairs.filter(([path, text, own]) =>
      ['USDC', 'Kamino', 'Telegram', 'WalletConnect', 'iABorrow', 'JavaScript'].some(
        (name) => text.includes(name) && !own.includes(name) && path !== 'served.footer.rights',
      ),
    );
    expect(lost).toEqual([]);
  });

  test('have the terms of money and religion, and none that claims more', () => {
    const { has, never } = TERMS[language as keyof typeof TERMS];
    expect(has.filter((term) => !everything.toLowerCase().includes(term.toLowerCase()))).toEqual([]);
    expect([...sentences].filter(([, text]) => never.test(text))).toEqual([]);
  });

  test('are whole with another verb, and only the brand changes', () => {
    const changed = new Map(sentencesOf(language, 'finance'));
    const different = [...sentences].filter(
      ([path, text]) => text.replaceAll('iABorrow', 'iAFinance') !== changed.get(path),
    );
    expect(different).toEqual([]);
  });

  test('glue nothing to a name, and name no side', () => {
    expect([...sentences].filter(([, text]) => /⟪\w+⟫['’\p{L}]|\p{L}['’]?⟪/u.test(text))).toEqual([]);
    expect(
      [...sentences].filter(([, text]) => /\b(left|right|gauche|droite|sol tarafta|sağda|kiri|kanan)\b/i.test(text)),
    ).toEqual([]);
  });

  test('fit where the English ones stand', () => {
    const long = pairs.filter(
      ([path, text, own]) => own.length > 14 + 1.6 * text.length && !path.endsWith('sign_in.free'),
    );
    expect(long).toEqual([]);
    expect(sentences.get('served.meta.title')!.length).toBeLessThanOrEqual(60);
    expect(sentences.get('served.meta.description')!.length).toBeLessThanOrEqual(155);
  });
});

describe.each(languages)('the numbers in %s', (language) => {
  const { language: own, locale, decimal, grouped, dollars, fewerDollars, percent, usdc } = copyOf(language);

  test('are formatted as by Intl, and read back', () => {
    expect(own).toBe(language);
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: 'always' });
    expect(format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value).toBe(decimal);
    forAll(fc.maxSafeInteger(), (amount) => {
      expect(grouped(amount).replaceAll('\u00a0', '\u202f')).toBe(
        format
          .format(amount)
          .replace('\u2212', '-')
          .replaceAll(/[\u200e\u200f]/g, ''),
      );
      expect(readAmount(grouped(amount), { decimal })).toBe(amount);
      expect(readAmount(grouped(amount), { decimal, whole: true })).toBe(amount);
      expect(readAmount(usdc(amount), { decimal })).toBe(amount);
    });
    forAll(fc.nat(99_999), (amount) => {
      expect(readAmount(dollars(amount), { decimal, whole: true })).toBe(amount);
    });
  });

  test('are isolated in Arabic script, and only there', () => {
    const isRtl = LANGUAGES[language].dir === 'rtl';
    for (const text of [dollars(25_000), fewerDollars(44), percent(88), usdc(1000)])
      expect(/^\u2066[^\u2066\u2069]+\u2069$/.test(text)).toBe(isRtl);
    expect(grouped(25_000)).not.toMatch(/[\u2066-\u2069]/);
  });
});
