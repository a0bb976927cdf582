import styled from '@emotion/styled';
import { useDeferredValue } from 'react';
import { copy } from './copy';
import { arrive, yieldFocus } from './Dialog';
import { Logo, Retry } from './icons';
import { Body, ListPane, Pane, Slot, Star, Top, Words } from './Panel';
import { colour, from, moving } from './theme';
import { CopyTrace, PrimaryButton } from './ui';

const { wallet: words } = copy;

/** How it stands with the wallet half, which is on its way. */
export type ShellState = 'fresh' | 'slow' | 'updating' | 'broken' | 'offline';

const Ghosts = styled(ListPane)`
  display: none; [data-form=connect] > & { ${from.tablet} { display: flex } }
  /* The search field, a heading, and the rows: each where the list will have it. */
  i { display: flex; align-items: center; gap: 12px; margin-inline: 24px; block-size: 48px; ${moving} { animation: breathe 2.4s ease-in-out infinite } }
  i::before, i::after { content: ''; inline-size: 32px; block-size: 32px; border-radius: 8px; background: ${colour.line} }
  i::after { inline-size: 96px; block-size: 12px; border-radius: 6px }
  i:nth-of-type(2n)::after { inline-size: 120px }
  i:first-of-type { margin-inline: 12px; block-size: 44px; border: 1px solid ${colour.line}; border-radius: 12px; &::after { content: none } }
  i:nth-of-type(-n + 2)::before { content: none }
  i:nth-of-type(2) { block-size: 36px }
  @keyframes breathe { 50% { opacity: .35 } }
  & + section h2 { ${from.tablet} { [data-form=connect] & { opacity: 0 } } }
`;
const Middle = styled(Body)`
  /* As high as the sheet that comes. */
  [data-form=sheet] & { min-block-size: min(337px, 100dvh - 92px); > :first-child { margin-block-start: 0 } > :last-child { margin-block: 12px 15px } }
  > [role=status] { min-block-size: 98px }
  ${moving} { > * { animation: late .18s .3s backwards } }
  @keyframes late { from { opacity: 0 } }
  button { min-block-size: 44px; padding: 10px 18px; font-weight: 600 }
  span svg { inline-size: 72px; block-size: 72px; color: ${colour.accent} } span path + path { color: ${colour.gold} }
`;

interface ShellProps {
  state: ShellState;
  onRetry: () => void;
  onClose: () => void;
}

/**
 * Stands where the wallet half will be: what it will look like, or why it does not come. The star shows late: most
 * often, all is there in a moment.
 */
export const Shell = ({ state, onRetry, onClose }: ShellProps) => {
  const failed = state === 'broken' || state === 'offline';
  // A live region is there before its words are, or these would not be read out.
  const told = useDeferredValue(state, 'fresh');
  const { title, text } = told === 'fresh' ? {} : words[told];
  return (
    <>
      <Ghosts aria-hidden="true">
        <Top title={words.title} still onClose={onClose} />
        {(failed ? [] : [1, 2, 3, 4, 5, 6, 7, 8]).map((nth) => (
          <i key={nth} />
        ))}
      </Ghosts>
      <Pane ref={arrive}>
        <Top title={words.title} id="wallet-title" onClose={onClose} />
        <Middle>
          <Star failed={failed}>
            <Logo />
          </Star>
          <Words about={told} title={title} text={text} />
          <Slot>
            {failed && (
              <PrimaryButton ref={yieldFocus} type="button" onClick={onRetry}>
                <Retry />
                {words.retry}
              </PrimaryButton>
            )}
            {state === 'broken' && <CopyTrace />}
          </Slot>
        </Middle>
      </Pane>
    </>
  );
};
