import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createMachine } from 'xstate';
import { walletLoaderMachine } from '#machines/walletLoader';
import { testLive } from '../engine/live';
import { type EventOrDelay, type PerformedMachine, type PerformOptions, perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { createLoadedWallet, walletLoaderSamples } from '../samples/page';
import { recordMessages } from './scenarios';

const ask = { type: 'dialog.request', phone: false };
const bundle = createDoneEvent('loadWallet', createLoadedWallet());
const [offline, broken, outdated] = ['offline', 'broken', 'outdated'].map((how) => createDoneEvent('loadWallet', how));
const gone = createErrorEvent('loadWallet', new Error('gone'));
const returned = 'visitor.returned';
/** The end of the wallet bundle's machine, which ends only when one of its machines has failed. */
const ended = createDoneEvent('wallet');
const crashed = (shown: boolean) => ({ type: 'wallet.crashed', shown });

/** Runs the wallet loader with a simulated wallet bundle that records its input. */
function performed(options: PerformOptions<typeof walletLoaderMachine> = {}) {
  const life: PerformedMachine<typeof walletLoaderMachine> = perform(walletLoaderMachine, options);
  const startedWith = (): { request: unknown } | undefined => life.snapshot().children.wallet?.getSnapshot().context;
  return { ...life, startedWith };
}

testLive(
  walletLoaderMachine,
  walletLoaderSamples,
  ({ given, startedWith }) => ({
    closed: ({ context }) => expect(context).toEqual({ request: null, tries: 0 }),
    'closed.preparing': () => expect(given('loadWallet')).toEqual({ tries: 0 }),
    loading: ({ context: { tries } }) => expect(given('loadWallet')).toEqual({ tries }),
    updating: ({ children }) => expect(children.reloadPage).toBeDefined(),
    failed: ({ status }) => expect(status).toBe('active'),
    open: () => expect(startedWith()).toMatchObject({ mustSignIn: false, chains: [] }),
  }),
  performed,
);

describe('rules of the walletLoader machine', () => {
  test('passes a requested dialog on to `watchIntent`, and a link to the address machine', async () => {
    const { line, told } = recordMessages();
    const { play } = performed({ actors: { watchIntent: line, addressLine: line } });
    await play(['dialog.requested', 'link.followed'].map((type) => ({ type, dialog: 'account' })));
    expect(told).toEqual([
      { type: 'dialog.requested', dialog: 'account' },
      { type: 'request', dialog: 'account' },
    ]);
  });

  const closed = { closed: 'idle' };
  const preparing = { closed: 'preparing' };
  const [fresh, slow] = [{ loading: 'fresh' }, { loading: 'slow' }];
  const [isBroken, isOffline] = [{ failed: 'broken' }, { failed: 'offline' }];

  test.each<[what: string, events: EventOrDelay[], state: unknown]>([
    ['is quiet for 300 ms', [ask, 299], fresh],
    ['shows a message after 300 ms', [ask, 300], slow],
    ['may take 20 s', [ask, 19_999], slow],
    ['fails after 20 s', [ask, 20_000], isBroken],
    ['may take 120 s in the background', ['browser.idled', 119_999], preparing],
    ['ends after 120 s in the background', ['browser.idled', 120_000], closed],
    ['says nothing in the background if it is offline', [returned, offline!], closed],
    ['says nothing in the background if it is broken', [returned, broken!], closed],
    ['says nothing in the background if it fails', [returned, gone], closed],
    ['tells a visitor who waits that it is offline', [ask, offline!], isOffline],
    ['tells a visitor who waits that it is broken', [ask, broken!], isBroken],
    ['tells a visitor who waits that it fails', [ask, gone], isBroken],
    ['can be closed if it is offline', [ask, offline!, 'close'], closed],
    ['can be closed if it is broken', [ask, broken!, 'close'], closed],
    ['is retried once the browser is online', [ask, offline!, 'line.restored'], fresh],
    ['waits for a newer version of the page', [ask, outdated!, 19_999], 'updating'],
    ['is broken without a newer version after 20 s', [ask, outdated!, 20_000], isBroken],
    ['is broken if there is no newer version', [ask, outdated!, createDoneEvent('reloadPage', false)], isBroken],
    ['is broken if the server is out of reach', [ask, outdated!, createErrorEvent('reloadPage')], isBroken],
    ['can be closed during an update', [ask, outdated!, 20_000, 'retry', outdated!, 'close'], closed],
    ['has failed if its views crash', [ask, bundle, crashed(true)], isBroken],
    ['has failed if it breaks down', [ask, bundle, ended], isBroken],
    ['shows nothing if its views crash unseen', [returned, bundle, crashed(false)], closed],
    ['shows nothing if it breaks down unseen', [returned, bundle, ended], closed],
    ['keeps a request that came before it broke down', [returned, bundle, ask, ended], isBroken],
    ['forgets the request if its views crash after closing', [ask, broken!, 'retry', bundle, crashed(false)], closed],
  ])('loading the wallet bundle succeeds, fails or is retried: it %s', async (_, events, state) => {
    const { play, snapshot } = performed();
    await play(events);
    expect(snapshot().value).toEqual(state);
    if (snapshot().value !== 'open') expect(snapshot().children.wallet).toBeUndefined();
  });

  const dialog = (name: string) => ({ ...ask, dialog: name });
  test.each<[what: string, events: EventOrDelay[], request: object | null]>([
    ['without a dialog when the pointer or focus approaches a link to a dialog', ['visitor.approached', bundle], null],
    ['without a dialog for a returning visitor', [returned, bundle], null],
    ['without a dialog when the browser is idle', ['browser.idled', bundle], null],
    ['with the dialog that was requested last', [ask, dialog('account'), dialog('chain'), bundle], dialog('chain')],
    [
      'with the dialog that was requested while it loaded',
      [returned, { ...ask, phone: true }, bundle],
      { phone: true },
    ],
    ['with the dialog once the browser is online', [ask, offline!, 'line.restored', bundle], { phone: false }],
    ['with the dialog after a crash', [ask, bundle, crashed(true), 'retry', bundle], { phone: false }],
  ])('the wallet bundle starts with the requested dialog, or none: it starts %s', async (_, events, request) => {
    const { play, snapshot, startedWith } = performed();
    await play(events);
    expect(snapshot().value).toBe('open');
    const { type: __, ...rest } = { type: '', ...request };
    expect(startedWith()?.request).toEqual(request && rest);
  });

  test('passes the number of earlier tries to `loadWallet`, and 0 after closing', async () => {
    const { play, given, snapshot } = performed();
    const ways = [[ask], [broken!, 'retry'], [gone, 'retry'], ['close', ask], [offline!, 'line.restored']];
    for (const [nth, way] of ways.entries()) {
      await play(way);
      expect([snapshot().value, given('loadWallet')]).toEqual([fresh, { tries: nth % 3 }]);
    }
  });

  test('passes requests for dialogs on to the wallet bundle once it has started', async () => {
    const heard: AnyEventObject[] = [];
    const wallet = createMachine({ on: { '*': { actions: ({ event }) => heard.push(event) } } });
    const requests = [{ type: 'dialog.request', phone: true }, ask];
    await performed().play([ask, createDoneEvent('loadWallet', createLoadedWallet(wallet)), ...requests]);
    expect(heard).toEqual(requests);
  });
});
