import type { Notice } from '#domain/notice';
import type { noticeMachine } from '#machines/notice';
import type { MachineWorld } from '../engine/properties';
import { sampleConnection } from './connections';

/** The notice that the visitor has signed in. */
export const signedInNotice: Notice = {
  code: 'signedIn',
  address: sampleConnection.address,
  name: sampleConnection.wallet.name,
};

export const noticeWorld: MachineWorld<typeof noticeMachine> = {
  names: { signedIn: signedInNotice },
  samples: [{ type: 'notice.posted', notice: signedInNotice }],
  // The notice of a failure covers a confirmation, which then cannot be pressed.
  possible: ({ type }, { value }) => type !== 'dismiss' || value.failure === 'none',
  homes: ['confirmation.none', 'failure.none'],
};
