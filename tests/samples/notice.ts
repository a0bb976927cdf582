import type { Notice } from '#domain/notice';
import type { noticeMachine } from '#machines/notice';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { sampleConnection } from './connections';

/** The notice that the visitor has signed in. */
export const signedInNotice: Notice = {
  code: 'signedIn',
  address: sampleConnection.address,
  name: sampleConnection.wallet.name,
};

/** The inputs and events with which tests explore the notice machine. */
export const noticeWorld: World<typeof noticeMachine> & PropertySettings = {
  names: { signedIn: signedInNotice },
  samples: [{ type: 'notice.posted', notice: signedInNotice }],
  // The notice of a failure covers a confirmation, which then cannot be pressed.
  possible: ({ type }, { value }) => type !== 'dismiss' || value.failure === 'none',
  homes: ['confirmation.none', 'failure.none'],
};
