import { expect, test } from 'vitest';
import { walletLoaderMachine } from '#machines/walletLoader';
import type { StateTable } from '../../src/views/wallet/shownState';
import { type LoadingStage, loadingStageOf, presentLoading } from '../../src/views/walletLoader.present';
import { expectCopyKeys, snapshotAt } from './state';

/** By state: the stage that the panel of the loading wallet bundle shows, and whether it offers to retry. */
const STATES: StateTable<typeof walletLoaderMachine, [stage: LoadingStage | null, retries?: boolean]> = {
  'closed.idle': [null],
  'closed.preparing': [null],
  'loading.fresh': ['fresh', false],
  'loading.slow': ['slow', false],
  updating: ['updating', false],
  'failed.broken': ['broken', true],
  'failed.offline': ['offline', true],
  open: [null],
};

test.each(Object.entries(STATES))('shows the reason for the wait in the state %s', (path, [stage, retries]) => {
  expect(loadingStageOf(snapshotAt(walletLoaderMachine, path, { request: null, tries: 0 }))).toBe(stage);
  if (!stage) return;
  const telling = { title: `wallet.${stage}.title`, text: `wallet.${stage}.text` };
  expectCopyKeys(presentLoading(stage)).toEqual({
    title: 'wallet.title',
    failed: retries,
    busy: !retries,
    telling: stage === 'fresh' ? null : telling,
    retry: retries ? { label: 'wallet.retry', event: { type: 'retry' } } : null,
    hasTrace: stage === 'broken',
  });
});
