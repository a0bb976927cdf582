import { css } from '@emotion/react';
import { requestLink } from '#domain/alpha';
import { site } from '#site';
import { outward, PrimaryButton, PrimaryLink } from '../ui';
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

/** For the box around `Join`: shows the button or the link. */
export const joins = css`@media (scripting: none) { button { display: none } noscript { display: contents } }`;
