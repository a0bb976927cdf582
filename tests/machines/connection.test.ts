import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import { hasSameConnector, type OpenConnector } from '#domain/connection';
import type { StoredConnection } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { connectionMachine } from '#machines/connection';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { doneEvent } from '../engine/words';
import { connectionWorld, connectorKeyOfWallet, openConnectorFor, otherInstalled } from '../samples/connection';
import { connectionElsewhere, sampleConnection } from '../samples/connections';
import { installedWallet, scannedWallet, walletWithoutInstructions } from '../samples/wallets';

const accountOf = ({ address, chainId } = sampleConnection) => ({ address, chainId });
const recordOf = ({ id, connector }: Wallet) => ({ id, connector });
const reported = (...open: OpenConnector[]) => ({ type: 'wagmi.changed', open });
const claim = (wallet: Wallet, attempt = 'first') => ({ type: 'claim', wallet, attempt });
const stored = (wallet: Wallet | null) => ({ type: 'record.changed', record: wallet && recordOf(wallet) });
const found = (wallet: Wallet) => ({ type: 'wallet.found', wallet });

/** Starts the machine. Returns it with its emitted events and its calls to wagmi and storage. */
function start(coverage?: Parameters<typeof perform>[1] extends infer Options ? Options : never) {
  const told: AnyEventObject[] = [];
  const listener = fromCallback<AnyEventObject>(({ receive }) => receive((event) => told.push(event)));
  const restored: unknown[] = [];
  const restore = fromCallback<AnyEventObject, { record: StoredConnection; wallet: Wallet | null }>(
    ({ input, receive }) => {
      restored.push(input);
      receive((event) => told.push(event));
    },
  );
  const rechecked: unknown[] = [];
  const recheck = fromCallback<AnyEventObject, { wallet: Wallet }>(({ input, receive }) => {
    rechecked.push(input);
    receive((event) => told.push(event));
  });
  const performed = perform(connectionMachine, {
    ...coverage,
    actors: { watchWagmi: listener, watchRecord: listener, recheck, restore },
  });
  const emitted: AnyEventObject[] = [];
  /** Events that are emitted whenever the connection is idle again. */
  const rests: AnyEventObject[] = [];
  performed.actor.on('*', (event) => (/^(re|connection)/.test(event.type) ? rests : emitted).push(event));
  return {
    ...performed,
    told,
    restored,
    rechecked,
    emitted,
    rests,
    counted: () => performed.snapshot().context.wallet?.id ?? null,
  };
}

async function live(...events: AnyEventObject[]) {
  const life = start();
  for (const event of events) await life.send(event);
  return life;
}

const isAnswer = ({ type }: AnyEventObject) => type === 'connection.refreshed';

const isConnected = [stored(null), claim(installedWallet), reported(openConnectorFor(installedWallet, accountOf()))];
const isLocked = [...isConnected, reported(openConnectorFor(installedWallet, null)), reported()];

testLive(
  connectionMachine,
  connectionWorld,
  ({ told, restored, rechecked, emitted, rests, given }) => ({
    '*': ({ context: { open, wallet } }) => {
      // A connector that is not the chosen one is closed at once. The chosen one is cleared when it loses its account.
      for (const { account: _, ...reach } of open)
        if (!wallet || !hasSameConnector(reach, wallet))
          expect(told.map(({ reach: closed }) => closed)).toContainEqual(reach);
    },
    reading: ({ context }) => expect(context.connection).toBeNull(),
    idle: ({ context }) => {
      expect(context).toMatchObject({ record: null, wallet: null, connection: null });
      expect(rests.findLast(isAnswer)).toEqual({ type: 'connection.refreshed', connection: null });
    },
    stored: ({ context: { record, wallet, connection } }) => {
      expect(record).not.toBeNull();
      if (wallet) expect(record).toMatchObject(recordOf(wallet));
      if (connection) expect(connection).toMatchObject({ ...record?.account, wallet: { id: record?.id } });
    },
    'stored.restoring': ({ context }) => {
      expect(context.connection).toBeNull();
      expect(restored.at(-1)).toEqual({ record: context.record, wallet: null });
    },
    'stored.waking': ({ context }) => {
      expect(context.connection).not.toBeNull();
      expect(told).toContainEqual({ type: 'wake' });
    },
    claimed: ({ context }) => expect(context.attempt).not.toBeNull(),
    'claimed.asking': ({ context: { attempt } }) => expect(given('approval')).toMatchObject({ attempt }),
    connected: ({ context: { connection, wallet, record } }) => {
      expect(emitted.findLast(({ type }) => type.startsWith('wallet.'))).toEqual({
        type: 'wallet.connected',
        connection,
      });
      expect(record).toMatchObject(recordOf(wallet!));
      expect(rechecked.at(-1)).toEqual({ wallet });
    },
    'connected.current': ({ context: { connection } }) =>
      expect(rests.findLast(isAnswer)).toEqual({ type: 'connection.refreshed', connection }),
    'connected.refreshing': () => expect(told).toContainEqual({ type: 'check' }),
  }),
  start,
);

describe('the connection to a wallet', () => {
  test('a wallet that opens without an attempt is closed at once', async () => {
    const { told, snapshot } = await live(stored(null), reported(openConnectorFor(installedWallet, accountOf())));
    expect(snapshot().value).toBe('idle');
    expect(told).toEqual([{ type: 'connector.close', reach: connectorKeyOfWallet(installedWallet) }]);
  });

  test('a late approval of a replaced attempt closes its wallet, and not the current one', async () => {
    const { told, counted, send } = await live(stored(null), claim(otherInstalled), claim(installedWallet, 'second'));
    await send(reported(openConnectorFor(otherInstalled, accountOf()), openConnectorFor(installedWallet, accountOf())));
    expect(counted()).toBe(installedWallet.id);
    expect(told.filter(({ type }) => type === 'connector.close')).toEqual([
      { type: 'connector.close', reach: connectorKeyOfWallet(otherInstalled) },
    ]);
  });

  test('withdrawing an attempt stops the wait for its wallet', async () => {
    const { snapshot, send } = await live(stored(null), claim(installedWallet));
    await send({ type: 'withdraw', attempt: 'second' });
    expect(snapshot().matches({ claimed: 'asking' })).toBe(true);
    await send({ type: 'withdraw', attempt: 'first' });
    expect(snapshot().value).toEqual({ claimed: 'unasked' });
  });

  test('a wallet has 10 minutes to answer an attempt', async () => {
    const { clock, snapshot } = await live(stored(null), claim(installedWallet));
    clock.increment(599_999);
    expect(snapshot().matches({ claimed: 'asking' })).toBe(true);
    clock.increment(1);
    expect(snapshot().value).toEqual({ claimed: 'unasked' });
  });

  test('cancelling a replaced attempt changes nothing', async () => {
    const { counted, send } = await live(stored(null), claim(otherInstalled), claim(installedWallet, 'second'));
    await send({ type: 'leave', attempt: 'first' });
    await send({ type: 'withdraw', attempt: 'first' });
    expect(counted()).toBe(installedWallet.id);
  });

  test('an approved attempt gets one `claim.approved`', async () => {
    const { emitted } = await live(...isConnected);
    expect(emitted).toEqual([
      { type: 'wallet.connected', connection: sampleConnection },
      { type: 'claim.approved', attempt: 'first' },
    ]);
  });

  test('an attempt hears why the wallet refused it, and connects by a late approval', async () => {
    const { emitted, snapshot, send } = await live(
      stored(null),
      claim(installedWallet),
      doneEvent('approval', 'rejected'),
    );
    expect(emitted.at(-1)).toEqual({ type: 'claim.refused', attempt: 'first', reason: 'rejected' });
    expect(snapshot().value).toEqual({ claimed: 'unasked' });
    await send(reported(openConnectorFor(installedWallet, accountOf())));
    expect(snapshot().matches('connected')).toBe(true);
  });

  test('a wallet that opens without an account is cleared, and not closed', async () => {
    const { told, snapshot } = await live(
      stored(null),
      claim(installedWallet),
      reported(openConnectorFor(installedWallet, null)),
    );
    expect(snapshot().matches('claimed')).toBe(true);
    expect(told).toEqual([{ type: 'connector.clear', reach: connectorKeyOfWallet(installedWallet) }]);
  });

  test('on a phone, the connected wallet is the one whose link was opened', async () => {
    const { snapshot, told } = await live(
      stored(null),
      claim(scannedWallet),
      { type: 'name', wallet: walletWithoutInstructions },
      reported(openConnectorFor(scannedWallet, accountOf())),
    );
    expect(snapshot().context.connection?.wallet.id).toBe(walletWithoutInstructions.id);
    expect(told).toContainEqual({ type: 'app.store', wallet: walletWithoutInstructions });
  });
});

test('leaving an attempt on a phone ends it, even after its link was opened', async () => {
  const { counted, send, snapshot } = await live(stored(null), claim(scannedWallet), {
    type: 'name',
    wallet: walletWithoutInstructions,
  });
  expect(counted()).toBe(walletWithoutInstructions.id);
  await send({ type: 'leave', attempt: 'first' });
  expect([snapshot().value, counted()]).toEqual(['idle', null]);
});

describe('refreshing the connection', () => {
  const refresh = { type: 'refresh' };
  const answer = (connection: object | null) => ({ type: 'connection.refreshed', connection });

  test('a refresh asks the connected wallet, and ends with its answer', async () => {
    const { told, rests, snapshot, send } = await live(...isConnected);
    rests.length = 0;
    for (const event of [refresh, refresh]) await send(event);
    expect([snapshot().value, rests, told.at(-1)]).toEqual([{ connected: 'refreshing' }, [], { type: 'check' }]);
    await send({ type: 'wallet.checked' });
    expect([snapshot().value, rests]).toEqual([{ connected: 'current' }, [answer(sampleConnection)]]);
  });

  test('a refresh that finds another account ends after that account is announced', async () => {
    const { actor, send } = await live(...isConnected, refresh);
    const all: string[] = [];
    actor.on('*', ({ type }) => all.push(type));
    await send(reported(openConnectorFor(installedWallet, accountOf(connectionElsewhere))));
    expect(all).toEqual(['wallet.connected', 'connection.refreshed']);
  });

  test.each([
    ['without a wallet', [stored(null)], []],
    ['while a wallet is asked', [stored(null), claim(installedWallet)], []],
    ['while the wallet is locked', isLocked, [{ type: 'wake' }]],
  ])('a refresh ends at once %s', async (_, events, asked) => {
    const { rests, told, send } = await live(...events);
    rests.length = told.length = 0;
    await send(refresh);
    expect(rests.filter(isAnswer)).toEqual([answer(null)]);
    expect(told).toEqual(asked);
  });

  test('a refresh wakes a wallet on a phone, and ends with its connection', async () => {
    const record = { ...recordOf(scannedWallet), account: accountOf() };
    const { rests, told, snapshot, send } = await live(
      { type: 'record.changed', record },
      found(scannedWallet),
      { type: 'wallet.remembered' },
      refresh,
    );
    expect([snapshot().value, told]).toEqual([{ stored: 'waking' }, [{ type: 'wake' }]]);
    await send(reported(openConnectorFor(scannedWallet, accountOf())));
    expect(rests.at(-1)).toMatchObject({
      type: 'connection.refreshed',
      connection: { wallet: { id: scannedWallet.id } },
    });
  });

  test.each([
    ['nothing while the record is read', [], []],
    ['nothing while the wallet has not answered', [stored(installedWallet), found(installedWallet)], []],
    ['that there is no connection, without a record', [stored(null)], ['restore.ended']],
    ['that there is no connection, while a wallet is asked', [stored(null), claim(installedWallet)], ['restore.ended']],
    ['that there is no connection, while the wallet is locked', isLocked, ['restore.ended']],
    ['the connection', isConnected, ['wallet.connected']],
  ])('a machine that asks for the connection is sent %s', async (_, events, told) => {
    const { actor, send } = await live(...events);
    const all: string[] = [];
    actor.on('*', ({ type }) => all.push(type));
    await send({ type: 'report' });
    expect(all).toEqual(told);
  });

  test.each([
    ['without a record', [stored(null)], true],
    ['never while the wallet has not answered', [stored(installedWallet), found(installedWallet)], false],
    ['once the wallet is locked', [stored(installedWallet), found(installedWallet), { type: 'wallet.locked' }], true],
    ['once another wallet is claimed', [stored(installedWallet), claim(scannedWallet)], true],
    [
      'never if the wallet opens',
      [stored(installedWallet), found(installedWallet), reported(openConnectorFor(installedWallet, accountOf()))],
      false,
    ],
  ])('the restore ends %s', async (_, events, ended) => {
    const { rests } = await live(...events);
    expect(rests.some(({ type }) => type === 'restore.ended')).toBe(ended);
  });
});

describe('the stored connection', () => {
  test('the connection is stored with each change of account or network', async () => {
    const { told, emitted, snapshot, send } = await live(...isConnected);
    expect(snapshot().context.record).toEqual({ ...recordOf(installedWallet), name: 'Fox', account: accountOf() });
    await send(reported(openConnectorFor(installedWallet, accountOf(connectionElsewhere))));
    expect(told).toEqual([
      { type: 'record.store', connection: sampleConnection },
      { type: 'record.store', connection: connectionElsewhere },
    ]);
    const connected = emitted.filter(({ type }) => type === 'wallet.connected');
    expect(connected.map(({ connection }) => connection)).toEqual([sampleConnection, connectionElsewhere]);
  });

  test('the stored connection is cleared on disconnect, and its wallet closed', async () => {
    const { told, emitted, snapshot } = await live(...isConnected, { type: 'disconnect' });
    expect(snapshot().value).toBe('idle');
    expect(told.slice(1)).toEqual([
      { type: 'record.clear' },
      { type: 'connector.close', reach: connectorKeyOfWallet(installedWallet) },
    ]);
    expect(emitted.at(-1)).toEqual({ type: 'wallet.disconnected' });
  });

  test('the wallet is closed when another tab deletes the stored connection', async () => {
    const { told, emitted, snapshot } = await live(...isConnected, stored(null));
    expect(snapshot().value).toBe('idle');
    expect(told.at(-1)).toEqual({ type: 'connector.close', reach: connectorKeyOfWallet(installedWallet) });
    expect(emitted.at(-1)).toEqual({ type: 'wallet.disconnected' });
  });

  test('the page connects the wallet that another tab has stored', async () => {
    const { told, snapshot, restored } = await live(...isConnected, stored(otherInstalled));
    expect(told.at(-1)).toEqual({ type: 'connector.close', reach: connectorKeyOfWallet(installedWallet) });
    expect(told).not.toContainEqual({ type: 'record.clear' });
    expect(snapshot().value).toEqual({ stored: 'restoring' });
    expect(restored).toEqual([{ record: recordOf(otherInstalled), wallet: null }]);
  });

  test('a stored connection waits while an attempt runs, and is restored afterwards', async () => {
    const { snapshot, send } = await live(stored(null), claim(installedWallet), stored(otherInstalled));
    expect(snapshot().matches('claimed')).toBe(true);
    await send({ type: 'leave', attempt: 'first' });
    expect(snapshot().value).toEqual({ stored: 'restoring' });
  });

  test('a stored connection becomes current once its wallet opens', async () => {
    const { emitted, snapshot, send } = await live(stored(installedWallet), found(installedWallet));
    expect([snapshot().value, emitted]).toEqual([{ stored: 'restoring' }, []]);
    await send(reported(openConnectorFor(installedWallet, accountOf())));
    expect(snapshot().matches('connected')).toBe(true);
    expect(emitted).toEqual([{ type: 'wallet.connected', connection: sampleConnection }]);
  });

  test('a restore goes on while the same wallet is stored, and restarts for another', async () => {
    const { restored, snapshot, send } = await live(
      stored(installedWallet),
      found(installedWallet),
      stored(installedWallet),
    );
    expect([restored.length, snapshot().context.wallet]).toEqual([1, installedWallet]);
    await send(stored(otherInstalled));
    expect(restored.at(-1)).toEqual({ record: recordOf(otherInstalled), wallet: null });
  });
});

describe('a locked wallet', () => {
  test('a locked wallet stays stored, and is connected again once it is unlocked', async () => {
    const { told, restored, emitted, snapshot, send } = await live(...isLocked);
    expect(snapshot()).toMatchObject({ value: { stored: 'settled' }, context: { connection: null } });
    expect(told).toEqual([
      { type: 'record.store', connection: sampleConnection },
      { type: 'connector.clear', reach: connectorKeyOfWallet(installedWallet) },
    ]);
    const record = { ...recordOf(installedWallet), name: 'Fox', account: accountOf() };
    expect(restored).toEqual([{ record, wallet: installedWallet }]);
    expect(emitted.at(-1)).toEqual({ type: 'wallet.disconnected' });
    await send(reported(openConnectorFor(installedWallet, accountOf())));
    expect(emitted.at(-1)).toEqual({ type: 'wallet.connected', connection: sampleConnection });
  });

  test('a wallet that is locked on the next visit is not connected, and can be picked', async () => {
    const { emitted, snapshot, send } = await live(stored(installedWallet), found(installedWallet), {
      type: 'wallet.locked',
    });
    expect([snapshot().value, emitted]).toEqual([{ stored: 'settled' }, []]);
    await send(claim(installedWallet));
    expect(snapshot().matches({ claimed: 'asking' })).toBe(true);
  });

  test('requesting a dialog asks a locked wallet again', async () => {
    const isFound = [stored(scannedWallet), found(scannedWallet), { type: 'wallet.locked' }];
    const { told, snapshot } = await live(...isFound, { type: 'wake' });
    expect([snapshot().value, told]).toEqual([{ stored: 'settled' }, [{ type: 'wake' }]]);
  });

  test('Forget deletes the stored connection of a locked wallet', async () => {
    const { told, snapshot } = await live(...isLocked, { type: 'forget' });
    expect([snapshot().value, told.at(-1)]).toEqual(['idle', { type: 'record.clear' }]);
  });

  test('Forget ends the session of a locked phone wallet at its server as well', async () => {
    const isFound = [stored(scannedWallet), found(scannedWallet), { type: 'wallet.locked' }];
    const { told } = await live(...isFound, { type: 'forget' });
    const { connector, announcement } = scannedWallet;
    expect(told).toEqual([{ type: 'record.clear' }, { type: 'connector.close', reach: { connector, announcement } }]);
  });

  test('a request to disconnect does not affect a locked wallet', async () => {
    const { told, snapshot } = await live(...isLocked, { type: 'disconnect' });
    expect([snapshot().value, told.length]).toEqual([{ stored: 'settled' }, 2]);
  });

  test('a wallet that ends the connection loses its stored connection', async () => {
    const { told, emitted, snapshot } = await live(...isConnected, reported());
    expect(snapshot().value).toBe('idle');
    expect(told.at(-1)).toEqual({ type: 'record.clear' });
    expect(emitted.at(-1)).toEqual({ type: 'wallet.disconnected' });
  });
});

describe('a stored connection by phone', () => {
  const isRemembered = [
    { type: 'record.changed', record: { ...recordOf(scannedWallet), account: accountOf() } },
    found(scannedWallet),
    { type: 'wallet.remembered' },
  ];

  test('a stored connection by phone is shown from the record, without a request', async () => {
    const { told, emitted, snapshot } = await live(...isRemembered);
    expect(snapshot().value).toEqual({ stored: 'settled' });
    expect([told, emitted]).toEqual([[], [{ type: 'wallet.connected', connection: snapshot().context.connection }]]);
    expect(snapshot().context.connection).toMatchObject({ ...accountOf(), wallet: { id: scannedWallet.id } });
  });

  test('a stored connection by phone cannot be claimed while it is shown', async () => {
    const { snapshot } = await live(...isRemembered, claim(scannedWallet));
    expect(snapshot().value).toEqual({ stored: 'settled' });
  });

  test('a stored connection by phone is restored when a dialog is requested', async () => {
    const { told, emitted, snapshot, send } = await live(...isRemembered, { type: 'wake' });
    expect([snapshot().value, told]).toEqual([{ stored: 'waking' }, [{ type: 'wake' }]]);
    await send(reported(openConnectorFor(scannedWallet, accountOf(connectionElsewhere))));
    expect(snapshot().matches('connected')).toBe(true);
    expect(emitted.at(-1)).toMatchObject({
      type: 'wallet.connected',
      connection: { chainId: connectionElsewhere.chainId },
    });
  });

  test('a stored connection by phone ends if the phone ended it meanwhile', async () => {
    const { told, emitted, snapshot } = await live(...isRemembered, { type: 'wake' }, { type: 'wallet.gone' });
    expect(snapshot().value).toBe('idle');
    expect(told).toEqual([{ type: 'wake' }, { type: 'record.clear' }]);
    expect(emitted.at(-1)).toEqual({ type: 'wallet.disconnected' });
  });

  test('a stored connection by phone keeps its record if the phone cannot be reached', async () => {
    const { told, emitted, snapshot } = await live(...isRemembered, { type: 'wake' }, { type: 'wallet.locked' });
    expect(snapshot()).toMatchObject({ value: { stored: 'settled' }, context: { connection: null } });
    expect(told).toEqual([{ type: 'wake' }]);
    expect(emitted.at(-1)).toEqual({ type: 'wallet.disconnected' });
  });

  test.each([[[]], [[{ type: 'wake' }]]])(
    'disconnecting closes a wallet on a phone, also before it has opened: %j',
    async (wake) => {
      const { told, emitted, snapshot } = await live(...isRemembered, ...wake, { type: 'disconnect' });
      const close = { type: 'connector.close', reach: connectorKeyOfWallet(scannedWallet) };
      expect([snapshot().value, told]).toEqual(['idle', [...wake, { type: 'record.clear' }, close]]);
      expect(emitted.at(-1)).toEqual({ type: 'wallet.disconnected' });
    },
  );

  test('a stored connection by phone is disconnected when another tab clears it', async () => {
    const { told, emitted, snapshot } = await live(...isRemembered, stored(null));
    expect([snapshot().value, told]).toEqual(['idle', []]);
    expect(emitted.at(-1)).toEqual({ type: 'wallet.disconnected' });
  });
});
