/** @jsxImportSource @emotion/react */
import { css } from '@emotion/react';
import { useSelector } from '@xstate/react';
import { createPortal } from 'react-dom';
import type { ActorRefFrom } from 'xstate';
import type { sessionMachine } from '#machines/session';
import { PortraitPicture } from '../ornament';

const face = css`order: -1; flex: 0 0 1.5rem; line-height: 0;`;

/** The picture of the connected account, inside the header's link to the account, which is static HTML. */
export function AccountPortrait({ actor }: { actor: ActorRefFrom<typeof sessionMachine> }) {
  const address = useSelector(actor, ({ context }) => context.connection?.address);
  const control = document.querySelector('header a + a');
  return (
    address &&
    control &&
    createPortal(
      <span css={face} className="account">
        <PortraitPicture of={address} />
      </span>,
      control,
    )
  );
}
