import styled from '@emotion/styled';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Chain } from '#domain/chain';
import type { transactionsMachine } from '#machines/transactions';
import { copy } from '../copy';
import { moveFocusToTitle } from '../Dialog';
import { StarOutline } from '../Panel';
import { motionQuery } from '../theme';
import { newTabProps } from '../ui';
import { dialogTexts, plainTextOf, renderPhrase } from './copy';
import { ExternalLinkIcon, SealIcon } from './icons';
import { tone } from './tokens';
import { presentTransactions } from './transactions.present';
import { DialogFoot, LinkRow, PlainButton, StaticRow, VisuallyHidden } from './ui';

const Recent = styled(DialogFoot)`
  padding-block: 12px;
  > div { display: flex; align-items: center; justify-content: space-between; padding-inline-start: 12px }
  h3 { font-size: .8125rem; line-height: 1.125rem; font-weight: 500; color: ${tone.muted} }
  > div button { margin-block: -4px; padding-inline: 12px; font-size: .8125rem }
  li > * { min-block-size: 60px }
  li b bdi { -webkit-line-clamp: none }
  li b small { line-height: 1.125rem; color: ${tone.muted} }
  li [data-failed] b small { color: ${tone.error} }
`;
const Mark = styled.span`
  flex: none; color: ${tone.accent};
  [data-failed] & { color: ${tone.error} }
  .trace { stroke-width: 7; stroke-linejoin: round; stroke-linecap: round; color: ${tone.trail} }
  .trace path + path { color: ${tone.goldDeep}; stroke-width: 11; stroke-dasharray: var(--s) calc(100 - var(--s)); ${motionQuery} { animation: walk 3.6s linear infinite } }
  .trace :nth-of-type(2) { --s: 20; opacity: .22 } .trace :nth-of-type(3) { --s: 12; opacity: .45 } .trace :nth-of-type(4) { --s: 5 }
  @keyframes walk { from { stroke-dashoffset: var(--s) } to { stroke-dashoffset: calc(var(--s) - 100) } }
  @media (prefers-reduced-motion: reduce) { .trace :nth-of-type(n + 2) { opacity: 0 } .trace :nth-of-type(4) { stroke-dasharray: 6.25; stroke-dashoffset: 3.125; opacity: .8 } }
`;
const MARKS = {
  pending: <StarOutline size={32} />,
  confirmed: <SealIcon size={32} />,
  failed: <SealIcon size={32} d="m-3.6-3.6 7.2 7.2m0-7.2-7.2 7.2" />,
};

type Row = ReturnType<typeof presentTransactions>['rows'][number];

function TransactionRow({ row: { description, status, line, state, link } }: { row: Row }) {
  const failed = status === 'failed' ? '' : undefined;
  const shown = (
    <>
      <Mark>{MARKS[status]}</Mark>
      <b>
        <bdi title={description} translate="yes">
          {description}
        </bdi>
        <VisuallyHidden>{dialogTexts.transactions.comma}</VisuallyHidden>
        <small>{renderPhrase(state)}</small>
      </b>
    </>
  );
  if (!link) return <StaticRow data-failed={failed}>{shown}</StaticRow>;
  return (
    <LinkRow data-failed={failed} href={link} aria-label={`${plainTextOf(line)} ${copy.newTab}`} {...newTabProps}>
      {shown}
      <ExternalLinkIcon />
    </LinkRow>
  );
}

interface TransactionsProps {
  actor: ActorRefFrom<typeof transactionsMachine> | undefined;
  chain: Chain | undefined;
}

export function Transactions({ actor, chain }: TransactionsProps) {
  const list = useSelector(actor, (snapshot) => snapshot?.context.list) ?? [];
  const clearing = Boolean(useSelector(actor, (snapshot) => snapshot?.matches('clearing')));
  const { rows, clear } = presentTransactions(list, clearing, chain);
  const clearList = () => actor?.send({ type: 'clear' });
  if (!list.length) return null;
  return (
    <Recent>
      <div>
        <h3 id="transactions">{dialogTexts.transactions.title}</h3>
        <PlainButton ref={moveFocusToTitle} type="button" aria-disabled={!clear.event || undefined} onClick={clearList}>
          {renderPhrase(clear.label)}
        </PlainButton>
      </div>
      <ul role="list" aria-labelledby="transactions">
        {rows.map((row) => (
          <li key={row.hash}>
            <TransactionRow row={row} />
          </li>
        ))}
      </ul>
    </Recent>
  );
}
