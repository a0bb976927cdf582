import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import { connectMachine } from '#machines/connect';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { connectWorld, manyWallets } from '../samples/connect';
import {
  desktopOnlyWallet,
  extensionOnlyWallet,
  installedWallet,
  mobileOnlyWallet,
  sampleWallets,
  scannedWallet,
  unsupportedWallet,
  walletWithoutInstructions,
} from '../samples/wallets';
import { recordMessages } from '../support/lines';

/** Starts the dialog at the list. `go` sends events by words: `pick arc`, `back`. */
async function asked() {
  const { line: connectionLine, told } = recordMessages();
  const { send, snapshot, actor, ...rest } = perform(connectMachine, { actors: { connectionLine } });
  const go = async (...words: string[]) => {
    for (const [type = '', id] of words.map((word) => word.split(' '))) await send(id ? { type, id } : { type });
    return snapshot().value;
  };
  const attempt = () => actor.getSnapshot().children.attempt;
  await send({ type: 'wallets.found', wallets: sampleWallets });
  return { ...rest, send, snapshot, actor, go, attempt, told };
}

testLive(connectMachine, connectWorld, ({ given }) => {
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

describe('Back leads to the same step in both layouts, unless stated', () => {
  const [arc, bay, cove, dune, elm, fox, fern] = [
    scannedWallet,
    walletWithoutInstructions,
    mobileOnlyWallet,
    desktopOnlyWallet,
    extensionOnlyWallet,
    installedWallet,
    unsupportedWallet,
  ].map(({ id }) => id);
  const table: [way: string[], step: string, backs: string[]][] = [
    [['browse'], 'get', ['none']],

    [[`pick ${fox}`], 'connect', ['none']],
    [[`pick ${arc}`], 'connect', ['none']],
    [[`pick ${fern}`], 'connect', ['none']],
    [['browse', `get ${bay}`, 'extension'], 'connect', ['none']],
    [['browse', `get ${bay}`, 'desktop'], 'connect', ['none']],
    [['browse', `get ${bay}`, 'mobile', 'continue'], 'connect', ['none']],
    [['browse', `get ${dune}`, 'continue'], 'connect', ['none']],
    [['browse', `get ${cove}`, 'continue', 'continue'], 'connect', ['none']],

    [[`pick ${elm}`], 'downloadOptions', ['none']],
    [[`pick ${dune}`], 'downloadOptions', ['none']],
    [[`pick ${dune}`, 'desktop', 'continue'], 'connect', ['none']],
    [[`pick ${dune}`, 'desktop', 'continue', `get ${dune}`], 'downloadOptions', ['connect', 'none']],
    [['browse', `get ${arc}`], 'downloadOptions', ['get', 'none']],
    [[`pick ${arc}`, `get ${arc}`], 'downloadOptions', ['connect', 'none']],

    [['browse', `get ${cove}`], 'download', ['get', 'none']],
    [['browse', `get ${arc}`, 'mobile'], 'download', ['downloadOptions', 'get', 'none']],
    [[`pick ${cove}`, `get ${cove}`], 'download', ['connect', 'none']],
    [[`pick ${arc}`, `get ${arc}`, 'mobile'], 'download', ['downloadOptions', 'connect', 'none']],

    [['browse', `get ${cove}`, 'continue'], 'instructionsMobile', ['download', 'get', 'none']],
    [
      ['browse', `get ${arc}`, 'mobile', 'continue'],
      'instructionsMobile',
      ['download', 'downloadOptions', 'get', 'none'],
    ],
    [[`pick ${cove}`, `get ${cove}`, 'continue'], 'instructionsMobile', ['download', 'connect', 'none']],
    [
      [`pick ${arc}`, `get ${arc}`, 'mobile', 'continue'],
      'instructionsMobile',
      ['download', 'downloadOptions', 'connect', 'none'],
    ],

    [['browse', `get ${elm}`], 'instructionsExtension', ['get', 'none']],
    [['browse', `get ${arc}`, 'extension'], 'instructionsExtension', ['downloadOptions', 'get', 'none']],
    [[`pick ${arc}`, `get ${arc}`, 'extension'], 'instructionsExtension', ['downloadOptions', 'connect', 'none']],
    [[`pick ${elm}`, 'extension'], 'instructionsExtension', ['downloadOptions', 'none']],

    [['browse', `get ${dune}`], 'instructionsDesktop', ['get', 'none']],
    [['browse', `get ${arc}`, 'desktop'], 'instructionsDesktop', ['downloadOptions', 'get', 'none']],
    [[`pick ${arc}`, `get ${arc}`, 'desktop'], 'instructionsDesktop', ['downloadOptions', 'connect', 'none']],

    // Steps that can be reached in several ways, each with those ways and with the targets of Back.
    [['browse', `get ${arc}`, 'back', 'back', `pick ${arc}`, `get ${arc}`], 'downloadOptions', ['connect', 'none']],
    [[`pick ${arc}`, `get ${arc}`, `pick ${elm}`], 'downloadOptions', ['none']],
    [
      [`pick ${arc}`, `get ${arc}`, 'mobile', 'back', 'back', 'back', 'browse', `get ${cove}`],
      'download',
      ['get', 'none'],
    ],
  ];
  const compact = (word: string) => (word === 'browse' ? ['learn', 'browse'] : [word]);
  const narrow = (steps: string[]) => [...steps.slice(0, -1), 'learnCompact', 'none'];
  const rows = table.flatMap(([way, step, backs]) => {
    const wide = { layout: 'wide', way, step, backs };
    if (!way.includes('browse') || way.includes('back')) return [wide];
    const learnt = step === 'get' || backs.includes('get');
    return [wide, { layout: 'compact', way: way.flatMap(compact), step, backs: learnt ? narrow(backs) : backs }];
  });
  rows.push({ layout: 'compact', way: ['learn'], step: 'learnCompact', backs: ['none'] });

  test.each(rows)('$layout: after $way to $step, Back leads to $backs', async ({ way, step, backs }) => {
    const { go, stop } = await asked();
    expect(await go(...way)).toBe(step);
    const shown = [];
    for (const _ of backs) shown.push(await go('back'));
    expect(shown).toEqual(backs);
    stop();
  });

  test('the list of wallets has no Back', async () => {
    const { snapshot } = await asked();
    expect(snapshot().can({ type: 'back' })).toBe(false);
  });
});

test('Back shows only steps that were visited, and always ends at the wallet list', () => {
  const ids = fc.constantFrom(...sampleWallets.map(({ id }) => id));
  const bare = ['learn', 'browse', 'extension', 'desktop', 'mobile', 'continue', 'refresh', 'back'] as const;
  const events = fc.oneof(
    { weight: 2, arbitrary: fc.record({ type: fc.constant('pick' as const), id: ids }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('get' as const), id: ids }) },
    { weight: 6, arbitrary: fc.record({ type: fc.constantFrom(...bare) }) },
    fc.record({ type: fc.constant('search' as const), text: fc.string() }),
    fc.record({ type: fc.constant('wallets.found' as const), wallets: fc.constant(sampleWallets) }),
  );
  fc.assert(
    fc.property(fc.array(events, { maxLength: 40 }), (sequence) => {
      const { actor, clock, snapshot, stop } = perform(connectMachine);
      actor.send({ type: 'wallets.found', wallets: sampleWallets });
      const visited = new Set(['none']);
      let wallet = snapshot().context.chosen;
      for (const event of sequence) {
        actor.send(event);
        const { value, context } = snapshot();
        if (event.type === 'back') expect([...visited]).toContain(value);
        if (event.type === 'back' && value === 'connect') expect(context.chosen).toBe(wallet);
        if (value === 'connect') wallet = context.chosen;
        visited.add(value);
      }
      if (snapshot().value === 'refreshing') clock.increment(10_000);
      const chain = [];
      for (let backs = 0; backs < 6 && snapshot().value !== 'none'; backs++) {
        actor.send({ type: 'back' });
        chain.push(snapshot().value);
      }
      expect(snapshot().value).toBe('none');
      expect(new Set(chain).size).toBe(chain.length);
      for (const step of chain) expect([...visited]).toContain(step);
      stop();
    }),
    { numRuns: 300 },
  );
});

describe('rules of the connect machine', () => {
  const { id: arc } = scannedWallet;
  const { id: fox } = installedWallet;

  test.each(['back', `get ${arc}`, 'close', `pick ${fox}`, `pick ${extensionOnlyWallet.id}`])(
    'leaving a step, picking another wallet or closing ends the attempt: %s',
    async (words) => {
      const { go, attempt, snapshot } = await asked();
      await go(`pick ${arc}`);
      const first = attempt();
      expect(first?.getSnapshot().status).toBe('active');
      await go(words);
      expect(first?.getSnapshot().status).toBe('stopped');
      if (snapshot().value !== 'connect') expect(attempt()).toBeUndefined();
    },
  );

  test('entering the state `connect` always starts an attempt', async () => {
    const { go, attempt, given } = await asked();
    await go(`pick ${arc}`);
    const first = attempt();
    await go(`pick ${fox}`);
    expect(attempt()).not.toBe(first);
    expect(given('attempt')).toEqual({ wallet: installedWallet });
    await go(`pick ${arc}`, `get ${arc}`);
    const before = attempt();
    expect(await go('back')).toBe('connect');
    expect(attempt()).not.toBe(before);
    expect(attempt()?.getSnapshot().status).toBe('active');
    expect(given('attempt')).toEqual({ wallet: scannedWallet });
  });

  test("announced wallets and the browser's Back are watched in every state", async () => {
    const { go, actor } = await asked();
    const watchers = () => [actor.getSnapshot().children.awaitBack, actor.getSnapshot().children.watchWallets];
    const [back, search] = watchers();
    await go(`pick ${arc}`, `pick ${fox}`, `pick ${extensionOnlyWallet.id}`, 'back', `pick ${unsupportedWallet.id}`);
    const [sameBack, sameSearch] = watchers();
    expect([sameBack === back, sameSearch === search]).toEqual([true, true]);
  });

  test('a wallet that announces itself late is listed, and changes nothing else', async () => {
    const { go, send, attempt, snapshot } = await asked();
    await go(`pick ${arc}`);
    const first = attempt();
    const more = [...sampleWallets, { ...installedWallet, id: 'late' }];
    await send({ type: 'wallets.found', wallets: more });
    expect(snapshot().context.wallets).toEqual(more);
    expect([snapshot().value, attempt()]).toEqual(['connect', first]);
  });

  test('the search is offered from nine wallets on, and stays while it has a text', async () => {
    const { send, actor, snapshot } = await asked();
    const search = (text: string) => ({ type: 'search', text }) as const;
    const find = (count: number) => send({ type: 'wallets.found', wallets: manyWallets.slice(0, count) });
    await find(8);
    expect(snapshot().can(search('arc'))).toBe(false);
    await find(9);
    actor.send(search('arc'));
    expect(snapshot().context.query).toBe('arc');
    await find(8);
    actor.send(search(''));
    expect([snapshot().context.query, snapshot().can(search('arc'))]).toEqual(['', false]);
  });

  test('a page that does not reload within 10 s can be used again', async () => {
    const { go, clock, snapshot } = await asked();
    await go('browse', `get ${extensionOnlyWallet.id}`, 'refresh');
    clock.increment(9_999);
    expect(snapshot().value).toBe('refreshing');
    clock.increment(1);
    expect(snapshot().value).toBe('instructionsExtension');
  });

  test('the attempt is told the wallet whose link the visitor opened, and goes on', async () => {
    const { go, attempt, snapshot, told } = await asked();
    await go(`pick ${arc}`);
    const first = attempt();
    expect(await go(`open ${mobileOnlyWallet.id}`)).toBe('connect');
    expect(told).toEqual([]);
    expect(await go(`open ${arc}`)).toBe('connect');
    expect(told).toEqual([{ type: 'name', wallet: scannedWallet }]);
    expect([attempt() === first, first?.getSnapshot().status]).toEqual([true, 'active']);
    expect(snapshot().can({ type: 'open', id: unsupportedWallet.id })).toBe(false);
  });

  test('picking the same wallet again keeps its attempt, and retries it if it has failed', async () => {
    const heard: AnyEventObject[] = [];
    let attempts = 0;
    const attempt = fromCallback<AnyEventObject>(({ receive }) => {
      attempts += 1;
      receive((event) => heard.push(event));
    });
    const { actor } = perform(connectMachine, { actors: { attempt } });
    actor.send({ type: 'wallets.found', wallets: sampleWallets });
    for (let i = 0; i < 2; i++) actor.send({ type: 'pick', id: scannedWallet.id });
    expect([attempts, heard]).toEqual([1, [{ type: 'retry' }]]);
  });

  test.each([createDoneEvent('refresh'), createErrorEvent('refresh', new Error('blocked'))])(
    'the instructions can be used as before after a reload has failed: %o',
    async (answer) => {
      const { go, send } = await asked();
      expect(await go(`pick ${extensionOnlyWallet.id}`, 'extension', 'refresh')).toBe('refreshing');
      await send(answer);
      expect(await go()).toBe('instructionsExtension');
      expect([await go('back'), await go('back')]).toEqual(['downloadOptions', 'none']);
    },
  );

  test.each([createDoneEvent('attempt'), { type: 'close' }])(
    'the dialog ends when the wallet connects or the visitor closes it: %o',
    async (end) => {
      const { go, send, snapshot } = await asked();
      await go(`pick ${arc}`);
      await send(end);
      expect(snapshot()).toMatchObject({ value: 'done', status: 'done' });
    },
  );
});
