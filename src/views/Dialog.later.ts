import styled from '@emotion/styled';
import { allowsMotion, colour, ease, from, lowWideWindow, phoneWindow, space } from './theme';

/** A sheet is opaque from its first frame and slides in, so that no text shows through it. */
const sheet =
  'inline-size: 100%; margin-block-end: 0; border-end-start-radius: 0; border-end-end-radius: 0; --faded: 1; --away: translateY(100%); --enter: .32s; --leave: .2s; --curve: cubic-bezier(.32,.72,0,1);';

/** A native dialog, as wide as the alpha modal. */
export const DialogBox = styled('dialog', { shouldForwardProp: () => true })`
  inline-size: min(100% - 2rem, 30rem); max-block-size: calc(100dvh - 2rem); margin: auto; padding: 0;
  border: 1px solid transparent; border-radius: 20px; background: ${colour.surface}; color: ${colour.ink};
  box-shadow: var(--shadow); overflow: auto; overscroll-behavior: contain;
  opacity: var(--faded, 0); transform: var(--away, translateY(8px) scale(.98));
  &[open] { opacity: 1; transform: none }
  /* Its first frame can be seen. */
  @starting-style { &[open] { opacity: var(--faded, .4); transform: var(--away, translateY(8px) scale(.98)) } }
  &::backdrop { background: rgb(12 20 17 / .52); opacity: 0 }
  &[open]::backdrop { opacity: 1 }
  @starting-style { &[open]::backdrop { opacity: 0 } }
  ${allowsMotion} {
    &[open] { transition: opacity .12s ${ease.out}, transform var(--enter, .2s) var(--curve, ${ease.out}) }
    &[open]::backdrop { transition: opacity .24s }
    /* Where a closing dialog cannot stay in the top layer, it would fall to the foot of the page for its way out. */
    @supports (overlay: auto) {
      transition: opacity .12s ease-in, transform var(--leave, .12s) ease-in, overlay var(--leave, .12s) allow-discrete, display var(--leave, .12s) allow-discrete;
      &::backdrop { transition: opacity .12s, overlay .2s allow-discrete, display .2s allow-discrete }
    }
  }
  ${phoneWindow} { &:not([data-form]) { ${sheet} max-inline-size: calc(100% - 2 * ${space.notch}); max-block-size: calc(100dvh - 1rem) } }
  ${lowWideWindow} { inline-size: min(100% - 2rem, 44rem) }
  @media (prefers-color-scheme: dark) { &::backdrop { background: rgb(2 5 4 / .68) } }
`;

const atFoot = `${sheet} max-inline-size: 30rem; max-block-size: min(29.25rem, 100dvh - 1.5rem); padding-block-end: max(.5rem, env(safe-area-inset-bottom));`;

/** The wallet dialog, in one of its layouts. */
export const WalletBox = styled(DialogBox)`
  &[data-form] { inline-size: min(100% - 2rem, 23rem); max-block-size: min(29.25rem, 100dvh - 2rem); overflow: hidden; border-width: 0; outline: 1px solid transparent }
  &[data-form][open] { display: flex }
  &[data-form=connect] { block-size: 29.25rem }
  ${from.tablet} {
    &[data-form] { max-block-size: min(31.5rem, 100dvh - 2rem) }
    &[data-form=connect] { inline-size: 45rem; block-size: 31.5rem }
  }
  &[data-form=sheet] { ${atFoot} }
  @media (max-width: 47.99rem) and (pointer: coarse) { &[data-form=narrow] { ${atFoot} } }
`;
