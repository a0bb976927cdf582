import styled from '@emotion/styled';
import { ArrowDown } from '../icons';
import { Stage } from '../Stage';
import { colour, phone } from '../theme';
import { QuietLink } from '../ui.styles';
import { served } from './copy';
import { Join } from './Join';

const Actions = styled.div`
  display: flex; flex-wrap: wrap; gap: .75rem;
  a { background: ${colour.paper} }
  noscript a { background: ${colour.accent} }
  a:hover svg { transform: translateY(3px) }
  ${phone} { gap: .5rem; > * { flex: 1 1 auto; padding-inline: 1rem } }
`;

/** The offer in two lines, and two buttons. */
export const Hero = () => (
  <Stage>
    <h1>{served.hero.headline}</h1>
    <p>{served.hero.subline}</p>
    <Actions>
      <Join />
      <QuietLink href="#how-it-works">
        {served.hero.how}
        <ArrowDown />
      </QuietLink>
    </Actions>
  </Stage>
);
