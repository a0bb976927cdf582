import { language } from '#copy/numbers';
import { createRequestLink } from '#domain/alpha';
import { site } from '#site';
import { newTabProps } from '../ui';
import { pageSentences } from './copy';

/** The button that opens the alpha modal. Without scripts, which the modal needs, it is the messaging link. */
export const JoinButton = () => (
  <>
    <button className="button primary" type="button" command="show-modal" commandfor="alpha">
      {pageSentences.hero.join}
    </button>
    <noscript>
      <a className="button primary" href={createRequestLink(site.messaging, language)} {...newTabProps}>
        {pageSentences.hero.join}
      </a>
    </noscript>
  </>
);
