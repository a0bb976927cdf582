import { expect, test } from 'vitest';
import { manageMachine } from '#machines/manage';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent } from '../engine/words';
import { manageSamples } from '../samples/account';
import {
  otherAccount,
  sampleConnection,
  sampleIdentityInput,
  unsupportedNetworkConnection,
} from '../samples/connections';

const { chains } = sampleIdentityInput;

testLive(manageMachine, manageSamples, ({ given }) => {
  const ends = (how: string) => (snapshot: { status: string; output: unknown }) =>
    expect(snapshot).toMatchObject({ status: 'done', output: how });
  return {
    '*': ({ children, status }) =>
      expect([children.account, children.chain].filter(Boolean).length).toBe(status === 'active' ? 1 : 0),
    account: ({ context }) => expect(given('account')).toEqual(context.connection),
    chain: ({ context }) => expect(given('chain')).toEqual({ chains, current: context.connection.chainId }),
    closed: ends('closed'),
    unchanged: ends('unchanged'),
    left: ends('left'),
  };
});

const start = (more: object) =>
  perform(manageMachine, { input: { connection: sampleConnection, chains, request: null, ...more } });

const onRequest = (dialog: string) => ({ request: { phone: false, dialog } });
const isUnsupported = { connection: unsupportedNetworkConnection };
const request = (dialog?: string) => ({ type: 'dialog.request', dialog });
const moved = (connection: object) => ({ type: 'visitor.moved', connection });
const account = (how: string) => createDoneEvent('account', how);
const chain = (how: string) => createDoneEvent('chain', how);

test.each<[what: string, input: object, events: EventOrDelay[], state: string, output?: string]>([
  ['begin with the account', {}, [], 'account'],
  ['begin with the networks, on request', onRequest('chain'), [], 'chain'],
  ['begin with the networks, on an unsupported network', isUnsupported, [], 'chain'],
  [
    'begin with the networks on an unsupported network, whatever is requested',
    { ...isUnsupported, ...onRequest('account') },
    [],
    'chain',
  ],
  ['stay the networks', onRequest('chain'), [request('chain')], 'chain'],
  ['change to the account', onRequest('chain'), [request('account')], 'account'],
  ['stay the account', {}, [request('account')], 'account'],
  ['change to the networks', {}, [request('chain')], 'chain'],
  ['stay the networks on an unsupported network', isUnsupported, [request()], 'chain'],
  ['end when the networks are closed', onRequest('chain'), [chain('closed')], 'closed', 'closed'],
  ['end when the network is switched', onRequest('chain'), [chain('switched')], 'closed', 'closed'],
  ['end when a switch fails', onRequest('chain'), [chain('unchanged')], 'unchanged', 'unchanged'],
  ['end when the visitor disconnects in the network dialog', onRequest('chain'), [chain('left')], 'left', 'left'],
  ['end when the account is closed', {}, [account('closed')], 'closed', 'closed'],
  ['end when the visitor disconnects in the account dialog', {}, [account('left')], 'left', 'left'],
  ['end when the account changes during a switch', onRequest('chain'), [moved(otherAccount)], 'closed', 'closed'],
])('events open or end the account and network dialogs: they %s', async (_, input, events, state, output) => {
  const { play, snapshot } = start(input);
  await play(events);
  expect([snapshot().value, snapshot().output]).toEqual([state, output]);
});

test('the account and network dialogs receive the new network after a change', async () => {
  const { given, play, snapshot } = start({});
  await play([moved(unsupportedNetworkConnection)]);
  expect([snapshot().value, given('account')]).toEqual(['account', unsupportedNetworkConnection]);
  await play([account('networks')]);
  expect([snapshot().value, given('chain')]).toEqual([
    'chain',
    { chains, current: unsupportedNetworkConnection.chainId },
  ]);
});
