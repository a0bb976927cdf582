import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import { hasSameConnector, type OpenConnector } from '#domain/connection';
import type { StoredConnection } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { connectionMachine } from '#machines/connection';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent } from '../engine/words';
import {
  connectionWorld,
  connectorKeyOfWallet,
  createOpenConnector,
  otherInstalledWallet,
} from '../samples/connection';
import { connectionElsewhere, sampleConnection } from '../samples/connections';
import { installedWallet, scannedWallet, walletWithoutInstructions } from '../samples/wallets';

const accountOf = ({ address, chainId } = sampleConnection) => ({ address, chainId });
const recordOf = ({ id, connector }: Wallet) => ({ id, connector });
const reported = (...open: OpenConnector[]) => ({ type: 'wagmi.changed', open });
const claim = (wallet: Wallet, attempt = 'first') => ({ type: 'claim', wallet, attempt });
const stored = (wallet: Wallet | null) => ({ type: 'record.changed', record: wallet && recordOf(wallet) });
const opens = (wallet = installedWallet, at = accountOf()) => reported(createOpenConnector(wallet, at));
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

async function live(...events: EventOrDelay[]) {
  const life = start();
  await life.play(events);
  return life;
}

const isAnswer = ({ type }: AnyEventObject) => type === 'connection.refreshed';

const isConnected = [stored(null), claim(installedWallet), opens()];
const current = { connected: 'current' };
const [asking, unasked] = [{ claimed: 'asking' }, { claimed: 'unasked' }];
const [settled, restoring] = [{ stored: 'settled' }, { stored: 'restoring' }];
const isAsked = [stored(null), claim(installedWallet)];
const isLocked = [...isConnected, reported(createOpenConnector(installedWallet, null)), reported()];

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

const isRemembered = [
  { type: 'record.changed', record: { ...recordOf(scannedWallet), account: accountOf() } },
  found(scannedWallet),
  { type: 'wallet.remembered' },
];

describe('the connection to a wallet', () => {
  const close = (wallet: Wallet) => ({ type: 'connector.close', reach: connectorKeyOfWallet(wallet) });
  const [fox, phone] = [installedWallet, scannedWallet];
  const clear = { type: 'connector.clear', reach: connectorKeyOfWallet(installedWallet) };
  const store = { type: 'record.store', connection: sampleConnection };
  const [drop, wake, forget, disconnect] = ['record.clear', 'wake', 'forget', 'disconnect'].map((type) => ({ type }));
  const [locked, ended] = ['wallet.locked', 'wallet.gone'].map((type) => ({ type }));
  const gone = { type: 'wallet.disconnected' };
  const leave = { type: 'leave', attempt: 'first' };
  const withdraw = (attempt: string) => ({ type: 'withdraw', attempt });
  const isReplaced = [stored(null), claim(otherInstalledWallet), claim(installedWallet, 'second')];
  const isNamed = [stored(null), claim(phone), { type: 'name', wallet: walletWithoutInstructions }];
  const storeApp = { type: 'app.store', wallet: walletWithoutInstructions };
  const isRefused = [...isAsked, createDoneEvent('approval', 'rejected')];
  const refusal = { type: 'claim.refused', attempt: 'first', reason: 'rejected' };
  const isFound = [stored(installedWallet), found(installedWallet)];
  const isAway = [stored(scannedWallet), found(scannedWallet), locked!];
  const both = reported(
    createOpenConnector(otherInstalledWallet, accountOf()),
    createOpenConnector(installedWallet, accountOf()),
  );
  const approved = { type: 'claim.approved', attempt: 'first' };

  const connectedTo = (connection: object) => ({ type: 'wallet.connected', connection });
  const shownByPhone = connectedTo(expect.objectContaining({ ...accountOf() }));

  /** Events; the state after them; all calls to wagmi and storage; and the last emitted event. */
  type Row = [what: string, events: EventOrDelay[], state: unknown, told: object[], last?: object];

  test.each<Row>([
    ['is closed at once if a wallet opens without an attempt', [stored(null), opens()], 'idle', [close(fox)]],
    ['is not affected when another attempt is withdrawn', [...isAsked, withdraw('second')], asking, []],
    ['is asked for no more once its attempt is withdrawn', [...isAsked, withdraw('first')], unasked, []],
    ['is asked for during 10 minutes', [...isAsked, 599_999], asking, []],
    ['is asked for no more after 10 minutes', [...isAsked, 600_000], unasked, []],
    ['ignores that a replaced attempt leaves', [...isReplaced, leave, withdraw('first')], asking, []],
    ['tells an attempt why the wallet refused it', isRefused, unasked, [], refusal],
    ['is made by a late approval', [...isRefused, opens()], current, [store], approved],
    [
      'is not closed if the wallet opens without an account',
      [...isAsked, reported(createOpenConnector(installedWallet, null))],
      asking,
      [clear],
    ],
    ['ends when an attempt on a phone is left', [...isNamed, leave], 'idle', [storeApp]],
    ['ends when the visitor disconnects', [...isConnected, disconnect!], 'idle', [store, drop!, close(fox)], gone],
    ['ends when another tab deletes the record', [...isConnected, stored(null)], 'idle', [store, close(fox)], gone],
    ['ends when the wallet ends it', [...isConnected, reported()], 'idle', [store, drop!], gone],
    ['waits with a stored wallet while an attempt runs', [...isAsked, stored(otherInstalledWallet)], asking, []],
    ['is restored after an attempt', [...isAsked, stored(otherInstalledWallet), leave], restoring, []],
    ['is restored once another tab has stored one', [stored(null), stored(installedWallet)], restoring, []],
    ['is made once a stored wallet opens', [...isFound, opens()], current, [store], connectedTo(sampleConnection)],
    ['is not restored if the wallet is locked on the next visit', [...isFound, locked!], settled, []],
    ['is asked for when a locked wallet is picked', [...isFound, locked!, claim(fox)], asking, []],
    ['is asked for again when a dialog is requested', [...isAway, wake!], settled, [wake!]],
    ['is forgotten while the wallet is locked', [...isLocked, forget!], 'idle', [store, clear, drop!], gone],
    ['is forgotten, and ended at its server', [...isAway, forget!], 'idle', [drop!, close(phone)]],
    ['stays stored if a locked wallet is disconnected', [...isLocked, disconnect!], settled, [store, clear], gone],
    ['by phone cannot be claimed while it is shown', [...isRemembered, claim(phone)], settled, [], shownByPhone],
    [
      'by phone is restored when a dialog is requested',
      [...isRemembered, wake!],
      { stored: 'waking' },
      [wake!],
      shownByPhone,
    ],
    ['by phone ends if the phone ended it meanwhile', [...isRemembered, wake!, ended!], 'idle', [wake!, drop!], gone],
    ['by phone keeps its record if the phone is away', [...isRemembered, wake!, locked!], settled, [wake!], gone],
    ['by phone ends when the visitor disconnects', [...isRemembered, disconnect!], 'idle', [drop!, close(phone)], gone],
    [
      'by phone ends while it is restored',
      [...isRemembered, wake!, disconnect!],
      'idle',
      [wake!, drop!, close(phone)],
      gone,
    ],
    ['by phone ends when another tab clears it', [...isRemembered, stored(null)], 'idle', [], gone],
  ])('a connection %s', async (_, events, state, told, last) => {
    const life = await live(...events);
    expect([life.snapshot().value, life.told]).toEqual([state, told]);
    expect(life.emitted.at(-1)).toEqual(last);
  });

  test('a late approval of a replaced attempt closes its wallet, and not the current one', async () => {
    const { told, counted } = await live(...isReplaced, both);
    expect(counted()).toBe(installedWallet.id);
    expect(told.filter(({ type }) => type === 'connector.close')).toEqual([close(otherInstalledWallet)]);
  });

  test('an approved attempt is sent `claim.approved` once', async () => {
    const { emitted } = await live(...isConnected);
    expect(emitted).toEqual([
      { type: 'wallet.connected', connection: sampleConnection },
      { type: 'claim.approved', attempt: 'first' },
    ]);
  });

  test('on a phone, the connected wallet is the one whose link was opened', async () => {
    const { snapshot, told } = await live(
      stored(null),
      claim(scannedWallet),
      { type: 'name', wallet: walletWithoutInstructions },
      opens(scannedWallet),
    );
    expect(snapshot().context.connection?.wallet.id).toBe(walletWithoutInstructions.id);
    expect(told).toContainEqual({ type: 'app.store', wallet: walletWithoutInstructions });
  });

  test('the connection is stored with each change of account or network', async () => {
    const { told, emitted, snapshot, send } = await live(...isConnected);
    expect(snapshot().context.record).toEqual({ ...recordOf(installedWallet), name: 'Fox', account: accountOf() });
    await send(opens(installedWallet, accountOf(connectionElsewhere)));
    expect(told).toEqual([
      { type: 'record.store', connection: sampleConnection },
      { type: 'record.store', connection: connectionElsewhere },
    ]);
    const connected = emitted.filter(({ type }) => type === 'wallet.connected');
    expect(connected.map(({ connection }) => connection)).toEqual([sampleConnection, connectionElsewhere]);
  });

  test('the page connects the wallet that another tab has stored', async () => {
    const { told, snapshot, restored } = await live(...isConnected, stored(otherInstalledWallet));
    expect(told.at(-1)).toEqual({ type: 'connector.close', reach: connectorKeyOfWallet(installedWallet) });
    expect(told).not.toContainEqual({ type: 'record.clear' });
    expect(snapshot().value).toEqual({ stored: 'restoring' });
    expect(restored).toEqual([{ record: recordOf(otherInstalledWallet), wallet: null }]);
  });

  test('a restore goes on while the same wallet is stored, and restarts for another', async () => {
    const { restored, snapshot, send } = await live(
      stored(installedWallet),
      found(installedWallet),
      stored(installedWallet),
    );
    expect([restored.length, snapshot().context.wallet]).toEqual([1, installedWallet]);
    await send(stored(otherInstalledWallet));
    expect(restored.at(-1)).toEqual({ record: recordOf(otherInstalledWallet), wallet: null });
  });

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
    await send(opens());
    expect(emitted.at(-1)).toEqual({ type: 'wallet.connected', connection: sampleConnection });
  });

  test('a stored phone wallet is shown from storage, without a request', async () => {
    const { told, emitted, snapshot } = await live(...isRemembered);
    expect(snapshot().value).toEqual({ stored: 'settled' });
    expect([told, emitted]).toEqual([[], [{ type: 'wallet.connected', connection: snapshot().context.connection }]]);
    expect(snapshot().context.connection).toMatchObject({ ...accountOf(), wallet: { id: scannedWallet.id } });
  });

  test('a stored phone wallet connects with the account that the phone reports', async () => {
    const { emitted, snapshot } = await live(
      ...isRemembered,
      wake!,
      opens(scannedWallet, accountOf(connectionElsewhere)),
    );
    expect(snapshot().value).toEqual(current);
    const connection = { chainId: connectionElsewhere.chainId };
    expect(emitted.at(-1)).toMatchObject({ type: 'wallet.connected', connection });
  });
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
    await send(opens(installedWallet, accountOf(connectionElsewhere)));
    expect(all).toEqual(['wallet.connected', 'connection.refreshed']);
  });

  test.each([
    ['without a wallet', [stored(null)], []],
    ['while a wallet is asked', isAsked, []],
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
    await send(opens(scannedWallet));
    expect(rests.at(-1)).toMatchObject({
      type: 'connection.refreshed',
      connection: { wallet: { id: scannedWallet.id } },
    });
  });

  test.each([
    ['nothing while the record is read', [], []],
    ['nothing while the wallet has not answered', [stored(installedWallet), found(installedWallet)], []],
    ['that there is no connection, without a record', [stored(null)], ['restore.ended']],
    ['that there is no connection, while a wallet is asked', isAsked, ['restore.ended']],
    ['that there is no connection, while the wallet is locked', isLocked, ['restore.ended']],
    ['the connection', isConnected, ['wallet.connected']],
  ])('a machine that asks for the connection gets %s', async (_, events, told) => {
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
    ['never if the wallet opens', [stored(installedWallet), found(installedWallet), opens()], false],
  ])('the restore ends %s', async (_, events, ended) => {
    const { rests } = await live(...events);
    expect(rests.some(({ type }) => type === 'restore.ended')).toBe(ended);
  });
});
