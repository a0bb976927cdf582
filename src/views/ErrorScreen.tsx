import { copy } from './copy';
import { GlobalStyle } from './GlobalStyle';
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
        <h1>{copy.error.title}</h1>
        <p>{notFound ? copy.error.notFound : copy.error.crashed}</p>
        <PrimaryLink href="/">{copy.error.home}</PrimaryLink>
      </Stage>
    </main>
  </>
);
