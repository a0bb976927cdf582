import { describe, expect, test } from 'vitest';
import { noticeMachine } from '#machines/notice';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { noticeWorld, signedInNotice } from '../samples/notice';

const post = (notice: object) => ({ type: 'notice.posted', notice });

testLive(noticeMachine, noticeWorld, () => ({
  'confirmation.none': ({ context }) => expect(context.notice).toBeNull(),
  'confirmation.shown': ({ context }) => expect(context.notice).toEqual(signedInNotice),
  failure: ({ context, value }) => expect(context.notice !== null).toBe(value.confirmation === 'shown'),
}));

describe('confirmations', () => {
  test('a notice disappears after 5 s, and a newer one lasts 5 s again', async () => {
    const { clock, send, snapshot } = perform(noticeMachine);
    await send(post(signedInNotice));
    clock.increment(4_000);
    await send(post({ ...signedInNotice, code: 'disconnected' }));
    clock.increment(4_999);
    expect(snapshot().context.notice?.code).toBe('disconnected');
    clock.increment(1);
    expect(snapshot().context.notice).toBeNull();
  });

  test('a dismissed notice disappears at once, and later notices still appear', async () => {
    const { send, snapshot } = perform(noticeMachine);
    await send(post(signedInNotice));
    await send({ type: 'dismiss' });
    expect(snapshot()).toMatchObject({ value: { confirmation: 'none' }, context: { notice: null } });
    await send(post(signedInNotice));
    expect(snapshot()).toMatchObject({ value: { confirmation: 'shown' }, context: { notice: signedInNotice } });
  });
});

describe('failures', () => {
  const ENDS = ['dismissFailure', 'dialog.requested', 'network.changed'];

  test.each([
    ['signOut.failed', 'signOut', ['dismissFailure', 'dialog.requested']],
    ['network.unchanged', 'unchanged', ENDS],
  ])('a notice reports %s until it is dismissed, or something newer happens', async (type, failure, ends) => {
    for (const end of ENDS) {
      const { send, snapshot } = perform(noticeMachine);
      await send({ type });
      expect(snapshot().value.failure).toBe(failure);
      await send({ type: end });
      expect(snapshot().value.failure).toBe(ends.includes(end) ? 'none' : failure);
    }
  });

  test('a failed switch is shown for 8 s, and a failed sign-out until it is dismissed', async () => {
    const { clock, send, snapshot } = perform(noticeMachine);
    await send({ type: 'network.unchanged' });
    clock.increment(7_000);
    await send({ type: 'network.unchanged' });
    clock.increment(7_999);
    expect(snapshot().value.failure).toBe('unchanged');
    clock.increment(1);
    expect(snapshot().value.failure).toBe('none');
    for (const type of ['network.unchanged', 'signOut.failed']) await send({ type });
    clock.increment(3_600_000);
    expect(snapshot().value.failure).toBe('signOut');
  });
});
