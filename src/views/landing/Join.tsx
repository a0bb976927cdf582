import { language } from '#copy/numbers';
import { createRequestLink } from '#domain/alpha';
import { site } from '#site';
import { newTabProps } from '../ui';
import { PrimaryButton, PrimaryLink } from '../ui.styles';
import { pageSentences } from './copy';

/** Opens the alpha modal. Without scripts it is the messaging link, because the modal needs scripts. */
export const Join = () => (
  <>
    <PrimaryButton type="button" command="show-modal" commandfor="alpha">
      {pageSentences.hero.join}
    </PrimaryButton>
    <noscript>
      <PrimaryLink href={createRequestLink(site.messaging, language)} {...newTabProps}>
        {pageSentences.hero.join}
      </PrimaryLink>
    </noscript>
  </>
);
