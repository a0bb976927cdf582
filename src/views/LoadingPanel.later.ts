import styled from '@emotion/styled';
import { allowsMotion, colour, font, from, lowWindow } from './theme';

/** Title and Close are where the wallet bundle will have them. */
export const Loading = styled.section`
  flex: 1; display: flex; flex-direction: column; align-items: center; min-inline-size: 0; overflow-y: auto;
  font-size: .9375rem; line-height: 1.375rem; text-align: center;
  h2, h3 { font: 600 1rem/1.5rem ${font.sans} }
  h2 { margin: 18px 54px; outline: 0 }
  .close { position: absolute; inset-block-start: 8px; inset-inline-end: 10px; display: grid; place-items: center; inline-size: 44px; block-size: 44px; border-radius: 12px; color: ${colour.muted} }
  .close:hover { color: ${colour.ink}; background: ${colour.paper} }
  > svg { flex: none; inline-size: 72px; margin-block: auto 20px; color: ${colour.surface}; ${lowWindow} { display: none } }
  .core { color: ${colour.accent} }
  [role=status] { min-block-size: 98px; padding-inline: 16px }
  [role=status] h3 { font-size: 1.25rem; line-height: 1.75rem }
  p { margin: 6px auto 0; max-inline-size: 20.25em; color: ${colour.muted}; text-wrap: balance }
  > div:last-child { display: flex; flex-wrap: wrap; justify-content: center; gap: 8px; min-block-size: 44px; margin-block: 12px auto; padding: 0 24px 32px }
  > div button { min-block-size: 44px; padding: 10px 18px; font-weight: 600 }
  /* The answer about the trace fits only between the buttons and the bottom. */
  small { position: absolute; margin-block-start: 46px; font-size: .75rem; line-height: 15px }
  /* As high as the sheet that comes. */
  [data-form=sheet] > & { min-block-size: min(397px, 100dvh - 32px) }
  ${from.tablet} { [data-form=connect] > & h2 { align-self: start; margin-inline: 24px } }
  ${allowsMotion} {
    > svg, [role=status], > div { animation: late .18s .3s backwards }
    &:not([data-failed]) > svg { animation: turn 4s linear infinite, late .18s .3s backwards }
  }
  @keyframes turn { to { rotate: 45deg } }
  @keyframes late { from { opacity: 0 } }
`;
