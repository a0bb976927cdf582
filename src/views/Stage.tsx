import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { TilingPattern } from './ornament';
import { allowsMotion, colour, ease, from, phoneWindow } from './theme';

const Box = styled.section`
  position: relative; isolation: isolate;
  /* In em: a ch differs between the fonts, and with it the lines. */
  h1 { max-inline-size: 5.08em }
  p { margin-block: 1.5rem 2.5rem; font-size: clamp(1.125rem, 1.6vw, 1.375rem); color: ${colour.muted} }
  ${from.hover} { &:has(button:hover) .glazed { transform: rotate(45deg) } }
`;
const Text = styled.div`
  display: grid; align-content: center; justify-items: start; min-block-size: min(44rem, calc(100svh - 84px));
  padding-block: clamp(1rem, 8svh, 4rem) clamp(2rem, 14svh, 7rem);
  ${phoneWindow} { align-content: end; justify-items: stretch; padding-block-end: 2rem }
  /* Room for the star above the words, where there is some. */
  @media (max-width: 47.99rem) and (min-height: 40rem) { padding-block-start: max(38svh, 17rem) }
`;
const Backdrop = styled.div`
  position: absolute; z-index: -1; inset-block-start: -84px; inset-inline: 0; block-size: calc(100% + 164px);
  overflow: clip; color: ${colour.tile};
  /* Drawn once, and not again whenever a dialog opens or closes above it. */
  will-change: transform;
  svg { position: absolute; inset-block-start: 0; inset-inline-end: max(0px, 50% - 820px); inline-size: 1200px; block-size: auto }
  &:dir(rtl) svg { transform: scaleX(-1) }
  .glazed { transform-box: fill-box; transform-origin: center; ${allowsMotion} { transition: transform .9s ${ease.inOut} } }
  /* No hairline runs through the words. */
  ${phoneWindow} { svg { inline-size: 840px; inset-inline-end: -120px } mask-image: linear-gradient(#000 21rem, transparent 27rem) }
  /* The star stays above the words on a short phone. Below that there is no room for it. */
  @media (max-width: 47.99rem) and (max-height: 39.99rem) { svg { inline-size: 500px; inset-inline-end: -52px } mask-image: linear-gradient(#000 14.5rem, transparent 18rem) }
  @media (max-width: 47.99rem) and (max-height: 31.99rem) { .glazed { display: none } }
  @media (min-width: 48rem) and (max-width: 63.99rem) { svg { inset-inline-end: -11rem } }
  @media (forced-colors: active) { display: none }
`;

/** A short text on the tiling, in a window of full size. The star turns when a button is hovered or focused. */
export const Stage = ({ children }: { children: ReactNode }) => (
  <Box>
    <Backdrop aria-hidden="true">
      <TilingPattern />
    </Backdrop>
    <Text className="wrap">{children}</Text>
  </Box>
);
