import { expect, test } from 'vitest';
import { approvalMachine } from '#machines/approval';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { createErrorEvent } from '../engine/words';
import { approvalWorld } from '../samples/approval';
import { rejectionError } from '../samples/connections';
import { installedWallet, scannedWallet } from '../samples/wallets';
import { recordMessages } from '../support/lines';

/** Starts the machine for a wallet, and sends `events`. `told` lists what it has sent to the pairing machine. */
async function asked(wallet = scannedWallet, ...events: { type: string }[]) {
  const { line: pairingLine, told } = recordMessages();
  const life = perform(approvalMachine, { input: { wallet, attempt: 'first' }, actors: { pairingLine } });
  for (const event of events) await life.send(event);
  return { ...life, told };
}

testLive(approvalMachine, approvalWorld, ({ given }) => ({
  pairing: ({ context: { attempt } }) =>
    expect(given('pairingLine')).toEqual({ own: { attempt }, last: { type: 'leave', attempt } }),
  opening: ({ context: { wallet } }) => expect(given('openConnector')).toEqual({ wallet }),
  refused: ({ output }) => expect(['expired', 'rejected']).toContain(output),
}));

test('a wallet on a phone is paired before it is opened', async () => {
  const { send, snapshot, given, told } = await asked();
  expect([snapshot().value, told]).toEqual(['pairing', [{ type: 'request', attempt: 'first' }]]);
  await send({ type: 'pairing.approved' });
  expect([snapshot().value, given('openConnector')]).toEqual(['opening', { wallet: scannedWallet }]);
});

test('a wallet in this browser is opened at once, without pairing', async () => {
  const { snapshot, told } = await asked(installedWallet);
  expect([snapshot().value, told]).toEqual(['opening', []]);
});

test("a wallet's refusal ends the approval machine with the reason", async () => {
  const unpaired = await asked(scannedWallet, { type: 'pairing.refused', reason: 'expired' } as never);
  expect(unpaired.snapshot()).toMatchObject({ status: 'done', output: 'expired' });
  const declined = await asked(installedWallet, createErrorEvent('openConnector', rejectionError));
  expect(declined.snapshot()).toMatchObject({ status: 'done', output: 'rejected' });
});
