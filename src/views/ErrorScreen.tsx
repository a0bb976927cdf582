import { language } from '#copy/numbers';
import { homePathOf } from '#domain/language';
import { site } from '#site';
import { pageSentences } from './landing/copy';
import { Header } from './landing/Header';
import { Stage } from './Stage';
import { CopyTrace } from './ui';

/** The words and buttons of the error screen, and of the page for paths that do not exist. */
export const ErrorWords = ({ notFound = false }: { notFound?: boolean }) => (
  <>
    {/* Announces the screen, because a crash removes the focused element. */}
    <div role={notFound ? undefined : 'alert'}>
      <h1>{pageSentences.error.title}</h1>
      <p>{notFound ? pageSentences.error.notFound : pageSentences.error.crashed}</p>
    </div>
    <div className="actions">
      <a className="button primary" href={homePathOf(language, site.languages)}>
        {pageSentences.error.home}
      </a>
      {!notFound && <CopyTrace />}
    </div>
  </>
);

/** The page for paths that do not exist. */
export const NotFound = () => (
  <>
    <Header />
    <main>
      <Stage>
        <ErrorWords notFound />
      </Stage>
    </main>
  </>
);
