import styled from '@emotion/styled';
import { useDeferredValue } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Chain } from '#domain/chain';
import type { Connection } from '#domain/connection';
import type { accountMachine } from '#machines/account';
import type { transactionsMachine } from '#machines/transactions';
import { focusStepTitle } from '../Dialog';
import { visuallyHidden } from '../mixins';
import { PortraitPicture } from '../ornament';
import { Pane, PanelBody, PanelHeader } from '../Panel';
import { newTabProps } from '../ui';
import { useLastValue } from '../useLast';
import { AccountSummary } from './AccountSummary';
import { presentAccount } from './account.present';
import { CopyButton, UncopiedText, useCopyResult } from './CopyButton';
import { dialogTexts, renderPhrase } from './copy';
import { DisconnectIcon, ExternalLinkIcon } from './icons';
import { OutcomeAnnouncements } from './Outcomes';
import { RoundPicture } from './Picture';
import { Transactions } from './Transactions';
import { tone } from './tokens';
import {
  AnimatedStep,
  DialogFoot,
  LinkRow,
  NewTabNote,
  narrowWindowQuery,
  PlainButton,
  QuietButton,
  VisuallyHidden,
} from './ui';
import { useLastActive } from './useLastActive';
import { WalletIcon } from './WalletIcon';

const AccountHeader = styled.div`
  flex: none; display: flex; flex-direction: column; align-items: center; padding: 4px 24px 18px; text-align: center;
  ${narrowWindowQuery} { padding-inline: 16px }
`;
const ButtonPair = styled.div`
  inline-size: 100%; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8.625rem, 100%), 1fr)); gap: 10px; margin-block-start: 18px;
  button { padding-inline: 8px }
  [data-done] { color: ${tone.accent} }
`;

const BadgedPicture = styled.div`
  position: relative;
  > :last-child { position: absolute; inset-block-end: -2px; inset-inline-end: -4px; box-shadow: 0 0 0 2px ${tone.surface}; background: ${tone.surface} }
`;
const ConnectionLine = styled.div`
  display: flex; flex-wrap: wrap; align-items: center; justify-content: center; font-size: .8125rem; line-height: 1.125rem; color: ${tone.muted};
  button { position: relative; min-block-size: 0; padding: 4px 6px; border-radius: 8px; font-size: inherit; line-height: inherit }
  button::after { content: ''; position: absolute; inset: -9px -4px }
  i { ${visuallyHidden} }
  > [aria-hidden] { margin-inline-start: 6px }
`;

interface AccountProps {
  /** Undefined before the dialog first opens. Each opening has another actor. */
  actor: ActorRefFrom<typeof accountMachine> | undefined;
  connection: Connection;
  transactions: ActorRefFrom<typeof transactionsMachine> | undefined;
  chains: Chain[];
}

export function AccountView({ actor, connection, transactions, chains }: AccountProps) {
  const seen = useLastActive(actor);
  const clipboard = useLastValue(actor, (snapshot) => snapshot?.children.clipboard ?? null);
  const copied = useCopyResult(clipboard);
  const outcomes = useLastValue(actor, (snapshot) => snapshot?.children.outcomes ?? null);
  const shown = presentAccount(seen, { connection, chains, copied });
  const { address, profile, chain, explorer, unread, copying, networks } = shown;
  const isAnnounced = useDeferredValue(unread ? actor : null, null) === actor;
  const { wallet } = connection;

  return (
    <Pane>
      <PanelHeader title={dialogTexts.account.title} id="wallet-title" onClose={() => actor?.send({ type: 'close' })} />
      <PanelBody data-scrolls="">
        <AnimatedStep ref={focusStepTitle} data-depth="0">
          <AccountHeader>
            <BadgedPicture>
              <RoundPicture src={profile.avatar.is === 'known' ? profile.avatar.value : null} size={72}>
                <PortraitPicture of={address} />
              </RoundPicture>
              <WalletIcon icon={wallet.icon} name={wallet.name} size={24} />
            </BadgedPicture>
            <AccountSummary address={address} profile={profile} onRetry={() => actor?.send({ type: 'retry' })} />
            <VisuallyHidden>{dialogTexts.whose(address)}</VisuallyHidden>
            <ConnectionLine>
              {dialogTexts.account.through(wallet)}
              <span aria-hidden="true">·</span>
              <PlainButton type="button" onClick={() => actor?.send(networks.event)}>
                {renderPhrase(networks.label)}
              </PlainButton>
            </ConnectionLine>
            <ButtonPair>
              <CopyButton as={QuietButton} clipboard={clipboard} text={address} phraseKey="account.copy" />
              <QuietButton type="button" onClick={() => actor?.send({ type: 'leave' })}>
                <DisconnectIcon />
                {dialogTexts.leave}
              </QuietButton>
            </ButtonPair>
            {copied === 'refused' && copying && <UncopiedText text={address}>{renderPhrase(copying)}</UncopiedText>}
            <VisuallyHidden role="status" aria-atomic="false">
              {isAnnounced && unread && <span>{renderPhrase(unread)}</span>}
              {copying && <span>{renderPhrase(copying)}</span>}
              <OutcomeAnnouncements actor={outcomes} />
            </VisuallyHidden>
          </AccountHeader>
          <Transactions actor={transactions} chain={chain} />
          {explorer && (
            <DialogFoot>
              <LinkRow href={explorer} {...newTabProps}>
                <b>
                  {dialogTexts.account.explorer}
                  <NewTabNote />
                </b>
                <ExternalLinkIcon />
              </LinkRow>
            </DialogFoot>
          )}
        </AnimatedStep>
      </PanelBody>
    </Pane>
  );
}
