import { GlobalStyle } from './GlobalStyle';
import { served } from './landing/copy';
import { Header } from './landing/Header';
import { Stage } from './Stage';
import { PrimaryLink } from './ui';

/** What is shown where there is no page, and when rendering the page failed. */
export const ErrorScreen = ({ notFound = false }: { notFound?: boolean }) => (
  <>
    <GlobalStyle />
    <Header />
    <main>
      <Stage>
        <h1>{served.error.title}</h1>
        <p>{notFound ? served.error.notFound : served.error.crashed}</p>
        <PrimaryLink href="/">{served.error.home}</PrimaryLink>
      </Stage>
    </main>
  </>
);
