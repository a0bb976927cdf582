import type { SnapshotFrom } from 'xstate';
import type { sessionMachine } from '#machines/session';
import { phraseOf } from '../phrase';
import { listSignInPhrases } from './signIn.present';

type Snapshot = SnapshotFrom<typeof sessionMachine>;

export function presentSessionCheck({ value, context }: Snapshot) {
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
    heading: phraseOf('checking.title'),
    text: phraseOf(`checking.sentences.${question === 'signingOut' ? question : 'checking'}`),
    texts: [
      phraseOf('checking.sentences.checking'),
      phraseOf('checking.sentences.signingOut'),
      ...(wallet ? listSignInPhrases(wallet) : []),
    ],
  };
}

const FORMS = {
  connect: 'connect',
  mobileConnect: 'sheet',
  checking: 'narrow',
  signIn: 'narrow',
  manage: 'narrow',
} as const;

export type SessionDialog = keyof typeof FORMS;
const DIALOGS = Object.keys(FORMS) as SessionDialog[];

function likelyIn(wallet: Snapshot, isPhone: boolean): SessionDialog | null {
  if (wallet.matches('connected')) return 'manage';
  if (!wallet.matches('disconnected')) return null;
  return isPhone ? 'mobileConnect' : 'connect';
}

export function presentSession(wallet: Snapshot, isPhone = false) {
  const { children, context } = wallet;
  const waits = wallet.matches({ undecided: { question: 'reconnecting', dialog: 'waiting' } });
  const dialog = presentSessionCheck(wallet)
    ? 'checking'
    : (DIALOGS.find((name) => Reflect.get(children, name)) ?? null);
  const waiting = context.request?.phone ? 'sheet' : 'connect';
  return { dialog, form: waits ? waiting : dialog && FORMS[dialog], waits, likely: likelyIn(wallet, isPhone) };
}
