import { describe, expect, test } from 'vitest';
import { manageMachine } from '#machines/manage';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { doneEvent } from '../engine/words';
import { connectionElsewhere, otherAccount, sampleConnection, sampleSettings } from '../samples/connections';
import { manageWorld } from '../samples/manage';

const { chains } = sampleSettings;

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

describe('the dialogs of a connected visitor', () => {
  const start = (more: object = {}) =>
    perform(manageMachine, { input: { connection: sampleConnection, chains, request: null, ...more } });

  test.each([
    ['the account', {}, 'account'],
    ['the networks, on request', { request: { phone: false, dialog: 'chain' } }, 'chain'],
    ['the networks, on an unsupported network', { connection: connectionElsewhere }, 'chain'],
    [
      'the networks, on an unsupported network, whatever is requested',
      { connection: connectionElsewhere, request: { phone: false, dialog: 'account' } },
      'chain',
    ],
  ])('the first dialog is %s', (_, input, dialog) => expect(start(input).snapshot().value).toBe(dialog));

  test('each dialog is replaced by the other one on request, and not otherwise', async () => {
    const { send, snapshot } = start({ request: { phone: false, dialog: 'chain' } });
    for (const dialog of ['chain', 'account', 'account', 'chain', 'account']) {
      await send({ type: 'dialog.request', dialog });
      expect(snapshot().value).toBe(dialog);
    }
  });

  test.each([
    ['closed', 'closed'],
    ['switched', 'closed'],
    ['unchanged', 'unchanged'],
    ['left', 'left'],
  ])('the manage machine ends when the network dialog ends: %s', async (output, end) => {
    const { send, snapshot } = start({ request: { phone: false, dialog: 'chain' } });
    await send(doneEvent('chain', output));
    expect(snapshot()).toMatchObject({ status: 'done', output: end });
  });

  test('a change of network is passed on to the account and the network dialog', async () => {
    const { given, send, snapshot } = start();
    await send({ type: 'visitor.moved', connection: connectionElsewhere });
    expect([snapshot().value, given('account')]).toEqual(['account', connectionElsewhere]);
    await send(doneEvent('account', 'networks'));
    expect([snapshot().value, given('chain')]).toEqual(['chain', { chains, current: connectionElsewhere.chainId }]);
  });

  test.each(['closed', 'left'])('the manage machine ends when the account dialog ends: %s', async (end) => {
    const { send, snapshot } = start();
    await send(doneEvent('account', end));
    expect(snapshot()).toMatchObject({ status: 'done', output: end });
  });

  test('a change of account closes the network dialog', async () => {
    const { send, snapshot } = start({ request: { phone: false, dialog: 'chain' } });
    await send({ type: 'visitor.moved', connection: otherAccount });
    expect(snapshot()).toMatchObject({ status: 'done', output: 'closed' });
  });
});
