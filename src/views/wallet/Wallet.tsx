import { useSelector } from '@xstate/react';
import { useDeferredValue } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { walletMachine } from '#machines/wallet';
import type { Half } from '../Door';
import { Hidden } from '../ui';
import { useLast } from '../useLast';
import { Account } from './Account';
import { Connect } from './Connect';
import { words } from './copy';
import { MobileConnect } from './MobileConnect';
import { Tones } from './tokens';

type Wallet = ActorRefFrom<typeof walletMachine>;
type Shown = SnapshotFrom<typeof walletMachine>;

const waits = (wallet: Shown) => wallet.matches({ reconnecting: 'waiting' });

function formOf(wallet: Shown) {
  const { connect, mobileConnect, account } = wallet.children;
  if (mobileConnect || (waits(wallet) && wallet.context.asked?.phone)) return 'sheet';
  if (connect || waits(wallet)) return 'connect';
  return account ? 'narrow' : null;
}

function close(wallet: Wallet) {
  const { connect, mobileConnect, account } = wallet.getSnapshot().children;
  (connect ?? mobileConnect ?? account ?? wallet).send({ type: 'close' });
}

/** The dialog that is open, which is a matter of who the visitor is. */
function Content({ actor }: { actor: Wallet }) {
  const form = useLast(actor, formOf);
  const connect = useLast(actor, ({ children }) => children.connect ?? null);
  const mobileConnect = useLast(actor, ({ children }) => children.mobileConnect ?? null);
  const account = useLast(actor, ({ children }) => children.account ?? null);
  const connection = useLast(actor, ({ context }) => context.connection);
  return (
    <>
      <Tones />
      {form === 'connect' && connect && <Connect key={connect.sessionId} actor={connect} />}
      {form === 'sheet' && mobileConnect && <MobileConnect key={mobileConnect.sessionId} actor={mobileConnect} />}
      {form === 'narrow' && account && connection && (
        <Account key={account.sessionId} actor={account} connection={connection} />
      )}
    </>
  );
}

/** Says when the connection has come or gone, once the dialog is out of the way. */
function News({ actor }: { actor: Wallet }) {
  const now = useSelector(actor, (wallet) => wallet.matches('connected'));
  const wasIn = useLast(actor, (wallet) => wallet.matches('connected') || null);
  const wasOut = useLast(actor, (wallet) => wallet.matches('disconnected') || null);
  const news = now ? wasOut && words.connected : wasIn && words.disconnected;
  return <Hidden role="status">{useDeferredValue(news, null)}</Hidden>;
}

/** What the wallet half shows. */
export const parts: Half = { formOf, waits, close, Content, News };
