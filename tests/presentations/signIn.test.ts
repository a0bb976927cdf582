import { expect, test } from 'vitest';
import { ETHEREUM } from '#domain/chain';
import type { Connection } from '#domain/connection';
import { signInMachine } from '#machines/signIn';
import type { StateTable } from '../../src/views/wallet/shownState';
import { presentSignIn } from '../../src/views/wallet/signIn.present';
import { sampleConnection, unsupportedNetworkConnection } from '../samples/connections';
import { expectCopyKeys, snapshotAt } from './state';

function shownAt(path: string, connection: Connection = sampleConnection, failure: Failure = null) {
  const context = { connection, chains: [ETHEREUM], prepared: null, signature: '', failure };
  return presentSignIn(snapshotAt(signInMachine, path, context));
}
type Failure = Parameters<typeof presentSignIn>[0]['context']['failure'];

/** By state: the sentence, the label of the main button, and its event. */
const STATES: StateTable<
  typeof signInMachine,
  [text: string, act: string, event: string | null],
  'begun' | 'renewed' | 'done' | 'cancelled'
> = {
  'idle.takingBack': ['sentences.idle', 'preparing', null],
  'idle.preparing': ['sentences.idle', 'preparing', null],
  'idle.ready': ['sentences.idle', 'ready', 'sign'],
  'idle.unprepared': ['sentences.idle', 'unprepared', 'retry'],
  renewing: ['sentences.idle', 'preparing', null],
  'signing.fresh': ['sentences.signing', 'signing', null],
  'signing.slow': ['sentences.slow', 'slow', null],
  verifying: ['sentences.verifying', 'verifying', null],
  'elsewhere.ready': ['astray.elsewhere', 'elsewhere', 'switch'],
  'elsewhere.switching': ['astray.elsewhere', 'switching', null],
};

test.each(Object.entries(STATES))('shows message and button in the state %s', (path, [text, act, event]) => {
  const isAstray = path.startsWith('elsewhere');
  const {
    stage,
    depth,
    wallet,
    address,
    texts: _,
    ...shown
  } = shownAt(path, isAstray ? unsupportedNetworkConnection : sampleConnection);
  expectCopyKeys(shown).toEqual({
    busy: event === null,
    heading: isAstray ? 'sign_in.headings.elsewhere' : 'sign_in.headings.idle',
    text: `sign_in.${text}`,
    heard: act === 'switching' ? 'sign_in.acts.switching' : null,
    note: 'sign_in.free',
    alert: null,
    main: { label: `sign_in.acts.${act}`, event: event && { type: event } },
    longestAlert: `sign_in.signature.${isAstray ? 'switching' : 'clock'}_error`,
  });
  expect([wallet, address]).toEqual([sampleConnection.wallet, sampleConnection.address]);
});

test.each(Object.keys(STATES))('shows a failure instead of "free of charge" in the state %s', (path) => {
  const { alert, note } = shownAt(path, sampleConnection, 'verifying');
  expectCopyKeys({ alert, note }).toEqual({ alert: 'sign_in.signature.verifying_error', note: null });
});

test('shows no wallet name for a list entry that stands for many wallets', () => {
  const wallet = { ...sampleConnection.wallet, id: 'walletConnect', name: 'WalletConnect' };
  const { text, main } = shownAt('elsewhere.switching', { ...unsupportedNetworkConnection, wallet });
  expect([text.values[0], main.label.values]).toEqual([null, [null]]);
});

test("shows the wallet's name, how it is reached, and the network to switch to", () => {
  const fox = { name: sampleConnection.wallet.name };
  expect(shownAt('signing.slow').text.values).toEqual([fox, 'injected']);
  expect(shownAt('elsewhere.ready', unsupportedNetworkConnection).text.values).toEqual([fox, { name: 'Ethereum' }]);
});
