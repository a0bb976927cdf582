import { useSelector } from '@xstate/react';
import { type ComponentProps, useDeferredValue } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { sessionMachine } from '#machines/session';
import { useLastValue } from '../useLast';
import type { WalletBundle } from '../WalletLoader';
import { AccountView } from './Account';
import { AccountPortrait } from './AccountPortrait';
import { ChainView } from './Chain';
import { SessionCheckView } from './Checking';
import { ConnectView } from './Connect';
import { dialogTexts } from './copy';
import { MobileConnectView } from './MobileConnect';
import { animateDialogSize } from './morph';
import { Notices } from './Notice';
import { OutcomeAnnouncements } from './Outcomes';
import { SignInView } from './SignIn';
import { presentSession } from './session.present';
import { DialogColours } from './tokens';
import { VisuallyHidden } from './ui';

type Wallet = ActorRefFrom<typeof sessionMachine>;

function close(wallet: Wallet) {
  const { connect, mobileConnect, signIn, manage } = wallet.getSnapshot().children;
  const { account, chain } = manage?.getSnapshot().children ?? {};
  if (signIn) signIn.send({ type: 'cancel' });
  else (connect ?? mobileConnect ?? account ?? chain ?? wallet).send({ type: 'close' });
}

function ConnectionNews({ actor, inside }: { actor: Wallet; inside: boolean }) {
  const news = useSelector(actor, ({ children }) => children.news);
  const current = useSelector(news, (snapshot) => snapshot?.context ?? null);
  const told = useDeferredValue(current, null);
  return (
    <VisuallyHidden ref={inside ? animateDialogSize : undefined} role="status">
      {told?.code && told.inside === inside && <span key={told.count}>{dialogTexts.news[told.code]}</span>}
    </VisuallyHidden>
  );
}

/** Shows the dialog that the visitor's status allows. A closed dialog stays mounted. */
function OpenDialog({ actor, preview }: ComponentProps<WalletBundle['Content']>) {
  // Renders the likely dialog in the background after the first render, so that it does not delay input.
  const expected = useDeferredValue(preview, undefined);
  const likely = useSelector(actor, (wallet) => expected && presentSession(wallet, expected.phone).likely);
  const dialog = useLastValue(actor, (wallet) => presentSession(wallet).dialog) ?? likely;
  const connect = useLastValue(actor, ({ children }) => children.connect ?? null);
  const mobileConnect = useLastValue(actor, ({ children }) => children.mobileConnect ?? null);
  const signIn = useLastValue(actor, ({ children }) => children.signIn ?? null);
  const manage = useLastValue(actor, ({ children }) => children.manage ?? null) ?? undefined;
  const account = useLastValue(manage, (snapshot) => snapshot?.children.account ?? null);
  const chain = useLastValue(manage, (snapshot) => snapshot?.children.chain ?? null);
  const isOfChain = useLastValue(manage, (now) => (now?.status === 'active' ? now.matches('chain') : null));
  const transactions = useLastValue(actor, ({ children }) => children.transactions ?? null) ?? undefined;
  const connection = useLastValue(actor, ({ context }) => context.connection);
  const { chains } = actor.getSnapshot().context;
  switch (dialog) {
    case 'connect':
      return <ConnectView actor={connect ?? undefined} expected={preview?.wallets} />;
    case 'mobileConnect':
      return <MobileConnectView actor={mobileConnect ?? undefined} expected={preview?.wallets} />;
    case 'checking':
      return <SessionCheckView actor={actor} />;
    case 'signIn':
      return signIn && <SignInView key={signIn.sessionId} actor={signIn} />;
    case 'manage':
      if (isOfChain) return chain && <ChainView actor={chain} />;
      return (
        connection && (
          <AccountView
            key={`${connection.address} ${connection.chainId}`}
            actor={account ?? undefined}
            connection={connection}
            transactions={transactions}
            chains={chains}
          />
        )
      );
    default:
      return null;
  }
}

const Content = ({ actor, preview }: ComponentProps<WalletBundle['Content']>) => (
  <>
    <ConnectionNews actor={actor} inside />
    <OpenDialog actor={actor} preview={preview} />
  </>
);

function News({ actor }: { actor: Wallet }) {
  const open = useSelector(actor, (wallet) => presentSession(wallet).form !== null);
  const notices = useSelector(actor, ({ children }) => children.notice);
  const outcomes = useSelector(actor, ({ children }) => children.outcomes);
  return (
    <>
      <DialogColours />
      <AccountPortrait actor={actor} />
      <VisuallyHidden role="log">
        <OutcomeAnnouncements actor={outcomes} />
      </VisuallyHidden>
      <ConnectionNews actor={actor} inside={false} />
      {notices && <Notices actor={notices} open={open} />}
    </>
  );
}

export const walletViews: WalletBundle = { present: presentSession, close, Content, News };
