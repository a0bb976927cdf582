import styled from '@emotion/styled';
import { copy } from './copy';
import { GlobalStyle } from './GlobalStyle';
import { Header } from './landing/Header';
import { Tiling } from './ornament';
import { colour } from './theme';
import { PrimaryLink, Wrap } from './ui';

const Page = styled(Wrap.withComponent('main'))`
  display: grid; align-content: center; justify-items: start; gap: 1.5rem; min-block-size: calc(100svh - 84px); padding-block-end: 8rem;
  h1 { max-inline-size: 12ch }
  p { color: ${colour.muted}; font-size: 1.25rem }
`;
const Backdrop = styled.div`
  position: fixed; z-index: -1; inset: 0; overflow: clip; color: ${colour.tile}; opacity: .5;
  svg { position: absolute; inset-block-start: 0; inset-inline-end: 0; inline-size: 1200px }
  @media (forced-colors: active) { display: none }
`;

/** What is shown where there is no page, and when rendering the page failed. */
export const ErrorScreen = ({ notFound = false }: { notFound?: boolean }) => (
  <>
    <GlobalStyle />
    <Backdrop aria-hidden="true">
      <Tiling />
    </Backdrop>
    <Header />
    <Page>
      <h1>{copy.error.title}</h1>
      {notFound && <p>{copy.error.notFound}</p>}
      <PrimaryLink href="/">{copy.error.home}</PrimaryLink>
    </Page>
  </>
);
