import type { SnapshotFrom } from 'xstate';
import type { walletLoaderMachine } from '#machines/walletLoader';
import { controlOf, phraseOf } from './phrase';

type Snapshot = SnapshotFrom<typeof walletLoaderMachine>;

/** A state of the loading panel. */
export type LoadingStage = 'fresh' | 'slow' | 'updating' | 'broken' | 'offline';

/** Returns the state of the loading panel, or null while it is hidden. A new state of the machine is a type error. */
export function loadingStageOf({ value }: Pick<Snapshot, 'value'>): LoadingStage | null {
  if (value === 'open') return null;
  if (typeof value === 'string') return value;
  if ('closed' in value) return null;
  return 'loading' in value ? value.loading : value.failed;
}

/** Returns what the loading panel shows, announces and offers. */
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
    /** Whether a button copies the trace, for developers. */
    hasTrace: stage === 'broken',
  };
}
