import { afterAll, describe, expect, test } from 'vitest';
import { walletMachine } from '#machines/wallet';
import { walksOf } from '../model';
import { coverageOf, perform } from '../perform';
import { done, failed } from '../words';
import { connection, walletWorld } from '../worlds';

const connected = { type: 'wallet.connected', connection };
const disconnected = { type: 'wallet.disconnected' };
const ask = { type: 'ask', phone: false };
const askOnPhone = { type: 'ask', phone: true };
const DIALOGS = ['connect', 'mobileConnect', 'account'] as const;

/** A visitor, after `events`, whose page was opened with `asked`. */
async function visitor(events: { type: string }[] = [], asked: { phone: boolean } | null = null) {
  const { send, snapshot, ...rest } = perform(walletMachine, { input: { asked } });
  for (const event of events) await send(event);
  const open = () => DIALOGS.filter((dialog) => snapshot().children[dialog]);
  return { ...rest, send, snapshot, open };
}

describe('wallet', () => {
  const coverage = coverageOf(walletMachine);
  afterAll(() => console.info(String(coverage)));

  for (const { title, input, follow } of walksOf(walletMachine, walletWorld))
    test(title, async () => {
      const { stop, given, ...life } = perform(walletMachine, { input, inspect: coverage.inspect });
      await follow({
        ...life,
        states: {
          '*': ({ children }) => expect(DIALOGS.filter((dialog) => children[dialog]).length).toBeLessThan(2),
          reconnecting: ({ children }) => expect(children.restoreConnection).toBeDefined(),
          disconnected: ({ context }) => expect(context.connection).toBeNull(),
          connected: ({ context }) => expect(context.connection).toEqual(connection),
          leaving: ({ children }) => expect(children.disconnect).toBeDefined(),
        },
      });
      stop();
    });

  test('takes every transition', () => expect(coverage.missing()).toEqual([]));
});

describe('wallet, as was decided', () => {
  test('Reconnecting longer than 5 s counts as disconnected', async () => {
    const { clock, snapshot } = await visitor();
    clock.increment(4_999);
    expect(snapshot().value).toEqual({ reconnecting: 'quiet' });
    clock.increment(1);
    expect(snapshot().value).toEqual({ disconnected: 'quiet' });
  });

  test('Visitors who come back reconnect without a dialog opening', async () => {
    const { snapshot, open } = await visitor([connected]);
    expect([snapshot().value, open()]).toEqual([{ connected: 'quiet' }, []]);
  });

  const nothing = done('restoreConnection');
  test.each([
    [ask, connected, 'account'],
    [askOnPhone, connected, 'account'],
    [ask, disconnected, 'connect'],
    [ask, nothing, 'connect'],
    [ask, failed('restoreConnection', new Error('gone')), 'connect'],
    [askOnPhone, nothing, 'mobileConnect'],
  ])(
    'who asks while reconnecting gets the dialog that fits the outcome: %o, %o, %s',
    async (asking, outcome, dialog) => {
      const later = await visitor([asking]);
      expect([later.snapshot().value, later.open()]).toEqual([{ reconnecting: 'waiting' }, []]);
      await later.send(outcome);
      expect(later.open()).toEqual([dialog]);
      const before = await visitor([outcome], { phone: asking.phone });
      expect(before.open()).toEqual([dialog]);
    },
  );

  test('the limit of 5 s holds for who asked meanwhile', async () => {
    const { clock, send, open } = await visitor();
    clock.increment(3_000);
    await send(ask);
    clock.increment(2_000);
    expect(open()).toEqual(['connect']);
  });

  test('who asked while reconnecting and closed gets no dialog', async () => {
    const { send, open } = await visitor([ask, { type: 'close' }, nothing]);
    expect(open()).toEqual([]);
    await send(connected);
    expect(open()).toEqual([]);
  });

  test.each([
    [[nothing, ask], 'connect'],
    [[nothing, askOnPhone], 'mobileConnect'],
  ])('connecting closes whatever is open: %o, %s', async (events, dialog) => {
    const { send, open, snapshot } = await visitor(events);
    expect(open()).toEqual([dialog]);
    await send(connected);
    expect([snapshot().value, open()]).toEqual([{ connected: 'quiet' }, []]);
    expect(snapshot().context.connection).toEqual(connection);
  });

  test('disconnecting closes whatever is open', async () => {
    const { send, open, snapshot } = await visitor([connected, ask]);
    expect(open()).toEqual(['account']);
    await send(disconnected);
    expect([snapshot().value, open()]).toEqual([{ disconnected: 'quiet' }, []]);
    expect(snapshot().context.connection).toBeNull();
  });

  test('another account is shown in the dialog that is open', async () => {
    const { send, open, actor, snapshot } = await visitor([connected, ask]);
    const { account } = actor.getSnapshot().children;
    const other = { ...connection, address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' };
    await send({ ...connected, connection: other } as typeof connected);
    expect(snapshot().context.connection).toEqual(other);
    expect(open()).toEqual(['account']);
    expect(actor.getSnapshot().children.account).toBe(account);
  });

  test.each([
    [[nothing, ask], done('connect')],
    [[nothing, askOnPhone], done('mobileConnect')],
    [[connected, ask], done('account', { leave: false })],
  ])('asking while a dialog is open changes nothing, nor after it closes: %o', async (events, closed) => {
    const { send, open, snapshot } = await visitor(events);
    const [dialog] = open();
    const before = snapshot().children[dialog!];
    for (const again of [ask, askOnPhone]) await send(again);
    expect(open()).toEqual([dialog]);
    expect(snapshot().children[dialog!]).toBe(before);
    await send(closed);
    expect(open()).toEqual([]);
    expect(snapshot().context.asked).toBeNull();
  });

  test('a dialog that was closed can be asked for again', async () => {
    const { send, open } = await visitor([nothing, ask, done('connect')]);
    expect(open()).toEqual([]);
    await send(askOnPhone);
    expect(open()).toEqual(['mobileConnect']);
  });

  const leave = [connected, ask, done('account', { leave: true })];

  test.each([
    ['it answers', done('disconnect')],
    ['it fails', failed('disconnect', new Error('no'))],
    ['it is heard of', disconnected],
  ])('whatever the wallet makes of leaving, the visitor is disconnected: %s', async (_, outcome) => {
    const { send, snapshot } = await visitor(leave);
    expect(snapshot().value).toBe('leaving');
    await send(outcome);
    expect(snapshot()).toMatchObject({ value: { disconnected: 'quiet' }, context: { connection: null } });
  });

  test('nobody waits longer than 5 s to leave', async () => {
    const { clock, snapshot } = await visitor(leave);
    clock.increment(4_999);
    expect(snapshot().value).toBe('leaving');
    clock.increment(1);
    expect(snapshot().value).toEqual({ disconnected: 'quiet' });
  });

  test('a wallet that still speaks of its account is left all the same', async () => {
    const { send, snapshot } = await visitor([...leave, connected]);
    expect(snapshot().value).toBe('leaving');
    await send(done('disconnect'));
    expect(snapshot().value).toEqual({ disconnected: 'quiet' });
  });

  test('who asks while leaving may connect at once', async () => {
    const { open, snapshot } = await visitor([...leave, ask]);
    expect(open()).toEqual(['connect']);
    expect(snapshot().context.connection).toBeNull();
  });

  test.each([
    ['asked while leaving', [...leave, ask]],
    ['asked after leaving', [...leave, done('disconnect'), ask]],
  ])('a dialog does not close because the last wallet says goodbye: %s', async (_, events) => {
    const { send, open } = await visitor(events);
    await send(disconnected);
    expect(open()).toEqual(['connect']);
  });
});
