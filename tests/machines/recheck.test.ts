import { expect, test } from 'vitest';
import { recheckMachine } from '#machines/recheck';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { recheckSamples } from '../samples/connection';
import { installedWallet } from '../samples/wallets';

testLive(recheckMachine, recheckSamples, ({ given }) => ({
  idle: ({ context }) => expect(context).toEqual({ wallet: installedWallet }),
  checking: () => expect(given('askWallet')).toEqual({ wallet: installedWallet }),
}));

test.each<[what: string, events: EventOrDelay[], state: string, checked: number]>([
  ['begins when the visitor returns, and lasts up to 5 s', ['visitor.returned', 4_999], 'checking', 0],
  ['ends after 5 s', ['visitor.returned', 5_000], 'idle', 1],
  ['begins before a signature', ['check'], 'checking', 0],
  ['ends when the wallet answers', ['check', createDoneEvent('askWallet')], 'idle', 1],
  ['ends when the wallet fails', ['check', createErrorEvent('askWallet', new Error('busy'))], 'idle', 1],
  ['does not begin again when the visitor returns during a check', ['check', 'visitor.returned'], 'checking', 0],
])('the connected wallet is checked for at most 5 s: the check %s', async (_, events, state, checked) => {
  const { actor, play, snapshot } = perform(recheckMachine, { input: { wallet: installedWallet } });
  let emitted = 0;
  actor.on('wallet.checked', () => emitted++);
  await play(events);
  expect([snapshot().value, emitted]).toEqual([state, checked]);
});
