import styled from '@emotion/styled';
import { requestLink } from '#domain/alpha';
import { site } from '#site';
import { ArrowDown } from '../icons';
import { Stage } from '../Stage';
import { colour, phone } from '../theme';
import { outward, PrimaryButton, PrimaryLink, QuietLink } from '../ui';
import { served } from './copy';

const Actions = styled.div`
  display: flex; flex-wrap: wrap; gap: .75rem;
  a { background: ${colour.paper} }
  noscript a { background: ${colour.accent} }
  a:hover svg { transform: translateY(3px) }
  ${phone} { gap: .5rem; > * { flex: 1 1 auto; padding-inline: 1rem } }
  /* Without scripts the modal could not ask for an amount: the messaging link stands in. */
  @media (scripting: none) { button { display: none } noscript { display: contents } }
`;

/** The offer in two lines, and the two ways on. */
export const Hero = () => (
  <Stage>
    <h1>{served.hero.headline}</h1>
    <p>{served.hero.subline}</p>
    <Actions>
      <PrimaryButton type="button" command="show-modal" commandfor="alpha">
        {served.hero.join}
      </PrimaryButton>
      <noscript>
        <PrimaryLink href={requestLink(site.messaging)} {...outward}>
          {served.hero.join}
        </PrimaryLink>
      </noscript>
      <QuietLink href="#how-it-works">
        {served.hero.how}
        <ArrowDown />
      </QuietLink>
    </Actions>
  </Stage>
);
