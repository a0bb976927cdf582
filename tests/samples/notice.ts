import type { noticeMachine } from '#machines/notice';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { connection } from './connections';

export const signedInNotice = { code: 'signedIn', address: connection.address, name: connection.wallet.name };

export const noticeWorld: World<typeof noticeMachine> & Claims = {
  names: { signedIn: signedInNotice },
  samples: [{ type: 'notice.posted', notice: signedInNotice }],
  // A failure stands in front of a confirmation, which cannot be pressed then.
  possible: ({ type }, { value }) => type !== 'dismiss' || value.failure === 'none',
  homes: ['confirmation.none', 'failure.none'],
};
