import styled from '@emotion/styled';
import { ArrowDown } from '../icons';
import { Stage } from '../Stage';
import { colour, phoneWindow } from '../theme';
import { SecondaryLink } from '../ui.styles';
import { pageSentences } from './copy';
import { Join } from './Join';

const Actions = styled.div`
  display: flex; flex-wrap: wrap; gap: .75rem;
  a { background: ${colour.paper} }
  noscript a { background: ${colour.accent} }
  a:hover svg { transform: translateY(3px) }
  ${phoneWindow} { gap: .5rem; > * { flex: 1 1 auto; padding-inline: 1rem } }
`;

/** The offer in two lines, and two buttons. */
export const Hero = () => (
  <Stage>
    <h1>{pageSentences.hero.headline}</h1>
    <p>{pageSentences.hero.subline}</p>
    <Actions>
      <Join />
      <SecondaryLink href="#how-it-works">
        {pageSentences.hero.how}
        <ArrowDown />
      </SecondaryLink>
    </Actions>
  </Stage>
);
