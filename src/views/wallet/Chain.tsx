import styled from '@emotion/styled';
import { useDeferredValue } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { chainMachine } from '#machines/chain';
import { focusStepTitle } from '../Dialog';
import { Pane, PanelBody, PanelHeader } from '../Panel';
import { largeTextQuery, motionQuery } from '../theme';
import { useLastValue } from '../useLast';
import { ChainIcon } from './ChainIcon';
import { presentChain } from './chain.present';
import { dialogTexts, renderPhrase } from './copy';
import { AlertIcon, DisconnectIcon } from './icons';
import { OutcomeAnnouncements } from './Outcomes';
import { tone } from './tokens';
import { AnimatedStep, DialogFoot, DisconnectButton, ListRow, StaticRow, VisuallyHidden } from './ui';
import { useLastActive } from './useLastActive';

const List = styled.ul`
  display: grid; gap: 2px; padding: 0 12px 16px;
  li { min-inline-size: 0 }
  li > * { min-block-size: 60px; scroll-margin-block: 62px }
  [aria-disabled] { cursor: default }
  [data-asked] { background: ${tone.fill} }
  /* The name of a network keeps its width, and the state beside it wraps. */
  li > * > b { flex: 1 0 auto; max-inline-size: 62% }
  ${largeTextQuery} { li > * { flex-wrap: wrap } li > * > b { flex-basis: auto; max-inline-size: none } }
`;
/** The state of a network: a coloured dot with a text, because colour alone is not accessible. */
const State = styled.small`
  &&& { min-inline-size: 0; display: flex; align-items: center; gap: 8px; color: ${tone.muted} }
  &::after { content: ''; inline-size: 8px; block-size: 8px; border-radius: 50%; background: ${tone.accent}; forced-color-adjust: none }
  [data-asked] &::after { background: ${tone.goldDeep}; ${motionQuery} { animation: breathe 1.8s ease-in-out infinite } }
  @keyframes breathe { 50% { opacity: .35 } }
`;
const Notice = styled.div`
  flex: none; margin: 0 12px 12px; border-radius: 12px; background: ${tone.goldTint};
  p { display: grid; grid-template-columns: 22px minmax(0, 1fr); gap: 10px; padding: 14px 12px; text-wrap: pretty }
  svg { inline-size: 22px; block-size: 22px; color: ${tone.goldDeep} }
  b { font-weight: 600 }
  @media (forced-colors: active) { outline: 1px solid; outline-offset: -1px }
`;

const LeaveFoot = styled(DialogFoot)`
  padding-block: 12px;
  button { inline-size: 100% }
`;

/** Scrolls `row` into view once it is visible, because the dialog is rendered before it opens. */
function reveal(row: HTMLElement | null) {
  const watch = new ResizeObserver(() => {
    if (!row?.checkVisibility()) return;
    row.scrollIntoView({ block: 'nearest' });
    watch.disconnect();
  });
  if (row) watch.observe(row);
  return () => watch.disconnect();
}

type Row = ReturnType<typeof presentChain>['rows'][number];

function ChainRow({ row: { chain, isCurrent, isAsked, mark, event }, onPick }: { row: Row; onPick: () => void }) {
  const shown = (
    <>
      <ChainIcon chain={chain} />
      <b>
        <bdi translate="no">{chain.name}</bdi>
      </b>
      {mark && <State>{renderPhrase(mark)}</State>}
    </>
  );
  if (isCurrent)
    return (
      <StaticRow ref={reveal} aria-current="true">
        {shown}
      </StaticRow>
    );
  return (
    <ListRow
      type="button"
      aria-disabled={!event || undefined}
      data-asked={isAsked ? '' : undefined}
      data-away={event || isAsked ? undefined : ''}
      onClick={onPick}
    >
      {shown}
    </ListRow>
  );
}

export function ChainView({ actor }: { actor: ActorRefFrom<typeof chainMachine> }) {
  const seen = useLastActive(actor);
  const outcomes = useLastValue(actor, (snapshot) => snapshot.children.outcomes ?? null);
  const there = useDeferredValue(actor, null) === actor;
  if (!seen) return null;
  const { isAstray, rows, heard } = presentChain(seen);
  const { title, astray } = dialogTexts.chain;

  return (
    <Pane>
      <PanelHeader title={title} id="wallet-title" onClose={() => actor.send({ type: 'close' })} />
      <PanelBody data-scrolls="">
        <AnimatedStep ref={focusStepTitle} data-depth="0">
          {isAstray && (
            <Notice role="status">
              {there && (
                <p>
                  <AlertIcon />
                  <span>
                    <b>{astray.title}</b> {astray.text}
                  </span>
                </p>
              )}
            </Notice>
          )}
          <List role="list" aria-labelledby="wallet-title">
            {rows.map((row) => (
              <li key={row.chain.id}>
                <ChainRow row={row} onPick={() => row.event && actor.send(row.event)} />
              </li>
            ))}
          </List>
          <VisuallyHidden role="status" aria-atomic="false">
            {heard && <span>{renderPhrase(heard)}</span>}
            <OutcomeAnnouncements actor={outcomes} />
          </VisuallyHidden>
        </AnimatedStep>
      </PanelBody>
      {isAstray && (
        <LeaveFoot>
          <DisconnectButton type="button" onClick={() => actor.send({ type: 'leave' })}>
            <DisconnectIcon />
            {dialogTexts.leave}
          </DisconnectButton>
        </LeaveFoot>
      )}
    </Pane>
  );
}
