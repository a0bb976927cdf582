import { css } from '@emotion/react';
import styled from '@emotion/styled';
import type { CSSProperties, ReactNode } from 'react';
import { drawStarPath } from '#domain/star';
import { copy } from './copy';
import { CloseIcon } from './icons';
import { colour, easeOut, lowWindowQuery, mediaQueries, motionQuery } from './theme';

/** Slides a step in from the end side, or from the start side when the visitor goes back. */
export const slideIn = css`
  ${motionQuery} { animation: step .18s ${easeOut} backwards }
  @keyframes step { from { opacity: 0; translate: calc(12px * var(--way, 1)) } }
  &:dir(rtl), [data-back] & { --way: -1 }
  [data-back] &:dir(rtl) { --way: 1 }
`;

export const Pane = styled.section`
  flex: 1; display: flex; flex-direction: column; min-inline-size: 0; min-block-size: 0;
  font-size: .9375rem; line-height: 1.375rem;
  & :where(h2, h3) { font: 600 1rem/1.5rem var(--sans); letter-spacing: -.005em }
  h2:focus-visible { outline: 0 }
  & :where(p) { max-inline-size: none }
`;

const Bar = styled.header`
  flex: none; display: grid; grid-template-columns: 44px minmax(0, 1fr) 44px; align-items: center; min-block-size: 60px; padding-inline: 10px;
  /* A wallet may have any name, so long titles are cut after three lines. */
  h2 { grid-area: 1 / 2; padding-inline: 4px; text-align: center; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden }
`;

export const ToolButton = styled.button`
  display: grid; place-items: center; grid-row: 1; inline-size: 44px; block-size: 44px; border-radius: 12px; color: ${colour.muted};
  ${motionQuery} { transition: background-color .12s, color .12s }
  &.close { grid-column: 3 }
  ${mediaQueries.hover} { &:hover { color: ${colour.ink}; background: var(--fill, ${colour.paper}) } }
`;

interface PanelHeaderProps {
  title: ReactNode;
  id?: string;
  /** Whether the title belongs to another pane than the step, so that a new step does not focus it. */
  keepsFocusOut?: boolean;
  back?: ReactNode;
  onClose: () => void;
}

export const PanelHeader = ({ title, id, keepsFocusOut, back, onClose }: PanelHeaderProps) => (
  <Bar>
    <h2 id={id} tabIndex={keepsFocusOut ? undefined : -1}>
      {title}
    </h2>
    {back}
    <ToolButton type="button" className="close" aria-label={copy.close} onClick={onClose}>
      <CloseIcon />
    </ToolButton>
  </Bar>
);

export const PanelBody = styled.div`
  flex: 1; display: flex; flex-direction: column; align-items: center; min-block-size: 0; overflow-y: auto;
  scrollbar-width: thin; scrollbar-color: ${colour.line} transparent;
`;

const Frame = styled.div`
  position: relative; flex: none; display: grid; place-items: center; inline-size: 168px; block-size: 168px; margin-block-start: 20px;
  ${mediaQueries.tablet} { [data-form=connect] & { margin-block-start: 36px } }
  ${lowWindowQuery} { zoom: .57; && { margin-block-start: 0 } }
  > * { grid-area: 1 / 1 }
  .trace { inline-size: 168px; stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; color: var(--trail, ${colour.rival}) }
  .trace path + path { color: var(--star, ${colour.accent}); stroke-width: 2.5; stroke-dasharray: var(--s) calc(100 - var(--s)); ${motionQuery} { animation: walk 3.6s linear infinite } }
  .trace :nth-of-type(2) { --s: 20; opacity: .22 } .trace :nth-of-type(3) { --s: 12; opacity: .45 } .trace :nth-of-type(4) { --s: 5 }
  @keyframes walk { from { stroke-dashoffset: var(--s) } to { stroke-dashoffset: calc(var(--s) - 100) } }
  .badge { position: absolute; inset-block-end: 40px; inset-inline-end: 40px; inline-size: 30px; border: 3px solid ${colour.surface}; border-radius: 50%; background: ${colour.surface}; color: ${colour.error} }
  .badge circle { fill: currentColor }
  .badge path { stroke: ${colour.surface}; stroke-width: 2.4; stroke-linecap: round }
  @media (prefers-reduced-motion: reduce) { .trace :nth-of-type(n + 2) { opacity: 0 } .trace :nth-of-type(4) { stroke-dasharray: 6.25; stroke-dashoffset: 3.125; opacity: .8 } }
`;
const outline = drawStarPath(80);

/** A star on whose outline a light moves, unless it is `still`. The element around it sets its styles. */
export const StarOutline = ({ still = false, size }: { still?: boolean; size?: number }) => (
  <svg className="trace" width={size} height={size} viewBox="-84 -84 168 168" stroke="currentColor" aria-hidden="true">
    {(still ? [0] : [0, 1, 2, 3]).map((nth) => (
      <path key={nth} d={outline} pathLength="100" />
    ))}
  </svg>
);

interface StarProps {
  failed: boolean;
  /** The colour of the moving light. Default: the page's accent colour. */
  accent?: string | undefined;
  children: ReactNode;
}

export const WaitingStar = ({ failed, accent, children }: StarProps) => (
  <Frame aria-hidden="true" style={accent ? ({ '--star': accent } as CSSProperties) : undefined}>
    <StarOutline still={failed} />
    <span>{children}</span>
    {failed && (
      <svg className="badge" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="12" />
        <path d="M12 6.4v6.4M12 17.2v.01" />
      </svg>
    )}
  </Frame>
);

/** Reserves space for a hint or the Retry button. */
export const ReservedSpace = styled.div`
  flex: none; display: flex; flex-wrap: wrap; justify-content: center; gap: 8px; min-block-size: 44px; margin-block: 20px 24px; padding-inline: 24px;
  /* Of several, only the last one reserves space when it is empty. */
  &:empty:not(:last-child) { display: none }
  & + & { margin-block-start: -16px }
  ${lowWindowQuery} { margin-block: 12px }
`;
