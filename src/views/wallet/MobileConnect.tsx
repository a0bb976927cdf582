/** @jsxImportSource @emotion/react */
import styled from '@emotion/styled';
import type { ActorRefFrom, EventFrom } from 'xstate';
import { language } from '#copy/numbers';
import { chooseTranslation } from '#domain/localized';
import type { Wallet } from '#domain/wallet';
import type { mobileConnectMachine } from '#machines/mobileConnect';
import { site } from '#site';
import { copy } from '../copy';
import { focusStepTitle, moveFocusToTitle } from '../Dialog';
import { RetryIcon } from '../icons';
import { Pane, PanelBody, PanelHeader, ReservedSpace, slideIn } from '../Panel';
import { lowWindowQuery } from '../theme';
import { newTabProps } from '../ui';
import { AttemptAnnouncement, ForgetButton, PairingCode, RemedyButton, SlowHint, useAttempt } from './Attempt';
import { dialogTexts, renderPhrase } from './copy';
import { EthereumOnlyNote } from './Download';
import { DownloadableWallets } from './Get';
import { presentMobileConnect } from './mobileConnect.present';
import { NothingFound, WalletSearch } from './Search';
import { WalletTiles } from './Tiles';
import { tone } from './tokens';
import {
  AnimatedStep,
  appLinkProps,
  BackButton,
  busyStyle,
  FootNote,
  LearnMoreLink,
  MainButton,
  MainLink,
  NewTabNote,
  narrowWindowQuery,
  PlainLink,
  QuietLink,
} from './ui';
import { useLastActive } from './useLastActive';

const Intro = styled.section`
  display: grid; gap: 6px; margin-inline: 24px; padding-block: 24px; border-block-start: 1px solid ${tone.line}; text-align: center;
  h3 { font-size: 1.25rem; line-height: 1.75rem; letter-spacing: -.01em }
  p { color: ${tone.muted}; text-wrap: balance }
  div { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8.625rem, 100%), 1fr)); gap: 10px; margin-block-start: 16px }
  div > * { padding-inline: 8px }
  ${narrowWindowQuery} { margin-inline: 16px }
  ${lowWindowQuery} { padding-block: 10px; div { margin-block-start: 8px } }
`;

interface MobileConnectProps {
  actor: ActorRefFrom<typeof mobileConnectMachine> | undefined;
  expected?: Wallet[] | undefined;
}

export function MobileConnectView({ actor, expected = [] }: MobileConnectProps) {
  const snapshot = useLastActive(actor);
  const tried = useAttempt(actor);
  const shown = presentMobileConnect(snapshot, tried, expected);
  const { step, isCode, isOver, link, store, remedy, browse, expand, forget } = shown;
  const told = tried && shown.attempt && { ...tried, wallet: shown.attempt.wallet };
  const disclaimer = chooseTranslation(site.wallet.disclaimer, language);
  const send = (event: EventFrom<typeof mobileConnectMachine> | null) => () => {
    if (event) actor?.send(event);
  };

  function content() {
    if (step === 'get' || step === 'downloadOptions')
      return (
        <>
          <DownloadableWallets offers={shown.offers} after={renderPhrase(shown.after)} />
          {step === 'downloadOptions' && shown.wallet && <EthereumOnlyNote wallet={shown.wallet} />}
        </>
      );
    if (told) return isCode ? <PairingCode seen={told} /> : <SlowHint seen={told} />;
    const { tiles, query } = shown;
    const tapped = {
      onOpen: (id: string) => actor?.send({ type: 'open', id }),
      onPick: (id: string) => actor?.send({ type: 'pick', id }),
    };
    if (step === 'all')
      return (
        <>
          <WalletSearch query={query} onSearch={(text) => actor?.send({ type: 'search', text })} />
          <NothingFound nothing={tiles.wallets.length === 0} query={query} />
          <WalletTiles {...tiles} {...tapped} inGrid />
        </>
      );
    return (
      <>
        <WalletTiles {...tiles} {...tapped} expand={expand && { label: expand.label, onExpand: send(expand.event) }} />
        {!isOver && (
          <Intro>
            <h3>{dialogTexts.phone.title}</h3>
            <p>{dialogTexts.phone.text}</p>
            <div>
              <MainButton
                css={!browse.event && busyStyle}
                type="button"
                aria-disabled={!browse.event || undefined}
                onClick={send(browse.event)}
              >
                {renderPhrase(browse.label)}
              </MainButton>
              <LearnMoreLink as={QuietLink} href={site.wallet.learnMoreUrl} />
            </div>
          </Intro>
        )}
      </>
    );
  }

  return (
    <Pane>
      <span hidden id="wallet-title">
        {copy.wallet.title}
      </span>
      <PanelHeader
        title={renderPhrase(shown.title)}
        back={step !== 'none' && <BackButton onClick={send({ type: 'back' })} />}
        onClose={send({ type: 'close' })}
      />
      <PanelBody data-scrolls="">
        <AnimatedStep
          key={shown.stage}
          ref={focusStepTitle}
          data-depth={shown.depth}
          data-scene={told && !isCode ? '' : undefined}
        >
          {content()}
        </AnimatedStep>
        <AttemptAnnouncement shown={shown} />
        {remedy && tried && (
          <ReservedSpace css={slideIn}>
            <RemedyButton control={remedy} tried={tried} />
          </ReservedSpace>
        )}
        {told && !isOver && (
          <ReservedSpace>
            {link && (
              <MainLink
                key={`${link.isAgain}`}
                ref={moveFocusToTitle}
                css={slideIn}
                {...appLinkProps(link.href)}
                onClick={send(link.event)}
              >
                {link.isAgain && <RetryIcon />}
                <span>{renderPhrase(link.label)}</span>
              </MainLink>
            )}
            {store && (
              <PlainLink ref={moveFocusToTitle} href={store} {...newTabProps}>
                <span>
                  {dialogTexts.getName({ name: told.wallet.shortName })}
                  <NewTabNote />
                </span>
              </PlainLink>
            )}
          </ReservedSpace>
        )}
        {forget && <ForgetButton label={forget.label} onForget={send(forget.event)} />}
        {step === 'none' && disclaimer && <FootNote>{disclaimer}</FootNote>}
      </PanelBody>
    </Pane>
  );
}
