import styled from '@emotion/styled';
import { site } from '#site';
import { ArrowOut } from '../icons';
import { StarConstruction } from '../ornament';
import { colour, from, largeText, space } from '../theme';
import { newTabProps } from '../ui';
import { Head, Hidden, SecondaryLink, Section } from '../ui.styles';
import { pageSentences } from './copy';

const How = styled(Section)`scroll-margin-block-start: calc(2.5rem - ${space.gap});`;
const Steps = styled.ol`
  display: grid; gap: 2.5rem;
  li { position: relative; display: grid; grid-template-columns: 96px minmax(0, 1fr); gap: 0 1.25rem }
  svg { position: relative; inline-size: 96px; block-size: 96px }
  /* One hairline joins the centres. */
  li::before { content: ""; position: absolute; inset-block: 0 -2.5rem; inset-inline-start: 47.5px; border-inline-start: 1px solid ${colour.line} }
  li:last-child::before { inset-block-end: auto; block-size: 48px }
  h3 { display: flex; gap: .625rem; align-items: baseline }
  h3 span { color: ${colour.gold} }
  p { margin-block-start: .375rem; color: ${colour.muted}; max-inline-size: 19.1em }
  ${largeText} { li { grid-template-columns: minmax(0, 1fr) } li::before { display: none } }
  ${from.tablet} {
    grid-template-columns: repeat(3, 1fr); gap: 2rem;
    li { grid-template: auto 1fr / none; gap: 1.75rem }
    svg { inline-size: 136px; block-size: 136px }
    li::before { inset-block: 67.5px auto; inset-inline: 0 -2rem; border-inline-start: 0; border-block-start: 1px solid ${colour.line} }
    li:last-child::before { inset-inline-end: calc(100% - 68px); block-size: auto }
  }
  @media screen and (prefers-reduced-motion: no-preference) { @supports (animation-timeline: view()) {
    /* Of the whole drawing: its parts have no box of their own to the timeline. */
    svg { view-timeline: --drawing }
    .rise { transform-box: fill-box; transform-origin: center; animation: rise both linear; animation-timeline: --drawing; animation-range: entry 80% cover 34% }
    .fill { animation: fill both linear; animation-timeline: --drawing; animation-range: entry 80% cover 34% }
  } }
  @keyframes rise { from { transform: rotate(-45deg) } }
  @keyframes fill { from { fill-opacity: 0 } }
`;
const More = styled.p`
  margin-block-start: 3rem;
  &:dir(rtl) svg { transform: scaleX(-1) }
`;

/** Three steps from SOL to USDC, beside a star that is drawn while scrolling. */
export const HowItWorks = () => (
  <How className="wrap" id="how-it-works" aria-labelledby="how">
    <Head>
      <h2 id="how">{pageSentences.steps.title}</h2>
      <p>{pageSentences.steps.lead}</p>
    </Head>
    <Steps role="list">
      {pageSentences.steps.list.map(({ title, text }, i) => (
        <li key={title}>
          <StarConstruction step={i} />
          <div>
            <h3>
              <span aria-hidden="true">{i + 1}</span>
              {title}
            </h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </Steps>
    <More>
      <SecondaryLink href={site.litepaper} {...newTabProps}>
        <span>
          {pageSentences.steps.more}
          <Hidden>{` ${pageSentences.steps.moreAbout}`}</Hidden>
        </span>
        <ArrowOut />
      </SecondaryLink>
    </More>
  </How>
);
