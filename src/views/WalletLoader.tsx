import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Wallet as Listed } from '#domain/wallet';
import type { sessionMachine } from '#machines/session';
import type { walletLoaderMachine } from '#machines/walletLoader';
import { Dialog, type DialogLayout } from './Dialog';
import { ErrorBoundary } from './ErrorBoundary';
import { LoadingPanel } from './LoadingPanel';
import { useLastValue } from './useLast';
import { loadingStageOf } from './walletLoader.present';

type Wallet = ActorRefFrom<typeof sessionMachine>;
type Shown = SnapshotFrom<typeof sessionMachine>;

/** The data of the dialog that most visitors open first. The dialog is rendered before they request it. */
export interface DialogPreview {
  phone: boolean;
  wallets: Listed[];
}

export interface WalletBundle {
  present: (wallet: Shown) => { form: DialogLayout | null; waits: boolean };
  close: (wallet: Wallet) => void;
  Content: ComponentType<{ actor: Wallet; preview?: DialogPreview | undefined }>;
  News: ComponentType<{ actor: Wallet }>;
}

interface WalletLoaderProps {
  actor: ActorRefFrom<typeof walletLoaderMachine>;
  bundle: () => WalletBundle | undefined;
  /** The wallet list that is shown before React runs. While it is open, it replaces the loading panel. */
  served?: HTMLDialogElement | null;
}

/** The single `<dialog>` of all wallet dialogs. It shows the loading panel, then the content of the bundle. */
export function WalletLoader({ actor, bundle: loaded, served }: WalletLoaderProps) {
  const wallet = useSelector(actor, ({ children }) => children.wallet?.getSnapshot().children.session);
  const bundle = wallet && loaded();
  const stage = useSelector(actor, loadingStageOf);
  const before = useLastValue(actor, loadingStageOf);
  const request = useLastValue(actor, ({ context }) => context.request);
  const presentOpen = (snapshot: Shown | undefined) => {
    const shown = snapshot && bundle?.present(snapshot);
    return shown?.form ? shown : null;
  };
  const open = useSelector(wallet, (snapshot) => presentOpen(snapshot) !== null);
  const form = useLastValue(wallet, (snapshot) => presentOpen(snapshot)?.form ?? null);
  const waits = useLastValue(wallet, (snapshot) => presentOpen(snapshot)?.waits ?? null);
  const isServed = served?.open && (stage === 'fresh' || stage === 'slow' || (open && waits));

  const close = () => (bundle ? bundle.close(wallet) : actor.send({ type: 'close' }));
  const crash = () => actor.send({ type: 'wallet.crashed', shown: open });
  return (
    <>
      <Dialog
        id="wallet"
        form={(bundle && form) ?? (request?.phone ? 'sheet' : 'connect')}
        open={(stage !== null || open) && !isServed}
        onOpen={() => actor.send({ type: 'dialog.request', phone: false })}
        onClose={close}
      >
        {bundle && !waits && (
          <ErrorBoundary onCrash={crash}>
            <bundle.Content actor={wallet} />
          </ErrorBoundary>
        )}
        {bundle
          ? waits && !isServed && <LoadingPanel stage="slow" onRetry={crash} onClose={close} />
          : before &&
            !isServed && <LoadingPanel stage={before} onRetry={() => actor.send({ type: 'retry' })} onClose={close} />}
      </Dialog>
      {bundle && (
        <ErrorBoundary onCrash={crash}>
          <bundle.News actor={wallet} />
        </ErrorBoundary>
      )}
    </>
  );
}
