import type { SnapshotFrom } from 'xstate';
import { groupDigits } from '#copy/numbers';
import { compareCosts, computeBarHeights } from '#domain/comparison';
import type { comparisonMachine } from '#machines/comparison';
import { phraseOf } from '../phrase';

const QUICK = [1_000, 10_000, 50_000];

type Snapshot = Pick<SnapshotFrom<typeof comparisonMachine>, 'value' | 'context'>;

export function presentComparison({ value, context: { amount, typed } }: Snapshot) {
  const costs = compareCosts(amount);
  return {
    amount,
    text: typed ?? groupDigits(amount),
    costs,
    heights: computeBarHeights(amount),
    quick: QUICK.map((quick) => ({ quick, label: phraseOf('comparison.quick', quick), isPressed: quick === amount })),
    less: phraseOf('comparison.less', costs),
    saving: amount ? phraseOf('comparison.percent', costs) : phraseOf('comparison.empty'),
    words: amount ? phraseOf('comparison.words', costs) : null,
    heard: value === 'answered' ? phraseOf('comparison.spoken', amount, costs) : null,
  };
}
