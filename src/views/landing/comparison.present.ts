import type { SnapshotFrom } from 'xstate';
import { groupDigits } from '#copy/numbers';
import { barHeights, compareCosts } from '#domain/comparison';
import type { comparisonMachine } from '#machines/comparison';
import { phraseOf } from '../phrase';

const QUICK = [1_000, 10_000, 50_000];

/** Returns what the comparison shows and announces. */
export function presentComparison({
  value,
  context: { amount, typed },
}: Pick<SnapshotFrom<typeof comparisonMachine>, 'value' | 'context'>) {
  const costs = compareCosts(amount);
  return {
    amount,
    text: typed ?? groupDigits(amount),
    costs,
    heights: barHeights(amount),
    /** The buttons below the field, each of which writes its amount. */
    quick: QUICK.map((quick) => ({
      quick,
      label: phraseOf('comparison.quick', quick),
      isPressed: quick === amount,
    })),
    /** The saving, above its bar and beside it. */
    less: phraseOf('comparison.less', costs),
    saving: amount ? phraseOf('comparison.percent', costs) : phraseOf('comparison.empty'),
    words: amount ? phraseOf('comparison.words', costs) : null,
    heard: value === 'answered' ? phraseOf('comparison.spoken', amount, costs) : null,
  };
}
