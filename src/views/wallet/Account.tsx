import styled from '@emotion/styled';
import type { ActorRefFrom } from 'xstate';
import { shortened } from '#domain/address';
import type { Connection } from '#domain/connection';
import type { accountMachine } from '#machines/account';
import { arrive } from '../Dialog';
import { Body, Pane, Top } from '../Panel';
import { words } from './copy';
import { Leave } from './icons';
import { tone } from './tokens';
import { Arriving, LeaveButton } from './ui';
import { WalletIcon } from './WalletIcon';

const Who = styled(Arriving)`
  padding: 4px 24px 24px; align-items: center; text-align: center;
  h3 { margin-block-start: 12px; font-size: 1.25rem; line-height: 1.75rem; letter-spacing: -.01em }
  p { color: ${tone.muted} }
  button { inline-size: 100%; margin-block-start: 20px }
`;

interface AccountProps {
  actor: ActorRefFrom<typeof accountMachine>;
  connection: Connection;
}

/** Who is connected, and the way to be so no longer. */
export const Account = ({ actor, connection: { address, wallet } }: AccountProps) => (
  <Pane>
    <Top title={words.account} id="wallet-title" onClose={() => actor.send({ type: 'close' })} />
    <Body>
      <Who ref={arrive} data-depth="0">
        <WalletIcon icon={wallet.icon} name={wallet.name} size={72} />
        <h3>
          <bdi>{shortened(address)}</bdi>
        </h3>
        <p>{words.through(wallet)}</p>
        <LeaveButton type="button" onClick={() => actor.send({ type: 'leave' })}>
          <Leave />
          {words.leave}
        </LeaveButton>
      </Who>
    </Body>
  </Pane>
);
