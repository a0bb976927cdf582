import type { SnapshotFrom } from 'xstate';
import type { Connection } from '#domain/connection';
import type { signInMachine } from '#machines/signIn';
import { controlOf, phraseOf } from '../phrase';
import { toSpokenWallet } from './phrase';
import { lookUpState, type StateTable } from './shownState';

type Stage = 'preparing' | 'ready' | 'unprepared' | 'signing' | 'slow' | 'verifying' | 'elsewhere' | 'switching';

const STAGES: StateTable<typeof signInMachine, Stage, 'begun' | 'renewed' | 'done' | 'cancelled'> = {
  'idle.takingBack': 'preparing',
  'idle.preparing': 'preparing',
  'idle.ready': 'ready',
  'idle.unprepared': 'unprepared',
  renewing: 'preparing',
  'signing.fresh': 'signing',
  'signing.slow': 'slow',
  verifying: 'verifying',
  'elsewhere.ready': 'elsewhere',
  'elsewhere.switching': 'switching',
};

const EVENTS: Partial<Record<Stage, 'sign' | 'retry' | 'switch'>> = {
  ready: 'sign',
  unprepared: 'retry',
  elsewhere: 'switch',
};

const TEXTS = ['idle', 'signing', 'slow', 'verifying'] as const;

export const listSignInPhrases = (wallet: Connection['wallet']) =>
  TEXTS.map((key) => phraseOf(`sign_in.sentences.${key}`, toSpokenWallet(wallet), wallet.connector));

export function presentSignIn(snapshot: SnapshotFrom<typeof signInMachine>) {
  const { connection, chains, failure } = snapshot.context;
  const { wallet, address } = connection;
  const stage = lookUpState(STAGES, snapshot.value);
  const isAstray = stage === 'elsewhere' || stage === 'switching';
  const spoken = toSpokenWallet(wallet);
  const main = controlOf(EVENTS[stage] ?? null, `sign_in.acts.${stage}`, spoken);
  const astray = phraseOf('sign_in.astray.elsewhere', spoken, { name: chains[0]?.name ?? '' });
  const texts = isAstray ? [astray] : listSignInPhrases(wallet);
  return {
    stage,
    depth: 8,
    busy: snapshot.hasTag('busy'),
    wallet,
    address,
    heading: phraseOf(`sign_in.headings.${isAstray ? 'elsewhere' : 'idle'}`),
    text: texts.find(({ key }) => key.endsWith(`.${stage}`)) ?? texts[0]!,
    heard: stage === 'switching' ? main.label : null,
    note: failure ? null : phraseOf('sign_in.free'),
    alert: failure && phraseOf(`sign_in.signature.${failure}_error`),
    /** All sentences that the dialog may show, for which the layout reserves space. */
    texts,
    longestAlert: phraseOf(`sign_in.signature.${isAstray ? 'switching' : 'clock'}_error`),
    main,
  };
}
