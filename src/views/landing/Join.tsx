import { language } from '#copy/numbers';
import { requestLink } from '#domain/alpha';
import { site } from '#site';
import { outward } from '../ui';
import { PrimaryButton, PrimaryLink } from '../ui.styles';
import { served } from './copy';

/** Opens the alpha modal. Without scripts it is the messaging link, because the modal needs scripts. */
export const Join = () => (
  <>
    <PrimaryButton type="button" command="show-modal" commandfor="alpha">
      {served.hero.join}
    </PrimaryButton>
    <noscript>
      <PrimaryLink href={requestLink(site.messaging, language)} {...outward}>
        {served.hero.join}
      </PrimaryLink>
    </noscript>
  </>
);
