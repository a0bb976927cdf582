import { expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import { connectionOf, hasSameConnector, type OpenConnector } from '#domain/connection';
import type { StoredConnection } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { connectionMachine } from '#machines/connection';
import { testLive } from '../engine/live';
import { type EventOrDelay, type PerformOptions, perform } from '../engine/perform';
import { createDoneEvent, describeEvent, serializeValue } from '../engine/words';
import {
  connectionSamples,
  connectorKeyOfWallet,
  createOpenConnector,
  otherInstalledWallet as owl,
  createStoredConnection as recordOf,
  sampleAccount,
} from '../samples/connection';
import { unsupportedNetworkConnection } from '../samples/connections';
import { walletWithoutInstructions as bay, installedWallet as fox, scannedWallet as phone } from '../samples/wallets';
import { recordMessages } from './scenarios';

const polygon = { ...sampleAccount, chainId: unsupportedNetworkConnection.chainId };
const reported = (...open: OpenConnector[]) => ({ type: 'wagmi.changed', open });
const claim = (wallet: Wallet, attempt = 'first') => ({ type: 'claim', wallet, attempt });
const stored = (wallet: Wallet | null) => ({ type: 'record.changed', record: wallet && recordOf(wallet) });
const opens = (wallet = fox, at: OpenConnector['account'] = sampleAccount) => reported(createOpenConnector(wallet, at));
const found = (wallet: Wallet) => ({ type: 'wallet.found', wallet });

/** Short names for wallets and connections, by their JSON. The expected messages contain these names. */
const names = new Map(
  Object.entries({ fox, owl, bay, phone }).flatMap(([name, wallet]) => [
    [serializeValue(wallet), name],
    [serializeValue(connectorKeyOfWallet(wallet)), name],
    [serializeValue(connectionOf(wallet, sampleAccount)), name],
    [serializeValue(connectionOf(wallet, polygon)), `${name} on Polygon`],
  ]),
);

/** Starts the machine. `told` are its calls to wagmi and storage, and its emitted events except those in `rests`. */
function start(options?: PerformOptions<typeof connectionMachine>) {
  const { line, told } = recordMessages();
  const recordInputs = <Input>(inputs: Input[]) =>
    fromCallback<AnyEventObject, Input>(({ input, receive }) => {
      inputs.push(input);
      receive((event) => told.push(event));
    });
  const restored: { record: StoredConnection; wallet: Wallet | null }[] = [];
  const rechecked: { wallet: Wallet }[] = [];
  const performed = perform(connectionMachine, {
    ...options,
    actors: {
      watchWagmi: line,
      watchRecord: line,
      recheck: recordInputs(rechecked),
      restore: recordInputs(restored),
    },
  });
  /** Emitted events which say that a restore or a refresh has ended. */
  const rests: AnyEventObject[] = [];
  performed.actor.on('*', (event) => (/^(re|connection)/.test(event.type) ? rests : told).push(event));
  return { ...performed, told, restored, rechecked, rests };
}

const isAnswer = ({ type }: AnyEventObject) => type === 'connection.refreshed';

testLive(
  connectionMachine,
  connectionSamples,
  ({ told, restored, rechecked, rests, given }) => ({
    '*': ({ context: { open, wallet } }) => {
      // The machine closes each connector but that of the chosen wallet. A wallet that loses its account is not chosen.
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
      expect(told.findLast(({ type }) => type.startsWith('wallet.'))).toEqual({
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

const isAsked = [stored(null), claim(fox)];
const isRefused = [...isAsked, createDoneEvent('approval', 'rejected')];
const isReplaced = [stored(null), claim(owl), claim(fox, 'second')];
const isNamed = [stored(null), claim(phone), { type: 'name', wallet: bay }];
const isConnected = [...isAsked, opens()];
const isLocked = [...isConnected, opens(fox, null), reported()];
const isFound = [stored(fox), found(fox)];
const isAway = [stored(phone), found(phone), 'wallet.locked'];
const isRemembered = [
  { type: 'record.changed', record: { ...recordOf(phone), account: sampleAccount } },
  found(phone),
  'wallet.remembered',
];
const isWoken = [...isRemembered, 'wake'];
const leaves = { type: 'leave', attempt: 'first' };
const withdraws = (attempt: string) => ({ type: 'withdraw', attempt });

const current = { connected: 'current' };
const [asking, unasked] = [{ claimed: 'asking' }, { claimed: 'unasked' }];
const [settled, restoring, waking] = [{ stored: 'settled' }, { stored: 'restoring' }, { stored: 'waking' }];

/** Title, events, state, and the calls and emitted events since the last event. `rests` are those of ended waits. */
type ConnectionScenario = [what: string, events: EventOrDelay[], state: unknown, told: string, rests?: string];

test.each<ConnectionScenario>([
  ['is closed at once if a wallet opens without an attempt', [stored(null), opens()], 'idle', 'close fox'],
  ['is not affected when another attempt is withdrawn', [...isAsked, withdraws('second')], asking, ''],
  ['is no longer requested once its attempt is withdrawn', [...isAsked, withdraws('first')], unasked, ''],
  ['is requested for 10 minutes', [...isAsked, 599_999], asking, ''],
  ['is no longer requested after 10 minutes', [...isAsked, 600_000], unasked, ''],
  ['is not affected when a replaced attempt leaves', [...isReplaced, leaves], asking, ''],
  ['is not affected when a replaced attempt is withdrawn', [...isReplaced, withdraws('first')], asking, ''],
  ['reports to an attempt why the wallet refused', isRefused, unasked, 'refused first rejected'],
  ['is approved once', isConnected, current, 'store fox, connected fox, approved first'],
  [
    'is made by an approval that comes late',
    [...isRefused, opens()],
    current,
    'store fox, connected fox, approved first',
  ],
  ['stays if the wallet opens without an account', [...isAsked, opens(fox, null)], asking, 'clear fox'],
  [
    'of a replaced attempt is closed if it is approved late',
    [...isReplaced, reported(createOpenConnector(owl, sampleAccount), createOpenConnector(fox, sampleAccount))],
    current,
    'close owl, store fox, connected fox, approved second',
  ],
  ['by phone stores the wallet whose link was opened', isNamed, asking, 'app.store bay'],
  [
    'by phone is made with the wallet whose link was opened',
    [...isNamed, opens(phone)],
    current,
    'store bay, connected bay, approved first',
  ],
  ['ends when an attempt on a phone is left', [...isNamed, leaves], 'idle', ''],
  [
    'is stored with each change',
    [...isConnected, opens(fox, polygon)],
    current,
    'store fox on Polygon, connected fox on Polygon',
  ],
  ['ends when the visitor disconnects', [...isConnected, 'disconnect'], 'idle', 'clear, disconnected, close fox'],
  ['ends when another tab deletes the record', [...isConnected, stored(null)], 'idle', 'disconnected, close fox'],
  ['ends when the wallet ends it', [...isConnected, reported()], 'idle', 'clear, disconnected'],
  ['is replaced by the one of another tab', [...isConnected, stored(owl)], restoring, 'disconnected, close fox'],
  ['waits with a stored wallet while an attempt runs', [...isAsked, stored(owl)], asking, ''],
  ['is restored after an attempt', [...isAsked, stored(owl), leaves], restoring, ''],
  ['is restored once another tab has stored one', [stored(null), stored(fox)], restoring, ''],
  ['is requested when a locked wallet is picked', [...isFound, 'wallet.locked', claim(fox)], asking, ''],
  ['is requested again when a dialog is requested', [...isAway, 'wake'], settled, 'wake'],
  ['keeps its record when the wallet is locked', isLocked.slice(0, -1), settled, 'clear fox, disconnected'],
  ['is made again once the wallet is unlocked', [...isLocked, opens()], current, 'store fox, connected fox'],
  ['is forgotten while the wallet is locked', [...isLocked, 'forget'], 'idle', 'clear'],
  ['is forgotten, and ended at its server', [...isAway, 'forget'], 'idle', 'clear, close phone'],
  ['stays stored if a locked wallet is disconnected', [...isLocked, 'disconnect'], settled, ''],
  ['by phone is shown from storage, without a request', isRemembered, settled, 'connected phone'],
  ['by phone cannot be claimed while it is shown', [...isRemembered, claim(phone)], settled, ''],
  ['by phone is restored when a dialog is requested', isWoken, waking, 'wake'],
  [
    'by phone is made with the account that the phone reports',
    [...isWoken, opens(phone, polygon)],
    current,
    'store phone on Polygon, connected phone on Polygon',
  ],
  [
    'by phone ends if the phone ended it while the page was away',
    [...isWoken, 'wallet.gone'],
    'idle',
    'clear, disconnected',
  ],
  ['by phone keeps its record if the phone does not answer', [...isWoken, 'wallet.locked'], settled, 'disconnected'],
  [
    'by phone ends when the visitor disconnects',
    [...isRemembered, 'disconnect'],
    'idle',
    'clear, close phone, disconnected',
  ],
  ['by phone ends while it is restored', [...isWoken, 'disconnect'], 'idle', 'clear, close phone, disconnected'],
  ['by phone ends when another tab clears it', [...isRemembered, stored(null)], 'idle', 'disconnected'],
  ['is refreshed by its wallet', [...isConnected, 'refresh'], { connected: 'refreshing' }, 'check', ''],
  ['is refreshed once at a time', [...isConnected, 'refresh', 'refresh'], { connected: 'refreshing' }, '', ''],
  ['is refreshed once the wallet answers', [...isConnected, 'refresh', 'wallet.checked'], current, '', 'refreshed fox'],
  [
    'is refreshed after another account is announced',
    [...isConnected, 'refresh', opens(fox, polygon)],
    current,
    'store fox on Polygon, connected fox on Polygon',
    'refreshed fox on Polygon',
  ],
  ['is refreshed at once without a wallet', [stored(null), 'refresh'], 'idle', '', 'ended, refreshed null'],
  ['is refreshed at once while a wallet is asked', [...isAsked, 'refresh'], asking, '', 'ended, refreshed null'],
  ['is refreshed at once while locked', [...isLocked, 'refresh'], settled, 'wake', 'ended, refreshed null'],
  ['by phone is refreshed by waking the phone', [...isRemembered, 'refresh'], waking, 'wake', ''],
  [
    'by phone is refreshed once the phone is connected',
    [...isRemembered, 'refresh', opens(phone)],
    current,
    'store phone, connected phone',
    'refreshed phone',
  ],
  ['is not reported while the record is read', ['report'], 'reading', '', ''],
  ['is not reported while the wallet has not answered', [...isFound, 'report'], restoring, '', ''],
  ['is reported as missing without a record', [stored(null), 'report'], 'idle', '', 'ended'],
  ['is reported as missing while a wallet is asked', [...isAsked, 'report'], asking, '', 'ended'],
  ['is reported as missing while the wallet is locked', [...isLocked, 'report'], settled, '', 'ended'],
  ['is reported', [...isConnected, 'report'], current, 'connected fox', ''],
  ['is not awaited without a record', [stored(null)], 'idle', '', 'ended, refreshed null'],
  ['is awaited while the wallet has not answered', isFound, restoring, '', ''],
  ['is awaited until the wallet is locked', [...isFound, 'wallet.locked'], settled, '', 'ended, refreshed null'],
  ['is awaited until another is claimed', [stored(fox), claim(phone)], asking, '', 'ended, refreshed null'],
  ['is awaited until it is made', [...isFound, opens()], current, 'store fox, connected fox', 'refreshed fox'],
])('events start, change or end a connection with a wallet: it %s', async (_, events, state, calls, rested) => {
  const { play, rests, snapshot, told } = start();
  for (const event of events) {
    told.length = rests.length = 0;
    await play([event]);
  }
  const nameOf = (value: unknown) => names.get(serializeValue(value)) ?? String(value);
  const describeAll = (messages: AnyEventObject[]) =>
    messages
      .map((message) =>
        describeEvent(message, nameOf).replace(/^(connector|record|wallet|claim|restore|connection)\./, ''),
      )
      .join(', ');
  expect([snapshot().value, describeAll(told)]).toEqual([state, calls]);
  if (rested !== undefined) expect(describeAll(rests)).toBe(rested);
});

test('a restore starts again only if another wallet is stored', async () => {
  const { play, restored } = start();
  await play([stored(fox), found(fox), stored(fox)]);
  expect(restored).toEqual([{ record: recordOf(fox), wallet: null }]);
  await play([stored(owl)]);
  expect(restored.slice(1)).toEqual([{ record: recordOf(owl), wallet: null }]);
});

test('a locked wallet is restored with its stored account', async () => {
  const { play, restored } = start();
  await play(isLocked);
  expect(restored).toEqual([{ record: { ...recordOf(fox), name: 'Fox', account: sampleAccount }, wallet: fox }]);
});
