import { expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { manageMachine } from '#machines/manage';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { createDoneEvent } from '../engine/words';
import { connectionElsewhere, otherAccount, sampleConnection, sampleIdentityInput } from '../samples/connections';
import { manageWorld } from '../samples/manage';

const { chains } = sampleIdentityInput;

testLive(manageMachine, manageWorld, ({ given }) => {
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

const start = (more: object = {}) =>
  perform(manageMachine, { input: { connection: sampleConnection, chains, request: null, ...more } });

const onRequest = (dialog: string) => ({ request: { phone: false, dialog } });
const isUnsupported = { connection: connectionElsewhere };

test.each([
  ['the account', {}, 'account'],
  ['the networks, on request', onRequest('chain'), 'chain'],
  ['the networks, on an unsupported network', isUnsupported, 'chain'],
  ['the networks, whatever is requested there', { ...isUnsupported, ...onRequest('account') }, 'chain'],
])('the first dialog of a connected visitor is %s', (_, input, dialog) =>
  expect(start(input).snapshot().value).toBe(dialog),
);

const request = (dialog?: string) => ({ type: 'dialog.request', dialog });
const chain = (how: string) => createDoneEvent('chain', how);

test.each<[what: string, input: object, events: AnyEventObject[], state: string, output?: string]>([
  ['stay the networks', onRequest('chain'), [request('chain')], 'chain'],
  ['change to the account', onRequest('chain'), [request('account')], 'account'],
  ['stay the account', {}, [request('account')], 'account'],
  ['change to the networks', {}, [request('chain')], 'chain'],
  ['stay the networks on an unsupported network', isUnsupported, [request()], 'chain'],
  ['end when the networks are closed', onRequest('chain'), [chain('closed')], 'closed', 'closed'],
  ['end when the network is switched', onRequest('chain'), [chain('switched')], 'closed', 'closed'],
  ['end when a switch fails', onRequest('chain'), [chain('unchanged')], 'unchanged', 'unchanged'],
  ['end when the visitor leaves there', onRequest('chain'), [chain('left')], 'left', 'left'],
  ['end when the account is closed', {}, [createDoneEvent('account', 'closed')], 'closed', 'closed'],
  ['end when the visitor leaves', {}, [createDoneEvent('account', 'left')], 'left', 'left'],
  [
    'end when the account changes during a switch',
    onRequest('chain'),
    [{ type: 'visitor.moved', connection: otherAccount }],
    'closed',
    'closed',
  ],
])('the dialogs of a connected visitor %s', async (_, input, events, state, output) => {
  const { play, snapshot } = start(input);
  await play(events);
  expect([snapshot().value, snapshot().output]).toEqual([state, output]);
});

test('a change of network is passed on to the account and the network dialog', async () => {
  const { given, send, snapshot } = start();
  await send({ type: 'visitor.moved', connection: connectionElsewhere });
  expect([snapshot().value, given('account')]).toEqual(['account', connectionElsewhere]);
  await send(createDoneEvent('account', 'networks'));
  expect([snapshot().value, given('chain')]).toEqual(['chain', { chains, current: connectionElsewhere.chainId }]);
});
