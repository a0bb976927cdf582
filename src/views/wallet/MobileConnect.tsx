import styled from '@emotion/styled';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { language } from '#copy/numbers';
import { textIn } from '#domain/localized';
import { pairsByCode, type Wallet } from '#domain/wallet';
import { downloadableOnPhone, isRetryable, searchWallets, walletLinkOf } from '#domain/wallets';
import type { mobileConnectMachine } from '#machines/mobileConnect';
import { site } from '#site';
import { copy } from '../copy';
import { arrive } from '../Dialog';
import { Body, entrance, Pane, Slot, Top } from '../Panel';
import { lowWindow } from '../theme';
import { useLastValue } from '../useLast';
import { Code, ForgetButton, RenewButton, RetryButton, SlowHint, useAttempt } from './Attempt';
import { dialogWords } from './copy';
import { EthereumOnly } from './Download';
import { GetWallets } from './Get';
import { OpenAppLink, PhoneAnnouncement } from './MobileAttempt';
import { NothingFound, Search } from './Search';
import { type ShownStates, shownIn } from './shownState';
import { Tiles } from './Tiles';
import { tone } from './tokens';
import { Arriving, BackTool, FootNote, MainButton, MoreLink, narrow, TextLink, waiting } from './ui';

const Intro = styled.section`
  display: grid; gap: 6px; margin-inline: 24px; padding-block: 24px; border-block-start: 1px solid ${tone.line}; text-align: center;
  h3 { font-size: 1.25rem; line-height: 1.75rem; letter-spacing: -.01em }
  p { color: ${tone.muted}; text-wrap: balance }
  div { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8.625rem, 100%), 1fr)); gap: 10px; margin-block-start: 16px }
  div > * { padding-inline: 8px }
  ${narrow} { margin-inline: 16px }
  ${lowWindow} { padding-block: 10px; div { margin-block-start: 8px } }
`;

interface MobileConnectProps {
  /** Undefined before the sheet first opens. Each opening has another actor. */
  actor: ActorRefFrom<typeof mobileConnectMachine> | undefined;
  /** The wallets that are listed before the sheet first opens. */
  expected?: Wallet[] | undefined;
}

/** The depths of the steps in the dialog. */
const DEPTHS = { none: 0, all: 1, get: 1, downloadOptions: 1, connect: 2 };

const STEPS: ShownStates<typeof mobileConnectMachine, keyof typeof DEPTHS | null> = {
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
  done: null,
};

/** Asks on a phone which wallet to connect, and opens its app. */
export function MobileConnectView({ actor, expected = [] }: MobileConnectProps) {
  const step = useLastValue(actor, (snapshot) => (snapshot ? shownIn(STEPS, snapshot.value) : null)) ?? 'none';
  const loading = useSelector(actor, (snapshot) => snapshot?.matches('loading')) ?? false;
  const stuck = useSelector(actor, (snapshot) => snapshot?.matches({ attempting: { connect: 'stuck' } })) ?? false;
  const forgettable = useSelector(actor, (snapshot) => snapshot?.can({ type: 'forget' })) ?? false;
  const expandable = useSelector(actor, (snapshot) => snapshot?.can({ type: 'expand' })) ?? false;
  const { wallets, query, chosen, requested } = useSelector(actor, (snapshot) => snapshot?.context) ?? {
    wallets: expected,
    query: '',
    chosen: null,
    requested: null,
  };
  const attempt = useLastValue(actor, (snapshot) => snapshot?.children.attempt ?? null) ?? undefined;
  const seen = useAttempt(attempt);
  const wallet = wallets.find(({ id }) => id === (chosen ?? requested)) ?? seen?.wallet;
  const listed = step === 'none' || step === 'all';
  const told = step === 'connect' && seen && wallet ? { ...seen, wallet } : null;
  const link = wallet && seen?.uri && seen.left > 0 && requested === null ? walletLinkOf(wallet, seen.uri) : null;
  const failed = seen?.stage === 'failed';
  const lapsed = seen?.stage === 'lapsed';
  const over = failed || lapsed;
  const canRetry = !failed || isRetryable(seen.reason, seen.wallet);
  const whyOver = lapsed ? 'lapsed' : seen?.reason === 'refused' ? 'refused' : 'unreachable';
  const open = (id: string) => actor?.send({ type: 'open', id });

  function title() {
    if (told) return <bdi translate="no">{told.wallet.name}</bdi>;
    if (step === 'downloadOptions' && wallet) return dialogWords.getName(wallet);
    if (step === 'all') return dialogWords.phone.all;
    return step === 'get' ? dialogWords.browse : copy.wallet.title;
  }

  const disclaimer = textIn(site.wallet.disclaimer, language);

  function content() {
    if (step === 'downloadOptions' && wallet)
      return (
        <>
          <GetWallets
            wallets={[wallet]}
            kind={() => dialogWords.phoneApp}
            store={({ get }) => get.mobile ?? get.qrCode}
            after={dialogWords.getOwnBrowser({ name: wallet.shortName })}
          />
          <EthereumOnly wallet={wallet} />
        </>
      );
    if (step === 'get')
      return (
        <GetWallets
          wallets={downloadableOnPhone(wallets)}
          kind={() => dialogWords.phoneApp}
          store={({ get }) => get.mobile}
          after={dialogWords.getAfterOnPhone}
        />
      );
    if (told && attempt)
      return told.stage === 'code' && requested !== null ? (
        <Code seen={told} attempt={attempt} />
      ) : (
        <SlowHint seen={told} />
      );
    const tiles = {
      uri: seen?.stage === 'code' && seen.left > 0 ? seen.uri : null,
      cutOff: over,
      onOpen: open,
      onPick: (id: string) => actor?.send({ type: 'pick', id }),
    };
    if (step === 'all') {
      const hits = searchWallets(wallets, query);
      return (
        <>
          <Search query={query} onSearch={(text) => actor?.send({ type: 'search', text })} />
          <NothingFound nothing={hits.length === 0} query={query} />
          <Tiles {...tiles} wallets={hits} inGrid />
        </>
      );
    }
    return (
      <>
        <Tiles {...tiles} wallets={wallets} onExpand={expandable ? () => actor?.send({ type: 'expand' }) : undefined} />
        {!over && <Newcomers busy={loading} onBrowse={() => actor?.send({ type: 'browse' })} />}
      </>
    );
  }

  return (
    <Pane>
      <span hidden id="wallet-title">
        {copy.wallet.title}
      </span>
      <Top
        title={title()}
        back={step !== 'none' && <BackTool onClick={() => actor?.send({ type: 'back' })} />}
        onClose={() => actor?.send({ type: 'close' })}
      />
      <Body data-scrolls="">
        <Arriving
          key={step === 'connect' ? `connect ${chosen} ${requested}` : step}
          ref={arrive}
          data-depth={DEPTHS[step]}
          data-scene={told && !(told.stage === 'code' && requested !== null) ? '' : undefined}
        >
          {content()}
        </Arriving>
        <PhoneAnnouncement
          seen={told}
          cutOff={
            listed && over
              ? {
                  why: whyOver,
                  others: wallets
                    .filter((one) => one.ready && !pairsByCode(one))
                    .map(({ shortName }) => ({ name: shortName })),
                }
              : null
          }
          stuck={stuck}
          linked={requested === null}
        />
        {over && attempt && (told || listed) && canRetry && (
          <Slot css={entrance}>
            {failed ? (
              <RetryButton attempt={attempt} />
            ) : (
              <RenewButton attempt={attempt} label={requested === null ? dialogWords.phone.renew : dialogWords.renew} />
            )}
          </Slot>
        )}
        {told && !over && (
          <OpenAppLink
            seen={told}
            stuck={stuck || told.stage === 'slow'}
            link={link}
            onFollow={() => open(told.wallet.id)}
          />
        )}
        {forgettable && wallet && <ForgetButton wallet={wallet} onForget={() => actor?.send({ type: 'forget' })} />}
        {step === 'none' && disclaimer && <FootNote>{disclaimer}</FootNote>}
      </Body>
    </Pane>
  );
}

const Newcomers = ({ busy, onBrowse }: { busy: boolean; onBrowse: () => void }) => (
  <Intro>
    <h3>{dialogWords.phone.title}</h3>
    <p>{dialogWords.phone.text}</p>
    <div>
      <MainButton css={busy && waiting} type="button" aria-disabled={busy || undefined} onClick={onBrowse}>
        {dialogWords.browse}
      </MainButton>
      <MoreLink as={TextLink} href={site.wallet.learnMoreUrl} />
    </div>
  </Intro>
);
