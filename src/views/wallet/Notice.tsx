import styled from '@emotion/styled';
import { useSelector } from '@xstate/react';
import { useDeferredValue } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { noticeMachine } from '#machines/notice';
import { restoreFocus } from '../restoreFocus';
import { easeOut, largeTextQuery, motionQuery, phoneWindowQuery } from '../theme';
import { dialogTexts, renderPhrase } from './copy';
import { AlertIcon, SealIcon } from './icons';
import { presentNotice } from './notice.present';
import { tone } from './tokens';
import { PlainButton, PlainLink } from './ui';

/** A card without a size while it is empty: browsers announce only changes of a live region that exists already. */
const Card = styled.div`
  position: fixed; z-index: 2; inset-inline: 16px; inset-block-end: max(16px, env(safe-area-inset-bottom)); margin-inline: auto;
  display: flex; align-items: center; gap: 8px; inline-size: fit-content; max-inline-size: 30rem; font: .9375rem/1.375rem var(--sans);
  &:not(:empty) {
    padding-block: 10px; padding-inline: 16px 8px; border: 1px solid ${tone.line}; border-radius: 16px; background: ${tone.paper}; color: ${tone.ink}; box-shadow: var(--shadow);
    ${motionQuery} { animation: hint .24s ${easeOut} backwards }
  }
  p { margin-inline-start: 4px; text-wrap: pretty }
  @keyframes hint { from { opacity: 0; translate: 0 4px } }
  ${phoneWindowQuery} { font-size: .8125rem; line-height: 1.125rem }
  ${largeTextQuery} { flex-wrap: wrap; p { flex: 1 8rem } }
  svg { flex: none; color: ${tone.error} }
  &[data-good] svg { color: ${tone.accent} }
`;

export function Notices({ actor, open }: { actor: ActorRefFrom<typeof noticeMachine>; open: boolean }) {
  const snapshot = useSelector(actor, (now) => now);
  const { confirmation, failure } = presentNotice(snapshot, open);
  // The live region must exist before its text, or screen readers do not announce the text.
  const told = useDeferredValue(failure, null);
  const closing = ({ label, event }: NonNullable<typeof failure | typeof confirmation>['dismiss']) => (
    <PlainButton ref={restoreFocus} type="button" onClick={() => actor.send(event)}>
      {renderPhrase(label)}
    </PlainButton>
  );
  return (
    <>
      {/* Another live region announces the confirmation, so screen readers get only the link here. */}
      {confirmation && (
        <Card role="complementary" aria-label={dialogTexts.confirmed.label} data-good="">
          <SealIcon size={20} />
          <p aria-hidden="true">{renderPhrase(confirmation.text)}</p>
          {confirmation.account && <PlainLink href="#account">{renderPhrase(confirmation.account)}</PlainLink>}
          {closing(confirmation.dismiss)}
        </Card>
      )}
      <Card role="alert">
        {told && (
          <>
            <AlertIcon />
            <p>{renderPhrase(told.text)}</p>
            {closing(told.dismiss)}
          </>
        )}
      </Card>
    </>
  );
}
