import { requestLink } from '#domain/alpha';
import { site } from '#site';
import { outward } from '../ui';
import { PrimaryButton, PrimaryLink } from '../ui.styles';
import { served } from './copy';

/** Opens the alpha modal. Without scripts the modal could not ask for an amount: the messaging link stands in. */
export const Join = () => (
  <>
    <PrimaryButton type="button" command="show-modal" commandfor="alpha">
      {served.hero.join}
    </PrimaryButton>
    <noscript>
      <PrimaryLink href={requestLink(site.messaging)} {...outward}>
        {served.hero.join}
      </PrimaryLink>
    </noscript>
  </>
);
