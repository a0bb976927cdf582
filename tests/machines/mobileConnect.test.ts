import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import { mobileConnectMachine } from '#machines/mobileConnect';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { doneEvent } from '../engine/words';
import { mobileConnectWorld } from '../samples/mobileConnect';
import {
  installedWallet,
  missingWallet,
  mobileOnly,
  phoneWallets,
  scannedWallet,
  unsupportedWallet,
  wallets,
} from '../samples/wallets';
import { recordMessages } from '../support/lines';

const open = ({ id }: { id: string }) => ({ type: 'open', id });
const pick = ({ id }: { id: string }) => ({ type: 'pick', id });
const finding = { type: 'wallets.found', wallets: phoneWallets };

/** Starts the wallet dialog for phones at its list. */
const asked = (...events: AnyEventObject[]) => start(undefined, finding, ...events);

/** Starts the wallet dialog for phones when the account was requested, with the stored wallet `remembered`. */
const resumed = ({ id }: { id: string }, ...events: AnyEventObject[]) =>
  start({ resumes: true }, { ...finding, remembered: id }, ...events);

/**
 * Starts the wallet dialog for phones. `begun` lists the wallets of all attempts, and `heard` the events of the last
 * one.
 */
async function start(input: { resumes: boolean } | undefined, ...events: AnyEventObject[]) {
  const attempts: string[] = [];
  const heard: string[] = [];
  const attempt = fromCallback<AnyEventObject, { wallet: { id: string } }>(({ input, receive }) => {
    attempts.push(input.wallet.id);
    heard.length = 0;
    receive(({ type }) => heard.push(type));
  });
  const { line: connectionLine, told } = recordMessages();
  const { send, snapshot, ...rest } = perform(mobileConnectMachine, { actors: { attempt, connectionLine }, input });
  for (const event of events) await send(event);
  return { ...rest, send, snapshot, begun: attempts, heard, told };
}

const at = (value: unknown) => ({ attempting: value });

testLive(mobileConnectMachine, mobileConnectWorld, ({ given }) => ({
  loading: ({ children }) => expect(children.attempt).toBeUndefined(),
  attempting: ({ context: { requested } }) =>
    expect(given('attempt')).toEqual({ wallet: requested === installedWallet.id ? installedWallet : scannedWallet }),
  'attempting.none': ({ context }) => expect(context).toMatchObject({ chosen: null, requested: null }),
  'attempting.none.row': ({ context }) => expect(context.query).toBe(''),
  'attempting.get': ({ context }) => expect(context).toMatchObject({ chosen: null, requested: null }),
  'attempting.connect': ({ context }) => {
    expect(context).toMatchObject({ chosen: scannedWallet.id, requested: null });
  },
  'attempting.downloadOptions': ({ context }) =>
    expect(context).toMatchObject({ chosen: missingWallet.id, requested: null }),
  'attempting.preparing': ({ context }) => expect(context).toMatchObject({ chosen: scannedWallet.id, requested: null }),
  'attempting.waiting': ({ context: { chosen } }) => expect(chosen).not.toBeNull(),
  done: ({ status }) => expect(status).toBe('done'),
}));

describe('rules of the mobileConnect machine', () => {
  test('the attempt and its link exist before the visitor taps a wallet', async () => {
    const { begun, heard, snapshot } = await asked();
    expect(snapshot().value).toEqual(at({ none: 'row' }));
    expect([begun, heard]).toEqual([[scannedWallet.id], []]);
  });

  test('a tap on a wallet opens the link of the running attempt', async () => {
    const { send, begun, heard, told, snapshot } = await asked();
    await send(open(mobileOnly));
    expect(snapshot().value).toEqual(at({ connect: 'leaving' }));
    expect([begun, heard]).toEqual([[scannedWallet.id], ['link.followed']]);
    expect(told).toEqual([{ type: 'name', wallet: mobileOnly }]);
  });

  test('a tap before the link is ready shows the wallet, and keeps the attempt', async () => {
    const { send, begun, heard, snapshot } = await asked(pick(scannedWallet));
    expect(snapshot()).toMatchObject({ value: at('preparing'), context: { chosen: scannedWallet.id } });
    await send({ type: 'back' });
    expect(snapshot()).toMatchObject({ value: at({ none: 'row' }), context: { chosen: null } });
    await send(pick(scannedWallet));
    await send(open(mobileOnly));
    expect(snapshot().value).toEqual(at('preparing'));
    expect([begun, heard]).toEqual([[scannedWallet.id], []]);
    await send(open(scannedWallet));
    expect(snapshot().value).toEqual(at({ connect: 'leaving' }));
    expect([begun, heard]).toEqual([[scannedWallet.id], ['link.followed']]);
  });

  test('a missing wallet leads to its download, or to an attempt if it has none', async () => {
    const { send, begun, snapshot } = await asked(pick(missingWallet));
    expect(snapshot()).toMatchObject({ value: at('downloadOptions'), context: { chosen: missingWallet.id } });
    await send({ type: 'back' });
    expect(snapshot()).toMatchObject({ value: at({ none: 'row' }), context: { chosen: null } });
    expect(begun).toEqual([scannedWallet.id]);
    await send(pick(unsupportedWallet));
    expect(snapshot().value).toEqual(at('waiting'));
    expect(begun).toEqual([scannedWallet.id, unsupportedWallet.id]);
  });

  test('an app that does not open within 2.5 s counts as possibly not installed', async () => {
    const { clock, snapshot } = await asked(open(scannedWallet));
    clock.increment(2_499);
    expect(snapshot().value).toEqual(at({ connect: 'leaving' }));
    clock.increment(1);
    expect(snapshot().value).toEqual(at({ connect: 'stuck' }));
  });

  test('no time limit runs while an app covers the page', async () => {
    const { send, clock, snapshot } = await asked(open(scannedWallet), { type: 'page.hidden' });
    clock.increment(60_000);
    expect(snapshot().value).toEqual(at('waiting'));
    await send(open(scannedWallet));
    expect(snapshot().value).toEqual(at({ connect: 'leaving' }));
  });

  test('an app that opens after the hint clears the hint', async () => {
    const { send, clock, snapshot } = await asked(open(scannedWallet));
    clock.increment(2_500);
    await send({ type: 'page.hidden' });
    expect(snapshot().value).toEqual(at('waiting'));
  });

  test('Retry opens the link again, and waits 2.5 s for the app', async () => {
    const { send, clock, begun, heard, snapshot } = await asked(open(scannedWallet));
    clock.increment(2_500);
    await send(open(scannedWallet));
    expect(snapshot().value).toEqual(at({ connect: 'leaving' }));
    clock.increment(2_499);
    expect(snapshot().value).toEqual(at({ connect: 'leaving' }));
    expect([begun, heard]).toEqual([[scannedWallet.id], ['link.followed', 'link.followed']]);
  });

  test.each([
    ['right after', []],
    ['when it is stuck', [{ type: 'page.hidden' }]],
  ])('going back from a wallet starts another attempt: %s', async (_, events) => {
    const { send, begun, heard, snapshot } = await asked(open(mobileOnly), ...events);
    await send({ type: 'back' });
    expect(snapshot()).toMatchObject({ value: at({ none: 'row' }), context: { chosen: null, requested: null } });
    expect([begun, heard]).toEqual([[scannedWallet.id, scannedWallet.id], []]);
  });

  test('a wallet without a link is asked by an attempt of its own', async () => {
    const { send, begun, heard, snapshot } = await asked(pick(installedWallet));
    expect(snapshot()).toMatchObject({ value: at('waiting'), context: { chosen: installedWallet.id } });
    expect([begun, heard]).toEqual([[scannedWallet.id, installedWallet.id], []]);
    expect(snapshot().can(open(installedWallet) as never)).toBe(false);
    await send({ type: 'back' });
    expect([begun, snapshot().value]).toEqual([
      [scannedWallet.id, installedWallet.id, scannedWallet.id],
      at({ none: 'row' }),
    ]);
    await send(open(scannedWallet));
    expect([begun.length, heard]).toEqual([3, ['link.followed']]);
  });

  test("announced wallets and the browser's Back are watched in every state", async () => {
    const { send, actor } = await asked();
    const { awaitBack, watchWallets } = actor.getSnapshot().children;
    for (const event of [
      pick(installedWallet),
      { type: 'back' },
      open(scannedWallet),
      open(scannedWallet),
      { type: 'back' },
    ])
      await send(event);
    const now = actor.getSnapshot().children;
    expect([now.awaitBack === awaitBack, now.watchWallets === watchWallets]).toEqual([true, true]);
  });

  test('the grid of all wallets appears if there are many; closing it clears the search', async () => {
    const { send, begun, snapshot } = await asked();
    expect(snapshot().can({ type: 'expand' })).toBe(false);
    await send({ type: 'wallets.found', wallets: [...phoneWallets, { ...installedWallet, id: 'owl' }] });
    await send({ type: 'expand' });
    await send({ type: 'search', text: 'arc' });
    expect(snapshot()).toMatchObject({ value: at({ none: 'all' }), context: { query: 'arc' } });
    await send({ type: 'back' });
    expect(snapshot()).toMatchObject({ value: at({ none: 'row' }), context: { query: '' } });
    expect(begun.length).toBe(1);
  });

  test('looking at downloadable wallets keeps the running attempt', async () => {
    const { send, begun, snapshot } = await asked({ type: 'browse' });
    expect(snapshot().value).toEqual(at('get'));
    await send({ type: 'back' });
    expect([begun.length, snapshot().value]).toEqual([1, at({ none: 'row' })]);
  });

  test('a connected wallet ends the sheet', async () => {
    const { send, snapshot } = perform(mobileConnectMachine);
    for (const event of [finding, doneEvent('attempt')]) await send(event);
    expect(snapshot()).toMatchObject({ value: 'done', status: 'done' });
  });

  test('a wallet that announces itself late is listed, and changes nothing else', async () => {
    const { send, begun, snapshot } = await asked(open(scannedWallet));
    const more = [...wallets, { ...installedWallet, id: 'late' }];
    await send({ type: 'wallets.found', wallets: more });
    expect(snapshot()).toMatchObject({ value: at({ connect: 'leaving' }), context: { wallets: more } });
    expect(begun.length).toBe(1);
  });
});

describe('the wallet of the last visit', () => {
  test.each([
    ['with a link at that', scannedWallet, 'preparing', scannedWallet],
    ['that is missing at its download', missingWallet, 'downloadOptions', scannedWallet],
    ['of this browser at its attempt', installedWallet, 'waiting', installedWallet],
  ])('a visitor who requests their account sees a wallet %s', async (_, wallet, step, attempted) => {
    const { snapshot, begun } = await resumed(wallet);
    expect(snapshot()).toMatchObject({ value: at(step), context: { chosen: wallet.id } });
    expect(begun).toEqual([attempted.id]);
  });

  test.each([scannedWallet, missingWallet, installedWallet])(
    'after forgetting the stored wallet, the visitor sees the wallet list: $id',
    async (wallet) => {
      const { snapshot, begun, told } = await resumed(wallet, { type: 'forget' });
      expect(snapshot()).toMatchObject({
        value: at({ none: 'row' }),
        context: { remembered: null, chosen: null, requested: null },
      });
      expect([begun.at(-1), told.at(-1)]).toEqual([scannedWallet.id, { type: 'forget' }]);
    },
  );

  test('only the stored wallet can be forgotten', async () => {
    const { send, snapshot, told } = await asked(pick(installedWallet), { type: 'forget' });
    expect([snapshot().value, told]).toEqual([at('waiting'), []]);
    await send({ type: 'close' });
    const other = await resumed(scannedWallet, { type: 'back' }, pick(installedWallet), { type: 'forget' });
    expect([other.snapshot().value, other.told]).toEqual([at('waiting'), []]);
  });
});
