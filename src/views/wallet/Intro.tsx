/** @jsxImportSource @emotion/react */
import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { drawStarPath } from '#domain/star';
import { site } from '#site';
import { Icon } from '../icons';
import { dialogTexts } from './copy';
import { tone } from './tokens';
import { LearnMoreLink, narrowWindowQuery, wideWindowQuery } from './ui';

const Box = styled.div`
  flex: 1; display: flex; flex-direction: column; padding: 4px 24px 24px;
  ${wideWindowQuery} { padding-inline: 32px }
  ${narrowWindowQuery} { padding-inline: 16px }
`;
const Band = styled.svg`
  flex: none; align-self: center; inline-size: 330px; max-inline-size: none; block-size: 93px; margin-inline: -36px; color: ${tone.trail};
  mask-image: linear-gradient(90deg, transparent 4%, #000 42%, #000 58%, transparent 96%), linear-gradient(transparent, #000 30%, #000 64%, transparent);
  mask-composite: intersect;
  g { color: ${tone.accent} }
  ${wideWindowQuery} { inline-size: 440px; block-size: 124px }
  ${narrowWindowQuery} { display: none }
  @media (max-height: 26rem) { display: none }
`;
const Points = styled.ul`
  display: grid; gap: 16px; flex: none; margin-block: auto; padding-block: 8px 16px;
  li { display: grid; grid-template-columns: 20px 1fr; column-gap: 14px }
  svg { inline-size: 20px; block-size: auto; margin-block-start: 2px; stroke-linejoin: round; color: ${tone.gold} }
  p { grid-column: 2; color: ${tone.muted} }
`;
const Actions = styled.div`
  flex: none; display: grid; gap: 4px; justify-items: center;
  button { inline-size: 100% }
`;

const CENTRES = [-180, -100, -20, 60, 140, 220, 300, 380, 460, 540].flatMap((x) =>
  [-18, 62, 142].map((y) => [x, y] as const),
);
const PURSE =
  'M212.5 56.5h17a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-16a3.5 3.5 0 0 1-3.5-3.5V55a3.5 3.5 0 0 1 3.5-3.5h13.5M232.5 61.5h-4.5a3 3 0 0 0 0 6h4.5';
const STAR = drawStarPath(8.5, { x: 10, y: 10 });
const tiling = CENTRES.map(([x, y]) => drawStarPath(40, { x, y })).join('');

export const WalletIntro = ({ children }: { children: ReactNode }) => (
  <Box>
    <Band viewBox="0 0 440 124" stroke="currentColor" aria-hidden="true">
      <path d={tiling} strokeWidth="1.2" strokeLinejoin="round" />
      <g strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round">
        <path css={{ fill: tone.tint }} d={drawStarPath(40, { x: 220, y: 62 })} />
        <path d={PURSE} />
      </g>
    </Band>
    <Points role="list">
      {dialogTexts.points.map(({ title, text }) => (
        <li key={title}>
          <Icon size={20} d={STAR} />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </Points>
    <Actions>
      {children}
      <LearnMoreLink href={site.wallet.learnMoreUrl} />
    </Actions>
  </Box>
);
