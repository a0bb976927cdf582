import { privateKeyToAccount } from 'viem/accounts';
import type { AnyEventObject } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import type { Connection } from '#domain/connection';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { DEFAULT_ACCOUNT, type ScriptedWallet, type WalletOptions } from '../wallet/wallet';
import { sampleProfile } from './account';
import { createOpenConnector } from './connection';
import { createSession, SEPOLIA, sampleConnection as sample } from './connections';
import { createVisitorEvent } from './session';
import { samplePreparedMessage } from './signIn';
import { installedWallet, nthPairingUri, samplePhoneWallets, sampleWallets, scannedWallet } from './wallets';

/** One step of a scenario: an event for the machine itself, or for a machine that it invokes. */
interface EventStep {
  event: AnyEventObject;
  /** The ids of the actors that lead to the receiver, such as `connect.attempt`. Empty for the machine itself. */
  to: string;
}

/** A step of the owner of the scripted wallet. */
interface OwnerStep extends Pick<EventStep, 'to'> {
  /** A description of the step, such as `wallet approves`. */
  does: string;
  act(wallet: ScriptedWallet): unknown;
  /** Returns the event that the wallet sends besides its answer. */
  heard?(wallet: ScriptedWallet): AnyEventObject;
}

/** A step of a scenario: an event, or an act of the wallet's owner. */
export type ScenarioStep = EventStep | OwnerStep;

/** A named sequence of events for a machine. A page for developers plays it. */
export interface Scenario {
  title: string;
  about: string;
  /** The name of the machine that the scenario starts. */
  machine: string;
  input?: unknown;
  /** A simulated wallet that gives each answer only when a step of its owner says so. */
  wallet?: WalletOptions;
  steps: ScenarioStep[];
  /** The id of a state that is active after the last step. */
  reaches: string;
  /** The id of a state that is active after the last step in an invoked machine. */
  opens?: string;
}

const events = (...all: (AnyEventObject | ScenarioStep)[]): ScenarioStep[] =>
  all.map((one) => ('to' in one ? (one as ScenarioStep) : { event: one as AnyEventObject, to: '' }));
const at = (to: string, event: AnyEventObject): EventStep => ({ event, to });
/** Returns the step in which the wallet's owner approves the oldest request. The machine `to` waits for the answer. */
const approves = (to = ''): OwnerStep => ({ to, does: 'wallet approves', act: ({ approve }) => approve() });
const rejects = (to = ''): OwnerStep => ({ to, does: 'wallet rejects', act: ({ reject }) => reject() });
const timer = (delay: string, state: string) => ({ type: `xstate.after.${delay}.${state}` });

const found = { type: 'wallets.found', wallets: sampleWallets };
const pickFox = { type: 'pick', id: installedWallet.id };
const ask = { type: 'dialog.request', phone: false };
const visitor = { mustSignIn: true, chains: [ETHEREUM, SEPOLIA], request: null };
/** Returns the connection of a page that is connected to the scripted wallet. */
const connectionOf = ({ account, chainId }: Pick<ScriptedWallet, 'account' | 'chainId'>): Connection => {
  return { ...sample, address: account.address, chainId };
};
const connection = connectionOf({ account: DEFAULT_ACCOUNT, chainId: ETHEREUM.id });
const OTHER = privateKeyToAccount(`0x${'2'.repeat(64)}`);
const POLYGON = 137;
const signer = { connection, chains: [ETHEREUM] };

/** The scenarios that the page for developers plays. */
export const scenarios: readonly Scenario[] = [
  {
    title: 'The wallet approves',
    about: 'The visitor picks a wallet, and its owner says yes.',
    machine: 'connect',
    steps: events(found, pickFox, approves('attempt')),
    reaches: 'connect.done',
  },
  {
    title: 'The wallet declines, then approves',
    about: 'The visitor retries after a no.',
    machine: 'connect',
    steps: events(found, pickFox, rejects('attempt'), pickFox, approves('attempt')),
    reaches: 'connect.done',
  },
  {
    title: 'The wallet never answers',
    about: 'After 15 s there is a hint, after 2 min a failure that can be retried.',
    machine: 'attempt',
    input: { wallet: installedWallet },
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
    input: { wallet: scannedWallet },
    steps: events(timer('codeTimeout', 'attempt.asking.preparing')),
    reaches: 'attempt.failed',
  },
  {
    title: 'The visitor has no wallet',
    about: 'From the list to a wallet for the phone, which then scans the code.',
    machine: 'connect',
    steps: events(
      { type: 'wallets.found', wallets: sampleWallets.filter(({ installed }) => !installed) },
      { type: 'browse' },
      { type: 'get', id: scannedWallet.id },
      { type: 'mobile' },
      { type: 'continue' },
      { type: 'continue' },
      at('attempt', { type: 'code.arrived', uri: nthPairingUri(1) }),
    ),
    reaches: 'connect.connect',
  },
  {
    title: 'A phone scans the code',
    about: 'The code is shown, and the phone approves.',
    machine: 'connect',
    steps: events(
      found,
      { type: 'pick', id: scannedWallet.id },
      at('attempt', { type: 'code.arrived', uri: nthPairingUri(1) }),
      approves('attempt'),
    ),
    reaches: 'connect.done',
  },
  {
    title: 'On a phone, the app is opened',
    about: 'The visitor picks an app, and comes back approved.',
    machine: 'mobileConnect',
    steps: events(
      { type: 'wallets.found', wallets: samplePhoneWallets },
      { type: 'pick', id: scannedWallet.id },
      at('attempt', { type: 'code.arrived', uri: nthPairingUri(1) }),
      { type: 'open', id: scannedWallet.id },
      approves('attempt'),
    ),
    reaches: 'mobileConnect.done',
  },
  {
    title: 'The visitor connects and signs in',
    about: 'From a page without a wallet to the account.',
    machine: 'session',
    input: visitor,
    steps: events(
      createVisitorEvent('disconnected'),
      ask,
      at('connect', found),
      at('connect', pickFox),
      { ...approves(), heard: (wallet) => createVisitorEvent('checking', connectionOf(wallet)) },
      createVisitorEvent('unauthenticated', connection),
      at('signIn', createDoneEvent('prepareMessage', samplePreparedMessage)),
      at('signIn', { type: 'sign' }),
      approves('signIn'),
      createDoneEvent('signIn', createSession(connection)),
      createVisitorEvent('connected', connection),
      { ...ask, dialog: 'account' },
      at('manage.account', { type: 'profile.read', profile: sampleProfile }),
    ),
    reaches: 'session.connected.managing',
    opens: 'manage.account',
  },
  {
    title: 'The wallet is on the wrong network',
    about: 'A visitor who asks for the account first chooses a network.',
    machine: 'session',
    input: { ...visitor, mustSignIn: false },
    wallet: { connected: true },
    steps: events(
      {
        to: '',
        does: 'wallet goes to Polygon',
        act: ({ setChain }) => setChain(POLYGON),
        heard: (wallet) => createVisitorEvent('connected', connectionOf(wallet)),
      },
      { ...ask, dialog: 'account' },
    ),
    reaches: 'session.connected.managing',
    opens: 'manage.chain',
  },
  {
    title: 'The account changes while signed in',
    about: 'The session of the other account ends, and the new one has to sign in.',
    machine: 'session',
    input: visitor,
    wallet: { connected: true },
    steps: events(
      createVisitorEvent('checking', connection),
      createVisitorEvent('connected', connection),
      {
        to: '',
        does: 'wallet changes its account',
        act: ({ setAccount }) => setAccount(OTHER),
        heard: (wallet) => createVisitorEvent('signingOut', connectionOf(wallet)),
      },
      createVisitorEvent('unauthenticated', { ...connection, address: OTHER.address }),
    ),
    reaches: 'session.unauthenticated.none',
  },
  {
    title: 'The nonce fails',
    about: 'There is no message to sign. The visitor retries.',
    machine: 'signIn',
    input: signer,
    steps: events(createErrorEvent('prepareMessage', new Error('503'))),
    reaches: 'signIn.idle.unprepared',
  },
  {
    title: 'The signature is refused',
    about: 'The verifier says no, and a new message is made.',
    machine: 'signIn',
    input: signer,
    wallet: { connected: true },
    steps: events(
      createDoneEvent('prepareMessage', samplePreparedMessage),
      { type: 'sign' },
      approves(),
      createDoneEvent('verify', false),
      createDoneEvent('prepareMessage', samplePreparedMessage),
    ),
    reaches: 'signIn.idle.ready',
  },
  {
    title: 'The wallet refuses to switch',
    about: 'The visitor stays on the wrong network, and can try again.',
    machine: 'signIn',
    input: { ...signer, connection: { ...connection, chainId: POLYGON } },
    wallet: { connected: true, chainId: POLYGON },
    steps: events({ type: 'switch' }, rejects()),
    reaches: 'signIn.elsewhere.ready',
  },
  {
    title: 'Storage is denied',
    about: 'There is no record of a wallet. One is connected all the same, for this visit.',
    machine: 'connection',
    steps: events(
      { type: 'record.changed', record: null },
      { type: 'claim', wallet: installedWallet, attempt: 'attempt 0' },
      {
        ...approves(),
        heard: ({ account: { address }, chainId }) => {
          return { type: 'wagmi.changed', open: [createOpenConnector(installedWallet, { address, chainId })] };
        },
      },
    ),
    reaches: 'connection.connected',
  },
  {
    title: 'The network is slow',
    about: 'The wallet bundle takes longer than 0.3 s, then longer than 20 s.',
    machine: 'walletLoader',
    steps: events(
      ask,
      timer('slowHintDelay', 'walletLoader.loading.fresh'),
      timer('loadTimeout', 'walletLoader.loading'),
    ),
    reaches: 'walletLoader.failed.broken',
  },
  {
    title: 'The amount is too large',
    about: 'A request for more than may be asked is clamped, and the messaging app opens.',
    machine: 'alpha',
    steps: events({ type: 'open' }, { type: 'write', text: '90000' }, { type: 'leave' }),
    reaches: 'alpha.open',
  },
];
