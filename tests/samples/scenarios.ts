import type { AnyEventObject } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import { done, failed } from '../engine/words';
import { profile } from './account';
import { openOf } from './connection';
import { connection, elsewhere, otherAccount, rejection, SEPOLIA, sessionOf } from './connections';
import { news } from './session';
import { prepared } from './signIn';
import { installed, phoneWallets, scanning, uriOf, wallets } from './wallets';

/** One step of a scenario: an event for the machine itself, or for a machine that it invokes. */
interface ScenarioStep {
  event: AnyEventObject;
  /** The actor ids of the path to the machine, such as `connect.attempt`. Empty for the machine itself. */
  to: string;
}

/** A named sequence of events, which the gallery plays. */
export interface Scenario {
  title: string;
  about: string;
  /** The name of the recorded machine. */
  machine: string;
  input?: unknown;
  steps: ScenarioStep[];
  /** The id of the final state. */
  reaches: string;
}

const events = (...all: (AnyEventObject | ScenarioStep)[]): ScenarioStep[] =>
  all.map((one) => ('to' in one ? (one as ScenarioStep) : { event: one as AnyEventObject, to: '' }));
const at = (to: string, event: AnyEventObject): ScenarioStep => ({ event, to });
const timer = (delay: string, state: string) => ({ type: `xstate.after.${delay}.${state}` });

const found = { type: 'wallets.found', wallets };
const pickFox = { type: 'pick', id: installed.id };
const ask = { type: 'ask', phone: false };
const visitor = { mustSignIn: true, chains: [ETHEREUM, SEPOLIA], request: null };
const signer = { connection, chains: [ETHEREUM] };
const approval = [at('attempt', done('requestConnection'))];
const foxAccount = { address: connection.address, chainId: 1 };

export const scenarios: readonly Scenario[] = [
  {
    title: 'The wallet approves',
    about: 'The visitor picks a wallet, and its owner says yes.',
    machine: 'connect',
    steps: events(found, pickFox, ...approval),
    reaches: 'connect.done',
  },
  {
    title: 'The wallet declines, then approves',
    about: 'The visitor retries after a no.',
    machine: 'connect',
    steps: events(found, pickFox, at('attempt', failed('requestConnection', rejection)), pickFox, ...approval),
    reaches: 'connect.done',
  },
  {
    title: 'The wallet never answers',
    about: 'After 15 s there is a hint, after 2 min a failure that can be retried.',
    machine: 'attempt',
    input: { wallet: installed },
    steps: events(
      timer('slowHintDelay', 'attempt.asking.opening.fresh'),
      timer('walletReplyTimeout', 'attempt.asking.opening'),
    ),
    reaches: 'attempt.failed',
  },
  {
    title: 'The relay is down',
    about: 'No code can be made within 10 s.',
    machine: 'attempt',
    input: { wallet: scanning },
    steps: events(timer('codeTimeout', 'attempt.asking.preparing')),
    reaches: 'attempt.failed',
  },
  {
    title: 'The visitor has no wallet',
    about: 'From the list to a wallet for the phone, which then scans the code.',
    machine: 'connect',
    steps: events(
      { type: 'wallets.found', wallets: wallets.filter(({ installed }) => !installed) },
      { type: 'browse' },
      { type: 'get', id: scanning.id },
      { type: 'mobile' },
      { type: 'continue' },
      { type: 'continue' },
      at('attempt', { type: 'code.arrived', uri: uriOf(1) }),
    ),
    reaches: 'connect.connect',
  },
  {
    title: 'A phone scans the code',
    about: 'The code is shown, and the phone approves.',
    machine: 'connect',
    steps: events(
      found,
      { type: 'pick', id: scanning.id },
      at('attempt', { type: 'code.arrived', uri: uriOf(1) }),
      ...approval,
    ),
    reaches: 'connect.done',
  },
  {
    title: 'On a phone, the app is opened',
    about: 'The visitor picks an app, and comes back approved.',
    machine: 'mobileConnect',
    steps: events(
      { type: 'wallets.found', wallets: phoneWallets },
      { type: 'pick', id: scanning.id },
      at('attempt', { type: 'code.arrived', uri: uriOf(1) }),
      { type: 'open', id: scanning.id },
      ...approval,
    ),
    reaches: 'mobileConnect.done',
  },
  {
    title: 'The visitor connects and signs in',
    about: 'From a page without a wallet to the account.',
    machine: 'session',
    input: visitor,
    steps: events(
      news('disconnected'),
      ask,
      at('connect', found),
      at('connect', pickFox),
      news('checking', connection),
      news('unauthenticated', connection),
      at('signIn', done('prepareMessage', prepared)),
      at('signIn', { type: 'sign' }),
      at('signIn', done('requestSignature', '0x5167')),
      done('signIn', sessionOf(connection)),
      { ...ask, dialog: 'account' },
      at('account', { type: 'profile.read', profile }),
    ),
    reaches: 'session.connected.account',
  },
  {
    title: 'The wallet is on the wrong network',
    about: 'Whoever asks for the account is asked for a network first.',
    machine: 'session',
    input: { ...visitor, mustSignIn: false },
    steps: events(news('connected', elsewhere), { ...ask, dialog: 'account' }),
    reaches: 'session.connected.chain',
  },
  {
    title: 'The account changes while signed in',
    about: 'The session of the other account ends, and the new one has to sign in.',
    machine: 'session',
    input: visitor,
    steps: events(
      news('checking', connection),
      news('connected', connection),
      news('signingOut', otherAccount),
      news('unauthenticated', otherAccount),
    ),
    reaches: 'session.unauthenticated.none',
  },
  {
    title: 'The nonce fails',
    about: 'There is no message to sign. The visitor retries.',
    machine: 'signIn',
    input: signer,
    steps: events(failed('prepareMessage', new Error('503'))),
    reaches: 'signIn.idle.unprepared',
  },
  {
    title: 'The signature is refused',
    about: 'The verifier says no, and a new message is made.',
    machine: 'signIn',
    input: signer,
    steps: events(
      done('prepareMessage', prepared),
      { type: 'sign' },
      done('requestSignature', '0x5167'),
      done('verify', false),
      done('prepareMessage', prepared),
    ),
    reaches: 'signIn.idle.ready',
  },
  {
    title: 'The wallet refuses to switch',
    about: 'The visitor stays on the wrong network, and can try again.',
    machine: 'signIn',
    input: { ...signer, connection: elsewhere },
    steps: events({ type: 'switch' }, failed('switchChain', rejection)),
    reaches: 'signIn.elsewhere.ready',
  },
  {
    title: 'Storage is denied',
    about: 'There is no record of a wallet. One is connected all the same, for this visit.',
    machine: 'connection',
    steps: events(
      { type: 'record.changed', record: null },
      { type: 'claim', wallet: installed, attempt: 'attempt 0' },
      { type: 'wagmi.changed', open: [openOf(installed, foxAccount)] },
    ),
    reaches: 'connection.connected.idle',
  },
  {
    title: 'The network is slow',
    about: 'The wallet bundle takes longer than 0.3 s, then longer than 20 s.',
    machine: 'door',
    steps: events(ask, timer('slowHintDelay', 'door.loading.fresh'), timer('loadTimeout', 'door.loading')),
    reaches: 'door.failed.broken',
  },
  {
    title: 'The amount is too large',
    about: 'A request for more than may be asked is clamped, and the messaging app opens.',
    machine: 'alpha',
    steps: events({ type: 'open' }, { type: 'write', text: '90000' }, { type: 'leave' }),
    reaches: 'alpha.open',
  },
];
