import type { SnapshotFrom } from 'xstate';
import type { walletLoaderMachine } from '#machines/walletLoader';
import { controlOf, phraseOf } from './phrase';

type Snapshot = SnapshotFrom<typeof walletLoaderMachine>;
export type LoadingStage = 'fresh' | 'slow' | 'updating' | 'broken' | 'offline';

export function loadingStageOf({ value }: Pick<Snapshot, 'value'>): LoadingStage | null {
  if (value === 'open') return null;
  if (typeof value === 'string') return value;
  if ('closed' in value) return null;
  return 'loading' in value ? value.loading : value.failed;
}

export function presentLoading(stage: LoadingStage) {
  const failed = stage === 'broken' || stage === 'offline';
  return {
    failed,
    busy: !failed,
    title: phraseOf('wallet.title'),
    /** Null at first, because loading usually takes less time than reading. */
    telling:
      stage === 'fresh' ? null : { title: phraseOf(`wallet.${stage}.title`), text: phraseOf(`wallet.${stage}.text`) },
    retry: failed ? controlOf('retry', 'wallet.retry') : null,
    hasTrace: stage === 'broken',
  };
}
