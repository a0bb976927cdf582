import styled from '@emotion/styled';
import type { ActorRefFrom, EventFrom } from 'xstate';
import type { Wallet } from '#domain/wallet';
import type { connectMachine } from '#machines/connect';
import { arrive } from '../Dialog';
import { visuallyHidden } from '../mixins';
import { Body, Pane, Slot, slideIn, Top } from '../Panel';
import { Hidden } from '../ui.styles';
import { useLastValue } from '../useLast';
import { AttemptAnnouncement, Code, ForgetButton, RemedyButton, SlowHint, useAttempt } from './Attempt';
import { presentConnect } from './connect.present';
import { dialogWords, renderPhrase } from './copy';
import { Download, DownloadOptions, EthereumOnly } from './Download';
import { GetWallets } from './Get';
import { Instructions } from './Instructions';
import { Intro } from './Intro';
import { List } from './List';
import { Arriving, BackTool, MainButton, PlainButton, waiting } from './ui';

/** Alone, it is visually hidden at first but exists, because screen readers would not announce its text otherwise. */
const Detail = styled(Pane)`
  @media (max-width: 47.99rem) { &:not([data-inside]) { ${visuallyHidden} header, [data-depth] { display: none } > div { display: contents } } }
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
  // A closed dialog keeps its last content.
  const snapshot = useLastValue(actor, (seen) => (seen?.status === 'active' ? seen : null));
  const attempt = useLastValue(actor, (seen) => seen?.children.attempt ?? null) ?? undefined;
  const tried = useAttempt(attempt);
  const shown = presentConnect(snapshot, tried, expected);
  const { step, isInside, busy, wallet, heard, next, get, open, forget } = shown;
  const seen = shown.attempt && tried;
  const inside = isInside ? '' : undefined;
  const send = (event: EventFrom<typeof connectMachine> | null) => () => {
    if (event) actor?.send(event);
  };
  const proceed = (
    <MainButton css={busy && waiting} type="button" aria-disabled={busy || undefined} onClick={send(next.event)}>
      {renderPhrase(next.label)}
    </MainButton>
  );

  function content() {
    if (step === 'get') return <GetWallets offers={shown.offers} onGet={send} after={dialogWords.getAfter} />;
    if (!step || !wallet) return <Intro>{proceed}</Intro>;
    if (step === 'connect') {
      if (!seen) return null;
      return seen.stage === 'code' ? (
        <Code seen={seen} get={get} open={open} onSend={send} />
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
    if (step === 'download') return <Download wallet={wallet}>{proceed}</Download>;
    return (
      <Instructions wallet={wallet} way={shown.way}>
        {proceed}
      </Instructions>
    );
  }

  return (
    <Both data-inside={inside}>
      <List actor={actor} expected={expected} still={isInside} />
      <Detail data-inside={inside}>
        <Top
          title={renderPhrase(shown.title)}
          still={!isInside}
          back={isInside && <BackTool busy={busy} onClick={send({ type: 'back' })} />}
          onClose={send({ type: 'close' })}
        />
        <Body data-scrolls="">
          <Arriving
            key={shown.stage}
            ref={arrive}
            data-depth={shown.depth}
            data-scene={seen && seen.stage !== 'code' ? '' : undefined}
          >
            {content()}
          </Arriving>
          <AttemptAnnouncement shown={seen}>{heard && <Hidden>{renderPhrase(heard)}</Hidden>}</AttemptAnnouncement>
          {seen?.isOver && attempt && (
            <Slot css={slideIn}>
              {seen.remedy && <RemedyButton control={seen.remedy} attempt={attempt} />}
              {seen.reason === 'notFound' && get && (
                <PlainButton type="button" onClick={send(get.event)}>
                  <span>{renderPhrase(get.label)}</span>
                </PlainButton>
              )}
            </Slot>
          )}
          {forget && <ForgetButton label={forget.label} onForget={send(forget.event)} />}
        </Body>
      </Detail>
    </Both>
  );
}
