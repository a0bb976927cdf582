import { expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import { mobileConnectMachine } from '#machines/mobileConnect';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent } from '../engine/words';
import { mobileConnectSamples } from '../samples/connect';
import {
  inAppBrowserWallet,
  installedWallet,
  mobileOnlyWallet,
  samplePhoneWallets,
  scannedWallet,
} from '../samples/wallets';
import { recordMessages } from './scenarios';

const open = (id: string) => ({ type: 'open', id });
const pick = (id: string) => ({ type: 'pick', id });
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

testLive(mobileConnectMachine, mobileConnectSamples, ({ given }) => ({
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
    expect(context).toMatchObject({ chosen: inAppBrowserWallet.id, requested: null }),
  'attempting.preparing': ({ context }) => expect(context).toMatchObject({ chosen: scannedWallet.id, requested: null }),
  'attempting.waiting': ({ context: { chosen } }) => expect(chosen).not.toBeNull(),
  done: ({ status }) => expect(status).toBe('done'),
}));

const [row, all] = [at({ none: 'row' }), at({ none: 'all' })];
const [leaving, stuck] = [at({ connect: 'leaving' }), at({ connect: 'stuck' })];
const many = { type: 'wallets.found', wallets: [...samplePhoneWallets, { ...installedWallet, id: 'owl' }] };
const search = { type: 'search', text: 'a' };
const [once, twice] = ['link.followed', 'link.followed link.followed'];

/** Title, events, state, wallets of all attempts, events for the last attempt, and a part of the context. */
type MobileScenario = [
  what: string,
  events: EventOrDelay[],
  state: unknown,
  begun: string,
  heard?: string,
  context?: object,
];

test.each<MobileScenario>([
  ['has an attempt before the visitor taps a wallet', [], row, 'arc'],
  ['opens the link of the running attempt', [open('cove')], leaving, 'arc', once],
  ['shows a wallet whose link is not ready', [pick('arc')], at('preparing'), 'arc', '', { chosen: 'arc' }],
  ['goes back from a wallet whose link is not ready', [pick('arc'), 'back'], row, 'arc', '', { chosen: null }],
  [
    'ignores the link of another wallet while one waits for its link',
    [pick('arc'), open('cove')],
    at('preparing'),
    'arc',
  ],
  ['opens the link once it is ready', [pick('arc'), open('arc')], leaving, 'arc', once],
  ['leads to the download of a missing wallet', [pick('gale')], at('downloadOptions'), 'arc'],
  ['goes back from the download', [pick('gale'), 'back'], row, 'arc', '', { chosen: null }],
  ['asks a missing wallet without a download', [pick('fern')], at('waiting'), 'arc fern'],
  ['waits 2.5 s for the app', [open('arc'), 2_499], leaving, 'arc', once],
  ['reports after 2.5 s that the app may be missing', [open('arc'), 2_500], stuck, 'arc', once],
  ['waits while an app covers the page', [open('arc'), 'page.hidden', 60_000], at('waiting'), 'arc', once],
  [
    'opens the link again after an app covered the page',
    [open('arc'), 'page.hidden', open('arc')],
    leaving,
    'arc',
    twice,
  ],
  ['clears the hint if the app opens late', [open('arc'), 2_500, 'page.hidden'], at('waiting'), 'arc', once],
  ['opens the link again on Retry', [open('arc'), 2_500, open('arc'), 2_499], leaving, 'arc', twice],
  ['starts another attempt after going back', [open('cove'), 'back'], row, 'arc arc', '', { chosen: null }],
  [
    'starts another attempt after an app was open',
    [open('cove'), 'page.hidden', 'back'],
    row,
    'arc arc',
    '',
    { chosen: null },
  ],
  ['starts another attempt for a wallet without a link', [pick('io.fox')], at('waiting'), 'arc io.fox'],
  ['goes back from a wallet without a link', [pick('io.fox'), 'back'], row, 'arc io.fox arc', '', { requested: null }],
  [
    'opens a link after going back from a wallet without one',
    [pick('io.fox'), 'back', open('arc')],
    leaving,
    'arc io.fox arc',
    once,
  ],
  ['shows a row of a few wallets only', ['expand'], row, 'arc'],
  ['shows all wallets if there are many', [many, 'expand', search], all, 'arc', '', { query: 'a' }],
  ['clears the search when it goes back', [many, 'expand', search, 'back'], row, 'arc', '', { query: '' }],
  ['lists downloads', ['browse'], at('get'), 'arc'],
  ['keeps its attempt when it goes back from the downloads', ['browse', 'back'], row, 'arc'],
  ['lists a wallet that announces itself late', [open('arc'), many], leaving, 'arc', once, { wallets: many.wallets }],
  ['can be closed', ['close'], 'done', 'arc'],
])("events change a phone's connect sheet: it %s", async (_, events, state, attempts, messages = '', context = {}) => {
  const { actor, begun, heard, play, snapshot } = await performed([finding]);
  const { awaitBack, watchWallets } = actor.getSnapshot().children;
  await play(events);
  expect(snapshot()).toMatchObject({ value: state, context });
  expect([begun.join(' '), heard.join(' ')]).toEqual([attempts, messages]);
  // No state restarts the actors that watch the browser's Back and announced wallets.
  const { children, status } = actor.getSnapshot();
  if (status === 'active')
    expect([children.awaitBack === awaitBack, children.watchWallets === watchWallets]).toEqual([true, true]);
});

test("following a wallet's link sends the wallet to the connection machine", async () => {
  const { told } = await performed([finding, open('cove')]);
  expect(told).toEqual([{ type: 'name', wallet: mobileOnlyWallet }]);
  const { snapshot } = await performed([finding, pick('io.fox')]);
  expect(snapshot().can(open('io.fox') as never)).toBe(false);
});

test('a connected wallet ends the connect sheet', async () => {
  const { play, snapshot } = perform(mobileConnectMachine);
  await play([finding, createDoneEvent('attempt')]);
  expect(snapshot()).toMatchObject({ value: 'done', status: 'done' });
});

const resumed = (id: string, ...events: EventOrDelay[]) =>
  performed([{ ...finding, remembered: id }, ...events], { resumes: true });

test.each([
  ['with a link opens at the step of its link', 'arc', 'preparing', 'arc'],
  ['that is missing opens at its download', 'gale', 'downloadOptions', 'arc'],
  ['of this browser is asked at once', 'io.fox', 'waiting', 'io.fox'],
])('the connect sheet shows a stored wallet until Forget: a wallet %s', async (_, id, step, attempted) => {
  const { begun, play, snapshot, told } = await resumed(id);
  expect(snapshot()).toMatchObject({ value: at(step), context: { chosen: id } });
  expect(begun).toEqual([attempted]);
  await play(['forget']);
  expect(snapshot()).toMatchObject({ value: row, context: { remembered: null, chosen: null, requested: null } });
  expect([begun.at(-1), told.at(-1)]).toEqual(['arc', { type: 'forget' }]);
});

test('only the stored wallet can be forgotten', async () => {
  const lives = [
    await performed([finding, pick('io.fox'), 'forget']),
    await resumed('arc', 'back', pick('io.fox'), 'forget'),
  ];
  for (const { snapshot, told } of lives) expect([snapshot().value, told]).toEqual([at('waiting'), []]);
});
