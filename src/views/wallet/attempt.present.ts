import type { SnapshotFrom } from 'xstate';
import type { FailureReason } from '#domain/attempt';
import type { Wallet } from '#domain/wallet';
import { isDownloadable, isRetryable } from '#domain/wallets';
import type { attemptMachine } from '#machines/attempt';
import { controlOf, type Phrase, phraseOf } from '../phrase';
import { statePhrasesOf, toSpokenWallet } from './phrase';
import { lookUpState, type StateTable } from './shownState';

type Tried = SnapshotFrom<typeof attemptMachine>;
type Stage = 'preparing' | 'code' | 'opening' | 'slow' | 'lapsed' | 'failed';

const STAGES: StateTable<typeof attemptMachine, Stage, 'asking.begun' | 'approved'> = {
  'asking.preparing': 'preparing',
  'asking.scanning.ticking': 'code',
  'asking.opening.fresh': 'opening',
  'asking.opening.slow': 'slow',
  lapsed: 'lapsed',
  failed: 'failed',
};

export function failurePhrasesOf(reason: FailureReason, wallet: Pick<Wallet, 'id' | 'name' | 'get'>) {
  if (reason !== 'notFound') return statePhrasesOf(`failure.${reason}`, toSpokenWallet(wallet));
  return statePhrasesOf(`connect.status.${isDownloadable(wallet) ? 'not_installed' : 'not_available'}`, wallet);
}

function remedyOf(stage: Stage, reason: FailureReason | null, wallet: Wallet) {
  if (stage === 'lapsed') return controlOf('renew', 'renew');
  return stage === 'failed' && isRetryable(reason, wallet) ? controlOf('retry', 'wallet.retry') : null;
}

const clockTime = (seconds: number) => ({
  name: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
});

export function presentAttempt({ value, context }: Tried, copied: 'copied' | 'refused' | null) {
  const { wallet, uri, left, code, reason, cutOff } = context;
  const spoken = toSpokenWallet(wallet);
  const state = lookUpState(STAGES, value);
  // The code stays visible while the next one is prepared.
  const stage: Stage = state === 'preparing' && uri !== null ? 'code' : state;
  const isOpening = stage === 'opening' || stage === 'slow';
  return {
    ...context,
    stage,
    isOver: stage === 'failed' || stage === 'lapsed',
    title: stage === 'code' ? phraseOf('scan', spoken) : wallet,
    telling: isOpening
      ? statePhrasesOf('connect.status.opening', spoken)
      : stage === 'failed'
        ? failurePhrasesOf(reason ?? stage, wallet)
        : stage === 'code'
          ? null
          : statePhrasesOf(stage, spoken),
    note: isOpening && wallet.holdsSolana ? phraseOf('ethereumOnly', wallet) : null,
    hint: stage === 'slow' ? phraseOf(`hint.${wallet.connector}`, spoken) : null,
    qrCode: phraseOf('code', spoken),
    clock: cutOff ? phraseOf('cutOff') : phraseOf('newIn', clockTime(left)),
    copied,
    /** The announcements of a shown code, each in its own live region. Each new code is announced. */
    heard: {
      [code]: code > 1 ? phraseOf('newCode') : phraseOf('scan', spoken),
      copied: copied && phraseOf(`copySaid.${copied}`),
      cutOff: cutOff ? phraseOf('cutOff') : null,
    } as Record<string, Phrase | null>,
    remedy: remedyOf(stage, reason, wallet),
  };
}

export type AttemptPresentation = ReturnType<typeof presentAttempt>;
