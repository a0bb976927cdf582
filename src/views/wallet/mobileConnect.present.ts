import type { SnapshotFrom } from 'xstate';
import { connectsByCode, type Wallet } from '#domain/wallet';
import { isRetryable, listDownloadableApps, searchWallets, walletLinkOf } from '#domain/wallets';
import type { mobileConnectMachine } from '#machines/mobileConnect';
import { controlOf, type Phrase, phraseOf } from '../phrase';
import { type AttemptPresentation, failurePhrasesOf } from './attempt.present';
import { statePhrasesOf, toSpokenWallet } from './phrase';
import { lookUpState, type StateTable } from './shownState';

type Snapshot = SnapshotFrom<typeof mobileConnectMachine>;

const DEPTHS = { none: 0, all: 1, get: 1, downloadOptions: 1, connect: 2 };

const STEPS: StateTable<typeof mobileConnectMachine, keyof typeof DEPTHS, 'done'> = {
  loading: 'none',
  remembering: 'none',
  'attempting.none.row': 'none',
  'attempting.none.all': 'all',
  'attempting.get': 'get',
  'attempting.downloadOptions': 'downloadOptions',
  'attempting.preparing': 'connect',
  'attempting.connect.leaving': 'connect',
  'attempting.connect.stuck': 'connect',
  'attempting.waiting': 'connect',
};

/** Returns the texts that say why there are no links into apps, and which wallets still work. */
function cutOffOf({ stage, reason }: AttemptPresentation, wallets: Wallet[]) {
  const others = wallets
    .filter((one) => one.ready && !connectsByCode(one))
    .map(({ shortName }) => ({ name: shortName }));
  const why = stage === 'lapsed' ? 'lapsed' : reason === 'refused' ? 'refused' : 'unreachable';
  return statePhrasesOf(`phone.${why}`, others);
}

/** `linked`: the attempt uses a link into an app. `isLate`: the app or the wallet has not opened yet. */
function tellingOn({ stage, reason, wallet, cutOff }: AttemptPresentation, linked: boolean, isLate: boolean) {
  const spoken = toSpokenWallet(wallet);
  if (stage === 'preparing') return statePhrasesOf('phone.preparing', spoken);
  if (stage === 'code') return linked ? statePhrasesOf('phone.ready', spoken) : null;
  if (stage === 'lapsed') return statePhrasesOf(linked ? 'phone.lapsed' : 'lapsed');
  if (stage === 'failed') {
    const telling = failurePhrasesOf(reason ?? 'failed', wallet);
    return reason === 'unreachable' ? { ...telling, text: phraseOf('phone.checkInternet') } : telling;
  }
  const text = cutOff
    ? phraseOf('cutOff')
    : linked
      ? phraseOf(isLate ? 'phone.stuck' : 'phone.opening')
      : phraseOf(isLate ? 'phone.asking' : 'phone.confirm', spoken);
  return { ...statePhrasesOf('connect.status.opening', spoken), text };
}

function titleOf(step: keyof typeof DEPTHS, missing: Wallet | undefined): Phrase {
  if (missing) return phraseOf('getName', missing);
  if (step === 'all') return phraseOf('phone.all');
  return phraseOf(step === 'get' ? 'browse' : 'wallet.title');
}

function remedyOf({ stage, reason, wallet }: AttemptPresentation, linked: boolean) {
  if (stage === 'lapsed') return controlOf('renew', linked ? 'phone.renew' : 'renew');
  return isRetryable(reason, wallet) ? controlOf('retry', 'wallet.retry') : null;
}

export function presentMobileConnect(
  snapshot: Snapshot | null,
  tried: AttemptPresentation | null,
  expected: Wallet[] = [],
) {
  const step = snapshot ? lookUpState(STEPS, snapshot.value) : 'none';
  const { wallets = expected, query = '', chosen = null, requested = null } = snapshot?.context ?? {};
  const linked = requested === null;
  const wallet = wallets.find(({ id }) => id === (chosen ?? requested)) ?? tried?.wallet;
  const isListed = step === 'none' || step === 'all';
  const attempt = step === 'connect' && tried && wallet ? { ...tried, wallet } : null;
  const missing = step === 'downloadOptions' ? wallet : undefined;
  const uri = tried && tried.left > 0 ? tried.uri : null;
  const isOver = tried?.isOver ?? false;
  const isLate = snapshot?.matches({ attempting: { connect: 'stuck' } }) || attempt?.stage === 'slow';
  const isCode = attempt?.stage === 'code';
  const href = linked && uri && attempt && !isOver ? walletLinkOf(attempt.wallet, uri) : null;
  const isAgain = isLate && !isCode;
  return {
    stage: step === 'connect' ? `connect ${chosen} ${requested}` : step,
    step,
    depth: DEPTHS[step],
    wallet,
    attempt,
    title: attempt?.wallet ?? titleOf(step, missing),
    isCode: isCode && !linked,
    isOver,
    /** The wallets to choose from. A link into an app needs the URI of a shown code. */
    tiles: {
      wallets: step === 'all' ? searchWallets(wallets, query) : wallets,
      uri: tried?.stage === 'code' ? uri : null,
      cutOff: isOver,
    },
    query,
    offers: (missing ? [missing] : listDownloadableApps(wallets)).map((one) => ({
      wallet: one,
      kind: phraseOf('phoneApp'),
      store: one.get.mobile ?? one.get.qrCode,
    })),
    after: missing ? phraseOf('getOwnBrowser', { name: missing.shortName }) : phraseOf('getAfterOnPhone'),
    telling: tried && isListed && isOver ? cutOffOf(tried, wallets) : attempt && tellingOn(attempt, linked, isLate),
    heard: attempt && !linked ? attempt.heard : {},
    /** The link into the app, and the store of a wallet whose app may be missing. */
    link: href &&
      wallet && {
        href,
        isAgain,
        label: isAgain ? phraseOf('wallet.retry') : phraseOf('phone.open', toSpokenWallet(wallet)),
        event: { type: 'open', id: wallet.id } as const,
      },
    store: href && isLate && wallet && !wallet.installed ? wallet.get.mobile : null,
    browse: controlOf(snapshot?.matches('loading') ? null : 'browse', 'browse'),
    expand: snapshot?.can({ type: 'expand' }) ? controlOf('expand', 'phone.expand', wallets.length) : null,
    forget: wallet && snapshot?.can({ type: 'forget' }) ? controlOf('forget', 'forget', toSpokenWallet(wallet)) : null,
    remedy: tried && isOver && (attempt || isListed) ? remedyOf(tried, linked) : null,
  };
}
