import styled from '@emotion/styled';
import { requestLink } from '#domain/alpha';
import { site } from '#site';
import { copy } from '../copy';
import { ArrowDown } from '../icons';
import { Tiling } from '../ornament';
import { colour, ease, from, phone } from '../theme';
import { outward, PrimaryButton, PrimaryLink, QuietLink, Wrap } from '../ui';

const Stage = styled.section`
  position: relative; isolation: isolate;
  h1 { max-inline-size: 11ch }
  p { margin-block: 1.5rem 2.5rem; font-size: clamp(1.125rem, 1.6vw, 1.375rem); color: ${colour.muted} }
`;
const Text = styled(Wrap)`
  display: grid; align-content: center; min-block-size: min(44rem, calc(100svh - 84px)); padding-block: 4rem 7rem;
  ${phone} { align-content: end; padding-block: max(38svh, 17rem) 2rem }
`;
const Backdrop = styled.div`
  position: absolute; z-index: -1; inset-block-start: -84px; inset-inline: 0; block-size: calc(100% + 164px);
  overflow: clip; color: ${colour.tile};
  svg { position: absolute; inset-block-start: 0; inset-inline-end: 0; inline-size: 1200px; block-size: auto }
  &:dir(rtl) svg { transform: scaleX(-1) }
  .glazed { transform-box: fill-box; transform-origin: center; transition: transform .9s ${ease.inOut} }
  ${from.hover} { section:has(button:hover) & .glazed { transform: rotate(45deg) } }
  ${phone} { svg { inline-size: 840px; inset-inline-end: -120px } }
  @media (forced-colors: active) { display: none }
`;
const Actions = styled.div`
  display: flex; flex-wrap: wrap; gap: .75rem;
  a:hover svg { transform: translateY(3px) }
  ${phone} { gap: .5rem; > * { flex: 1 1 auto; padding-inline: 1rem } }
  /* Without scripts the modal could not ask for an amount: the messaging link stands in. */
  @media (scripting: none) { button { display: none } noscript { display: contents } }
`;

/** The offer in two lines, and the two ways on. */
export const Hero = () => (
  <Stage>
    <Backdrop aria-hidden="true">
      <Tiling />
    </Backdrop>
    <Text>
      <h1>{copy.hero.headline}</h1>
      <p>{copy.hero.subline}</p>
      <Actions>
        <PrimaryButton type="button" command="show-modal" commandfor="alpha">
          {copy.hero.join}
        </PrimaryButton>
        <noscript>
          <PrimaryLink href={requestLink(site.messaging)} {...outward}>
            {copy.hero.join}
          </PrimaryLink>
        </noscript>
        <QuietLink href="#how-it-works">
          {copy.hero.how}
          <ArrowDown />
        </QuietLink>
      </Actions>
    </Text>
  </Stage>
);
