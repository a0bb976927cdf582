import { css } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { walletLinkOf as appLinkOf, isRetryable, pairingCodeOf } from '#domain/wallets';
import type { attemptMachine } from '#machines/attempt';
import { copy } from '../copy';
import { yieldFocus } from '../Dialog';
import { Retry } from '../icons';
import { figures, hidden } from '../mixins';
import { entrance, PanelStar, Slot, Words } from '../Panel';
import { useLastValue } from '../useLast';
import { CopyButton, Uncopied, useCopied } from './CopyButton';
import { dialogWords, failureWords } from './copy';
import { ClockIcon } from './icons';
import { spokenOf } from './phrase';
import { QrCode } from './QrCode';
import { type ShownStates, shownIn } from './shownState';
import { tone } from './tokens';
import { appLinkProps, Hint, MainButton, MainLink, narrow, PlainButton, wide } from './ui';
import { WalletIcon } from './WalletIcon';

export type Attempt = ActorRefFrom<typeof attemptMachine>;
type Tried = SnapshotFrom<typeof attemptMachine>;

/** The visible state of an attempt. */
export type AttemptStage = 'preparing' | 'code' | 'opening' | 'slow' | 'lapsed' | 'failed';

const STAGES: ShownStates<typeof attemptMachine, AttemptStage, 'asking.begun' | 'approved'> = {
  'asking.preparing': 'preparing',
  'asking.scanning.ticking': 'code',
  'asking.opening.fresh': 'opening',
  'asking.opening.slow': 'slow',
  lapsed: 'lapsed',
  failed: 'failed',
};

function stageOf({ value, context }: Tried): AttemptStage {
  const stage = shownIn(STAGES, value);
  // A code stays visible until the next one.
  return stage === 'preparing' && context.uri !== null ? 'code' : stage;
}

/** Returns the visible state of an attempt. An attempt that has ended keeps its last one. */
export const useAttempt = (attempt: Attempt | undefined) => {
  const tried = useLastValue(attempt, (snapshot) => (snapshot?.status === 'active' ? snapshot : null));
  const clipboard = tried?.children.clipboard;
  const copied = useCopied(clipboard);
  return tried && { ...tried.context, stage: stageOf(tried), clipboard, copied };
};
export type SeenAttempt = NonNullable<ReturnType<typeof useAttempt>>;

const Box = styled.div`
  ${entrance}
  --card: 318px; flex: 1; display: flex; flex-direction: column; align-items: center; inline-size: 100%; padding-inline: 16px;
  ${wide} { [data-form=connect] & { --card: 382px } }
  /* Room for the link. */
  &&:has(textarea) { --card: 212px }
  > div { inline-size: min(100%, var(--card)) }
`;
const Under = styled.div`
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 4px; margin-block: auto; padding-inline-start: 4px;
  color: ${tone.muted}; font-size: .8125rem; ${figures}
  > span { display: inline-flex; align-items: center; gap: 6px; white-space: pre }
  button { padding-inline: 10px; font-size: .9375rem }
  > :last-child { margin-inline-end: -8px }
  @media (max-width: 47.99rem) { &[data-crowded] i { ${hidden} } }
  &&:has(a) { gap: 0; padding: 0; button { padding-inline: 8px } i { ${hidden} } }
  i { font-style: normal }
  /* The code leaves room for one row in the wide dialog, and for two in the compact one. */
  > a { flex: 1 0 100%; min-block-size: 40px; margin-block-start: 6px; padding: 8px 10px; font-size: .9375rem }
  ${wide} { [data-form=connect] & > a { flex: none; min-block-size: 44px; margin: 0; margin-inline-end: 8px } }
  ${narrow} { justify-content: center }
`;

/** The style of buttons that are disabled until the next code. */
const stale = css`&, &:hover { color: ${tone.muted}; cursor: default }`;

interface SeenProps {
  seen: SeenAttempt;
  attempt: Attempt;
  /** Opens the step with the places to get the wallet, if any. */
  onGet?: (() => void) | undefined;
  /** Follows the link into the wallet's app on this device, if there is one. */
  onOpen?: (() => void) | undefined;
}

/** A code to scan, and its link to copy. A wallet with an app on this device also has a link that opens it. */
export function Code({ seen: { wallet, uri, left, clipboard, copied, cutOff }, onGet, onOpen }: SeenProps) {
  const app = onOpen && left > 0 ? appLinkOf(wallet, uri ?? '') : null;
  return (
    <Box ref={yieldFocus}>
      <div>
        <QrCode value={pairingCodeOf(wallet, uri ?? '') ?? ''} label={dialogWords.code(spokenOf(wallet))} size={382}>
          <WalletIcon icon={wallet.icon} name={wallet.name} size={72} />
        </QrCode>
      </div>
      <Under data-crowded={onGet && ''}>
        {app && (
          <MainLink {...appLinkProps(app)} onClick={onOpen}>
            <span>{dialogWords.phone.open(spokenOf({ ...wallet, name: wallet.shortName }))}</span>
          </MainLink>
        )}
        <span>
          <ClockIcon />
          <span>
            {cutOff
              ? dialogWords.cutOff
              : dialogWords.newIn({ name: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })}
          </span>
        </span>
        {onGet && (
          <PlainButton type="button" onClick={onGet}>
            <span>{dialogWords.getName(wallet)}</span>
          </PlainButton>
        )}
        <CopyButton as={PlainButton} css={!clipboard && stale} clipboard={clipboard} text={uri ?? ''}>
          {dialogWords.copy}
        </CopyButton>
      </Under>
      {copied === 'refused' && <Uncopied text={uri ?? ''}>{dialogWords.copySaid.refused}</Uncopied>}
    </Box>
  );
}

export const SlowHint = ({ seen: { wallet, stage } }: { seen: SeenAttempt }) => (
  <PanelStar failed={stage === 'failed' || stage === 'lapsed'} accent={wallet.icon.accent}>
    <WalletIcon icon={wallet.icon} name={wallet.name} size={72} />
  </PanelStar>
);

/** Announces a shown code to screen readers. Each new code is announced. */
export const codeAnnouncement = ({ wallet, code, copied, cutOff }: SeenAttempt) => (
  <>
    <span key={code} css={hidden}>
      {code > 1 ? dialogWords.newCode : dialogWords.scan(spokenOf(wallet))}
    </span>
    <span css={hidden}>{copied && dialogWords.copySaid[copied]}</span>
    <span css={hidden}>{cutOff && dialogWords.cutOff}</span>
  </>
);

/** Announces the state of an attempt on a desktop, or `children` without an attempt. */
export function AttemptAnnouncement({ seen, children }: { seen: SeenAttempt | null; children?: ReactNode }) {
  if (!seen) return <Words>{children}</Words>;
  const { wallet, stage, reason } = seen;
  if (stage === 'code') return <Words>{codeAnnouncement(seen)}</Words>;
  if (stage === 'preparing') return <Words about={stage} {...dialogWords.preparing(spokenOf(wallet))} />;
  if (stage === 'failed') return <Words about={stage} {...failureWords(reason ?? 'failed', wallet)} />;
  if (stage === 'lapsed') return <Words about={stage} {...dialogWords.lapsed} />;
  return (
    <Words about="opening" {...dialogWords.connect.status.opening(spokenOf(wallet))}>
      {wallet.holdsSolana && <Hint>{dialogWords.ethereumOnly(wallet)}</Hint>}
      {(stage satisfies 'opening' | 'slow') === 'slow' && (
        <Hint>
          <b>{dialogWords.still}</b> <span>{dialogWords.hint[wallet.connector](spokenOf(wallet))}</span>
        </Hint>
      )}
    </Words>
  );
}

export const RetryButton = ({ attempt }: { attempt: Attempt }) => (
  <MainButton ref={yieldFocus} type="button" onClick={() => attempt.send({ type: 'retry' })}>
    <Retry />
    {copy.wallet.retry}
  </MainButton>
);

/** Ends the record of the wallet of the last visit. */
export const ForgetButton = ({ wallet, onForget }: { wallet: Wallet; onForget: () => void }) => (
  <Slot>
    <PlainButton type="button" onClick={onForget}>
      <span>{dialogWords.forget(spokenOf(wallet))}</span>
    </PlainButton>
  </Slot>
);

export const RenewButton = ({ attempt, label }: { attempt: Attempt; label: string }) => (
  <MainButton ref={yieldFocus} type="button" onClick={() => attempt.send({ type: 'renew' })}>
    {label}
  </MainButton>
);

/** Offers the next step after a failed attempt, or after an expired code. */
export function Remedy({ seen, attempt, onGet }: SeenProps) {
  if (seen.stage === 'lapsed')
    return (
      <Slot css={entrance}>
        <RenewButton attempt={attempt} label={dialogWords.renew} />
      </Slot>
    );
  if (seen.stage !== 'failed') return null;
  return (
    <Slot css={entrance}>
      {isRetryable(seen.reason, seen.wallet) && <RetryButton attempt={attempt} />}
      {seen.reason === 'notFound' && onGet && (
        <PlainButton type="button" onClick={onGet}>
          <span>{dialogWords.getName(seen.wallet)}</span>
        </PlainButton>
      )}
    </Slot>
  );
}
