import { css, Global } from '@emotion/react';
import serif from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url';
import { schemeProperties, schemes } from './schemes';
import { allowsMotion, colour, font, space } from './theme';

/** A separate style element, because changing the scheme would otherwise lay out all text again. */
const fonts = css`
  @font-face { font-family: "Instrument Serif"; src: url(${serif}) format("woff2"); font-display: swap }
  /* They stand in until the font is there, with its measures, so that nothing moves: what is as narrow as Times; and what is wider, on Android, on a bare Linux, and where there is no serif at all. */
  @font-face { font-family: "Serif Fallback"; src: local("Times New Roman"), local("Liberation Serif"), local("Tinos"), local("Tinos Regular"); size-adjust: 82%; ascent-override: 120.7%; descent-override: 37.8%; line-gap-override: 0% }
  @font-face { font-family: "Wide Serif Fallback"; src: local("Noto Serif"), local("NotoSerif-Regular"), local("NotoSerif"), local("DejaVu Serif Condensed"), local("Open Sans Regular"); size-adjust: 72%; ascent-override: 137.5%; descent-override: 43.1%; line-gap-override: 0% }
`;

const everywhere = css`
  :root { color-scheme: light dark; ${schemeProperties(schemes)} --shadow: 0 24px 64px -16px rgb(10 30 22 / .28), 0 2px 8px rgb(10 30 22 / .06) }
  @media (prefers-color-scheme: dark) { :root { --shadow: 0 24px 64px -16px rgb(0 0 0 / .7), 0 0 0 1px ${colour.line} } }
  *, ::before, ::after { box-sizing: border-box }
  * { margin: 0 }
  html { -webkit-tap-highlight-color: transparent; -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
  /* The page behind a dialog stays where it is, also where a scrollbar goes away. */
  [data-modal] { overflow: hidden }
  /* Not of the root itself: where that hangs on a property of its own, all of the page is styled anew. */
  [data-modal] body { padding-inline-end: var(--scrollbar, 0) }
  body { background: ${colour.paper}; color: ${colour.ink}; font: 400 1rem/1.6 ${font.sans}; -webkit-font-smoothing: antialiased; overflow-wrap: break-word }
  h1, h2, h3 { font-family: ${font.serif}; font-weight: 400; text-wrap: balance }
  h1 { font-size: clamp(min(3.25rem, 26vw), 8.2vw, 6.5rem); line-height: .98; letter-spacing: -.022em }
  h2 { font-size: clamp(2.375rem, 4.6vw, 3.5rem); line-height: 1.04; letter-spacing: -.015em }
  h3 { font-size: 1.625rem; line-height: 1.2; letter-spacing: -.005em }
  p { max-inline-size: 36.5em; text-wrap: pretty }
  a { color: inherit; text-decoration: none }
  /* Safari calls them lists by their role. */
  ol, ul { list-style: none; padding: 0 }
  /* As wide as the page's content: one class, as each element would repeat it. */
  .wrap { max-inline-size: calc(1120px + 2 * ${space.edge}); margin-inline: auto; padding-inline: ${space.edge} }
  svg { display: block; overflow: visible; fill: none }
  /* Pictograms beside words grow with them. */
  [width="16"] { inline-size: 1rem; block-size: 1rem }
  [width="18"] { inline-size: 1.125rem; block-size: 1.125rem }
  [width="20"] { inline-size: 1.25rem; block-size: 1.25rem }
  button, input { font: inherit; color: inherit; letter-spacing: inherit }
  button { touch-action: manipulation; cursor: pointer; background: none; border: 0; padding: 0 }
  :focus-visible { outline: 2px solid ${colour.accent}; outline-offset: 2px; border-radius: 6px }
  /* Where scripts are off, links stand in for the buttons that open the alpha modal. */
  @media (scripting: none) { button[command] { display: none } noscript { display: contents } }
  ${allowsMotion} { html { scroll-behavior: smooth } }
`;

/** The styles of the whole page: colours, type, focus, motion. */
export const GlobalStyle = () => (
  <>
    <Global styles={fonts} />
    <Global styles={everywhere} />
  </>
);
