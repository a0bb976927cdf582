import type { SnapshotFrom } from 'xstate';
import type { clipboardMachine } from '#machines/clipboard';
import { phraseOf } from '../phrase';

/** Returns what a copy button shows. Without a snapshot, there is no text to copy yet. */
export function presentClipboard(
  snapshot: SnapshotFrom<typeof clipboardMachine> | undefined,
  key: 'copy' | 'account.copy' = 'copy',
) {
  const copied = (['copied', 'refused'] as const).find((state) => snapshot?.matches(state)) ?? null;
  const done = copied === 'copied';
  return { copied, done, label: phraseOf(done ? 'copied' : key), enabled: snapshot !== undefined };
}
