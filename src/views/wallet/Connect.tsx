/** @jsxImportSource @emotion/react */
import styled from '@emotion/styled';
import type { ActorRefFrom, EventFrom } from 'xstate';
import type { Wallet } from '#domain/wallet';
import type { connectMachine } from '#machines/connect';
import { focusStepTitle } from '../Dialog';
import { visuallyHidden } from '../mixins';
import { Pane, PanelBody, PanelHeader, ReservedSpace, slideIn } from '../Panel';
import { AttemptAnnouncement, ForgetButton, PairingCode, RemedyButton, SlowHint, useAttempt } from './Attempt';
import { presentConnect } from './connect.present';
import { dialogTexts, renderPhrase } from './copy';
import { DownloadOptions, DownloadQrCode, EthereumOnlyNote } from './Download';
import { DownloadableWallets } from './Get';
import { Instructions } from './Instructions';
import { WalletIntro } from './Intro';
import { WalletList } from './List';
import { AnimatedStep, BackButton, busyStyle, MainButton, PlainButton, VisuallyHidden } from './ui';
import { useLastActive } from './useLastActive';

/** The pane beside the list. In a narrow window it is hidden but exists: only existing regions are announced. */
const Detail = styled(Pane)`
  @media (max-width: 47.99rem) { &:not([data-inside]) { ${visuallyHidden} header, [data-depth] { display: none } > div { display: contents } } }
`;
const Panes = styled.div`display: contents;`;

interface ConnectProps {
  /** Undefined before the dialog first opens. Each opening has another actor. */
  actor: ActorRefFrom<typeof connectMachine> | undefined;
  /** The wallets that are listed before the dialog first opens. */
  expected?: Wallet[] | undefined;
}

export function ConnectView({ actor, expected = [] }: ConnectProps) {
  const snapshot = useLastActive(actor);
  const tried = useAttempt(actor);
  const shown = presentConnect(snapshot, tried, expected);
  const { step, isInside, busy, wallet, heard, next, get, open, forget } = shown;
  const seen = shown.attempt && tried;
  const inside = isInside ? '' : undefined;
  const send = (event: EventFrom<typeof connectMachine> | null) => () => {
    if (event) actor?.send(event);
  };
  const proceed = (
    <MainButton css={busy && busyStyle} type="button" aria-disabled={busy || undefined} onClick={send(next.event)}>
      {renderPhrase(next.label)}
    </MainButton>
  );

  function content() {
    if (step === 'get') return <DownloadableWallets offers={shown.offers} onGet={send} after={dialogTexts.getAfter} />;
    if (!step || !wallet) return <WalletIntro>{proceed}</WalletIntro>;
    if (step === 'connect') {
      if (seen?.stage === 'code') return <PairingCode seen={seen} get={get} open={open} onSend={send} />;
      return seen && <SlowHint seen={seen} />;
    }
    if (step === 'downloadOptions')
      return (
        <>
          <DownloadOptions wallet={wallet} onTake={(kind) => actor?.send({ type: kind })} />
          <EthereumOnlyNote wallet={wallet} />
        </>
      );
    if (step === 'download') return <DownloadQrCode wallet={wallet}>{proceed}</DownloadQrCode>;
    return (
      <Instructions wallet={wallet} way={shown.way}>
        {proceed}
      </Instructions>
    );
  }

  return (
    <Panes data-inside={inside}>
      <WalletList actor={actor} expected={expected} keepsFocusOut={isInside} />
      <Detail data-inside={inside}>
        <PanelHeader
          title={renderPhrase(shown.title)}
          keepsFocusOut={!isInside}
          back={isInside && <BackButton busy={busy} onClick={send({ type: 'back' })} />}
          onClose={send({ type: 'close' })}
        />
        <PanelBody data-scrolls="">
          <AnimatedStep
            key={shown.stage}
            ref={focusStepTitle}
            data-depth={shown.depth}
            data-scene={seen && seen.stage !== 'code' ? '' : undefined}
          >
            {content()}
          </AnimatedStep>
          <AttemptAnnouncement shown={seen}>
            {heard && <VisuallyHidden>{renderPhrase(heard)}</VisuallyHidden>}
          </AttemptAnnouncement>
          {seen?.isOver && (
            <ReservedSpace css={slideIn}>
              {seen.remedy && <RemedyButton control={seen.remedy} tried={seen} />}
              {seen.reason === 'notFound' && get && (
                <PlainButton type="button" onClick={send(get.event)}>
                  <span>{renderPhrase(get.label)}</span>
                </PlainButton>
              )}
            </ReservedSpace>
          )}
          {forget && <ForgetButton label={forget.label} onForget={send(forget.event)} />}
        </PanelBody>
      </Detail>
    </Panes>
  );
}
