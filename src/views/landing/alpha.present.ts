import type { SnapshotFrom } from 'xstate';
import { groupDigits } from '#copy/numbers';
import { computeAllocationShares, computeRemainingAllocation, exceedsAllocation } from '#domain/alpha';
import { clamp } from '#domain/amount';
import type { alphaMachine } from '#machines/alpha';
import { controlOf, phraseOf } from '../phrase';

type Snapshot = SnapshotFrom<typeof alphaMachine>;

export function presentAlpha({ value, context }: Pick<Snapshot, 'value' | 'context'>) {
  const { allocation, amount, typed, limit, stepped } = context;
  const isOpen = value === 'open';
  const blocked = exceedsAllocation(allocation, amount);
  const left = computeRemainingAllocation(allocation, amount);
  const within = clamp(amount, allocation.min, allocation.max);
  const clamped = limit && phraseOf(`alpha.limit.${limit}`);
  const request = controlOf(blocked ? null : 'request', blocked ? 'alpha.exceeds' : 'alpha.request');
  const told = typeof value === 'object' ? value.requested : null;
  return {
    isOpen,
    busy: value === 'requesting',
    blocked,
    text: typed ?? groupDigits(amount),
    slider: within,
    sliderText: phraseOf('alpha.valueText', within),
    shares: computeAllocationShares(allocation, amount),
    left,
    taken: phraseOf('alpha.taken', allocation.allocated),
    yours: phraseOf('alpha.yours', amount, allocation.total),
    clamped,
    request,
    after: phraseOf(blocked ? 'alpha.smaller' : 'alpha.after'),
    /** The announcements of the modal. Field and slider announce their values themselves. */
    heard: isOpen ? [clamped ?? (stepped && phraseOf('alpha.stepped', amount, left)), blocked && request.label] : [],
    notice: told && {
      heard: [clamped, phraseOf(`alpha.requested.${told}.text`)],
      link: phraseOf(`alpha.requested.${told}.link`),
    },
  };
}
