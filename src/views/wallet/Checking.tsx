import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { sessionMachine } from '#machines/session';
import { Logo } from '../icons';
import { useLast } from '../useLast';
import { words } from './copy';
import { Frame, Note, Place } from './SignIn';
import { PlainButton } from './ui';
import { WalletIcon } from './WalletIcon';

/** Which dialog opens depends on whether the visitor is signed in. */
export const checks = (wallet: SnapshotFrom<typeof sessionMachine>) =>
  wallet.matches({ undecided: { dialog: 'waiting' } }) && !wallet.matches({ undecided: { question: 'reconnecting' } });

/** Shown instead of the sign-in until the session is known. */
export function Checking({ actor }: { actor: ActorRefFrom<typeof sessionMachine> }) {
  const seen = useLast(actor, (wallet) => (checks(wallet) ? wallet : null));
  if (!seen) return null;
  const { wallet, address } = seen.context.connection ?? {};
  const about = seen.matches({ undecided: { question: 'signingOut' } }) ? 'signingOut' : 'checking';
  const close = () => actor.send({ type: 'close' });
  return (
    <Frame
      depth={7}
      busy
      late
      picture={wallet ? <WalletIcon icon={wallet.icon} name={wallet.name} size={64} /> : <Logo />}
      address={address}
      title={words.checking.title}
      sentences={{ ...words.checking.sentences, ...(wallet && words.sign_in.sentences(wallet)) }}
      about={about}
      onClose={close}
    >
      <Note data-room={words.sign_in.signature.clock_error} />
      <Place />
      <PlainButton type="button" onClick={close}>
        {words.cancel}
      </PlainButton>
    </Frame>
  );
}
