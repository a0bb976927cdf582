/** @jsxImportSource react */
import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Wallet as Listed } from '#domain/wallet';
import type { doorMachine } from '#machines/door';
import type { sessionMachine } from '#machines/session';
import { Boundary } from './Boundary';
import { Dialog, type Form } from './Dialog';
import { Shell, type ShellState } from './Shell';
import { useLast } from './useLast';

type Wallet = ActorRefFrom<typeof sessionMachine>;
type Shown = SnapshotFrom<typeof sessionMachine>;

/** The content that most visitors open first, rendered before they request it. */
export interface Preview {
  phone: boolean;
  wallets: Listed[];
}

/** The views of the wallet bundle. */
export interface Half {
  /** The form of the open dialog, or null. */
  formOf: (wallet: Shown) => Form | null;
  /** Whether a dialog is open whose content is not known yet. */
  waits: (wallet: Shown) => boolean;
  close: (wallet: Wallet) => void;
  Content: ComponentType<{ actor: Wallet; preview?: Preview | undefined }>;
  /** Announcements about the connection, outside of dialogs. */
  News: ComponentType<{ actor: Wallet }>;
}

/** Returns the state of the panel. A new state of the machine is a type error, but no dialog shows inside `closed`. */
function stateOf({ value }: SnapshotFrom<typeof doorMachine>): ShellState | null {
  if (value === 'open') return null;
  if (typeof value === 'string') return value;
  if ('closed' in value) return null;
  return 'loading' in value ? value.loading : value.failed;
}

interface DoorProps {
  actor: ActorRefFrom<typeof doorMachine>;
  /** The wallet bundle, once it is loaded. */
  half: () => Half | undefined;
  /** The served list of wallets. While it is open, it replaces the loading panel. */
  served?: HTMLDialogElement | null;
}

/**
 * The one wallet dialog: first the loading panel, then the content of the wallet bundle. It stays the same element, so
 * that nothing flickers.
 */
export function Door({ actor, half: loaded, served }: DoorProps) {
  const wallet = useSelector(actor, ({ children }) => children.session);
  const half = wallet && loaded();
  const state = useSelector(actor, stateOf);
  const before = useLast(actor, stateOf);
  const request = useLast(actor, ({ context }) => context.request);
  const formOf = (snapshot: Shown | undefined) => (snapshot && half ? half.formOf(snapshot) : null);
  const open = useSelector(wallet, (snapshot) => formOf(snapshot) !== null);
  const form = useLast(wallet, formOf);
  const waits = useLast(wallet, (snapshot) => (snapshot && half && formOf(snapshot) ? half.waits(snapshot) : null));
  const isServed = served?.open && (state === 'fresh' || state === 'slow' || (open && waits));

  const close = () => (half ? half.close(wallet) : actor.send({ type: 'close' }));
  const crash = () => actor.send({ type: 'wallet.crashed', shown: open });
  return (
    <>
      <Dialog
        id="wallet"
        labelledBy="wallet-title"
        form={(half && form) ?? (request?.phone ? 'sheet' : 'connect')}
        open={(state !== null || open) && !isServed}
        onOpen={() => actor.send({ type: 'ask', phone: false })}
        onClose={close}
      >
        {half && !waits && (
          <Boundary onCrash={crash}>
            <half.Content actor={wallet} />
          </Boundary>
        )}
        {half
          ? waits && !isServed && <Shell state="slow" onRetry={crash} onClose={close} />
          : before &&
            !isServed && <Shell state={before} onRetry={() => actor.send({ type: 'retry' })} onClose={close} />}
      </Dialog>
      {half && (
        <Boundary onCrash={crash}>
          <half.News actor={wallet} />
        </Boundary>
      )}
    </>
  );
}
