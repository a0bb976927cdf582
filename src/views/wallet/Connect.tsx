import styled from '@emotion/styled';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { downloadableWallets, isDownloadable, kindsOf } from '#domain/wallets';
import type { connectMachine } from '#machines/connect';
import { arrive } from '../Dialog';
import { hidden } from '../mixins';
import { Body, Pane, Top } from '../Panel';
import { Hidden } from '../ui.styles';
import { useLastValue } from '../useLast';
import { AttemptAnnouncement, Code, ForgetButton, Remedy, SlowHint, useAttempt } from './Attempt';
import { dialogWords } from './copy';
import { Download, DownloadOptions, EthereumOnly } from './Download';
import { GetWallets } from './Get';
import { Instructions } from './Instructions';
import { Intro } from './Intro';
import { List } from './List';
import { spokenOf } from './phrase';
import type { ShownStates } from './shownState';
import { Arriving, BackTool, MainButton, waiting } from './ui';

/** The steps, and their depths in the dialog. */
const DEPTHS: ShownStates<typeof connectMachine, number, 'picked' | 'wanted' | 'returning' | 'refreshing' | 'done'> = {
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
const WAYS = { instructionsMobile: 'mobile', instructionsDesktop: 'desktop' } as const;

function stepOf(snapshot: SnapshotFrom<typeof connectMachine> | undefined): Step | null {
  if (!snapshot || snapshot.value === 'done') return null;
  return snapshot.value === 'refreshing' ? 'instructionsExtension' : (snapshot.value as Step);
}

/** Alone, it is visually hidden at first but exists, because screen readers would not announce its text otherwise. */
const Detail = styled(Pane)`
  @media (max-width: 47.99rem) { &:not([data-inside]) { ${hidden} header, [data-depth] { display: none } > div { display: contents } } }
`;
const Both = styled.div`display: contents;`;

interface ConnectProps {
  /** Undefined before the dialog first opens. Each opening has another actor. */
  actor: ActorRefFrom<typeof connectMachine> | undefined;
  /** The wallets that are listed before the dialog first opens. */
  expected?: Wallet[] | undefined;
}

/** Asks which wallet to connect: the list, with the step beside it or instead of it. */
export function ConnectView({ actor, expected = [] }: ConnectProps) {
  const step = useLastValue(actor, stepOf) ?? 'none';
  const inside = step !== 'none' ? '' : undefined;
  const forgettable = useSelector(actor, (snapshot) => snapshot?.can({ type: 'forget' })) ?? false;
  const busy = useSelector(actor, (snapshot) => snapshot?.matches('refreshing')) ?? false;
  const { wallets, chosen } = useSelector(actor, (snapshot) => snapshot?.context) ?? {
    wallets: expected,
    chosen: null,
  };
  const attempt = useLastValue(actor, (snapshot) => snapshot?.children.attempt ?? null) ?? undefined;
  const tried = useAttempt(attempt);
  const seen = step === 'connect' ? tried : null;
  // The chosen wallet may no longer be listed.
  const wallet = wallets.find(({ id }) => id === chosen) ?? seen?.wallet;
  const close = () => actor?.send({ type: 'close' });
  const get = wallet && isDownloadable(wallet) ? () => actor?.send({ type: 'get', id: wallet.id }) : undefined;
  const open = wallet?.templates.link ? () => actor?.send({ type: 'open', id: wallet.id }) : undefined;

  function title() {
    if (!wallet || DEPTHS[step] < DEPTHS.connect) return step === 'get' ? dialogWords.browse : dialogWords.what;
    if (step === 'connect')
      return seen?.stage === 'code' ? dialogWords.scan(spokenOf(wallet)) : <bdi translate="no">{wallet.name}</bdi>;
    if (step === 'downloadOptions') return dialogWords.getName(wallet);
    return step === 'download' ? dialogWords.getApp(wallet) : dialogWords.setUp(wallet);
  }

  function content() {
    if (step === 'get')
      return (
        <GetWallets
          wallets={downloadableWallets(wallets)}
          kind={({ get }) => kindsOf(get) && dialogWords.kinds[kindsOf(get)!]}
          store={({ get }) => (get.qrCode ? null : (get.desktop ?? get.extension))}
          onGet={({ id }) => actor?.send({ type: 'get', id })}
          after={dialogWords.getAfter}
        />
      );
    if (step === 'none' || step === 'learnCompact' || !wallet)
      return <Intro onBrowse={() => actor?.send({ type: 'browse' })} />;
    if (step === 'connect') {
      if (!seen || !attempt) return null;
      return seen.stage === 'code' ? (
        <Code seen={seen} attempt={attempt} onGet={get} onOpen={open} />
      ) : (
        <SlowHint seen={seen} />
      );
    }
    if (step === 'downloadOptions')
      return (
        <>
          <DownloadOptions wallet={wallet} onTake={(kind) => actor?.send({ type: kind })} />
          <EthereumOnly wallet={wallet} />
        </>
      );
    if (step === 'download') return <Download wallet={wallet} onContinue={() => actor?.send({ type: 'continue' })} />;
    if (step === 'instructionsExtension')
      return (
        <Instructions wallet={wallet} way={wallet.explains.extension}>
          <MainButton
            css={busy && waiting}
            type="button"
            aria-disabled={busy || undefined}
            onClick={() => actor?.send({ type: 'refresh' })}
          >
            {busy ? dialogWords.refreshing : dialogWords.refresh}
          </MainButton>
        </Instructions>
      );
    return (
      <Instructions wallet={wallet} way={wallet.explains[WAYS[step]]}>
        <MainButton type="button" onClick={() => actor?.send({ type: 'continue' })}>
          {dialogWords.continue}
        </MainButton>
      </Instructions>
    );
  }

  return (
    <Both data-inside={inside}>
      <List actor={actor} expected={expected} still={step !== 'none'} />
      <Detail data-inside={inside}>
        <Top
          title={title()}
          still={step === 'none'}
          back={inside !== undefined && <BackTool busy={busy} onClick={() => actor?.send({ type: 'back' })} />}
          onClose={close}
        />
        <Body data-scrolls="">
          <Arriving
            key={step === 'connect' ? `connect ${chosen}` : step}
            ref={arrive}
            data-depth={DEPTHS[step]}
            data-scene={seen && seen.stage !== 'code' ? '' : undefined}
          >
            {content()}
          </Arriving>
          <AttemptAnnouncement seen={seen}>{busy && <Hidden>{dialogWords.refreshing}</Hidden>}</AttemptAnnouncement>
          {seen && attempt && <Remedy seen={seen} attempt={attempt} onGet={get} />}
          {forgettable && wallet && <ForgetButton wallet={wallet} onForget={() => actor?.send({ type: 'forget' })} />}
        </Body>
      </Detail>
    </Both>
  );
}
