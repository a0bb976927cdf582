/** All sentences of a language, beside the English ones. */
interface Checked {
  english: ReadonlyMap<string, string>;
  own: ReadonlyMap<string, string>;
  language: string;
  dir: 'ltr' | 'rtl';
  terms: { has: string[]; never: RegExp };
}

type Fault = string | readonly [path: string, ...texts: string[]];

const NAMES =
  /iABorrow|USDC|SOL|Kamino|Telegram|WalletConnect|JavaScript|Ethereum|Solana|macOS|Windows|Linux|QR|APY|OTC|Commit/g;
/** Names that every translation must leave as they are in English. */
const KEPT = ['USDC', 'Kamino', 'Telegram', 'WalletConnect', 'iABorrow', 'JavaScript'];

const pairsOf = ({ english, own }: Checked) =>
  [...english].map(([path, text]) => [path, text, own.get(path) ?? ''] as const);

/** Returns the placeholders in a sentence: marked names and addresses, and values in braces. */
const marksIn = (text: string) => (text.match(/⟪\w+⟫|\{\w+\}/g) ?? []).sort().join();

const numbersIn = (text: string) =>
  [...text.matchAll(/\d[\d.,\u202f]*\d{3}|\d+/g)].map(([one]) => one.replace(/\D/g, ''));

const withoutNames = (text: string) => text.replace(NAMES, '').replace(/⟪\w+⟫|\{\w+\}/g, '');

/** Texts that are the same in English and in Malay or Indonesian. */
const SHARED = ['Popular', '100% halal'];

/** Terms that other languages take from English. */
const TAKEN = /\((staking|litepaper)\)|over-the-counter|https/g;

/** English words that a translation must not contain. */
const ENGLISH = /(?<!\p{L})(the|your|wallet|with|and|please|connect|sign|account|retry|back|close)(?!\p{L})/iu;

/** An amount with its sign or ticker. A right-to-left sentence isolates it, so that it stays in the order of Latin script. */
const AMOUNT = /[$%]\s?\d|\d\s?(%|\$|USDC)/;

/** The greatest numbers of characters that search engines show of these texts. */
const LONGEST: Record<string, number> = { 'served.meta.title': 60, 'served.meta.description': 155 };

/** Checks of the sentences of a language. Each returns the faults that it finds. */
export const COPY_CHECKS: Record<string, (checked: Checked) => Fault[]> = {
  'have the keys of English': ({ english, own }) => [
    ...[...english.keys()].filter((path) => !own.has(path)).map((path) => `${path} is missing`),
    ...[...own.keys()].filter((path) => !english.has(path)).map((path) => `${path} is superfluous`),
  ],

  'contain each name and value once, as English does': (checked) =>
    pairsOf(checked).filter(([, text, own]) => marksIn(text) !== marksIn(own)),

  'contain the numbers of English': (checked) =>
    pairsOf(checked).filter(([, text, own]) =>
      numbersIn(text).some((one) => one.length > 1 && !numbersIn(own).includes(one)),
    ),

  'are translated': (checked) =>
    pairsOf(checked).filter(
      ([, text, own]) => text === own && /\p{L}{4}/u.test(withoutNames(text)) && !SHARED.includes(own),
    ),

  'contain no English word': ({ own, dir }) =>
    [...own].filter(([, text]) => {
      const others = withoutNames(text).replace(TAKEN, '');
      return ENGLISH.test(others) || (dir === 'rtl' && /[a-z]{3}/i.test(others));
    }),

  'keep the names': (checked) =>
    pairsOf(checked).filter(([path, text, own]) =>
      KEPT.some((name) => text.includes(name) && !own.includes(name) && path !== 'served.footer.rights'),
    ),

  'have the terms of money and religion': ({ own, terms }) => {
    const everything = [...own.values()].join('\n').toLowerCase();
    return terms.has.filter((term) => !everything.includes(term.toLowerCase()));
  },

  'have no word that claims more': ({ own, terms }) => [...own].filter(([, text]) => terms.never.test(text)),

  'glue nothing to a name': ({ own }) => [...own].filter(([, text]) => /[⟫}]['’\p{L}]|\p{L}['’]?[⟪{]/u.test(text)),

  'name no side': ({ own }) =>
    [...own].filter(([, text]) =>
      /\b(left|right|gauche|droite|kiri|kanan)\b|sol taraf|sağ taraf|sağda|يسار|يمين|(?<!\p{L})(بائیں|دائیں)(?!\p{L})/iu.test(
        text,
      ),
    ),

  'are as long as the place for them': (checked) => [
    ...pairsOf(checked).filter(
      ([path, text, own]) => own.length > 14 + 1.6 * text.length && !path.endsWith('sign_in.free'),
    ),
    ...[...checked.own].filter(([path, text]) => text.length > (LONGEST[path] ?? Number.POSITIVE_INFINITY)),
  ],

  'isolate amounts in Arabic script, and write no range with a dash': ({ own, dir }) =>
    dir === 'ltr'
      ? []
      : [...own].filter(([, text]) => {
          const outside = text.replace(/\u2066[^\u2066\u2069]*\u2069/g, '');
          return AMOUNT.test(outside) || /\d[-–]\d/.test(text) || /[\u2066\u2069]/.test(outside);
        }),

  'punctuate as the language does': ({ own, language, dir }) =>
    [...own].filter(([, text]) => {
      const outside = text.replace(/\u2066[^\u2066\u2069]*\u2069/g, '');
      if (dir === 'rtl') return /[?;]|,(?!\d)/.test(outside) || (language === 'ur' && /[\u0600-\u06ff]\./.test(text));
      // French has a space that does not break before these marks.
      if (language === 'fr') return /[^\s\u00a0\u202f][?!;»]|[^\u00a0\u202f\d]:| [?!;:»]/.test(text);
      return false;
    }),
};
