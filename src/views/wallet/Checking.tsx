import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { sessionMachine } from '#machines/session';
import { Logo } from '../icons';
import { useLastValue } from '../useLast';
import { dialogWords, spokenOf } from './copy';
import { Frame, Note, StatusRow, StepActions } from './SignIn';
import { PlainButton } from './ui';
import { WalletIcon } from './WalletIcon';

type Value = SnapshotFrom<typeof sessionMachine>['value'];
type Question = Extract<Value, { undecided: unknown }>['undecided']['question'];

const SENTENCES: Record<Exclude<Question, 'reconnecting'>, keyof typeof dialogWords.checking.sentences> = {
  checkingSession: 'checking',
  disconnecting: 'checking',
  signingOut: 'signingOut',
};

/** Returns what is checked while a dialog waits. Which dialog opens depends on whether the visitor is signed in. */
function questionOf({ value }: SnapshotFrom<typeof sessionMachine>) {
  if (typeof value === 'string' || !('undecided' in value)) return null;
  const { question, dialog } = value.undecided;
  return dialog === 'waiting' && question !== 'reconnecting' ? question : null;
}

/** Whether a dialog waits for a check. */
export const isChecking = (wallet: SnapshotFrom<typeof sessionMachine>) => questionOf(wallet) !== null;

/** Shown instead of the sign-in until the session is known. */
export function Checking({ actor }: { actor: ActorRefFrom<typeof sessionMachine> }) {
  const seen = useLastValue(actor, (wallet) => (isChecking(wallet) ? wallet : null));
  const question = seen && questionOf(seen);
  if (!question) return null;
  const { wallet, address } = seen.context.connection ?? {};
  const close = () => actor.send({ type: 'close' });
  return (
    <Frame
      depth={7}
      busy
      late
      picture={wallet ? <WalletIcon icon={wallet.icon} name={wallet.name} size={64} /> : <Logo />}
      address={address}
      title={dialogWords.checking.title}
      sentences={{
        ...dialogWords.checking.sentences,
        ...(wallet && dialogWords.sign_in.sentences(spokenOf(wallet), wallet.connector)),
      }}
      about={SENTENCES[question]}
      onClose={close}
    >
      <Note data-room={dialogWords.sign_in.signature.clock_error} />
      <StepActions>
        <StatusRow />
        <PlainButton type="button" onClick={close}>
          {dialogWords.cancel}
        </PlainButton>
      </StepActions>
    </Frame>
  );
}
