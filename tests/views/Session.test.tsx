import { useSelector } from '@xstate/react';
import { useDeferredValue, useEffect } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type ActorRefFrom,
  type AnyEventObject,
  type AnyStateMachine,
  type EventFrom,
  fromPromise,
  type SnapshotFrom,
} from 'xstate';
import { ETHEREUM } from '#domain/chain';
import type { Transaction } from '#domain/transaction';
import { accountMachine } from '#machines/account';
import { chainMachine } from '#machines/chain';
import { clipboardMachine } from '#machines/clipboard';
import { connectMachine } from '#machines/connect';
import { identityMachine } from '#machines/identity';
import { manageMachine } from '#machines/manage';
import { mobileConnectMachine } from '#machines/mobileConnect';
import { newsMachine } from '#machines/news';
import { noticeMachine } from '#machines/notice';
import { outcomesMachine } from '#machines/outcomes';
import { sessionMachine } from '#machines/session';
import { signInMachine } from '#machines/signIn';
import { forwardEventsOfChild } from '#machines/system';
import { transactionsMachine } from '#machines/transactions';
import type { walletLoaderMachine } from '#machines/walletLoader';
import { WalletLoader } from '#views/WalletLoader';
import { presentChain } from '../../src/views/wallet/chain.present';
import { toSpokenWallet } from '../../src/views/wallet/phrase';
import { presentSession, presentSessionCheck } from '../../src/views/wallet/session.present';
import { presentSignIn } from '../../src/views/wallet/signIn.present';
import { walletViews } from '../../src/views/wallet/Wallet';
import { generatePaths, selectFewestPaths } from '../engine/paths';
import { perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { nthTransaction } from '../samples/account';
import { createSession, otherAccount, SEPOLIA, sampleConnection, sampleSender } from '../samples/connections';
import { childrenOf, createUndecidedState, isAwaitingIdentity, sessionSamples } from '../samples/session';
import { samplePreparedMessage } from '../samples/signIn';
import { formatPhrase, formatStatePhrases, wordsAt } from '../support/words';
import { createControlsByName, isPageCovered } from './controls';
import { expectAnnouncement, listLiveTexts, readAnnouncements } from './said';
import {
  click,
  collectAnnouncements,
  focusLocator,
  measurePlaces,
  readFocusedText,
  showView,
  takeTurns,
  tap,
} from './support';
import { testView } from './testView';

const fox = toSpokenWallet(sampleConnection.wallet);
const [connectTitle, signInTitle] = [wordsAt('wallet.title'), wordsAt('sign_in.title')];
const [accountTitle, networkTitle] = [wordsAt('account.title'), wordsAt('chain.title')];
const [came, moved, gone] = [wordsAt('news.connected'), wordsAt('news.moved'), wordsAt('news.disconnected')];
const lineOf = (name: string) => wordsAt('transactions.line', { name }, 'confirmed');

/** Returns the actors of the session. Each message is prepared, signed and verified at once. */
const castSession = (scripted: <M extends AnyStateMachine>(machine: M) => M) => ({
  connect: scripted(connectMachine),
  mobileConnect: scripted(mobileConnectMachine),
  signIn: scripted(signInMachine).provide({
    actors: {
      prepareMessage: fromPromise(async () => samplePreparedMessage),
      requestSignature: fromPromise(async () => '0x5167'),
      verify: fromPromise(async () => true),
    } as never,
  }),
  manage: manageMachine.provide({
    actors: {
      account: scripted(accountMachine).provide({ actors: { clipboard: clipboardMachine, outcomes: outcomesMachine } }),
      chain: scripted(chainMachine).provide({ actors: { outcomes: outcomesMachine } }),
    },
  }),
  transactions: scripted(transactionsMachine),
  outcomes: outcomesMachine,
  news: newsMachine,
  notice: noticeMachine,
});

type Wallet = ActorRefFrom<typeof sessionMachine>;
type Shown = SnapshotFrom<typeof sessionMachine>;

/** Returns a double of the wallet loader's actor that is open, with `wallet` as its session machine. */
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

/** Calls `tell` after React has rendered a snapshot, including its deferred announcements. */
function Shown({ wallet, tell }: { wallet: Wallet; tell: (shown: Shown) => void }) {
  const shown = useDeferredValue(useSelector(wallet, (snapshot) => snapshot));
  useEffect(() => tell(shown), [shown, tell]);
  return null;
}

const ask = { type: 'dialog.request', phone: false } as const;
const asks = { 'By phone': { phone: true }, Where: { dialog: 'chain' }, Ask: {} } as const;

/** Renders the wallet bundle with buttons that request dialogs: on desktop, on a phone, and for the networks. */
async function showLoaded(wallet: Wallet) {
  let last: Shown | undefined;
  const tell = (shown: Shown) => {
    last = shown;
  };
  await showView(
    <>
      {Object.entries(asks).map(([name, event]) => (
        <button key={name} type="button" onClick={() => wallet.send({ ...ask, ...event })}>
          {name}
        </button>
      ))}
      <WalletLoader actor={openTo(wallet)} bundle={() => walletViews} />
      <Shown wallet={wallet} tell={tell} />
    </>,
  );
  return () => last;
}

/** Renders the wallet bundle in its loader. The test answers for wallet and server. */
async function visited({ mustSignIn = true } = {}) {
  const input = { mustSignIn, chains: [ETHEREUM, SEPOLIA], request: null };
  const life = perform(sessionMachine, {
    input,
    actors: (scripted) => ({
      ...castSession(scripted),
      identity: scripted(identityMachine),
      identityLine: forwardEventsOfChild('identity'),
    }),
  });
  const identity = life.actor.getSnapshot().children.identity!;
  const shown = await showLoaded(life.actor);
  /** Sends events, each after the previous one was rendered. */
  const live = async (...events: AnyEventObject[]) => {
    for (const event of events) {
      if (/^(wallet|restore)\./.test(event.type)) identity.send(event as never);
      else await life.send(event);
      await expect.poll(() => shown() === life.actor.getSnapshot(), { interval: 5, timeout: 5_000 }).toBe(true);
    }
  };
  const list = (...list: Transaction[]) =>
    life.snapshot().children.transactions!.send({ type: 'transactions.changed', account: sampleSender, list });
  return { ...life, live, list, ask: () => click(page.getByRole('button', { name: 'Ask' })) };
}

const connected = { type: 'wallet.connected', connection: sampleConnection };
const disconnected = { type: 'wallet.disconnected' };
const other = { type: 'wallet.connected', connection: otherAccount };
const there = { type: 'wallet.connected', connection: { ...sampleConnection, chainId: SEPOLIA.id } };
const nothing = { type: 'restore.ended' };
const known = createDoneEvent('checkSession', createSession(sampleConnection));
const unknown = createDoneEvent('checkSession', null);

const native = () => document.querySelector('dialog')!;
const signIn = page.getByRole('dialog', { name: signInTitle, exact: true });
const said = page.getByRole('status').last();

const checking = wordsAt('checking.sentences.checking');
const wrongNetwork = `${wordsAt('chain.astray.title')} ${wordsAt('chain.astray.text')}`;

const titles = { connect: connectTitle, mobileConnect: connectTitle, checking: signInTitle, signIn: signInTitle };

/** Returns the form, title and text of the dialog that must be open, or null if none must be. */
function dialogIn(session: Shown) {
  const { dialog, form, waits } = presentSession(session);
  if (!form) return null;
  if (waits) return { form, title: connectTitle, text: formatStatePhrases('wallet.slow') };
  const chain = childrenOf(session).chain?.getSnapshot();
  if (dialog === 'manage' && !chain) return { form, title: accountTitle, text: '' };
  if (chain) return { form, title: networkTitle, text: presentChain(chain).isAstray ? wrongNetwork : '' };
  const { signIn } = session.children;
  const shown = signIn ? presentSignIn(signIn.getSnapshot()) : presentSessionCheck(session);
  return { form, title: titles[dialog as keyof typeof titles], text: formatPhrase(shown?.text) };
}

/**
 * Returns what is announced, in order: the title of a dialog by the focus, news of the connection, and all other
 * messages.
 */
function heardIn(session: Shown) {
  const dialog = dialogIn(session);
  const { code, inside } = session.children.news!.getSnapshot().context;
  const { failure } = session.children.notice!.getSnapshot().value;
  const notice = failure === 'none' ? '' : wordsAt(`trouble.${failure}`) + wordsAt('close');
  const news = code && inside === Boolean(dialog) ? wordsAt(`news.${code}`) : '';
  return [dialog?.title, news, dialog ? dialog.text : notice].filter(Boolean).join(' ');
}

const all = generatePaths(sessionMachine, sessionSamples);
// Selects few paths, separately for sites with and without sign-in. A second selection reaches more refused guards,
// because a refused event takes no transition.
const few = [true, false].flatMap((must) => {
  const own = all.filter(({ input }) => input.mustSignIn === must);
  const once = selectFewestPaths(own);
  return [...once, ...selectFewestPaths(own.filter((path) => !once.includes(path)))];
});
testView(
  sessionMachine,
  sessionSamples,
  async ({ input, coverage }) => {
    const { actor, snapshot, send, stop } = perform(sessionMachine, { input, coverage, actors: castSession });
    await showLoaded(actor);
    const inside = (...names: (string | RegExp)[]) =>
      native().matches(':modal') ? createControlsByName(...names)() : [];
    const dismissing = () => [...document.querySelectorAll('[role=alert] button, [role=complementary] :is(a, button)')];
    const own = ['connect', 'mobileConnect', 'signIn', 'manage'] as const;
    const button = (name: string) => page.getByRole('button', { name, exact: true }).element();
    const close = takeTurns<unknown>(
      () => tap(inside(wordsAt('close'))),
      () => userEvent.keyboard('{Escape}'),
    );
    /** Whether a dialog with its own machine is open. Its controls are tested with that machine. */
    const isAsked = () => own.some((id) => snapshot().children[id]);
    const controls = {
      'dialog.request': () => Object.keys(asks).map(button),
      close: () => (isAsked() ? [] : inside(wordsAt('close'), wordsAt('cancel'))),
    };
    const others = () => [...(isAsked() ? inside(/./) : []), ...dismissing()];
    let kept: string | undefined;
    const seen = async () => {
      const name = () => document.getElementById('wallet-title')?.textContent;
      const look = () => [name(), native().matches(':modal') && native().dataset.form];
      const due = dialogIn(snapshot());
      // A closed dialog keeps its content.
      kept = due?.title ?? kept;
      await expect.poll(look, { interval: 5 }).toEqual([kept, due ? due.form : false]);
      await expectAnnouncement(heardIn(snapshot()), readAnnouncements);
    };
    const events = {
      'dialog.request': (event: AnyEventObject) => {
        if (isPageCovered()) return send(event);
        return tap([button(event.dialog ? 'Where' : event.phone ? 'By phone' : 'Ask')]);
      },
      close,
      'xstate.done.actor.connect': close,
      'xstate.done.actor.mobileConnect': close,
      'xstate.done.actor.manage': (event: AnyEventObject) => {
        if (event.output === 'closed') return close();
        return event.output === 'left' && !childrenOf(snapshot()).chain
          ? tap(inside(wordsAt('leave')))
          : actor.send(event as never);
      },
      'xstate.done.actor.signIn': (event: AnyEventObject) =>
        event.output ? actor.send(event as never) : tap(inside(wordsAt('cancel'))),
    };
    return { send, snapshot, stop, controls, others, seen, events };
  },
  // Transient states end at once, because the identity machine answers at once.
  { paths: few, isTransient: isAwaitingIdentity },
);

describe('a change of the connection', () => {
  test('a change of the connection that is repeated is announced again', async () => {
    const { live } = await visited({ mustSignIn: false });
    const news = collectAnnouncements(said);
    await live(nothing, connected, there, there, connected, disconnected);
    expect(news()).toEqual([came, moved, moved, gone]);
  });

  test('a change is announced once, inside the dialog while one is open', async () => {
    const { live, ask: asking } = await visited({ mustSignIn: false });
    await live(connected, ask);
    const account = page.getByRole('dialog', { name: accountTitle });
    const inside = collectAnnouncements(account.getByRole('status').first());
    const outside = collectAnnouncements(said);
    await live(there);
    expect([inside(), outside()]).toEqual([[moved], []]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => native().open).toBe(false);
    await asking();
    await expect.poll(() => native().open).toBe(true);
    expect([inside(), outside(), listLiveTexts(native())]).toEqual([[], [], '']);
  });

  test.each([
    ['sign-in', signInTitle, wordsAt('sign_in.acts.ready', fox), [connected, unknown, ask]],
    ['account', accountTitle, wordsAt('leave'), [connected, ask]],
  ])('the open dialog shows the new account when the account changes: %s', async (_, title, act, events) => {
    const { live } = await visited({ mustSignIn: title === signInTitle });
    await live(...events);
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    focusLocator(dialog.getByRole('button', { name: act }));
    await live(other);
    await expect.element(dialog.getByText(wordsAt('whose', otherAccount.address))).toBeInTheDocument();
    await expect.poll(readFocusedText).toBe(title);
  });
});

describe('the session check', () => {
  test('the session check and the sign-in replace the wallets in the open dialog', async () => {
    const { live } = await visited();
    await live(nothing, ask);
    const before = native();
    await expect.poll(readFocusedText).toBe(connectTitle);
    await live(connected);
    await expect.poll(readFocusedText).toBe(signInTitle);
    await expect.element(signIn.getByRole('status').last()).toHaveTextContent(checking);
    const places = () =>
      measurePlaces(
        ['svg', 'h3', '[role=status]', 'button:last-child'].map(
          (part) => native().querySelector(`[data-depth] ${part}`)!,
        ),
      );
    const measured = places();
    await live(unknown);
    await expect.element(signIn.getByRole('heading', { name: wordsAt('sign_in.headings.idle') })).toBeVisible();
    await expect.poll(readFocusedText).toBe(signInTitle);
    expect(places()).toEqual(measured);
    expect(native()).toBe(before);
    expect(before.hasAttribute('data-back')).toBe(false);
  });

  test('the closed dialog of the session check keeps its content', async () => {
    const { live, snapshot } = await visited();
    await live(connected, ask);
    await click(signIn.getByRole('button', { name: wordsAt('cancel') }));
    await expect.poll(() => snapshot().value).toEqual(createUndecidedState('checkingSession'));
    await expect.poll(() => native().open).toBe(false);
    expect(native().textContent).toContain(checking);
  });
});

test('a failed sign-out is announced once, and closing its notice returns the focus', async () => {
  const alert = page.getByRole('alert').last();
  const { live } = await visited();
  await expect.element(alert).toBeInTheDocument();
  expect(alert.element().getBoundingClientRect().height).toBe(0);
  const warned = collectAnnouncements(alert);
  await live(connected, known, disconnected, createErrorEvent('signOut', new Error('no')));
  await expect.element(alert.getByText(wordsAt('trouble.signOut'))).toBeVisible();
  expect(warned().filter((text) => text === wordsAt('trouble.signOut'))).toHaveLength(1);
  const asking = page.getByRole('button', { name: 'Ask' });
  focusLocator(asking);
  await userEvent.tab();
  await expect.element(alert.getByRole('button', { name: wordsAt('close') })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(alert.getByText(wordsAt('trouble.signOut'))).not.toBeInTheDocument();
  await expect.element(asking).toHaveFocus();
});

test('the notice of a failed sign-out appears after the requested dialog has closed', async () => {
  const { live } = await visited();
  const warned = collectAnnouncements(page.getByRole('alert').last());
  await live(connected, known, disconnected, ask, createErrorEvent('signOut', new Error('no')));
  await expect.poll(readFocusedText).toBe(connectTitle);
  expect(warned()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText(wordsAt('trouble.signOut'))).toBeVisible();
});

test('an open dialog announces each result of a transaction once', async () => {
  const outcomes = page.getByRole('log');
  const { live, list } = await visited({ mustSignIn: false });
  await live(connected);
  list(nthTransaction(2), nthTransaction(1));
  list(nthTransaction(2), nthTransaction(1, 'confirmed'));
  await expect.element(outcomes).toHaveTextContent(lineOf('Supply 1 SOL'));
  const beside = collectAnnouncements(outcomes);
  await live({ ...ask, dialog: 'chain' });
  const inside = page.getByRole('dialog', { name: networkTitle }).getByRole('status').last();
  await expect.element(inside).toHaveTextContent('');
  list(nthTransaction(2, 'confirmed'), nthTransaction(1, 'confirmed'));
  await expect.element(inside).toHaveTextContent(lineOf('Supply 2 SOL'));
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => native().open).toBe(false);
  expect(beside()).toEqual([]);
});
