import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import { connectMachine } from '#machines/connect';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { connectSamples, manyWallets, walletsFoundEvent } from '../samples/connect';
import { installedWallet, mobileOnlyWallet, sampleWallets, scannedWallet, unavailableWallet } from '../samples/wallets';
import { checkScenario, type MachineScenario, recordMessages } from './scenarios';

/** Starts the dialog at the list. `go` sends events by words: `pick arc, back`. */
async function asked() {
  const { line: connectionLine, told } = recordMessages();
  const { play, snapshot, actor, ...rest } = perform(connectMachine, { actors: { connectionLine } });
  const go = async (words: string) => {
    await play(words.split(', ').map((word) => ({ type: word.split(' ')[0]!, id: word.split(' ')[1] })));
    return snapshot().value;
  };
  await play([walletsFoundEvent]);
  return { ...rest, play, snapshot, actor, go, told, children: () => actor.getSnapshot().children };
}

testLive(connectMachine, connectSamples, ({ given }) => {
  const unchosen = ({ context }: { context: { chosen: string | null } }) => expect(context.chosen).toBeNull();
  const chosen = ({ context }: { context: { chosen: string | null } }) => expect(context.chosen).not.toBeNull();
  return {
    none: unchosen,
    learnCompact: unchosen,
    get: unchosen,
    connect: ({ context }) => {
      const wallet = sampleWallets.find(({ id }) => id === context.chosen);
      for (const actor of ['attempt', 'storeChoice']) expect(given(actor)).toEqual({ wallet });
    },
    downloadOptions: chosen,
    download: chosen,
    instructionsMobile: chosen,
    instructionsExtension: chosen,
    instructionsDesktop: chosen,
    refreshing: chosen,
    done: ({ status }) => expect(status).toBe('done'),
  };
});

describe('Back', () => {
  /** Events in the list of wallets (`none`), the step that they lead to, and the steps that Back then leads to. */
  const table: [way: string, steps: string][] = [
    ['pick io.fox', 'connect, none'],
    ['pick fern', 'connect, none'],
    ['browse, get bay, extension', 'connect, none'],
    ['browse, get bay, desktop', 'connect, none'],
    ['browse, get bay, mobile, continue', 'connect, none'],
    ['browse, get dune, continue', 'connect, none'],
    ['browse, get cove, continue, continue', 'connect, none'],
    ['pick dune', 'downloadOptions, none'],
    ['pick dune, desktop, continue, get dune', 'downloadOptions, connect, none'],
    ['browse, get cove, continue', 'instructionsMobile, download, get, none'],
    ['browse, get arc, mobile, continue', 'instructionsMobile, download, downloadOptions, get, none'],
    ['pick cove, get cove, continue', 'instructionsMobile, download, connect, none'],
    ['pick arc, get arc, mobile, continue', 'instructionsMobile, download, downloadOptions, connect, none'],
    ['browse, get elm', 'instructionsExtension, get, none'],
    ['browse, get arc, extension', 'instructionsExtension, downloadOptions, get, none'],
    ['pick arc, get arc, extension', 'instructionsExtension, downloadOptions, connect, none'],
    ['pick elm, extension', 'instructionsExtension, downloadOptions, none'],
    ['browse, get dune', 'instructionsDesktop, get, none'],
    ['browse, get arc, desktop', 'instructionsDesktop, downloadOptions, get, none'],
    ['pick arc, get arc, desktop', 'instructionsDesktop, downloadOptions, connect, none'],
    // On these ways, the visitor goes back or to another wallet before the last step.
    ['browse, get arc, back, back, pick arc, get arc', 'downloadOptions, connect, none'],
    ['pick arc, get arc, pick elm', 'downloadOptions, none'],
    ['pick arc, get arc, mobile, back, back, back, browse, get cove', 'download, get, none'],
  ];
  // In the compact layout, the visitor first learns what a wallet is.
  const compact = table
    .filter(([way]) => way.startsWith('browse') && !way.includes('back'))
    .map(([way, steps]): [string, string] => [`learn, ${way}`, steps.replace('get, none', 'get, learnCompact, none')]);

  test.each([...table, ...compact])('after the events "%s", Back leads through the steps "%s"', async (way, steps) => {
    const { go, snapshot } = await asked();
    const [step, ...backs] = steps.split(', ');
    expect(await go(way)).toBe(step);
    const shown = [];
    for (const _ of backs) shown.push(await go('back'));
    expect(shown).toEqual(backs);
    expect(snapshot().can({ type: 'back' })).toBe(false);
  });
});

describe('rules of the connect machine', () => {
  const pick = { type: 'pick', id: 'arc' };
  const search = (text: string) => ({ type: 'search', text });
  const find = (count: number) => ({ ...walletsFoundEvent, wallets: manyWallets.slice(0, count) });
  const isSearched = [find(9), search('arc')];
  const reloads = [walletsFoundEvent, { type: 'pick', id: 'elm' }, 'extension', 'refresh'];
  const isRead = { trail: ['downloadOptions', 'instructions'] };

  test.each<MachineScenario>([
    ['waits 10 s for the page to reload', [...reloads, 9_999], 'refreshing'],
    [
      'can be used again if the page does not reload within 10 s',
      [...reloads, 10_000],
      'instructionsExtension',
      isRead,
    ],
    [
      'can be used again if the reload has no effect',
      [...reloads, createDoneEvent('refresh')],
      'instructionsExtension',
      isRead,
    ],
    ['can be used again if a reload fails', [...reloads, createErrorEvent('refresh')], 'instructionsExtension', isRead],
    ['ends when the wallet connects', [walletsFoundEvent, pick, createDoneEvent('attempt')], 'done'],
    ['ends when the visitor closes it', [walletsFoundEvent, pick, 'close'], 'done'],
    ['cannot search eight wallets', [find(8), search('arc')], 'none', { query: '' }],
    ['can search nine wallets', isSearched, 'none', { query: 'arc' }],
    ['keeps the search when fewer than nine wallets remain', [...isSearched, find(8)], 'none', { query: 'arc' }],
    [
      'can clear the search when fewer than nine wallets remain',
      [...isSearched, find(8), search('')],
      'none',
      { query: '' },
    ],
    [
      'cannot search eight wallets again once the search was cleared',
      [...isSearched, find(8), search(''), search('arc')],
      'none',
      { query: '' },
    ],
  ])('the connect dialog can search, end, and reload the page: it %s', checkScenario(connectMachine));

  test.each(['back', 'get arc', 'close', 'pick io.fox', 'pick elm'])('the event %s stops the attempt', async (way) => {
    const { go, children, snapshot } = await asked();
    await go('pick arc');
    const { attempt } = children();
    expect(attempt?.getSnapshot().status).toBe('active');
    await go(way);
    expect(attempt?.getSnapshot().status).toBe('stopped');
    if (snapshot().value !== 'connect') expect(children().attempt).toBeUndefined();
  });

  test('entering the state `connect` again starts a new attempt, but no other actor', async () => {
    const { go, children, given } = await asked();
    const { awaitBack, watchWallets } = children();
    await go('pick arc');
    const first = children().attempt;
    await go('pick io.fox');
    expect(children().attempt).not.toBe(first);
    expect(given('attempt')).toEqual({ wallet: installedWallet });
    expect(await go('pick arc, get arc, back')).toBe('connect');
    expect(children().attempt?.getSnapshot().status).toBe('active');
    expect(given('attempt')).toEqual({ wallet: scannedWallet });
    expect([children().awaitBack === awaitBack, children().watchWallets === watchWallets]).toEqual([true, true]);
  });

  test('the attempt goes on when a link is opened, or a wallet announces itself late', async () => {
    const { go, children, play, snapshot, told } = await asked();
    await go('pick arc');
    const first = children().attempt;
    expect([await go(`open ${mobileOnlyWallet.id}`), told]).toEqual(['connect', []]);
    expect([await go('open arc'), told]).toEqual(['connect', [{ type: 'name', wallet: scannedWallet }]]);
    expect(snapshot().can({ type: 'open', id: unavailableWallet.id })).toBe(false);
    const wallets = [...sampleWallets, { ...installedWallet, id: 'late' }];
    await play([{ type: 'wallets.found', wallets }]);
    expect(snapshot()).toMatchObject({ value: 'connect', context: { wallets } });
    expect([children().attempt === first, first?.getSnapshot().status]).toEqual([true, 'active']);
  });

  test('picking the same wallet again sends `retry` to its running attempt', async () => {
    const heard: AnyEventObject[] = [];
    let attempts = 0;
    const attempt = fromCallback<AnyEventObject>(({ receive }) => {
      attempts += 1;
      receive((event) => heard.push(event));
    });
    await perform(connectMachine, { actors: { attempt } }).play([walletsFoundEvent, pick, pick]);
    expect([attempts, heard]).toEqual([1, [{ type: 'retry' }]]);
  });
});
