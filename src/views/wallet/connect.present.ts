import type { SnapshotFrom } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { deviceKindsOf, isDownloadable, listDownloadableWallets } from '#domain/wallets';
import type { connectMachine } from '#machines/connect';
import { controlOf, phraseOf } from '../phrase';
import type { AttemptPresentation } from './attempt.present';
import { toSpokenWallet } from './phrase';
import type { StateTable } from './shownState';

type Snapshot = SnapshotFrom<typeof connectMachine>;
export type WalletOffer = ReturnType<typeof offerOf>;

const DEPTHS: StateTable<typeof connectMachine, number, 'picked' | 'wanted' | 'returning' | 'refreshing' | 'done'> = {
  none: 0,
  learnCompact: 1,
  get: 2,
  connect: 3,
  downloadOptions: 4,
  download: 5,
  instructionsMobile: 6,
  instructionsExtension: 6,
  instructionsDesktop: 6,
};
type Step = keyof typeof DEPTHS;

const WAYS = {
  instructionsMobile: 'mobile',
  instructionsExtension: 'extension',
  instructionsDesktop: 'desktop',
} as const;

function titleOf(step: Step, wallet: Wallet | undefined, attempt: AttemptPresentation | null) {
  if (step === 'get') return phraseOf('browse');
  if (!wallet || DEPTHS[step] < DEPTHS.connect) return phraseOf('what');
  if (step === 'connect') return attempt?.title ?? wallet;
  if (step === 'downloadOptions') return phraseOf('getName', wallet);
  return phraseOf(step === 'download' ? 'getApp' : 'setUp', wallet);
}

function nextOf(step: Step, busy: boolean) {
  if (step === 'download') return controlOf('continue', 'haveIt');
  if (step === 'instructionsExtension') return controlOf(busy ? null : 'refresh', busy ? 'refreshing' : 'refresh');
  if (step in WAYS) return controlOf('continue', 'continue');
  return controlOf('browse', 'browse');
}

/** Returns a wallet to download, and for which kinds of devices. `store` is null if there are several stores. */
function offerOf(wallet: Wallet) {
  const kinds = deviceKindsOf(wallet.get);
  const store = wallet.get.qrCode ? null : (wallet.get.desktop ?? wallet.get.extension);
  const kind = kinds ? phraseOf(`kinds.${kinds}`) : null;
  return { wallet, kind, store, event: { type: 'get', id: wallet.id } as const };
}

export function presentConnect(snapshot: Snapshot | null, tried: AttemptPresentation | null, expected: Wallet[] = []) {
  const { wallets = expected, chosen = null } = snapshot?.context ?? {};
  const busy = snapshot?.value === 'refreshing';
  const step = busy ? 'instructionsExtension' : ((snapshot?.value ?? 'none') as Step);
  const attempt = step === 'connect' ? tried : null;
  // The chosen wallet may no longer be listed.
  const wallet = wallets.find(({ id }) => id === chosen) ?? attempt?.wallet;
  const explainsWallets = step === 'none' || step === 'learnCompact' || (step !== 'get' && !wallet);
  return {
    stage: step === 'connect' ? `connect ${chosen}` : step,
    step: explainsWallets ? null : step,
    depth: DEPTHS[step],
    isInside: step !== 'none',
    busy,
    wallet,
    attempt,
    title: titleOf(step, wallet, attempt),
    offers: step === 'get' ? listDownloadableWallets(wallets).map(offerOf) : [],
    way: step in WAYS ? (wallet?.explains[WAYS[step as keyof typeof WAYS]] ?? null) : null,
    heard: busy ? phraseOf('refreshing') : null,
    next: nextOf(explainsWallets ? 'none' : step, busy),
    get: wallet && isDownloadable(wallet) ? controlOf({ type: 'get', id: wallet.id }, 'getName', wallet) : null,
    open: wallet?.templates.link
      ? controlOf({ type: 'open', id: wallet.id }, 'phone.open', toSpokenWallet({ ...wallet, name: wallet.shortName }))
      : null,
    forget: wallet && snapshot?.can({ type: 'forget' }) ? controlOf('forget', 'forget', toSpokenWallet(wallet)) : null,
  };
}
