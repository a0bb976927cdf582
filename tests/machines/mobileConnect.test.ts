import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import { mobileConnectMachine } from '#machines/mobileConnect';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent } from '../engine/words';
import { mobileConnectWorld } from '../samples/mobileConnect';
import {
  installedWallet,
  missingWallet,
  mobileOnlyWallet,
  samplePhoneWallets,
  scannedWallet,
  unsupportedWallet,
} from '../samples/wallets';
import { recordMessages } from '../support/lines';

const open = ({ id }: { id: string }) => ({ type: 'open', id });
const pick = ({ id }: { id: string }) => ({ type: 'pick', id });
const finding = { type: 'wallets.found', wallets: samplePhoneWallets };

/** Starts the wallet dialog for phones. `begun` are the wallets of all attempts, `heard` the events of the last one. */
async function performed(events: EventOrDelay[], input?: { resumes: boolean }) {
  const begun: string[] = [];
  const heard: string[] = [];
  const attempt = fromCallback<AnyEventObject, { wallet: { id: string } }>(({ input, receive }) => {
    begun.push(input.wallet.id);
    heard.length = 0;
    receive(({ type }) => heard.push(type));
  });
  const { line: connectionLine, told } = recordMessages();
  const life = perform(mobileConnectMachine, { actors: { attempt, connectionLine }, input });
  await life.play(events);
  return { ...life, begun, heard, told };
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
  const [arc, fox, fern] = [scannedWallet.id, installedWallet.id, unsupportedWallet.id];
  const [row, all] = [at({ none: 'row' }), at({ none: 'all' })];
  const [leaving, stuck] = [at({ connect: 'leaving' }), at({ connect: 'stuck' })];
  const [back, browse, expand, close] = ['back', 'browse', 'expand', 'close'].map((type) => ({ type }));
  const hidden = { type: 'page.hidden' };
  const more = { type: 'wallets.found', wallets: [...samplePhoneWallets, { ...installedWallet, id: 'owl' }] };
  const unchosen = { chosen: null, requested: null };
  const [once, twice] = ['link.followed', 'link.followed link.followed'];

  type Row = [what: string, events: EventOrDelay[], state: unknown, begun: string[], heard?: string, context?: object];
  test.each<Row>([
    ['has an attempt before the visitor taps a wallet', [], row, [arc]],
    ['opens the link of the running attempt', [open(mobileOnlyWallet)], leaving, [arc], once],
    ['shows a wallet whose link is not ready', [pick(scannedWallet)], at('preparing'), [arc], '', { chosen: arc }],
    ['goes back from it', [pick(scannedWallet), back!], row, [arc], '', unchosen],
    ['ignores the link of another wallet there', [pick(scannedWallet), open(mobileOnlyWallet)], at('preparing'), [arc]],
    ['opens the link once it is ready', [pick(scannedWallet), open(scannedWallet)], leaving, [arc], once],
    ['leads to the download of a missing wallet', [pick(missingWallet)], at('downloadOptions'), [arc]],
    ['goes back from the download', [pick(missingWallet), back!], row, [arc], '', unchosen],
    ['asks a missing wallet without a download', [pick(unsupportedWallet)], at('waiting'), [arc, fern]],
    ['waits 2.5 s for the app', [open(scannedWallet), 2_499], leaving, [arc], once],
    ['tells after 2.5 s that the app may be missing', [open(scannedWallet), 2_500], stuck, [arc], once],
    [
      'has no time limit while an app covers the page',
      [open(scannedWallet), hidden, 60_000],
      at('waiting'),
      [arc],
      once,
    ],
    ['opens the link again after that', [open(scannedWallet), hidden, open(scannedWallet)], leaving, [arc], twice],
    ['clears the hint if the app opens late', [open(scannedWallet), 2_500, hidden], at('waiting'), [arc], once],
    ['opens the link again on Retry', [open(scannedWallet), 2_500, open(scannedWallet), 2_499], leaving, [arc], twice],
    ['starts another attempt after going back', [open(mobileOnlyWallet), back!], row, [arc, arc], '', unchosen],
    [
      'starts another attempt after an app was open',
      [open(mobileOnlyWallet), hidden, back!],
      row,
      [arc, arc],
      '',
      unchosen,
    ],
    ['asks a wallet without a link by its own attempt', [pick(installedWallet)], at('waiting'), [arc, fox]],
    ['goes back from such a wallet', [pick(installedWallet), back!], row, [arc, fox, arc]],
    ['opens a link after that', [pick(installedWallet), back!, open(scannedWallet)], leaving, [arc, fox, arc], once],
    ['shows a row of a few wallets only', [expand!], row, [arc]],
    [
      'shows all wallets if there are many',
      [more, expand!, { type: 'search', text: 'a' }],
      all,
      [arc],
      '',
      { query: 'a' },
    ],
    [
      'clears the search when it goes back',
      [more, expand!, { type: 'search', text: 'a' }, back!],
      row,
      [arc],
      '',
      { query: '' },
    ],
    ['lists downloads', [browse!], at('get'), [arc]],
    ['keeps its attempt when it goes back from them', [browse!, back!], row, [arc]],
    [
      'lists a wallet that announces itself late',
      [open(scannedWallet), more],
      leaving,
      [arc],
      once,
      { wallets: more.wallets },
    ],
    ['can be closed', [close!], 'done', [arc]],
  ])('the connect sheet %s', async (_, events, state, attempts, messages = '', context = {}) => {
    const { begun, heard, snapshot } = await performed([finding, ...events]);
    expect(snapshot()).toMatchObject({ value: state, context });
    expect([begun, heard.join(' ')]).toEqual([attempts, messages]);
  });

  test('a link that the visitor follows names its wallet to the connection', async () => {
    const { told } = await performed([finding, open(mobileOnlyWallet)]);
    expect(told).toEqual([{ type: 'name', wallet: mobileOnlyWallet }]);
    const { snapshot } = await performed([finding, pick(installedWallet)]);
    expect(snapshot().can(open(installedWallet) as never)).toBe(false);
  });

  test('a connected wallet ends the connect sheet', async () => {
    const { play, snapshot } = perform(mobileConnectMachine);
    await play([finding, createDoneEvent('attempt')]);
    expect(snapshot()).toMatchObject({ value: 'done', status: 'done' });
  });

  test("announced wallets and the browser's Back are watched in every state", async () => {
    const { actor, play } = await performed([finding]);
    const { awaitBack, watchWallets } = actor.getSnapshot().children;
    await play([pick(installedWallet), back!, open(scannedWallet), open(scannedWallet), back!]);
    const now = actor.getSnapshot().children;
    expect([now.awaitBack === awaitBack, now.watchWallets === watchWallets]).toEqual([true, true]);
  });
});

describe('the wallet of the last visit', () => {
  const resumed = ({ id }: { id: string }, ...events: EventOrDelay[]) =>
    performed([{ ...finding, remembered: id }, ...events], { resumes: true });

  test.each([
    ['with a link at that', scannedWallet, 'preparing', scannedWallet],
    ['that is missing at its download', missingWallet, 'downloadOptions', scannedWallet],
    ['of this browser at its attempt', installedWallet, 'waiting', installedWallet],
  ])('a visitor who requests the account dialog sees a stored wallet %s', async (_, wallet, step, attempted) => {
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
    const { snapshot, told } = await performed([finding, pick(installedWallet), { type: 'forget' }]);
    expect([snapshot().value, told]).toEqual([at('waiting'), []]);
    const other = await resumed(scannedWallet, { type: 'back' }, pick(installedWallet), { type: 'forget' });
    expect([other.snapshot().value, other.told]).toEqual([at('waiting'), []]);
  });
});
