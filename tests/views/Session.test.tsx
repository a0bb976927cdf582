import { useSelector } from '@xstate/react';
import { useDeferredValue, useEffect } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type ActorRefFrom,
  type AnyEventObject,
  type EventFrom,
  fromCallback,
  fromPromise,
  type SnapshotFrom,
} from 'xstate';
import { ETHEREUM } from '#domain/chain';
import type { Connection } from '#domain/connection';
import type { PreparedMessage, SignedMessage } from '#domain/signIn';
import { accountMachine } from '#machines/account';
import { chainMachine } from '#machines/chain';
import { connectMachine } from '#machines/connect';
import { manageMachine } from '#machines/manage';
import { mobileConnectMachine } from '#machines/mobileConnect';
import { newsMachine } from '#machines/news';
import { noticeMachine } from '#machines/notice';
import { outcomesMachine } from '#machines/outcomes';
import { sessionMachine } from '#machines/session';
import { signInMachine } from '#machines/signIn';
import type { holdAddressForDialog, linkToActor } from '#machines/system';
import type { walletLoaderMachine } from '#machines/walletLoader';
import { WalletLoader } from '#views/WalletLoader';
import { toSpokenWallet } from '../../src/views/wallet/phrase';
import { walletViews } from '../../src/views/wallet/Wallet';
import { pathsOf, selectFewestPaths } from '../engine/paths';
import { perform } from '../engine/perform';
import { prove, testPaths } from '../engine/tier';
import { doneEvent, errorEvent } from '../engine/words';
import { connectionElsewhere, otherAccount, SEPOLIA, sampleConnection, sessionOf } from '../samples/connections';
import { childrenOf, isTransientSession, sessionWorld, statusOf, undecidedState } from '../samples/session';
import { preparedMessage } from '../samples/signIn';
import { nthTransaction } from '../samples/transactions';
import { statePhrasesAt, wordsAt } from '../support/words';
import { controlsByName } from './attempt';
import { expectControls, isPageCovered, withReachableControls } from './controls';
import { currentAnnouncements, type ExpectedAnnouncements, expectChangesAnnounced, liveTextsIn } from './said';
import { announcements, click, showView, tap } from './support';
import { scriptedTransactions } from './transactions';
import { performVisitor } from './visitor';

const fox = toSpokenWallet(sampleConnection.wallet);
const [connectTitle, signInTitle] = [wordsAt('wallet.title'), wordsAt('sign_in.title')];
const [accountTitle, networkTitle] = [wordsAt('account.title'), wordsAt('chain.title')];
const [came, signedIn, signedOut] = [wordsAt('news.connected'), wordsAt('news.signedIn'), wordsAt('news.signedOut')];
const [gone, moved] = [wordsAt('news.disconnected'), wordsAt('news.moved')];
const lineOf = (name: string, status: 'confirmed' | 'failed') => wordsAt('transactions.line', { name }, status);

const silent = fromCallback(() => {});
const silentHold: typeof holdAddressForDialog = fromCallback(() => {});
const silentLine: ReturnType<typeof linkToActor> = fromCallback(() => {});
const dialogs = {
  connect: connectMachine.provide({
    actors: { awaitBack: silentHold, connectionLine: silentLine, watchWallets: silent },
  }),
  mobileConnect: mobileConnectMachine.provide({
    actors: { awaitBack: silentHold, connectionLine: silentLine, watchWallets: silent },
  }),
  account: accountMachine.provide({
    actors: {
      awaitBack: silentHold,
      outcomes: outcomesMachine,
      watchProfile: fromCallback<AnyEventObject, { address: string; chainId: number }>(() => {}),
    },
  }),
  signIn: signInMachine.provide({
    actors: {
      awaitBack: silentHold,
      prepareMessage: fromPromise(async () => preparedMessage),
      requestSignature: fromPromise<unknown, { connection: Connection; prepared: PreparedMessage }>(
        async () => '0x5167',
      ),
      verify: fromPromise<unknown, { connection: Connection; signed: SignedMessage }>(async () => true),
    },
  }),
};

type Wallet = ActorRefFrom<typeof sessionMachine>;
type Shown = SnapshotFrom<typeof sessionMachine>;

/** The props of the wallet loader while it is open, with `wallet` as the wallet machine. */
function openTo(wallet: Wallet) {
  const open = {
    value: 'open',
    context: { request: null },
    children: { wallet: { getSnapshot: () => ({ children: { session: wallet } }) } },
  };
  const send = (event: AnyEventObject) => wallet.send(event as EventFrom<typeof sessionMachine>);
  const walletLoader = { getSnapshot: () => open, subscribe: () => ({ unsubscribe: () => {} }), send };
  return walletLoader as unknown as ActorRefFrom<typeof walletLoaderMachine>;
}

/** Resolves after React has rendered a snapshot, including its deferred announcements. */
function Shown({ wallet, tell }: { wallet: Wallet; tell: (shown: Shown) => void }) {
  const shown = useDeferredValue(useSelector(wallet, (snapshot) => snapshot));
  useEffect(() => tell(shown), [shown, tell]);
  return null;
}

/** Renders the wallet bundle with links that request dialogs: on desktop, on a phone, and for the networks. */
async function showLoaded(wallet: Wallet) {
  let last: Shown | undefined;
  const tell = (shown: Shown) => {
    last = shown;
  };
  const asking = (event: object) => () => wallet.send({ type: 'dialog.request', phone: false, ...event });
  await showView(
    <>
      <button type="button" onClick={asking({ phone: true })}>
        By phone
      </button>
      <button type="button" onClick={asking({ dialog: 'chain' })}>
        Where
      </button>
      <button type="button" onClick={asking({})}>
        Ask
      </button>
      <WalletLoader actor={openTo(wallet)} bundle={() => walletViews} />
      <Shown wallet={wallet} tell={tell} />
    </>,
  );
  return () => last;
}

/** Renders the wallet bundle in its loader. The test answers for wallet and server. */
async function visited({ mustSignIn = true } = {}) {
  const input = { mustSignIn, chains: [ETHEREUM, SEPOLIA], request: null };
  let answer: (error?: unknown) => void = () => {};
  const chain = chainMachine.provide({
    actors: {
      awaitBack: silentHold,
      outcomes: outcomesMachine,
      switchChain: fromPromise<void, { id: number }>(
        () =>
          new Promise((agree, refuse) => {
            answer = (error) => (error ? refuse(error) : agree());
          }),
      ),
    },
  });
  const { transactions, list } = scriptedTransactions();
  const life = performVisitor({ input, actors: { ...dialogs, chain, transactions, outcomes: outcomesMachine } });
  const shown = await showLoaded(life.actor);
  /** Sends events, each after the previous one was rendered. */
  const live = async (...events: AnyEventObject[]) => {
    for (const event of events) {
      await life.send(event);
      await expect.poll(() => shown() === life.actor.getSnapshot(), { interval: 5, timeout: 5_000 }).toBe(true);
    }
  };
  return {
    ...life,
    live,
    list,
    answer: (error?: unknown) => answer(error),
    ask: () => click(page.getByRole('button', { name: 'Ask' })),
  };
}

const connected = { type: 'wallet.connected', connection: sampleConnection };
const disconnected = { type: 'wallet.disconnected' };
const other = { type: 'wallet.connected', connection: otherAccount };
/** The same account on another supported network, and on an unsupported one. */
const there = { type: 'wallet.connected', connection: { ...sampleConnection, chainId: SEPOLIA.id } };
const astray = { type: 'wallet.connected', connection: connectionElsewhere };
const nothing = { type: 'restore.ended' };
const ask = { type: 'dialog.request', phone: false };
const known = doneEvent('checkSession', sessionOf(sampleConnection));
const unknown = doneEvent('checkSession', null);

const native = () => document.querySelector('dialog')!;
const signIn = page.getByRole('dialog', { name: signInTitle, exact: true });
const title = () => document.activeElement?.textContent;
const said = page.getByRole('status').last();

const isWaiting = (wallet: Shown) => wallet.matches({ undecided: { dialog: 'waiting' } });

/** Returns the expected announcement about the connection after each snapshot. It stays while a dialog is open. */
function teller() {
  let [before, home, said, inside] = ['reconnecting', '', '', false];
  let last: Connection | null = null;
  return (wallet: Shown) => {
    const { connection, mustSignIn } = wallet.context;
    const status = statusOf(wallet);
    const isMoved = connection?.address === last?.address && connection?.chainId !== last?.chainId;
    const comes = home && home !== status;
    const words: Record<string, string | false> = {
      connected: comes && (mustSignIn ? signedIn : came),
      unauthenticated: home === 'connected' && signedOut,
      disconnected: before !== 'reconnecting' && gone,
    };
    const open = Boolean(frameOf(wallet));
    const speaks = status !== before || (status === 'connected' && isMoved);
    if (speaks) [said, inside] = [status === before ? moved : words[status] || '', open];
    else if (inside && !open) said = '';
    if (status in words) home = status;
    before = status;
    last = connection;
    return inside === open ? said : '';
  };
}

type Failure = SnapshotFrom<typeof noticeMachine>['value']['failure'];

/** The notices at the bottom of the window, with their Close buttons. */
const troubles: Record<Failure, string> = {
  none: '',
  signOut: wordsAt('trouble.signOut') + wordsAt('close'),
  unchanged: wordsAt('trouble.unchanged') + wordsAt('close'),
};
const isAstray = ({ context: { connection } }: Shown) => connection?.chainId === connectionElsewhere.chainId;
const isAtNetworks = ({ children }: Shown) => Boolean(children.manage?.getSnapshot().matches('chain'));
const asksToSign = wordsAt('sign_in.sentences.idle', fox, 'injected');
const astrayToSign = wordsAt('sign_in.astray.elsewhere', fox, ETHEREUM);
const checking = wordsAt('checking.sentences.checking');
const signingOut = wordsAt('checking.sentences.signingOut');
const wrongNetwork = `${wordsAt('chain.astray.title')} ${wordsAt('chain.astray.text')}`;

/** The announcements of each state. An open dialog announces its title by the focus. */
function sayingsOf(
  newsOf: () => string,
  failureOf: () => Failure,
  networksOf: () => SnapshotFrom<typeof chainMachine> | null,
): ExpectedAnnouncements<typeof sessionMachine> {
  const news = () => [newsOf(), troubles[failureOf()]].filter(Boolean).join(' ');
  const says = (title: string, text = '') => [title, newsOf(), text].filter(Boolean).join(' ');
  return {
    'undecided.question.reconnecting': (wallet) =>
      isWaiting(wallet) ? says(connectTitle, statePhrasesAt('wallet.slow')) : '',
    'undecided.question.checkingSession': (wallet) => (isWaiting(wallet) ? says(signInTitle, checking) : news()),
    // The page leaves this state at once.
    'undecided.question.disconnecting': (wallet) => (isWaiting(wallet) ? says(signInTitle, checking) : news()),
    'undecided.question.signingOut': (wallet) => (isWaiting(wallet) ? says(signInTitle, signingOut) : news()),
    'undecided.dialog.none': '',
    'undecided.dialog.waiting': '',
    'disconnected.none': news,
    'disconnected.connecting': () => says(connectTitle),
    'disconnected.connectingOnPhone': () => says(connectTitle),
    'unauthenticated.none': news,
    'unauthenticated.answered': news,
    'unauthenticated.signingIn': (wallet) => says(signInTitle, isAstray(wallet) ? astrayToSign : asksToSign),
    'connected.none': news,
    'connected.managing': () => {
      const networks = networksOf();
      return networks ? says(networkTitle, networks.context.current === 1 ? '' : wrongNetwork) : says(accountTitle);
    },
    'connected.leaving': news,
  };
}

/** The open dialog of each state: its name and its layout. */
const frames: Record<string, [name: string, form: string]> = {
  'reconnecting.waiting': [connectTitle, 'connect'],
  'disconnected.connecting': [connectTitle, 'connect'],
  'disconnected.connectingOnPhone': [connectTitle, 'sheet'],
  'checkingSession.waiting': [signInTitle, 'narrow'],
  'disconnecting.waiting': [signInTitle, 'narrow'],
  'unauthenticated.signingIn': [signInTitle, 'narrow'],
  'connected.managing': [accountTitle, 'narrow'],
  'signingOut.waiting': [signInTitle, 'narrow'],
};
function frameOf({ value, context }: Shown) {
  const path =
    'undecided' in value
      ? `${value.undecided.question}.${value.undecided.dialog}`
      : Object.entries(value)[0]!.join('.');
  const [name, form] = frames[path] ?? [];
  return name && [name, context.request?.phone && form === 'connect' ? 'sheet' : form];
}

describe('the session machine in its view', () => {
  const all = pathsOf(sessionMachine, sessionWorld);
  // Sites with and without sign-in have separate paths. A refused guard is no transition, so different paths cover it.
  const few = [true, false].flatMap((must) => {
    const own = all.filter(({ input }) => input.mustSignIn === must);
    const once = selectFewestPaths(own);
    return [...once, ...selectFewestPaths(own.filter((path) => !once.includes(path)))];
  });
  testPaths(prove('view', sessionMachine, few), async ({ input, follow, coverage }) => {
    const { transactions } = scriptedTransactions();
    const chain = chainMachine.provide({ actors: { awaitBack: silentHold } });
    const { account, ...rest } = dialogs;
    const manage = manageMachine.provide({ actors: { account, chain } });
    const outcomes = outcomesMachine;
    const actors = { ...rest, manage, transactions, outcomes, news: newsMachine, notice: noticeMachine };
    const { actor, snapshot, send, stop } = perform(sessionMachine, { input, coverage, actors });
    await showLoaded(actor);
    const inside = (...names: (string | RegExp)[]) => (native().matches(':modal') ? controlsByName(...names)() : []);
    const dismissing = () => [...document.querySelectorAll('[role=alert] button, [role=complementary] :is(a, button)')];
    const own = ['connect', 'mobileConnect', 'signIn', 'manage'] as const;
    const button = (name: string) => page.getByRole('button', { name, exact: true }).element();
    const asks = { chain: button('Where'), phone: button('By phone'), desk: button('Ask') };
    const ways = [() => tap(inside(wordsAt('close'))), () => userEvent.keyboard('{Escape}')];
    let closed = 0;
    const close = () => ways[closed++ % ways.length]!();
    /** Dialogs with their own machine are tested with that machine. */
    const isAsked = () => own.some((id) => snapshot().children[id]);
    const controls = {
      'dialog.request': () => Object.values(asks),
      close: () => (isAsked() ? [] : inside(wordsAt('close'), wordsAt('cancel'))),
    };
    const others = () => [...(isAsked() ? inside(/./) : []), ...dismissing()];
    const tell = teller();
    let news = '';
    const sayings = sayingsOf(
      () => news,
      () => snapshot().children.notice!.getSnapshot().value.failure,
      () => childrenOf(snapshot()).chain?.getSnapshot() ?? null,
    );
    const seen = async (model: Shown) => {
      news = tell(model);
      // The identity machine answers at once, so no visitor sees these states.
      if (isTransientSession(model)) return;
      const name = () => document.getElementById('wallet-title')?.textContent;
      const look = () => (native().matches(':modal') ? [name(), native().dataset.form] : undefined);
      await expect
        .poll(look, { interval: 5 })
        .toEqual(isAtNetworks(snapshot()) ? [networkTitle, 'narrow'] : frameOf(model));
      await expectChangesAnnounced(sessionMachine, sayings, model, currentAnnouncements);
      await expectControls(sessionMachine, withReachableControls(sessionWorld), model, controls, others);
    };
    await follow({
      send,
      snapshot,
      events: {
        'dialog.request': (event) => {
          if (isPageCovered()) return send(event);
          return tap([event.dialog ? asks.chain : event.phone ? asks.phone : asks.desk]);
        },
        close,
        'xstate.done.actor.connect': close,
        'xstate.done.actor.mobileConnect': close,
        'xstate.done.actor.manage': (event) => {
          if (event.output === 'closed') return close();
          return event.output === 'left' && !isAtNetworks(snapshot())
            ? tap(inside(wordsAt('leave')))
            : actor.send(event as never);
        },
        'xstate.done.actor.signIn': (event) =>
          event.output ? actor.send(event as never) : tap(inside(wordsAt('cancel'))),
      },
      states: { '*': seen },
    });
    stop();
  });
});

describe('a change of the connection is announced once', () => {
  test.each<[string, AnyEventObject[], string[]]>([
    ['nobody comes back', [nothing], []],
    ['who comes back is still signed in', [connected, known], []],
    ['who comes back has to sign in', [connected, unknown], []],
    ['connects, and is signed in', [nothing, connected, known], [signedIn]],
    ['connects, and has to sign in', [nothing, connected, unknown], []],
    ['signs in elsewhere', [connected, unknown, { type: 'session.begun' }, known], [signedIn]],
    ['the session ends', [connected, known, { type: 'session.ended' }], [signedOut]],
    ['another account', [connected, known, other, doneEvent('signOut')], [signedOut]],
    ['the wallet goes', [connected, known, disconnected, doneEvent('signOut')], [gone]],
    ['signed in, goes to another network', [connected, known, there], [moved]],
    ['not signed in, goes to another network', [connected, unknown, there], []],
    ['the wallet goes before anyone signed in', [connected, unknown, disconnected], [gone]],
    ['the wallet goes while it is checked', [nothing, connected, disconnected, doneEvent('signOut')], [gone]],
    [
      'the wallet goes where it could not be checked',
      [connected, errorEvent('checkSession', new Error('no')), disconnected, doneEvent('signOut')],
      [gone],
    ],
    [
      'comes and goes twice',
      [nothing, connected, unknown, disconnected, connected, unknown, disconnected],
      [gone, gone],
    ],
  ])('a change of the connection is announced once: %s', async (_, events, words) => {
    const { live } = await visited();
    const news = announcements(said);
    await live(...events);
    expect(news()).toEqual(words);
  });

  test.each<[string, AnyEventObject[], string[]]>([
    ['who comes back is connected', [connected], []],
    ['connects', [nothing, connected], [came]],
    ['connects another account', [nothing, connected, other], [came]],
    ['connects and leaves', [nothing, connected, disconnected], [came, gone]],
    ['goes to another network', [connected, there], [moved]],
    ['goes there and back', [connected, there, connected], [moved, moved]],
    ['connects, and goes astray', [nothing, connected, astray], [came, moved]],
    ['another account on another network', [connected, { ...there, connection: { ...otherAccount, chainId: 5 } }], []],
    ['the same again', [connected, there, there], [moved]],
  ])('without a sign-in, the connection is announced once: %s', async (_, events, words) => {
    const { live } = await visited({ mustSignIn: false });
    const news = announcements(said);
    await live(...events);
    expect(news()).toEqual(words);
  });

  test('a change is announced inside the dialog while one is open, and not outside', async () => {
    const { live, ask: asking } = await visited({ mustSignIn: false });
    await live(connected, ask);
    const account = page.getByRole('dialog', { name: accountTitle });
    const inside = announcements(account.getByRole('status').first());
    const outside = announcements(said);
    await live(there);
    expect([inside(), outside()]).toEqual([[moved], []]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => native().open).toBe(false);
    await asking();
    await expect.poll(() => native().open).toBe(true);
    expect([inside(), outside()]).toEqual([[], []]);
    expect(liveTextsIn(native())).toBe('');
  });

  test('confirming the same session again is not announced', async () => {
    const { live, clock } = await visited();
    const news = announcements(said);
    await live(connected, known);
    clock.increment(1_000);
    await live(known);
    expect(news()).toEqual([]);
  });

  test('Cancel closes the sign-in dialog, disconnects the wallet, and is announced', async () => {
    const { live, snapshot } = await visited();
    const news = announcements(said);
    await live(nothing, connected, unknown, ask);
    await click(signIn.getByRole('button', { name: wordsAt('cancel') }));
    expect(snapshot().value).toEqual(undecidedState('disconnecting'));
    await expect.poll(() => native().open).toBe(false);
    await live(disconnected);
    expect(news()).toEqual([gone]);
  });
});

describe('the sign-in dialog', () => {
  test.each([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['Close', () => click(signIn.getByRole('button', { name: wordsAt('close') }))],
  ])('%s has the same effect as Cancel in the sign-in dialog', async (_, leave) => {
    const { live, snapshot } = await visited();
    await live(connected, unknown, ask);
    await expect.element(signIn).toBeVisible();
    expect(native().dataset.form).toBe('narrow');
    await leave();
    expect(snapshot().value).toEqual(undecidedState('disconnecting'));
  });

  test('after connecting, the sign-in replaces the wallets in the open dialog', async () => {
    const { live, send } = await visited();
    await live(nothing, ask);
    const before = native();
    await expect.poll(title).toBe(connectTitle);
    await send(connected);
    await expect.poll(title).toBe(signInTitle);
    await expect.element(signIn.getByRole('heading', { name: wordsAt('checking.title') })).toBeInTheDocument();
    await expect.element(signIn.getByRole('status').last()).toHaveTextContent(checking);
    const places = () =>
      ['svg', 'h3', '[role=status]', 'button:last-child'].map((part) => {
        const { top, height } = native().querySelector(`[data-depth] ${part}`)!.getBoundingClientRect();
        return [top, height];
      });
    const measured = places();
    await live(unknown);
    await expect.element(signIn.getByRole('heading', { name: wordsAt('sign_in.headings.idle') })).toBeVisible();
    await expect.poll(title).toBe(signInTitle);
    expect(places()).toEqual(measured);
    expect(native()).toBe(before);
    expect(before.hasAttribute('data-back')).toBe(false);
  });

  test('a change of account restarts the sign-in, and focuses the title', async () => {
    const { live } = await visited();
    await live(connected, unknown, ask);
    await expect.poll(title).toBe(signInTitle);
    (signIn.getByRole('button', { name: wordsAt('sign_in.acts.ready', fox) }).element() as HTMLElement).focus();
    await live(other);
    await expect.poll(title).toBe(signInTitle);
    await expect.element(signIn.getByText(wordsAt('whose', otherAccount.address))).toBeInTheDocument();
    await expect.element(signIn.getByRole('status').last()).toHaveTextContent(asksToSign);
    expect(native().open).toBe(true);
  });

  test('the sign-in dialog closes after a successful sign-in', async () => {
    const { live, ask: asking } = await visited();
    const news = announcements(said);
    await live(connected, unknown, ask);
    await click(signIn.getByRole('button', { name: wordsAt('sign_in.acts.ready', fox) }));
    await expect.poll(() => native().open).toBe(false);
    expect(native().textContent).toContain(wordsAt('sign_in.acts.verifying', fox));
    await expect.poll(news).toEqual([signedIn]);
    await asking();
    await expect.element(page.getByRole('dialog', { name: accountTitle })).toBeVisible();
    await expect.poll(title).toBe(accountTitle);
  });
});

describe('the session check', () => {
  test.each([
    ['Cancel', () => click(signIn.getByRole('button', { name: wordsAt('cancel') }))],
    ['Close', () => click(signIn.getByRole('button', { name: wordsAt('close') }))],
    ['Esc', () => userEvent.keyboard('{Escape}')],
  ])('%s closes the dialog of the session check, and has no other effect', async (_, leave) => {
    const { live, snapshot } = await visited();
    await live(connected, ask);
    await expect.element(signIn.getByRole('heading', { name: wordsAt('checking.title') })).toBeVisible();
    await expect.element(signIn.getByText('0x52…9EE7')).toBeVisible();
    await leave();
    await expect.poll(() => snapshot().value).toEqual(undecidedState('checkingSession'));
    await expect.poll(() => native().open).toBe(false);
    expect(native().textContent).toContain(checking);
  });

  test('the dialog can also be closed while a visitor without a wallet is signed out', async () => {
    const { live } = await visited();
    await live(connected, known, disconnected, ask);
    await expect.element(signIn.getByRole('status').last()).toHaveTextContent(signingOut);
    await expect.element(signIn.getByText('0x52…9EE7')).not.toBeInTheDocument();
    await live(doneEvent('signOut'));
    await expect.poll(title).toBe(connectTitle);
    expect(native().hasAttribute('data-back')).toBe(true);
  });
});

describe('a sign-out that the server did not confirm', () => {
  const alert = page.getByRole('alert').last();
  const sentence = wordsAt('trouble.signOut');
  const unconfirmed = [connected, known, disconnected, errorEvent('signOut', new Error('no'))];

  test('a failed sign-out shows a notice outside of dialogs until it is dismissed', async () => {
    const { live, snapshot } = await visited();
    await expect.element(alert).toBeInTheDocument();
    expect(alert.element().getBoundingClientRect().height).toBe(0);
    const warned = announcements(alert);
    await live(...unconfirmed);
    await expect.element(page.getByText(sentence)).toBeVisible();
    expect(warned().filter((text) => text === sentence)).toHaveLength(1);
    const asking = page.getByRole('button', { name: 'Ask' });
    (asking.element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(alert.getByRole('button', { name: wordsAt('close') })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(snapshot().context.trouble).toBeNull();
    await expect.element(page.getByText(sentence)).not.toBeInTheDocument();
    await expect.element(asking).toHaveFocus();
  });

  test('the notice of a failed sign-out appears after the requested dialog has closed', async () => {
    const { live } = await visited();
    const warned = announcements(alert);
    await live(connected, known, disconnected, ask, errorEvent('signOut', new Error('no')));
    await expect.poll(title).toBe(connectTitle);
    expect(warned()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText(sentence)).toBeVisible();
  });

  test.each([
    [1000, 700],
    [360, 640],
    [320, 568],
  ])('the notice of a failed sign-out fits a small window: %i × %i', async (width, height) => {
    const { live } = await visited();
    await page.viewport(width, height);
    await live(...unconfirmed);
    await expect.element(alert).toBeVisible();
    const box = alert.element().getBoundingClientRect();
    expect(box.left).toBeGreaterThanOrEqual(16);
    expect(box.right).toBeLessThanOrEqual(width - 16);
    expect(box.bottom).toBe(height - 16);
    expect(box.height).toBeLessThan(height / 5);
  });
});

describe('the results of transactions', () => {
  const outcomes = page.getByRole('log');

  test('only the results of pending transactions are announced', async () => {
    const { live, list } = await visited({ mustSignIn: false });
    const said = announcements(outcomes);
    await live(connected);
    list(nthTransaction(2), nthTransaction(1, 'confirmed'));
    await expect.poll(() => outcomes.element().textContent).toBe('');
    list(nthTransaction(2, 'failed'), nthTransaction(1, 'confirmed'));
    await expect.element(outcomes).toHaveTextContent(lineOf('Supply 2 SOL', 'failed'));
    expect(said()).toEqual([lineOf('Supply 2 SOL', 'failed')]);
  });

  test('results are still announced after another wallet has connected', async () => {
    const { live, list } = await visited({ mustSignIn: false });
    await live(connected);
    list(nthTransaction(1));
    await live(disconnected);
    const said = announcements(outcomes);
    await live(connected);
    list(nthTransaction(2), nthTransaction(1, 'confirmed'));
    list(nthTransaction(2, 'confirmed'), nthTransaction(1, 'confirmed'));
    await expect.poll(said).toEqual([lineOf('Supply 2 SOL', 'confirmed')]);
  });

  test('an open dialog announces only results that arrive while it is open', async () => {
    const { live, list, ask: asking } = await visited({ mustSignIn: false });
    await live(connected);
    list(nthTransaction(2), nthTransaction(1));
    list(nthTransaction(2), nthTransaction(1, 'confirmed'));
    await expect.element(outcomes).toHaveTextContent(lineOf('Supply 1 SOL', 'confirmed'));
    await asking();
    const inside = page.getByRole('dialog', { name: accountTitle }).getByRole('status').last();
    await expect.element(inside).toHaveTextContent('');
    list(nthTransaction(2, 'confirmed'), nthTransaction(1, 'confirmed'));
    await expect.element(inside).toHaveTextContent(lineOf('Supply 2 SOL', 'confirmed'));
  });

  test('the network dialog announces results, and closing it announces none twice', async () => {
    const { live, list } = await visited({ mustSignIn: false });
    await live(connected, { ...ask, dialog: 'chain' });
    list(nthTransaction(1));
    const beside = announcements(outcomes);
    const inside = page.getByRole('dialog', { name: networkTitle }).getByRole('status').last();
    await expect.element(inside).toHaveTextContent('');
    list(nthTransaction(1, 'confirmed'));
    await expect.element(inside).toHaveTextContent(lineOf('Supply 1 SOL', 'confirmed'));
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => native().open).toBe(false);
    expect(beside()).toEqual([]);
  });
});

describe('the network dialog', () => {
  const network = page.getByRole('dialog', { name: networkTitle, exact: true });
  const askForChain = { ...ask, dialog: 'chain' };
  const sepolia = network.getByRole('button', { name: /^Sepolia/ });

  test.each([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['Close', () => click(network.getByRole('button', { name: wordsAt('close') }))],
  ])('%s closes the network dialog', async (_, leave) => {
    const { live, snapshot } = await visited({ mustSignIn: false });
    await live(connected, askForChain);
    await expect.poll(title).toBe(networkTitle);
    expect(native().dataset.form).toBe('narrow');
    await leave();
    await expect.poll(() => native().open).toBe(false);
    expect(snapshot().value).toEqual({ connected: 'none' });
    expect(native().textContent).toContain('Sepolia');
  });

  test('a wallet that switches by itself closes the network dialog, and is announced', async () => {
    const { live } = await visited({ mustSignIn: false });
    await live(connected, askForChain);
    const news = announcements(said);
    await click(sepolia);
    await live(there);
    await expect.poll(() => native().open).toBe(false);
    expect(news()).toEqual([moved]);
    expect(native().textContent).toContain(wordsAt('chain.confirm'));
  });

  test('a failed switch is announced, and its notice disappears after 8 s', async () => {
    const { live, answer, clock } = await visited({ mustSignIn: false });
    const alert = page.getByRole('alert').last();
    const warned = announcements(alert);
    await live(connected, askForChain);
    await click(sepolia);
    answer(new Error('no'));
    const sentence = page.getByText(wordsAt('trouble.unchanged'));
    await expect.element(sentence).toBeVisible();
    await expect.poll(() => native().open).toBe(false);
    expect(warned()).toContain(wordsAt('trouble.unchanged'));
    clock.increment(8_000);
    await expect.element(sentence).not.toBeInTheDocument();
  });

  test('a request for the account on an unsupported network opens the network dialog', async () => {
    const { live, snapshot } = await visited({ mustSignIn: false });
    await live(astray, { ...ask, dialog: 'account' });
    await expect.poll(title).toBe(networkTitle);
    await expect.element(network.getByText(wordsAt('chain.astray.title'))).toBeVisible();
    await click(network.getByRole('button', { name: wordsAt('leave') }));
    expect(snapshot().value).toEqual(undecidedState('disconnecting'));
    await expect.poll(() => native().open).toBe(false);
  });

  test('a change of account shows the new account in the open account dialog', async () => {
    const { live } = await visited({ mustSignIn: false });
    await live(connected, ask);
    const account = page.getByRole('dialog', { name: accountTitle });
    (account.getByRole('button', { name: wordsAt('leave') }).element() as HTMLElement).focus();
    await live(other);
    await expect.element(account.getByText(wordsAt('whose', otherAccount.address))).toBeInTheDocument();
    await expect.poll(title).toBe(accountTitle);
    expect(native().open).toBe(true);
  });
});
