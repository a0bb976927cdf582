import { expect, test } from 'vitest';
import type { Wallet } from '#domain/wallet';
import { approvalMachine } from '#machines/approval';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createErrorEvent } from '../engine/words';
import { approvalSamples } from '../samples/connection';
import { rejectionError } from '../samples/connections';
import { installedWallet, scannedWallet } from '../samples/wallets';
import { recordMessages } from './scenarios';

testLive(approvalMachine, approvalSamples, ({ given }) => ({
  pairing: ({ context: { attempt } }) =>
    expect(given('pairingLine')).toEqual({ own: { attempt }, last: { type: 'leave', attempt } }),
  opening: ({ context: { wallet } }) => expect(given('openConnector')).toEqual({ wallet }),
  refused: ({ output }) => expect(['expired', 'rejected']).toContain(output),
}));

const declined = createErrorEvent('openConnector', rejectionError);

test.each<[what: string, wallet: Wallet, events: EventOrDelay[], value: string, told: string, output?: string]>([
  ['a wallet on a phone is paired before it is opened', scannedWallet, [], 'pairing', 'request'],
  ['a paired wallet is opened', scannedWallet, ['pairing.approved'], 'opening', 'request'],
  ['a wallet in this browser is opened at once', installedWallet, [], 'opening', ''],
  [
    'a refused pairing ends the approval with the reason',
    scannedWallet,
    [{ type: 'pairing.refused', reason: 'expired' }],
    'refused',
    'request',
    'expired',
  ],
  ['a refusal by the wallet ends the approval with the reason', installedWallet, [declined], 'refused', '', 'rejected'],
])('an approval pairs a phone before it opens the wallet: %s', async (_, wallet, events, value, messages, output) => {
  const { line: pairingLine, told } = recordMessages();
  const { play, snapshot } = perform(approvalMachine, {
    input: { wallet, attempt: 'first' },
    actors: { pairingLine },
  });
  await play(events);
  expect(snapshot()).toMatchObject({ value, output });
  expect(told).toEqual(messages ? [{ type: messages, attempt: 'first' }] : []);
});
