import { css, Global } from '@emotion/react';
import styled from '@emotion/styled';
import { GlobalStyle } from './GlobalStyle';
import { served } from './landing/copy';
import { Header } from './landing/Header';
import { Stage } from './Stage';
import { colour, phone } from './theme';
import { CopyTrace } from './ui';
import { PrimaryLink } from './ui.styles';

/** Styles of each `CopyTrace`. In the dialog, its answer has room only between the buttons and the foot. */
const trace = css`
  [data-trace] { min-block-size: 44px; padding: .5rem 1rem; font-weight: 550; color: ${colour.accent} }
  [data-trace] + small { color: ${colour.muted} }
  dialog [data-trace] { & + small { position: absolute; margin-block-start: 46px; font-size: .75rem; line-height: 15px } }
`;
const Actions = styled.div`
  display: flex; flex-wrap: wrap; gap: .75rem;
  small { flex-basis: 100%; min-block-size: 1.6rem; font-size: 1rem }
  ${phone} { > * { flex: 1 1 auto } }
`;

/** Says what has happened, and offers ways on. */
export const ErrorWords = ({ notFound = false }: { notFound?: boolean }) => (
  <>
    {!notFound && <Global styles={trace} />}
    {/* A crash takes the focus along, so it is announced. */}
    <div role={notFound ? undefined : 'alert'}>
      <h1>{served.error.title}</h1>
      <p>{notFound ? served.error.notFound : served.error.crashed}</p>
    </div>
    <Actions>
      <PrimaryLink href="/">{served.error.home}</PrimaryLink>
      {!notFound && <CopyTrace />}
    </Actions>
  </>
);

/** Replaces a missing page. If rendering fails, its words stand on the top of the served page. */
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
