import { css } from '@emotion/react';
import styled from '@emotion/styled';
import { visuallyHidden } from './mixins';
import { allowsMotion, colour, ease, from, space } from './theme';

export const Hidden = styled.span(visuallyHidden);

export const Section = styled.section`padding-block-start: ${space.gap};`;

/** The heading of a section, with an introduction beside it if there is room. */
export const Head = styled.div`
  display: grid; gap: 1rem 3rem; margin-block-end: clamp(2rem, 4vw, 3.5rem);
  p { color: ${colour.muted}; font-size: 1.125rem; max-inline-size: 24.4em }
  ${from.tablet} { grid-template-columns: 1fr 1fr; align-items: end }
`;

const button = css`
  display: inline-flex; align-items: center; justify-content: center; gap: .5rem;
  min-block-size: 52px; max-inline-size: 100%; padding: .5rem 1.75rem; border-radius: 12px; border: 1px solid ${colour.control};
  font-weight: 550; line-height: 1.2; text-align: center;
  svg { flex: none }
  ${allowsMotion} { transition: background-color .15s, border-color .15s, color .15s, transform .08s; svg { transition: transform .2s ${ease.out} } }
  &:focus-visible { border-radius: 12px }
  &:active { transform: translateY(1px) }
  ${from.hover} { &:hover { border-color: ${colour.ink} } }
`;
const primary = css`
  ${button}
  border-color: transparent; background: ${colour.accent}; color: ${colour.onAccent};
  ${from.hover} { &:hover { background: ${colour.accentHover}; border-color: transparent } }
  @media (forced-colors: active) { &&:not(:disabled) { forced-color-adjust: none; background: Highlight; color: HighlightText } }
  &:disabled { background: transparent; border-color: ${colour.line}; color: ${colour.muted}; /* A press would leave the field, and that may enable it before the press is over. */ pointer-events: none }
`;

/** Emotion would drop attributes that it does not know, such as `commandfor`. */
const all = { shouldForwardProp: (name: string) => name !== 'as' };
export const PrimaryButton = styled('button', all)(primary);
export const PrimaryLink = styled.a(primary);
export const SecondaryLink = styled.a(button);
