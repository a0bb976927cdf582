import styled from '@emotion/styled';
import { CheckMark, Rosette } from '../ornament';
import { colour, from, space } from '../theme';
import { pageSentences } from './copy';

const Band = styled.section`
  position: relative; isolation: isolate; overflow: clip; margin-block-start: ${space.gap}; padding-block: ${space.gap};
  background: ${colour.band}; color: ${colour.onBand};
  h2 { font-size: clamp(3.5rem, 8vw, 6.5rem); line-height: .95; letter-spacing: -.025em }
  .rosette { display: none; position: absolute; z-index: -1; color: ${colour.bandGold}; inline-size: 464px; inset-inline-start: max(${space.edge}, 50% - 560px); inset-block-end: 0; opacity: .5 }
  li { display: grid; grid-template-columns: auto 1fr; gap: 0 1.25rem; padding-block: 1.75rem; border-block-start: 1px solid ${colour.bandLine} }
  li:last-child { border-block-end: 1px solid ${colour.bandLine} }
  li svg { color: ${colour.bandGold}; margin-block-start: -.125rem }
  li p { grid-column: 2; margin-block-start: .375rem; color: ${colour.bandMuted}; max-inline-size: 27em }
  ${from.desktop} { .rosette { display: block } }
  @media (forced-colors: active) { .rosette { display: none } }
`;
const Columns = styled.div`
  display: grid; gap: 3rem;
  ${from.desktop} { grid-template-columns: 5fr 6fr; gap: 5rem }
`;

export const Halal = () => (
  <Band aria-labelledby="halal">
    <Rosette />
    <Columns className="wrap">
      <h2 id="halal">{pageSentences.halal.title}</h2>
      <ul role="list">
        {pageSentences.halal.list.map(({ title, text }) => (
          <li key={title}>
            <CheckMark />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Columns>
  </Band>
);
