/** @jsxImportSource @emotion/react */
import { css } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import type { ActorRefFrom, EventFrom } from 'xstate';
import { walletLinkOf as appLinkOf, createPairingCode } from '#domain/wallets';
import type { connectMachine } from '#machines/connect';
import type { mobileConnectMachine } from '#machines/mobileConnect';
import { moveFocusToTitle } from '../Dialog';
import { RetryIcon } from '../icons';
import { tabularFigures, visuallyHidden } from '../mixins';
import { ReservedSpace, slideIn, WaitingStar } from '../Panel';
import type { Phrase } from '../phrase';
import { lowWindowQuery } from '../theme';
import { useLastValue } from '../useLast';
import { presentAttempt } from './attempt.present';
import { CopyButton, UncopiedText, useCopyResult } from './CopyButton';
import type { presentConnect } from './connect.present';
import { dialogTexts, plainTextOf, renderPhrase } from './copy';
import { ClockIcon } from './icons';
import { QrCode } from './QrCode';
import { tone } from './tokens';
import { appLinkProps, HintBox, MainButton, MainLink, narrowWindowQuery, PlainButton, wideWindowQuery } from './ui';
import { useLastActive } from './useLastActive';
import { WalletIcon } from './WalletIcon';

export const useAttempt = (dialog: ActorRefFrom<typeof connectMachine | typeof mobileConnectMachine> | undefined) => {
  const attempt = useLastValue(dialog, (snapshot) => snapshot?.children.attempt ?? null);
  const tried = useLastActive(attempt ?? undefined);
  const clipboard = tried?.children.clipboard;
  const copied = useCopyResult(clipboard);
  return tried && attempt && { ...presentAttempt(tried, copied), actor: attempt, clipboard };
};

export type ShownAttempt = NonNullable<ReturnType<typeof useAttempt>>;

const Box = styled.div`
  ${slideIn}
  --card: 318px; flex: 1; display: flex; flex-direction: column; align-items: center; inline-size: 100%; padding-inline: 16px;
  ${wideWindowQuery} { [data-form=connect] & { --card: 382px } }
  /* Smaller, to leave room for the pairing link when it could not be copied. */
  &&:has(textarea) { --card: 212px }
  > div { inline-size: min(100%, var(--card)) }
`;
const CodeFoot = styled.div`
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 4px; margin-block: auto; padding-inline-start: 4px;
  color: ${tone.muted}; font-size: .8125rem; ${tabularFigures}
  > span { display: inline-flex; align-items: center; gap: 6px; white-space: pre }
  button { padding-inline: 10px; font-size: .9375rem }
  > :last-child { margin-inline-end: -8px }
  @media (max-width: 47.99rem) { &[data-crowded] i { ${visuallyHidden} } }
  &&:has(a) { gap: 0; padding: 0; button { padding-inline: 8px } i { ${visuallyHidden} } }
  i { font-style: normal }
  /* The QR code leaves room for one row in the wide dialog, and for two in the compact one. */
  > a { flex: 1 0 100%; min-block-size: 40px; margin-block-start: 6px; padding: 8px 10px; font-size: .9375rem }
  ${wideWindowQuery} { [data-form=connect] & > a { flex: none; min-block-size: 44px; margin: 0; margin-inline-end: 8px } }
  ${narrowWindowQuery} { justify-content: center }
`;

const stale = css`&, &:hover { color: ${tone.muted}; cursor: default }`;

interface CodeProps {
  seen: ShownAttempt;
  get?: ReturnType<typeof presentConnect>['get'];
  open?: ReturnType<typeof presentConnect>['open'];
  onSend?: (event: EventFrom<typeof connectMachine>) => () => void;
}

export function PairingCode({ seen, get, open, onSend }: CodeProps) {
  const { wallet, uri, left, clipboard, copied, qrCode, clock, heard } = seen;
  const app = open && left > 0 ? appLinkOf(wallet, uri ?? '') : null;
  return (
    <Box ref={moveFocusToTitle}>
      <div>
        <QrCode value={createPairingCode(wallet, uri ?? '') ?? ''} label={plainTextOf(qrCode)} size={382}>
          <WalletIcon icon={wallet.icon} name={wallet.name} size={72} />
        </QrCode>
      </div>
      <CodeFoot data-crowded={get && ''}>
        {app && open && (
          <MainLink {...appLinkProps(app)} onClick={onSend?.(open.event)}>
            <span>{renderPhrase(open.label)}</span>
          </MainLink>
        )}
        <span>
          <ClockIcon />
          <span>{renderPhrase(clock)}</span>
        </span>
        {get && (
          <PlainButton type="button" onClick={onSend?.(get.event)}>
            <span>{renderPhrase(get.label)}</span>
          </PlainButton>
        )}
        <CopyButton as={PlainButton} css={!clipboard && stale} clipboard={clipboard} text={uri ?? ''} />
      </CodeFoot>
      {copied === 'refused' && heard.copied && (
        <UncopiedText text={uri ?? ''}>{renderPhrase(heard.copied)}</UncopiedText>
      )}
    </Box>
  );
}

export const SlowHint = ({ seen: { wallet, isOver } }: { seen: ShownAttempt }) => (
  <WaitingStar failed={isOver} accent={wallet.icon.accent}>
    <WalletIcon icon={wallet.icon} name={wallet.name} size={72} />
  </WaitingStar>
);

/** A live region, which exists before its text, so that changes are announced once. */
const Status = styled.div`
  text-align: center; padding-inline: 16px;
  h3 { margin-block-start: 20px; font-size: 1.25rem; line-height: 1.75rem; letter-spacing: -.01em; text-wrap: balance }
  p { margin: 6px auto 0; min-block-size: 2.75rem; max-inline-size: 20.25em; color: ${tone.muted}; text-wrap: balance }
  ${lowWindowQuery} { h3 { margin-block-start: 8px } }
`;

interface AnnouncementProps {
  shown: (Pick<ShownAttempt, 'telling' | 'heard'> & Partial<Pick<ShownAttempt, 'note' | 'hint'>>) | null;
  children?: ReactNode;
}

/** Shows the state of an attempt to connect, in a live region. Screen readers also hear `children`. */
export function AttemptAnnouncement({ shown, children }: AnnouncementProps) {
  const { telling, heard = {}, note, hint } = shown ?? {};
  return (
    <Status role="status" aria-atomic="false">
      {telling && (
        <div key={telling.title.key} css={slideIn}>
          <h3>{renderPhrase(telling.title)}</h3>
          <p>{renderPhrase(telling.text)}</p>
        </div>
      )}
      {note && <HintBox>{renderPhrase(note)}</HintBox>}
      {hint && (
        <HintBox>
          <b>{dialogTexts.still}</b> <span>{renderPhrase(hint)}</span>
        </HintBox>
      )}
      {children}
      {!telling &&
        Object.entries(heard).map(([place, phrase]) => (
          <span key={place} css={visuallyHidden}>
            {phrase && renderPhrase(phrase)}
          </span>
        ))}
    </Status>
  );
}

type Remedy = NonNullable<ShownAttempt['remedy']>;
export const RemedyButton = ({ control: { label, event }, tried }: { control: Remedy; tried: ShownAttempt }) => (
  <MainButton ref={moveFocusToTitle} type="button" onClick={() => tried.actor.send(event)}>
    {event.type === 'retry' && <RetryIcon />}
    {renderPhrase(label)}
  </MainButton>
);

export const ForgetButton = ({ label, onForget }: { label: Phrase; onForget: () => void }) => (
  <ReservedSpace>
    <PlainButton type="button" onClick={onForget}>
      <span>{renderPhrase(label)}</span>
    </PlainButton>
  </ReservedSpace>
);
