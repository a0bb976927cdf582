import { language } from '#copy/numbers';
import { homePathOf } from '#domain/language';
import { site } from '#site';
import { FullScreenSection } from './FullScreenSection';
import { pageSentences } from './landing/copy';
import { Header } from './landing/Header';
import { CopyTrace } from './ui';

export const ErrorMessage = ({ notFound = false }: { notFound?: boolean }) => (
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

export const NotFoundPage = () => (
  <>
    <Header />
    <main>
      <FullScreenSection>
        <ErrorMessage notFound />
      </FullScreenSection>
    </main>
  </>
);
