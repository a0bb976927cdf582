import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { type Chain, ETHEREUM } from '#domain/chain';
import type { Connection } from '#domain/connection';
import { chainMachine } from '#machines/chain';
import { outcomesMachine } from '#machines/outcomes';
import type { followActor, holdAddress } from '#machines/system';
import { doneEvent, errorEvent } from '../engine/words';
import { elsewhere, otherAccount, rejection, SEPOLIA, sampleConnection, sessionOf } from '../samples/connections';
import { childrenOf, undecided } from '../samples/session';
import { performVisitor } from './visitor';

/* Tests the dialogs of a connected visitor: account, networks, transactions. */

const chains: Chain[] = [ETHEREUM, SEPOLIA];
const onSepolia: Connection = { ...sampleConnection, chainId: SEPOLIA.id };

const hears = (connection: Connection) => ({ type: 'wallet.connected', connection });
const connected = hears(sampleConnection);
const disconnected = { type: 'wallet.disconnected' };
const ask = { type: 'dialog.request', phone: false };
const askOnPhone = { type: 'dialog.request', phone: true };
const askFor = (dialog: string, phone = false) => ({ type: 'dialog.request', phone, dialog });
const known = doneEvent('checkSession', sessionOf(sampleConnection));
const settles = (how: string) => doneEvent('chain', how);
const pick = (id: number) => ({ type: 'pick', id }) as const;
const moment = 8_000;

const quiet = { connected: 'none' };
const DIALOGS = ['connect', 'mobileConnect', 'signIn', 'account', 'chain'] as const;

interface Outset {
  request?: { phone: boolean; dialog?: 'chain' | 'account' } | null;
  mustSignIn?: boolean;
  chains?: Chain[];
}

const heard = () => new Promise((resolve) => setTimeout(resolve));

/** Starts a page with `outset` and sends `events`. The machine of the network dialog is real. */
async function visitor(events: AnyEventObject[] = [], outset: Outset = {}, real = false) {
  const input = { request: null, mustSignIn: false, chains, ...outset };
  const answers: { answer(): void; giveUp(error: unknown): void; signal: AbortSignal }[] = [];
  const switchChain = fromPromise<void, { id: number }>(
    ({ signal }) =>
      new Promise((answer, giveUp) => {
        answers.push({ answer, giveUp, signal });
      }),
  );
  const silent: ReturnType<typeof followActor> = fromCallback(() => {});
  const outcomes = outcomesMachine.provide({ actors: { followTransactions: silent } });
  const awaitBack: typeof holdAddress = fromCallback(() => {});
  const actors = real ? { chain: chainMachine.provide({ actors: { switchChain, awaitBack, outcomes } }) } : {};
  const { send, snapshot, ...rest } = performVisitor({ input, actors });
  for (const event of events) await send(event);
  const open = () => DIALOGS.filter((dialog) => snapshot().children[dialog]);
  const trouble = () => snapshot().context.trouble;
  return { ...rest, send, snapshot, open, trouble, answers };
}
const signedIn = (events: AnyEventObject[] = []) => visitor([connected, known, ...events], { mustSignIn: true });

/** Opens the network dialog with its real machine. */
async function choosing() {
  const here = await visitor([connected, askFor('chain')], {}, true);
  const { chain } = childrenOf(here.actor.getSnapshot());
  return { ...here, chain: chain! };
}

describe('the dialog of a connected visitor', () => {
  test.each([
    ['the account', ask, sampleConnection, 'account'],
    ['the account, on a phone', askOnPhone, sampleConnection, 'account'],
    ['/#account', askFor('account'), sampleConnection, 'account'],
    ['/#connect', askFor('connect'), sampleConnection, 'account'],
    ['/#sign-in', askFor('sign-in'), sampleConnection, 'account'],
    ['/#chain', askFor('chain'), sampleConnection, 'chain'],
    ['/#chain on a phone', askFor('chain', true), sampleConnection, 'chain'],
    ['/#chain on another network', askFor('chain'), onSepolia, 'chain'],
    ['the account on another network', ask, onSepolia, 'account'],
    ['the account on an unsupported network', ask, elsewhere, 'chain'],
    ['/#account on an unsupported network', askFor('account'), elsewhere, 'chain'],
    ['/#chain on an unsupported network', askFor('chain'), elsewhere, 'chain'],
  ])('a request opens its dialog: %s', async (_, asking, where, dialog) => {
    const { open, snapshot } = await visitor([hears(where), asking]);
    expect([snapshot().value, open()]).toEqual([{ connected: dialog }, [dialog]]);
    const { phone, dialog: named } = asking as { phone: boolean; dialog?: 'chain' };
    const landed = await visitor([hears(where)], { request: { phone, ...(named && { dialog: named }) } });
    expect(landed.open()).toEqual([dialog]);
  });

  test('a request during the session check opens its dialog', async () => {
    const { open } = await visitor([askFor('chain'), connected]);
    expect(open()).toEqual(['chain']);
    const later = await visitor([connected, askFor('chain'), known], { mustSignIn: true });
    expect(later.open()).toEqual(['chain']);
  });

  test('the last of several requests opens its dialog', async () => {
    const { open } = await visitor([askFor('chain'), { type: 'close' }, ask, connected]);
    expect(open()).toEqual(['account']);
  });

  test('connecting on an unsupported network opens no dialog', async () => {
    const { open, snapshot } = await visitor([disconnected, askFor('connect'), hears(elsewhere)]);
    expect([open(), snapshot().value]).toEqual([[], quiet]);
  });

  test('the account dialog gets the connection, and the chain dialog the networks', async () => {
    const account = await visitor([hears(onSepolia), ask]);
    expect(account.given('account')).toEqual(onSepolia);
    const chain = await visitor([hears(elsewhere), ask]);
    expect(chain.given('chain')).toEqual({ chains, current: elsewhere.chainId });
    expect(() => chain.given('account')).toThrow('account was never asked.');
  });

  test.each([
    ['account', 'chain', ask, askFor('chain')],
    ['chain', 'account', askFor('chain'), ask],
  ])('the %s dialog closes when the %s dialog is requested', async (_, dialog, first, second) => {
    const { open, send, snapshot } = await visitor([connected, first, second]);
    expect(open()).toEqual([dialog]);
    await send(dialog === 'chain' ? settles('closed') : doneEvent('account', { leave: false, networks: false }));
    expect([open(), snapshot().value]).toEqual([[], quiet]);
  });

  test.each([
    ['account', connected, ask],
    ['chain', connected, askFor('chain')],
    ['chain', hears(elsewhere), ask],
  ])('the %s dialog stays when it is requested again', async (dialog, hears, request) => {
    const { actor, open, send, snapshot } = await visitor([hears, request]);
    const before = childrenOf(actor.getSnapshot())[dialog as 'chain'];
    await send(request);
    expect([open(), childrenOf(actor.getSnapshot())[dialog as 'chain'] === before]).toEqual([[dialog], true]);
    await send(dialog === 'chain' ? settles('closed') : doneEvent('account', { leave: false, networks: false }));
    expect([open(), snapshot().value]).toEqual([[], quiet]);
  });
});

describe('a dialog that is requested while another one is open', () => {
  test.each(['account', 'chain'])('a second requested dialog opens once a wallet is connected: %s', async (dialog) => {
    const { open } = await visitor([disconnected, askFor('connect'), askFor(dialog as 'chain'), connected]);
    expect(open()).toEqual([dialog]);
  });

  test('a second requested dialog does not open if the visitor closes the first', async () => {
    const { open, send, snapshot } = await visitor([
      disconnected,
      askFor('connect'),
      askFor('chain'),
      doneEvent('connect'),
    ]);
    expect(open()).toEqual([]);
    await send(connected);
    expect([open(), snapshot().value]).toEqual([[], quiet]);
  });
});

describe('the account dialog', () => {
  test.each([
    ['another network', onSepolia],
    ['an unsupported network', elsewhere],
    ['another account', otherAccount],
  ])('the account dialog is replaced when the wallet changes: %s', async (_, other) => {
    const { actor, given, open, send, snapshot } = await visitor([connected, ask]);
    const { account: first } = childrenOf(actor.getSnapshot());
    await send(hears(other));
    const { account: second } = childrenOf(actor.getSnapshot());
    expect([open(), second === first, snapshot().context.connection]).toEqual([['account'], false, other]);
    expect([first, second].map((one) => one?.getSnapshot().status)).toEqual(['stopped', 'active']);
    expect(given('account')).toEqual(other);
  });

  test('the account dialog stays when the wallet repeats its account', async () => {
    const { actor, send, snapshot } = await visitor([connected, ask]);
    const { account } = childrenOf(actor.getSnapshot());
    const lower = { ...sampleConnection, address: sampleConnection.address.toLowerCase() };
    for (const again of [sampleConnection, { ...sampleConnection }, lower]) await send(hears(again));
    expect(childrenOf(actor.getSnapshot()).account === account).toBe(true);
    expect(snapshot().context.connection).toEqual(sampleConnection);
  });

  test.each([
    [true, undecided('disconnecting')],
    [false, quiet],
  ])('the account dialog decides whether to disconnect: %s', async (leave, state) => {
    const { open, snapshot } = await visitor([connected, ask, doneEvent('account', { leave })]);
    expect([snapshot().value, open()]).toEqual([state, []]);
  });
});

describe('the chain dialog', () => {
  test.each(['closed', 'switched'])('the chain dialog closes without a notice when it was %s', async (how) => {
    const { open, snapshot, trouble } = await visitor([connected, askFor('chain'), settles(how)]);
    expect([snapshot().value, open(), trouble()]).toEqual([quiet, [], null]);
  });

  test('the chain dialog can be left by disconnecting', async () => {
    const { open, send, snapshot, trouble } = await visitor([hears(elsewhere), ask, settles('left')]);
    expect([snapshot().value, open(), trouble()]).toEqual([undecided('disconnecting'), [], null]);
    await send(disconnected);
    expect(snapshot()).toMatchObject({ value: { disconnected: 'none' }, context: { connection: null } });
  });

  test('disconnecting in the chain dialog signs out', async () => {
    const { send, snapshot } = await signedIn([askFor('chain'), settles('left'), disconnected]);
    expect(snapshot().matches({ undecided: { question: 'signingOut' } })).toBe(true);
    await send(doneEvent('signOut'));
    expect(snapshot().value).toEqual({ disconnected: 'none' });
  });

  test('on an unsupported network, the chain dialog opens again on request', async () => {
    const { open, send } = await visitor([hears(elsewhere), ask, settles('closed')]);
    expect(open()).toEqual([]);
    await send(ask);
    expect(open()).toEqual(['chain']);
  });

  test.each([
    ['choosing', 'a supported network', onSepolia],
    ['choosing', 'an unsupported network', elsewhere],
    ['switching', 'the picked network', onSepolia],
    ['switching', 'an unsupported network', elsewhere],
  ])('a change of network closes the chain dialog while it is %s: %s', async (state, _, other) => {
    const { answers, chain, open, send, snapshot, trouble } = await choosing();
    if (state === 'switching') chain.send(pick(SEPOLIA.id));
    expect(chain.getSnapshot().value).toBe(state);
    await send(hears(other));
    expect([snapshot().value, open(), trouble()]).toEqual([quiet, [], null]);
    expect([snapshot().context.connection, chain.getSnapshot().status]).toEqual([other, 'stopped']);
    // The wallet's later answer changes nothing.
    const before = snapshot();
    for (const { signal, giveUp } of answers) {
      expect(signal.aborted).toBe(true);
      giveUp(rejection);
    }
    await heard();
    expect(snapshot()).toBe(before);
  });

  test('another account closes the chain dialog as well', async () => {
    const { open, send, snapshot } = await visitor([connected, askFor('chain')]);
    await send(hears(otherAccount));
    expect([snapshot().value, open(), snapshot().context.connection]).toEqual([quiet, [], otherAccount]);
  });

  test('the chain dialog stays when the wallet repeats its network', async () => {
    const { chain, actor, answers, send } = await choosing();
    chain.send(pick(SEPOLIA.id));
    await send(hears({ ...sampleConnection, address: sampleConnection.address.toLowerCase() }));
    expect(childrenOf(actor.getSnapshot()).chain === chain).toBe(true);
    expect([chain.getSnapshot().value, answers[0]?.signal.aborted]).toEqual(['switching', false]);
  });

  test('a switch of the network succeeds, even if the wallet reports it late', async () => {
    const { answers, chain, open, send, snapshot, trouble } = await choosing();
    chain.send(pick(SEPOLIA.id));
    answers[0]?.answer();
    await heard();
    expect([snapshot().value, open(), trouble()]).toEqual([quiet, [], null]);
    await send(hears(onSepolia));
    expect([snapshot().value, open(), snapshot().context.connection]).toEqual([quiet, [], onSepolia]);
  });

  test.each([
    ['declined', rejection],
    ['unknown to the wallet', { code: 4902 }],
    ['failed', new Error('no')],
  ])('a failed switch shows a notice: %s', async (_, error) => {
    const { answers, chain, open, snapshot, trouble } = await choosing();
    chain.send(pick(SEPOLIA.id));
    answers[0]?.giveUp(error);
    await heard();
    expect([snapshot().value, open(), trouble()]).toEqual([quiet, [], 'unchanged']);
  });

  test('a wallet that does not answer for 60 s has not switched', async () => {
    const { chain, clock, open, trouble } = await choosing();
    chain.send(pick(SEPOLIA.id));
    clock.increment(59_999);
    expect([open(), trouble()]).toEqual([['chain'], null]);
    clock.increment(1);
    expect([open(), trouble()]).toEqual([[], 'unchanged']);
  });
});

describe('the notice of a failed switch', () => {
  const unchanged = [connected, askFor('chain'), settles('unchanged')];

  test('the notice of a failed switch lasts 8 s', async () => {
    const { clock, trouble } = await visitor(unchanged);
    clock.increment(moment - 1);
    expect(trouble()).toBe('unchanged');
    clock.increment(1);
    expect(trouble()).toBeNull();
  });

  test('the notice of a failed switch lasts until it is dismissed', async () => {
    const { send, snapshot, trouble } = await visitor(unchanged);
    await send({ type: 'dismissFailure' });
    expect([trouble(), snapshot().value]).toEqual([null, quiet]);
  });

  test.each([ask, askOnPhone, askFor('chain'), askFor('account')])(
    'the notice of a failed switch lasts until the next request: %j',
    async (asking) => {
      const { open, send, trouble } = await visitor(unchanged);
      await send(asking);
      expect([trouble(), open().length]).toEqual([null, 1]);
    },
  );

  test('the notice of a failed switch lasts until the wallet switches after all', async () => {
    const { send, trouble } = await visitor(unchanged);
    await send(hears({ ...sampleConnection }));
    expect(trouble()).toBe('unchanged');
    await send(hears(onSepolia));
    expect(trouble()).toBeNull();
  });

  test('the notice of a failed switch lasts 8 s each time', async () => {
    const { clock, send, trouble } = await visitor(unchanged);
    clock.increment(moment - 1_000);
    for (const event of [askFor('chain'), settles('unchanged')]) await send(event);
    expect(trouble()).toBe('unchanged');
    clock.increment(moment - 1);
    expect(trouble()).toBe('unchanged');
    clock.increment(1);
    expect(trouble()).toBeNull();
  });

  test('the notice of a failed switch lasts 8 s, also after a dismissal', async () => {
    const { clock, send, trouble } = await visitor(unchanged);
    clock.increment(moment - 1_000);
    for (const event of [{ type: 'dismissFailure' }, askFor('chain'), settles('unchanged')]) await send(event);
    clock.increment(moment - 1);
    expect(trouble()).toBe('unchanged');
  });

  test('the notice of a failed switch disappears, and that of a failed sign-out stays', async () => {
    const { clock, send, trouble } = await signedIn([askFor('chain'), settles('unchanged')]);
    clock.increment(500);
    for (const event of [disconnected, errorEvent('signOut', new Error('no'))]) await send(event);
    expect(trouble()).toBe('signOut');
    clock.increment(100 * moment);
    expect(trouble()).toBe('signOut');
    await send({ type: 'dismissFailure' });
    expect(trouble()).toBeNull();
  });

  test('the notice of a failed switch is not shown beside the next dialog', async () => {
    const { clock, open, send } = await visitor(unchanged);
    await send(ask);
    clock.increment(moment);
    expect(open()).toEqual(['account']);
  });
});

describe('a change of account while signed in signs out', () => {
  test.each([
    ['no dialog', []],
    ['the account dialog', [ask]],
    ['the chain dialog', [askFor('chain')]],
  ])('a change of account signs out, with open dialogs: %s', async (_, asked) => {
    const { open, send, snapshot } = await signedIn(asked);
    expect(open()).toHaveLength(asked.length);
    await send(hears(otherAccount));
    expect([snapshot().value, open()]).toEqual([undecided('signingOut'), []]);
    expect(snapshot().context).toMatchObject({ connection: otherAccount, session: null, request: null });
    await send(doneEvent('signOut'));
    expect([snapshot().value, open()]).toEqual([{ unauthenticated: 'none' }, []]);
  });

  test.each([
    ['the account dialog', [ask], ['account']],
    ['the chain dialog', [askFor('chain')], []],
  ])('a change of network does not sign out: %s', async (_, asked, open) => {
    const here = await signedIn(asked);
    await here.send(hears(onSepolia));
    expect(here.snapshot().context).toMatchObject({ connection: onSepolia, session: sessionOf(sampleConnection) });
    expect([here.snapshot().matches('connected'), here.open()]).toEqual([true, open]);
  });

  test.each([[ask], [askFor('chain')]])('a session that ends closes the dialog: %j', async (asking) => {
    const { open, send, snapshot } = await signedIn([asking]);
    expect(open()).toHaveLength(1);
    await send({ type: 'session.ended' });
    expect([snapshot().value, open()]).toEqual([{ unauthenticated: 'none' }, []]);
    const over = await signedIn([asking]);
    over.clock.increment(1_000);
    expect([over.snapshot().value, over.open()]).toEqual([undecided('checkingSession'), []]);
  });
});

describe('transactions are watched exactly while a wallet is connected', () => {
  const watches = (snapshot: { children: object }) => 'transactions' in snapshot.children;

  test('transactions are not watched before a wallet is connected', async () => {
    for (const events of [[], [disconnected], [disconnected, ask]]) {
      const { snapshot, given } = await visitor(events);
      expect(watches(snapshot())).toBe(false);
      expect(() => given('transactions')).toThrow('transactions was never asked.');
    }
    for (const events of [[connected], [connected, doneEvent('checkSession', null)], [connected, ask]]) {
      const { snapshot } = await visitor(events, { mustSignIn: true });
      expect(watches(snapshot())).toBe(false);
    }
  });

  test('one actor watches transactions as long as the connection lasts', async () => {
    const { actor, send, snapshot } = await visitor([connected]);
    const { transactions } = childrenOf(actor.getSnapshot());
    expect(transactions?.getSnapshot().status).toBe('active');
    const events = [
      ...[ask, doneEvent('account', { leave: false, networks: false }), askFor('chain'), settles('unchanged')],
      ...[{ type: 'dismissFailure' }, askFor('chain'), hears(onSepolia), ask, hears(otherAccount), hears(elsewhere)],
    ];
    for (const event of events) {
      await send(event);
      expect(childrenOf(actor.getSnapshot()).transactions === transactions).toBe(true);
    }
    expect(snapshot().matches('connected')).toBe(true);
  });

  test.each<[string, boolean, AnyEventObject[]]>([
    ['the wallet goes', false, [disconnected]],
    ['the visitor leaves their account', false, [ask, doneEvent('account', { leave: true, networks: false })]],
    ['the visitor leaves the networks', false, [askFor('chain'), settles('left')]],
    ['another account', true, [hears(otherAccount)]],
    ['the session ends', true, [{ type: 'session.ended' }]],
  ])('transactions are not watched after %s', async (_, mustSignIn, events) => {
    const { actor, send, snapshot } = await visitor(mustSignIn ? [connected, known] : [connected], { mustSignIn });
    const { transactions } = childrenOf(actor.getSnapshot());
    expect(watches(snapshot())).toBe(true);
    for (const event of events) await send(event);
    expect([watches(snapshot()), transactions?.getSnapshot().status]).toEqual([false, 'stopped']);
  });

  test('transactions are watched again when the visitor returns', async () => {
    const { actor, send } = await visitor([connected]);
    const { transactions: first } = childrenOf(actor.getSnapshot());
    for (const event of [disconnected, connected]) await send(event);
    const { transactions: second } = childrenOf(actor.getSnapshot());
    expect([first === second, second?.getSnapshot().status]).toEqual([false, 'active']);
  });
});
