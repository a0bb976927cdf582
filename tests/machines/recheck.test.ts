import { describe, expect, test } from 'vitest';
import { recheckMachine } from '#machines/recheck';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { recheckWorld } from '../samples/recheck';
import { installedWallet } from '../samples/wallets';

testLive(recheckMachine, recheckWorld, ({ given }) => ({
  idle: ({ context }) => expect(context).toEqual({ wallet: installedWallet }),
  checking: () => expect(given('askWallet')).toEqual({ wallet: installedWallet }),
}));

describe('checking the connected wallet again', () => {
  const begin = () => perform(recheckMachine, { input: { wallet: installedWallet } });

  test('the wallet of a returning visitor is checked, and has 5 s to answer', async () => {
    const { clock, snapshot, given, send } = begin();
    await send({ type: 'visitor.returned' });
    expect(given('askWallet')).toEqual({ wallet: installedWallet });
    clock.increment(4_999);
    expect(snapshot().value).toBe('checking');
    clock.increment(1);
    expect(snapshot().value).toBe('idle');
  });

  test.each([
    ['answers', createDoneEvent('askWallet')],
    ['fails', createErrorEvent('askWallet', new Error('busy'))],
  ])('a check before a signature asks the wallet for its account, and ends when it %s', async (_, answer) => {
    const { actor, snapshot, send } = begin();
    const emitted: string[] = [];
    actor.on('*', ({ type }) => emitted.push(type));
    await send({ type: 'check' });
    expect([snapshot().value, emitted]).toEqual(['checking', []]);
    await send(answer);
    expect([snapshot().value, emitted]).toEqual(['idle', ['wallet.checked']]);
  });

  test('a visitor who returns during a check of the wallet causes no second check', async () => {
    const { actor, snapshot, send } = begin();
    await send({ type: 'check' });
    const { askWallet } = actor.getSnapshot().children;
    await send({ type: 'visitor.returned' });
    expect(actor.getSnapshot().children.askWallet).toBe(askWallet);
    expect(snapshot().value).toBe('checking');
  });
});
