import styled from '@emotion/styled';
import { useSelector } from '@xstate/react';
import { useDeferredValue } from 'react';
import type { ActorRefFrom } from 'xstate';
import { shortenAddress } from '#domain/address';
import type { Notice } from '#domain/notice';
import type { noticeMachine } from '#machines/notice';
import { copy } from '../copy';
import { restoreFocus } from '../restoreFocus';
import { allowsMotion, easeOut, largeText, phoneWindow } from '../theme';
import { dialogWords } from './copy';
import { AlertIcon, SealIcon } from './icons';
import { tone } from './tokens';
import { PlainButton, PlainLink } from './ui';

/** An empty live region without a size, because browsers announce only changes of an existing region. */
const Card = styled.div`
  position: fixed; z-index: 2; inset-inline: 16px; inset-block-end: max(16px, env(safe-area-inset-bottom)); margin-inline: auto;
  display: flex; align-items: center; gap: 8px; inline-size: fit-content; max-inline-size: 30rem; font: .9375rem/1.375rem var(--sans);
  &:not(:empty) {
    padding-block: 10px; padding-inline: 16px 8px; border: 1px solid ${tone.line}; border-radius: 16px; background: ${tone.paper}; color: ${tone.ink}; box-shadow: var(--shadow);
    ${allowsMotion} { animation: hint .24s ${easeOut} backwards }
  }
  p { margin-inline-start: 4px; text-wrap: pretty }
  @keyframes hint { from { opacity: 0; translate: 0 4px } }
  ${phoneWindow} { font-size: .8125rem; line-height: 1.125rem }
  ${largeText} { flex-wrap: wrap; p { flex: 1 8rem } }
  svg { flex: none; color: ${tone.error} }
  &[data-good] svg { color: ${tone.accent} }
`;

interface ConfirmationProps {
  notice: Notice;
  onDismiss: () => void;
}

/** Confirms a change of the connection visually. Another live region announces it. */
const Confirmation = ({ notice, onDismiss }: ConfirmationProps) => (
  <Card role="complementary" aria-label={dialogWords.confirmed.label} data-good="">
    <SealIcon size={20} />
    <p aria-hidden="true">
      {dialogWords.confirmed.of[notice.code]({ ...notice, address: shortenAddress(notice.address) })}
    </p>
    {(notice.code === 'connected' || notice.code === 'signedIn') && (
      <PlainLink href="#account">{dialogWords.account.title}</PlainLink>
    )}
    <PlainButton ref={restoreFocus} type="button" onClick={onDismiss}>
      {copy.close}
    </PlainButton>
  </Card>
);

interface NoticesProps {
  actor: ActorRefFrom<typeof noticeMachine>;
  /** An open dialog covers the notices. */
  open: boolean;
}

/** Shows a failure, or else a confirmation, outside of dialogs at the bottom of the window. */
export function Notices({ actor, open }: NoticesProps) {
  const notice = useSelector(actor, ({ context }) => context.notice);
  const { failure } = useSelector(actor, ({ value }) => value);
  const failed = failure !== 'none';
  const told = useDeferredValue(open || !failed ? null : failure, null);
  return (
    <>
      {notice && !open && !failed && <Confirmation notice={notice} onDismiss={() => actor.send({ type: 'dismiss' })} />}
      <Card role="alert">
        {told && (
          <>
            <AlertIcon />
            <p>{dialogWords.trouble[told]}</p>
            <PlainButton ref={restoreFocus} type="button" onClick={() => actor.send({ type: 'dismissFailure' })}>
              {copy.close}
            </PlainButton>
          </>
        )}
      </Card>
    </>
  );
}
