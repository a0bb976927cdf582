import { css, Global } from '@emotion/react';
import styled from '@emotion/styled';
import { language } from '#copy/numbers';
import { homePathOf } from '#domain/language';
import { site } from '#site';
import { GlobalStyle } from './GlobalStyle';
import { pageSentences } from './landing/copy';
import { Header } from './landing/Header';
import { Stage } from './Stage';
import { colour, phoneWindow } from './theme';
import { CopyTrace } from './ui';
import { PrimaryLink } from './ui.styles';

/** Styles of each `CopyTrace`. */
const trace = css`
  [data-trace] { min-block-size: 44px; padding: .5rem 1rem; font-weight: 550; color: ${colour.accent} }
  [data-trace] + small { color: ${colour.muted} }
`;
const Actions = styled.div`
  display: flex; flex-wrap: wrap; gap: .75rem;
  small { flex-basis: 100%; min-block-size: 1.6rem; font-size: 1rem }
  ${phoneWindow} { > * { flex: 1 1 auto } }
`;

/** Reports the error, and links to the start page. */
export const ErrorWords = ({ notFound = false }: { notFound?: boolean }) => (
  <>
    {!notFound && <Global styles={trace} />}
    {/* Announces the screen, because a crash removes the focused element. */}
    <div role={notFound ? undefined : 'alert'}>
      <h1>{pageSentences.error.title}</h1>
      <p>{notFound ? pageSentences.error.notFound : pageSentences.error.crashed}</p>
    </div>
    <Actions>
      <PrimaryLink href={homePathOf(language, site.languages)}>{pageSentences.error.home}</PrimaryLink>
      {!notFound && <CopyTrace />}
    </Actions>
  </>
);

/** The page for missing paths. If rendering fails, it is shown at the top of the served page. */
export const NotFound = () => (
  <>
    <GlobalStyle />
    <Header />
    <main>
      <Stage>
        <ErrorWords notFound />
      </Stage>
    </main>
  </>
);
