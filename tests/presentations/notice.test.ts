import { expect, test } from 'vitest';
import { shortenAddress } from '#domain/address';
import type { Notice } from '#domain/notice';
import { noticeMachine } from '#machines/notice';
import { presentNotice } from '../../src/views/wallet/notice.present';
import { signedInNotice } from '../samples/session';
import { expectCopyKeys } from './state';

type Failure = Parameters<typeof presentNotice>[0]['value']['failure'];

const shownWith = (notice: Notice | null, failure: Failure = 'none', open = false) => {
  const value = { confirmation: notice ? 'shown' : 'none', failure } as const;
  return presentNotice(noticeMachine.resolveState({ value, context: { notice } }), open);
};

test.each<[Notice['code'], string | null]>([
  ['connected', 'account.title'],
  ['signedIn', 'account.title'],
  ['signedOut', null],
  ['disconnected', null],
])('confirms that the visitor is %s, and links to the account if there is one', (code, account) => {
  const { confirmation, failure } = shownWith({ ...signedInNotice, code });
  const dismiss = { label: 'close', event: { type: 'dismiss' } };
  expectCopyKeys(confirmation).toEqual({ text: `confirmed.of.${code}`, account, dismiss });
  expect(confirmation?.text.values).toEqual([
    { ...signedInNotice, code, address: shortenAddress(signedInNotice.address) },
  ]);
  expect(failure).toBeNull();
});

test.each<Failure>(['signOut', 'unchanged'])('shows a failure instead of a confirmation: %s', (failure) => {
  const dismiss = { label: 'close', event: { type: 'dismissFailure' } };
  expectCopyKeys(shownWith(signedInNotice, failure)).toEqual({
    confirmation: null,
    failure: { text: `trouble.${failure}`, dismiss },
  });
  expect(shownWith(signedInNotice, failure, true)).toEqual({ confirmation: null, failure: null });
});

test('shows nothing while a dialog is open, or if there is no notice', () => {
  const nothing = { confirmation: null, failure: null };
  expect([shownWith(signedInNotice, 'none', true), shownWith(null)]).toEqual([nothing, nothing]);
});
