import { describe, expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { StoredConnection } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { restoreMachine } from '#machines/restore';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { doneEvent, errorEvent } from '../engine/words';
import { sampleConnection } from '../samples/connections';
import { restoreWorld } from '../samples/restore';
import { installedWallet, scannedWallet } from '../samples/wallets';

const account = { address: sampleConnection.address, chainId: sampleConnection.chainId };
const recordOf = ({ id, connector }: Wallet) => ({ id, connector });
const announced = (wallet: Wallet) => ({ type: 'wallets.announced', wallet });

/** Starts the machine, sends `events`, and returns it with its emitted events. */
async function live(record: StoredConnection, wallet: Wallet | null, ...events: AnyEventObject[]) {
  const performed = perform(restoreMachine, { input: { record, wallet } });
  const emitted: AnyEventObject[] = [];
  performed.actor.on('*', (event) => emitted.push(event));
  for (const event of events) await performed.send(event);
  return { ...performed, emitted, value: () => performed.snapshot().value };
}

testLive(restoreMachine, restoreWorld, ({ given }) => ({
  waiting: ({ context: { record, wallet } }) => {
    expect(wallet).toBeNull();
    expect(given('watchAnnouncements')).toEqual({ record });
  },
  asking: ({ context: { wallet } }) => expect(given('reopenConnector')).toEqual({ wallet }),
  remembered: ({ context }) => expect(context.record.account).toEqual(account),
  'remembered.waking': ({ context: { wallet } }) => expect(given('reopenConnector')).toEqual({ wallet }),
  locked: ({ context: { wallet } }) => expect(given('watchAccounts')).toEqual({ wallet }),
  gone: ({ context: { record, wallet } }) =>
    expect(wallet ? wallet.connector === 'walletConnect' : record.abandoned).toBe(true),
}));

describe('a stored wallet in this browser', () => {
  const record = recordOf(installedWallet);

  test('a wallet without an answer for 5 s is missing, and reconnects when it appears', async () => {
    const { clock, emitted, send, value } = await live(record, null);
    clock.increment(4_999);
    expect(emitted).toEqual([]);
    clock.increment(1);
    expect([value(), emitted]).toEqual([{ waiting: 'missing' }, [{ type: 'wallet.locked' }]]);
    await send(announced(installedWallet));
    expect(value()).toBe('asking');
  });

  test('a missing wallet that was not connected for 30 days is removed', async () => {
    const abandoned = { ...record, abandoned: true as const };
    const { clock, emitted } = await live(abandoned, null);
    clock.increment(5_000);
    expect(emitted).toEqual([{ type: 'wallet.gone' }]);
    const here = await live(abandoned, null, announced(installedWallet), doneEvent('reopenConnector'));
    here.clock.increment(5_000);
    expect(here.value()).toBe('locked');
  });

  test('a stored wallet is asked once it announces itself, and has 5 s to answer', async () => {
    const { clock, emitted, given, value } = await live(record, null, announced(installedWallet));
    expect(given('reopenConnector')).toEqual({ wallet: installedWallet });
    clock.increment(4_999);
    expect([value(), emitted]).toEqual(['asking', [{ type: 'wallet.found', wallet: installedWallet }]]);
    clock.increment(1);
    expect(value()).toBe('locked');
    expect(emitted.at(-1)).toEqual({ type: 'wallet.locked' });
  });

  test.each([
    ['names no account', doneEvent('reopenConnector')],
    ['answers with an error', errorEvent('reopenConnector', new Error('busy'))],
  ])('a stored wallet is locked when it %s', async (_, answer) => {
    const { emitted, value } = await live(record, null, announced(installedWallet), answer);
    expect([value(), emitted.at(-1)]).toEqual(['locked', { type: 'wallet.locked' }]);
  });

  test('a locked wallet is asked once it has accounts, and not when a dialog opens', async () => {
    const { emitted, send, value } = await live(record, installedWallet);
    expect(value()).toBe('locked');
    await send({ type: 'wake' });
    expect(value()).toBe('locked');
    await send({ type: 'accounts.named' });
    expect([value(), emitted]).toEqual(['asking', []]);
  });

  test('a locked wallet is asked again when the visitor returns', async () => {
    const { value } = await live(record, installedWallet, { type: 'visitor.returned' });
    expect(value()).toBe('asking');
  });
});

describe('a stored remote wallet', () => {
  const record = recordOf(scannedWallet);
  const remembered = { ...record, account };

  test('a stored phone account is shown, and the phone is not asked on the next visit', async () => {
    const { emitted, value } = await live(remembered, null, announced(scannedWallet), { type: 'visitor.returned' });
    expect(value()).toEqual({ remembered: 'idle' });
    expect(emitted).toEqual([{ type: 'wallet.found', wallet: scannedWallet }, { type: 'wallet.remembered' }]);
  });

  test('requesting a dialog asks the stored phone, which is removed without a session', async () => {
    const isAsked = [announced(scannedWallet), { type: 'wake' }];
    const { emitted, given, snapshot } = await live(remembered, null, ...isAsked, doneEvent('reopenConnector'));
    expect(given('reopenConnector')).toEqual({ wallet: scannedWallet });
    expect([snapshot().status, emitted.at(-1)]).toEqual(['done', { type: 'wallet.gone' }]);
  });

  test.each(['cannot be reached', 'does not answer in 20 s'])(
    'a stored wallet that %s is not asked again until the next dialog',
    async (how) => {
      const { clock, emitted, send, value } = await live(remembered, null, announced(scannedWallet), { type: 'wake' });
      if (how === 'cannot be reached') await send(errorEvent('reopenConnector', new Error('offline')));
      else clock.increment(20_000);
      expect([value(), emitted.at(-1)]).toEqual(['locked', { type: 'wallet.locked' }]);
      await send({ type: 'visitor.returned' });
      expect(value()).toBe('locked');
      await send({ type: 'wake' });
      expect(value()).toBe('asking');
    },
  );

  test('a stored phone without an account or a session is removed when a dialog opens', async () => {
    const { emitted, send, value } = await live(record, null, announced(scannedWallet));
    expect([value(), emitted.at(-1)]).toEqual(['locked', { type: 'wallet.locked' }]);
    await send({ type: 'wake' });
    await send(doneEvent('reopenConnector'));
    expect([value(), emitted.at(-1)]).toEqual(['gone', { type: 'wallet.gone' }]);
  });

  test('a locked phone is asked once it has accounts', async () => {
    const { value } = await live(remembered, scannedWallet, { type: 'accounts.named' });
    expect(value()).toBe('asking');
  });
});
