import type { IsolatedName, SentenceWriter } from '#copy/writer';
import { brandOf } from '#domain/brand';

type Copy = typeof import('../../src/copy/en/page') &
  typeof import('../../src/copy/en/numbers') &
  typeof import('../../src/copy/en/served') &
  typeof import('../../src/copy/en/dialogs') &
  typeof import('../../src/copy/en/names');

const files = import.meta.glob<object>('../../src/copy/*/{page,numbers,served,dialogs,names}.ts', { eager: true });

/** Returns the exports of all files of a language in `src/copy`. */
export const loadCopy = (language: string) =>
  Object.assign(
    {},
    ...Object.entries(files).flatMap(([path, exports]) => (path.includes(`/copy/${language}/`) ? [exports] : [])),
  ) as Copy;

const writer: SentenceWriter<string> = {
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
  listed: (names: IsolatedName[]) => names,
  plural: (_, { other }) => other,
};

/** Sample arguments for sentences that are functions. The brackets ⟪⟫ mark names and addresses. */
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

/** Returns all sentences of a language by key, in order. */
export const listSentences = (language: string, verb = 'borrow') => {
  const { createPageTexts, createServedTexts, createDialogTexts } = loadCopy(language);
  const brand = brandOf(verb);
  return new Map([
    ...sentencesIn(createPageTexts(brand, { min: 10_000, max: 50_000 }), 'page'),
    ...sentencesIn(createServedTexts(brand), 'served'),
    ...sentencesIn(createDialogTexts(writer), 'dialogs'),
  ]);
};
