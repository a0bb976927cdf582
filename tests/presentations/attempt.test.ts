import { expect, test } from 'vitest';
import type { FailureReason } from '#domain/attempt';
import type { Wallet } from '#domain/wallet';
import { attemptMachine } from '#machines/attempt';
import { type AttemptPresentation, presentAttempt } from '../../src/views/wallet/attempt.present';
import type { StateTable } from '../../src/views/wallet/shownState';
import { installedWallet, mobileOnlyWallet, nthPairingUri, scannedWallet, unavailableWallet } from '../samples/wallets';
import { expectCopyKeys, freshAttemptContext, snapshotAt } from './state';

type Context = Parameters<typeof presentAttempt>[0]['context'];

const shownAt = (path: string, context: Partial<Context> = {}, copied: AttemptPresentation['copied'] = null) =>
  presentAttempt(snapshotAt(attemptMachine, path, { ...freshAttemptContext, ...context }), copied);

/** By state: the message, the hint during the wait, and the event of the button. */
const STATES: StateTable<
  typeof attemptMachine,
  [telling: string | null, hint: string | null, remedy: string | null],
  'asking.begun' | 'approved'
> = {
  'asking.preparing': ['preparing', null, null],
  'asking.scanning.ticking': [null, null, null],
  'asking.opening.fresh': ['connect.status.opening', null, null],
  'asking.opening.slow': ['connect.status.opening', 'hint.walletConnect', null],
  lapsed: ['lapsed', null, 'renew'],
  failed: ['failure.rejected', null, 'retry'],
};

/** By reason: the message about a wallet that can be downloaded, and whether Retry is offered. */
const REASONS: Record<FailureReason, [telling: string, isRetryable: boolean]> = {
  rejected: ['failure.rejected', true],
  elsewhere: ['failure.elsewhere', true],
  timedOut: ['failure.timedOut', true],
  unreachable: ['failure.unreachable', true],
  refused: ['failure.refused', true],
  insecure: ['failure.insecure', false],
  expired: ['failure.expired', true],
  failed: ['failure.failed', true],
  notFound: ['connect.status.not_installed', true],
};

const expectTold = ({ telling }: AttemptPresentation, key: string | null) =>
  expectCopyKeys(telling).toEqual(key && { title: `${key}.title`, text: `${key}.text` });

test.each(Object.entries(STATES))('shows message and button in the state %s', (path, [telling, hint, remedy]) => {
  const shown = shownAt(path, path === 'failed' ? { reason: 'rejected' } : {});
  expectTold(shown, telling);
  expectCopyKeys([shown.hint, shown.note, shown.remedy?.event.type ?? null]).toEqual([hint, null, remedy]);
  expect(shown.isOver).toBe(remedy !== null);
  const isCode = path === 'asking.scanning.ticking';
  expectCopyKeys(shown.title).toEqual(isCode ? 'scan' : scannedWallet);
  if (remedy) expectCopyKeys(shown.remedy?.label).toBe(remedy === 'retry' ? 'wallet.retry' : 'renew');
});

test.each(Object.entries(REASONS))('shows the reason of a failed attempt: %s', (reason, [telling, isRetryable]) => {
  const shown = shownAt('failed', { reason: reason as FailureReason });
  expectTold(shown, telling);
  expect(shown.remedy !== null).toBe(isRetryable);
});

test('shows a wallet without a download as not available, without Retry', () => {
  const shown = shownAt('failed', { reason: 'notFound', wallet: unavailableWallet });
  expectTold(shown, 'connect.status.not_available');
  expect(shown.remedy).toBeNull();
});

test('shows a code until the next one replaces it, with its time and announcements', () => {
  const context = { uri: nthPairingUri(1), left: 67, code: 1, cutOff: false };
  const shown = shownAt('asking.preparing', context);
  expect([shown.stage, shown.clock]).toEqual(['code', { key: 'newIn', values: [{ name: '1:07' }] }]);
  expectCopyKeys(shown.heard).toEqual({ 1: 'scan', copied: null, cutOff: null });
  const lost = shownAt('asking.scanning.ticking', { ...context, code: 2, cutOff: true }, 'refused');
  expectCopyKeys([lost.clock, lost.heard]).toEqual([
    'cutOff',
    { 2: 'newCode', copied: 'copySaid.refused', cutOff: 'cutOff' },
  ]);
});

test.each<[string, Wallet, unknown]>([
  ['names the wallet', mobileOnlyWallet, { name: 'Cove' }],
  ['names no list entry that stands for many wallets', { ...mobileOnlyWallet, id: 'walletConnect' }, null],
])('the message while a wallet opens %s', (_, wallet, spoken) => {
  expect(shownAt('asking.opening.slow', { wallet }).telling?.text.values).toEqual([spoken]);
});

test.each([
  ['asking.opening.fresh', 'ethereumOnly'],
  ['asking.opening.slow', 'ethereumOnly'],
  ['asking.preparing', null],
])('explains, once a Solana wallet opens, that Ethereum is needed (state: %s)', (path, note) => {
  expectCopyKeys(shownAt(path, { wallet: { ...installedWallet, holdsSolana: true } }).note).toBe(note);
});
