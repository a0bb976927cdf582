import styled from '@emotion/styled';
import { allocationShares } from '#domain/alpha';
import { site } from '#site';
import { tabularFigures } from '../mixins';
import { allowsMotion, colour, lowWideWindow, phoneWindow } from '../theme';

/** Static until the view is hydrated. */
const initial = allocationShares(site.allocation, site.allocation.initial);

export const AlphaForm = styled.form`
  padding: 1.75rem; ${tabularFigures}
  h2 { font-size: 2rem; line-height: 1.08; padding-inline-end: 3.5rem; margin-block-end: .5rem }
  .close { position: absolute; inset-block-start: 1.25rem; inset-inline-end: 1.25rem; display: grid; place-items: center; inline-size: 44px; block-size: 44px; border-radius: 12px; color: ${colour.muted} }
  .close:hover { color: ${colour.ink}; background: ${colour.paper} }
  > p { font-size: .9375rem; line-height: 1.375rem; color: ${colour.muted} }
  .help, .after { font-size: .875rem; text-align: center; text-wrap: balance; margin-inline: auto }
  b { color: ${colour.ink}; font-weight: 550 }
  [type=submit] { inline-size: 100% }
  .after { margin-block-start: .875rem; font-size: .8125rem; line-height: 1.5 }
  ${phoneWindow} { padding: 1.5rem 1.25rem calc(1.25rem + env(safe-area-inset-bottom)) }
  /* A phone held sideways has room for two columns, and no height for one. */
  ${lowWideWindow} {
    columns: 2;
    h2 { column-span: all }
    > :nth-child(7) { break-before: column }
  }
`;
export const Amount = styled.div`
  display: grid; grid-template-columns: 52px 1fr 52px; align-items: stretch; min-block-size: 72px; margin-block-start: 1.5rem;
  border: 1px solid ${colour.control}; border-radius: 12px; ${allowsMotion} { transition: border-color .15s }
  &:focus-within { border-color: ${colour.accent} }
  &:has(input:focus-visible) { outline: 2px solid ${colour.accent}; outline-offset: 2px }
  [data-blocked] &, [data-blocked] &:has(input:focus-visible) { border-color: ${colour.error}; outline-color: ${colour.error}; box-shadow: inset 0 0 0 1px ${colour.error} }
  button { display: grid; place-items: center; color: ${colour.muted}; border-radius: 11px }
  button:hover { color: ${colour.ink}; background: ${colour.paper} }
  button:active { transform: translateY(1px) }
  label { container-type: inline-size; display: flex; flex-wrap: wrap; align-items: baseline; justify-content: center; gap: .5rem; align-self: center; min-inline-size: 0; cursor: text }
  input { min-inline-size: .6em; max-inline-size: 100%; border: 0; padding: 0; background: none; outline: 0; font-size: min(2rem, 100cqi/(var(--chars, 6)*.75)); line-height: 1.4; text-align: end; letter-spacing: -.02em; field-sizing: content }
  label span { color: ${colour.muted} }
`;
/** An invisible native slider above a drawn one. \`--share\` positions the drawn parts. */
export const Slider = styled.div`
  position: relative; block-size: 44px; margin-block-start: .75rem;
  i { position: absolute; inset-block-start: 20px; inset-inline-start: 0; block-size: 4px; border-radius: 2px; inline-size: 100%; background: ${colour.line} }
  i + i { background: ${colour.accent}; inline-size: calc(16px + (100% - 32px) * var(--share, ${initial.share})) }
  input { appearance: none; position: absolute; inset: 0; inline-size: 100%; block-size: 44px; margin: 0; opacity: 0; cursor: grab; touch-action: pan-y }
  input:active { cursor: grabbing }
  input::-webkit-slider-thumb { appearance: none; inline-size: 36px; block-size: 44px }
  input::-moz-range-thumb { inline-size: 36px; block-size: 44px; border: 0 }
  > span { position: absolute; inset-block-start: 4px; inset-inline-start: calc((100% - 36px) * var(--share, ${initial.share})); inline-size: 36px; block-size: 36px; border-radius: 50%; pointer-events: none }
  input:focus-visible + span { outline: 2px solid ${colour.accent}; outline-offset: 2px }
  svg { transform: rotate(calc(var(--share, ${initial.share}) * 360deg)) }
  .core { color: ${colour.accent} }
  .casing { color: ${colour.surface} }
  @media (forced-colors: active) { input { opacity: 1; appearance: auto } i, > span { display: none } }
`;
export const Remaining = styled.div`
  display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem;
  margin-block: 1.75rem 1.5rem; padding-block-start: 1.5rem; border-block-start: 1px solid ${colour.line};
  label, small { font-size: .875rem; color: ${colour.muted} }
  output { font-size: 1.25rem; font-weight: 550 }
  div { display: flex; gap: 2px; inline-size: 100%; block-size: 8px; margin-block: .75rem .5rem; border-radius: 4px; overflow: clip; background: ${colour.line} }
  div::before, div::after, small::before { content: ''; background: ${colour.rival}; forced-color-adjust: none; -webkit-print-color-adjust: exact; print-color-adjust: exact }
  div::before { inline-size: calc(100% * var(--allocated, ${initial.allocated})) }
  div::after { inline-size: calc(100% * var(--yours, ${initial.yours})) }
  small::before { display: inline-block; padding: 4px; margin-inline-end: .375rem }
  div::after, small + small::before { background: ${colour.accent} }
  [data-blocked] & output { color: ${colour.error} }
  [data-blocked] & div::after, [data-blocked] & small + small::before { background: ${colour.error} }
  @media (forced-colors: active) { div::before, small::before { background: GrayText } div::after, small + small::before { background: Highlight } div { border: 1px solid CanvasText } }
`;
