import type { SnapshotFrom } from 'xstate';
import { shortenAddress } from '#domain/address';
import type { noticeMachine } from '#machines/notice';
import { controlOf, phraseOf } from '../phrase';

/** Returns the notice at the bottom of the window: a failure, or else a confirmation. An open dialog covers both. */
export function presentNotice({ value, context: { notice } }: SnapshotFrom<typeof noticeMachine>, open = false) {
  const { failure } = value;
  if (open) return { confirmation: null, failure: null };
  if (failure !== 'none')
    return {
      confirmation: null,
      failure: { text: phraseOf(`trouble.${failure}`), dismiss: controlOf('dismissFailure', 'close') },
    };
  return {
    failure: null,
    confirmation: notice && {
      text: phraseOf(`confirmed.of.${notice.code}`, { ...notice, address: shortenAddress(notice.address) }),
      account: notice.code === 'connected' || notice.code === 'signedIn' ? phraseOf('account.title') : null,
      dismiss: controlOf('dismiss', 'close'),
    },
  };
}
