import styled from '@emotion/styled';
import { barHeights, INITIAL_AMOUNT } from '#domain/comparison';
import { tabularFigures } from '../mixins';
import { allowsMotion, colour, ease, font, from, phoneWindow } from '../theme';

/** Static until the view is hydrated. */
const initial = barHeights(INITIAL_AMOUNT);

/** Three cells whose rows are aligned: label, control, text. */
export const Instrument = styled.div`
  display: grid; background: ${colour.surface}; border: 1px solid ${colour.line}; border-radius: 20px; ${tabularFigures}
  > div { display: grid; grid-template-rows: auto 1fr auto; gap: 1rem; min-inline-size: 0; padding: clamp(1.5rem, 3vw, 2.5rem) }
  > div > :nth-child(2) { align-self: end }
  .label { display: block; font-size: .875rem; line-height: 1.4; color: ${colour.muted} }
  .words { min-block-size: 1.6em; color: ${colour.muted} }
  & + p { margin-block-start: 1rem; font-size: .8125rem; line-height: 1.5; color: ${colour.muted} }
  /* The saving stands right under the field, in sight above a phone's keyboard. */
  ${phoneWindow} {
    > div:nth-child(3) { order: 1; padding-block: 1rem 1.5rem }
    > div:nth-child(2) { order: 2; border-block-start: 1px solid ${colour.line} }
    > div:first-child { padding-block-end: .5rem }
  }
  ${from.tablet} {
    grid-template: auto 1fr auto auto / 1fr 1fr;
    > div { grid-row: span 3; grid-template-rows: subgrid }
    > div:nth-child(2) { border-inline-start: 1px solid ${colour.line} }
    > div:nth-child(3) { grid-column: 1 / -1; grid-row: auto; grid-template: auto auto / auto 1fr; column-gap: 2rem; align-items: end; border-block-start: 1px solid ${colour.line} }
    > div:nth-child(3) .label { grid-column: 1 / -1 }
  }
  ${from.desktop} {
    grid-template: auto 1fr auto / 3.9fr 3.6fr 4.5fr;
    > div:nth-child(3) { grid-column: auto; grid-row: span 3; grid-template: subgrid / 1fr; align-items: normal; border-block-start: 0; border-inline-start: 1px solid ${colour.line} }
  }
`;
export const Field = styled.label`
  container-type: inline-size; display: flex; align-items: last baseline; gap: .5rem; border-block-end: 1px solid ${colour.ink}; cursor: text;
  ${allowsMotion} { transition: border-color .15s, box-shadow .15s }
  &:hover, &:focus-within { border-color: ${colour.accent}; box-shadow: 0 1px ${colour.accent} }
  &:has(:focus-visible) { outline: 2px solid ${colour.accent}; outline-offset: 6px; border-radius: 2px }
  input { flex: 1; min-inline-size: 0; inline-size: 100%; border: 0; padding: 0; background: none; block-size: 4.4rem; font: 400 min(4rem, (100cqi - 3.5rem)/(var(--chars, 2)*.55))/1.1 ${font.serif}; letter-spacing: -.02em; outline: 0; caret-color: ${colour.accent} }
  input::placeholder { color: ${colour.muted}; opacity: 1 }
  span { color: ${colour.muted} }
`;
/** Buttons that each set an amount. */
export const Chips = styled.div`
  display: flex; flex-wrap: wrap; gap: .5rem;
  button { min-block-size: 44px; padding-inline: 1rem; border: 1px solid ${colour.control}; border-radius: 22px; font-size: .875rem; line-height: 1.2; color: ${colour.muted} }
  ${from.hover} { button:hover { border-color: ${colour.ink}; color: ${colour.ink} } }
  [aria-pressed=true] { border-color: ${colour.accent}; color: ${colour.accent} }
  @media (forced-colors: active) { [aria-pressed=true] { forced-color-adjust: none; border-color: Highlight; background: Highlight; color: HighlightText } }
`;
export const Bars = styled.div`
  display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1rem; align-items: end; block-size: 128px; border-block-end: 1px solid ${colour.ink};
  i { display: block; forced-color-adjust: none; -webkit-print-color-adjust: exact; print-color-adjust: exact; ${allowsMotion} { transition: block-size .4s ${ease.out} } }
  .rival { block-size: var(--rival-height, ${initial.kamino}px); background: ${colour.rival} }
  .ours { block-size: var(--our-height, ${initial.iABorrow}px); background: ${colour.accent} }
  .saved { block-size: calc(var(--rival-height, ${initial.kamino}px) - var(--our-height, ${initial.iABorrow}px)) }
  .saved { display: grid; place-items: center; overflow: clip; font-size: .875rem; line-height: 1; font-style: normal; white-space: nowrap; color: ${colour.accent}; border: 1px dashed ${colour.control}; border-block-end: 0 }
  .saved[data-none] { visibility: hidden }
  /* Costs of nothing are outlines without a fill. */
  &[data-none] { .rival, .ours { background: none; border: 1px dashed ${colour.control}; border-block-end: 0 } }
  .saved[data-long] { font-size: .75rem }
  .rival, .saved { border-start-start-radius: 3px; border-start-end-radius: 3px }
  ${from.tablet} { block-size: 152px }
  @media (forced-colors: active) { .rival { background: GrayText } .ours { background: Highlight } .saved { color: CanvasText; border-color: CanvasText } }
`;
export const CostValues = styled.dl`
  display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1rem;
  dt { font-size: .875rem; color: ${colour.muted} }
  dd { margin: 0; min-inline-size: 0; font-size: 1.25rem; line-height: 1.3 }
  &[data-long] dd { font-size: .9375rem; line-height: 1.7333 }
`;
export const Figure = styled.p`
  font: 400 min(clamp(7rem, 25vw, 11.75rem), 30vw)/.74 ${font.serif}; letter-spacing: -.035em; color: ${colour.accent}; white-space: nowrap;
  &[data-none] { color: ${colour.control} }
  /* Nothing moves when an amount is entered: the request for one is as tall as the figure. */
  min-block-size: .74em; align-content: end;
  span { display: block; font-size: 2rem; line-height: 1.1; letter-spacing: normal; white-space: normal; color: ${colour.muted} }
  ${from.desktop} { font-size: clamp(9rem, 15vw, 11.75rem) }
  /* Else the browser lays a plate under it, over the label above. */
  @media (forced-colors: active) { forced-color-adjust: none; &, &[data-none], span { color: CanvasText } }
`;
