import type { ActorRefFrom } from 'xstate';
import type { sessionMachine } from '#machines/session';
import { Logo } from '../icons';
import { useLastValue } from '../useLast';
import { dialogTexts } from './copy';
import { SignInFrame, StatusRow, StepActions, StepNote } from './SignIn';
import { presentSessionCheck } from './session.present';
import { PlainButton } from './ui';
import { WalletIcon } from './WalletIcon';

export function SessionCheckView({ actor }: { actor: ActorRefFrom<typeof sessionMachine> }) {
  const shown = useLastValue(actor, presentSessionCheck);
  if (!shown) return null;
  const { wallet } = shown;
  const picture = wallet ? <WalletIcon icon={wallet.icon} name={wallet.name} size={64} /> : <Logo />;
  const close = () => actor.send({ type: 'close' });
  return (
    <SignInFrame shown={shown} picture={picture} onClose={close}>
      <StepNote data-room={dialogTexts.sign_in.signature.clock_error} />
      <StepActions>
        <StatusRow />
        <PlainButton type="button" onClick={close}>
          {dialogTexts.cancel}
        </PlainButton>
      </StepActions>
    </SignInFrame>
  );
}
