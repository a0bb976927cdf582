import { expect, test } from 'vitest';
import { noticeMachine } from '#machines/notice';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { noticeSamples, signedInNotice } from '../samples/session';

const post = (notice: object) => ({ type: 'notice.posted', notice });

testLive(noticeMachine, noticeSamples, () => ({
  'confirmation.none': ({ context }) => expect(context.notice).toBeNull(),
  'confirmation.shown': ({ context }) => expect(context.notice).toEqual(signedInNotice),
  failure: ({ context, value }) => expect(context.notice !== null).toBe(value.confirmation === 'shown'),
}));

const other = { ...signedInNotice, code: 'disconnected' };
const [failed, unchanged] = ['signOut.failed', 'network.unchanged'] as const;

test.each<[what: string, events: EventOrDelay[], failure: string, notice: object | null]>([
  ['a newer notice lasts 5 s again', [post(signedInNotice), 4_000, post(other), 4_999], 'none', other],
  ['a notice disappears after 5 s', [post(signedInNotice), 4_000, post(other), 5_000], 'none', null],
  ['a dismissed notice disappears', [post(signedInNotice), 'dismiss'], 'none', null],
  ['later notices still appear', [post(signedInNotice), 'dismiss', post(other)], 'none', other],
  ['a failed sign-out stays', [failed, 3_600_000, 'network.changed'], 'signOut', null],
  ['a failed sign-out is dismissed', [failed, 'dismissFailure'], 'none', null],
  ['a requested dialog hides a failed sign-out', [failed, 'dialog.requested'], 'none', null],
  ['a failed switch is shown for 8 s', [unchanged, 7_000, unchanged, 7_999], 'unchanged', null],
  ['a failed switch disappears after 8 s', [unchanged, 7_000, unchanged, 8_000], 'none', null],
  ['a failed switch is dismissed', [unchanged, 'dismissFailure'], 'none', null],
  ['a requested dialog hides a failed switch', [unchanged, 'dialog.requested'], 'none', null],
  ['a change of network hides a failed switch', [unchanged, 'network.changed'], 'none', null],
  ['a failed sign-out replaces a failed switch', [unchanged, failed, 3_600_000], 'signOut', null],
])('the page shows and hides notices and failures: %s', async (_, events, failure, notice) => {
  const { play, snapshot } = perform(noticeMachine);
  await play(events);
  const { value, context } = snapshot();
  expect([value, context.notice]).toEqual([{ confirmation: notice ? 'shown' : 'none', failure }, notice]);
});
