import type { SnapshotFrom } from 'xstate';
import type { sessionMachine } from '#machines/session';
import { phraseOf } from './phrase';
import { textsOfSignIn } from './signIn.present';

type Snapshot = SnapshotFrom<typeof sessionMachine>;
type Question = Extract<Snapshot['value'], { undecided: unknown }>['undecided']['question'];

const TEXTS = {
  checkingSession: 'checking',
  disconnecting: 'checking',
  signingOut: 'signingOut',
} as const satisfies Record<Exclude<Question, 'reconnecting'>, string>;

/** Returns what a dialog shows that waits for a check. Which dialog follows depends on whether the visitor is signed in. */
export function presentChecking({ value, context }: Snapshot) {
  if (typeof value === 'string' || !('undecided' in value)) return null;
  const { question, dialog } = value.undecided;
  if (dialog !== 'waiting' || question === 'reconnecting') return null;
  const { wallet, address } = context.connection ?? {};
  return {
    depth: 7,
    busy: true,
    late: true,
    wallet,
    address,
    title: phraseOf('sign_in.title'),
    heading: phraseOf('checking.title'),
    text: phraseOf(`checking.sentences.${TEXTS[question]}`),
    room: {
      texts: [
        phraseOf('checking.sentences.checking'),
        phraseOf('checking.sentences.signingOut'),
        ...(wallet ? textsOfSignIn(wallet) : []),
      ],
    },
    controls: { cancel: { label: phraseOf('cancel'), event: 'close' as const } },
  };
}
