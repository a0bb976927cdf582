import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Actor,
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  SimulatedClock,
  waitFor,
} from 'xstate';
import { ETHEREUM } from '#domain/chain';
import { isReachedAlike, type OpenConnector, type Reach } from '#domain/connection';
import type { Session } from '#domain/records';
import type { SignedIn } from '#domain/signIn';
import type { Wallet } from '#domain/wallet';
import { attemptMachine } from '#machines/attempt';
import { connectionMachine } from '#machines/connection';
import { identityMachine } from '#machines/identity';
import { pairingMachine } from '#machines/pairing';
import { recheckMachine } from '#machines/recheck';
import { restoreMachine } from '#machines/restore';
import { sessionMachine } from '#machines/session';
import { byChance } from '../engine/randomRuns';
import { legible } from '../engine/words';
import { openOf, otherInstalled } from '../samples/connection';
import { rejection } from '../samples/connections';
import { installed, scanning } from '../samples/wallets';

/*
 * Random runs in two tabs of one browser. Visitors, wallets, a phone and timers act in any order. The machines are
 * real; wallets, libraries and the server are scripted.
 */

const silent = fromCallback(() => {}) as never;

const candidates = [installed, otherInstalled, scanning];
const accounts = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'];

/** A wallet, which all tabs share. */
interface Owned {
  wallet: Wallet;
  account: string;
  locked: boolean;
  permitted: boolean;
}

class Browser {
  record: Session | null = null;
  readonly owned = new Map(
    candidates.map((wallet) => [
      wallet.id,
      { wallet, account: accounts[0]!, locked: false, permitted: false } as Owned,
    ]),
  );
  readonly tabs: Tab[] = [];

  tell(from: Tab) {
    for (const tab of this.tabs) if (tab !== from) tab.readRecord();
  }

  names({ id }: Wallet): OpenConnector['account'] {
    const { account, locked, permitted } = this.owned.get(id)!;
    return permitted && !locked ? { address: account, chainId: 1 } : null;
  }
}

class Tab {
  open: Wallet[] = [];
  readonly clock = new SimulatedClock();
  /** Requests without an answer, also of attempts that have ended. */
  readonly pending: { wallet: Wallet; attempt: string | null; answer: (approves: boolean) => void }[] = [];
  attempt: Actor<typeof attemptMachine> | null = null;
  readonly browser: Browser;
  readonly connection;
  readonly pairing;
  readonly session;
  /** Withdrawn codes. A phone that scans one learns that it is void. */
  readonly withdrawn = new Set<string>();
  codes = 0;
  readRecord = () => {};
  report = () => {};
  name = () => {};
  opened = (reach: Reach) => this.open.find((wallet) => isReachedAlike(wallet, reach));

  get shown() {
    return this.session.getSnapshot().context.connection;
  }

  constructor(browser: Browser, mustSignIn: boolean) {
    this.browser = browser;
    this.pairing = createActor(
      pairingMachine.provide({
        actors: {
          pairPhone: fromCallback(({ sendBack }) => {
            this.codes += 1;
            sendBack({ type: 'code.shown', uri: `wc:${this.codes}` });
          }),
          withdrawCode: fromPromise<void, { uri: string }>(async ({ input }) => {
            this.withdrawn.add(input.uri);
          }),
        },
      }),
      { clock: this.clock },
    ).start();
    const openOne = (wallet: Wallet) => {
      // All wallets on phones use one connector. The followed link tells which wallet it is.
      if (!this.opened(wallet)) this.open.push(wallet);
      this.report();
    };
    const restore = restoreMachine.provide({
      actors: {
        watchAnnouncements: fromCallback<AnyEventObject, { record: Session }>(({ input, sendBack }) => {
          const wallet = candidates.find(({ id }) => id === input.record.id);
          if (wallet) sendBack({ type: 'wallets.announced', wallet });
        }),
        watchAccounts: fromCallback<AnyEventObject, { wallet: Wallet }>(({ sendBack }) => {
          this.name = () => sendBack({ type: 'accounts.named' });
        }),
        watchReturn: fromCallback(() => {}),
        reopenConnector: fromPromise<void, { wallet: Wallet }>(async ({ input: { wallet } }) => {
          if (browser.names(wallet)) openOne(wallet);
        }),
      },
    });
    this.connection = createActor(
      connectionMachine.provide({
        actors: {
          watchRecord: fromCallback<AnyEventObject>(({ receive, sendBack }) => {
            this.readRecord = () => sendBack({ type: 'record.changed', record: browser.record });
            receive(({ type, connection }) => {
              const { address, chainId, wallet } = connection ?? { wallet: {} };
              const session = { id: wallet.id, connector: wallet.connector, account: { address, chainId } };
              browser.record = type === 'record.store' ? session : null;
              browser.tell(this);
            });
            this.readRecord();
          }),
          watchWagmi: fromCallback<AnyEventObject>(({ receive, sendBack }) => {
            this.report = () =>
              sendBack({
                type: 'wagmi.changed',
                open: this.open.map((wallet) => openOf(wallet, browser.names(wallet))),
              });
            receive(({ type, reach }) => {
              const wallet = this.opened(reach);
              this.open = this.open.filter((one) => one !== wallet);
              // The permission belongs to all tabs, so it stays while another tab is connected.
              const isKept = browser.record?.id === wallet?.id;
              if (type === 'connector.close' && wallet && !isKept) browser.owned.get(wallet.id)!.permitted = false;
              for (const one of browser.tabs) one.report();
            });
          }),
          restoreWallet: fromCallback<AnyEventObject, { record: Session; wallet: Wallet | null }>(
            ({ input, receive, sendBack }) => {
              const actor = createActor(restore, { clock: this.clock, input });
              actor.on('*', sendBack);
              receive((event) => actor.send(event as { type: 'wake' }));
              actor.start();
              return () => actor.stop();
            },
          ),
          recheck: recheckMachine.provide({
            actors: { watchReturn: silent, askWallet: fromPromise(async () => this.report()) },
          }),
          openConnector: fromPromise<void, { wallet: Wallet }>(
            ({ input: { wallet }, signal }) =>
              new Promise((resolve, reject) => {
                if (wallet.connector === 'walletConnect')
                  return this.pair(signal, () => {
                    browser.owned.get(wallet.id)!.permitted = true;
                    openOne(wallet);
                    resolve();
                  });
                const answer = (approves: boolean) => {
                  if (!approves) return reject(rejection);
                  Object.assign(browser.owned.get(wallet.id)!, { permitted: true, locked: false });
                  openOne(wallet);
                  resolve();
                  // An unlocked wallet reports its accounts to all tabs.
                  for (const one of browser.tabs) one.name();
                  return undefined;
                };
                this.pending.push({ wallet, attempt: this.attempt?.sessionId ?? null, answer });
                return undefined;
              }),
          ),
        },
      }),
      { clock: this.clock },
    );
    const { connection } = this;
    const identity = identityMachine.provide({
      actors: {
        watchSession: silent,
        showConnected: silent,
        checkSession: fromPromise<SignedIn | null>(async () => null),
        signOut: fromPromise(async () => {}),
        disconnect: fromPromise(async () => connection.send({ type: 'disconnect' })),
        restoreConnection: fromPromise(async () => {
          await waitFor(connection, (now) => !now.matches('reading') && !now.matches({ stored: 'restoring' }));
        }),
        watchConnection: fromCallback(({ sendBack }) => {
          connection.on('wallet.connected', sendBack);
          connection.on('wallet.disconnected', sendBack);
        }),
      },
    });
    // The session closes the dialog, which ends the attempt.
    const dialog = fromCallback(() => () => this.leave()) as never;
    this.session = createActor(
      sessionMachine.provide({
        actors: {
          connect: dialog,
          mobileConnect: dialog,
          signIn: silent,
          manage: silent,
          transactions: silent,
          outcomes: silent,
          awaitBack: silent,
          showWallet: silent,
          connectionLine: silent,
          identity,
          news: silent,
          notice: silent,
        },
      }),
      { clock: this.clock, input: { request: null, mustSignIn, chains: [ETHEREUM] } },
    );
    browser.tabs.push(this);
    this.session.start();
    this.connection.start();
  }

  /** Requests a code, and calls `then` once a phone has approved it. Aborting withdraws it. */
  pair(signal: AbortSignal, then: () => void) {
    const attempt = crypto.randomUUID();
    const { unsubscribe } = this.pairing.subscribe((now) => {
      if (now.context.attempt === attempt && now.matches('approved')) then();
    });
    signal.addEventListener('abort', () => {
      unsubscribe();
      this.pairing.send({ type: 'leave', attempt });
    });
    this.pairing.send({ type: 'request', attempt });
  }

  /** A phone approves the code that it scanned. The relay refuses a withdrawn one. */
  approveCode(uri: string) {
    if (!this.withdrawn.has(uri)) this.pairing.send({ type: 'phone.approved' });
  }

  pick(wallet: Wallet) {
    if (this.shown) return;
    this.session.send({ type: 'dialog.request', phone: false });
    if (!this.session.getSnapshot().matches({ disconnected: 'connecting' })) return;
    this.leave();
    const { connection } = this;
    const attempt = createActor(
      attemptMachine.provide({
        actors: {
          watchPage: fromCallback(() => {}),
          attend: fromCallback<AnyEventObject, { wallet: Wallet; attempt: string }>(
            ({ input }) =>
              () =>
                connection.send({ type: 'leave', attempt: input.attempt }),
          ),
          requestConnection: fromPromise<void, { wallet: Wallet; attempt: string }>(
            ({ input, signal }) =>
              new Promise((resolve, reject) => {
                const isMine = (news: { attempt: string }) => news.attempt === input.attempt;
                const heard = [
                  connection.on('claim.approved', (news) => isMine(news) && resolve()),
                  connection.on('claim.refused', (news) => isMine(news) && reject(news.error)),
                ];
                signal.addEventListener('abort', () => {
                  for (const one of heard) one.unsubscribe();
                  connection.send({ type: 'withdraw', attempt: input.attempt });
                });
                connection.send({ type: 'claim', ...input });
              }),
          ),
        },
      }),
      { clock: this.clock, input: { wallet } },
    );
    this.attempt = attempt;
    attempt.start();
  }

  leave() {
    const { attempt } = this;
    this.attempt = null;
    attempt?.stop();
  }
}

const tab = fc.nat(1);
const which = fc.nat(candidates.length - 1);
const actions = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('pick' as const), tab, which }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('approve' as const, 'reject' as const), tab, which }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('scan' as const, 'approveCode' as const), tab, which }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('leave' as const, 'retry' as const), tab, which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('lock' as const, 'unlock' as const, 'switch' as const, 'return' as const),
      tab,
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('disconnect' as const, 'wake' as const), tab, which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), tab, which }) },
);

test('two tabs agree on one connected wallet, which is the last chosen one', async () => {
  const met = { connected: 0, late: 0, locked: 0, restored: 0, apart: 0, paired: 0, void: 0 };
  await byChance(
    new URL('./failures/connection.race.json', import.meta.url),
    fc.asyncProperty(fc.array(actions, { maxLength: 30, size: 'max' }), fc.boolean(), async (list, mustSignIn) => {
      const browser = new Browser();
      const tabs = [new Tab(browser, mustSignIn), new Tab(browser, mustSignIn)] as const;
      let scanned: { by: Tab; uri: string } | null = null as { by: Tab; uri: string } | null;
      for (const { does, tab: nth, which: index } of list) {
        const here = tabs[nth]!;
        const { wallet: counting } = here.connection.getSnapshot().context;
        // Lets mostly the connected wallet lock or switch, so that many runs include this.
        const isByWallet = ['lock', 'unlock', 'switch'].includes(does);
        const wallet = candidates.find(({ id }) => isByWallet && id === counting?.id) ?? candidates[index]!;
        const owned = browser.owned.get(wallet.id)!;
        const value = () => here.connection.getSnapshot().value;
        const before = { attempt: here.attempt?.sessionId ?? null, shown: here.shown, record: browser.record };
        switch (does) {
          case 'pick':
            here.pick(wallet);
            break;
          case 'approve':
          case 'reject': {
            const request = here.pending.shift();
            request?.answer(does === 'approve');
            const left = request && request.attempt !== before.attempt;
            if (left && does === 'approve' && request.wallet.id !== before.record?.id) {
              met.late += 1;
              // A late approval of an ended attempt opens nothing, unless the same wallet is asked again.
              const isAsked = here.connection.getSnapshot().context.wallet?.id === request.wallet.id;
              if (!isAsked) expect(here.opened(request.wallet) && !here.shown).toBeFalsy();
            }
            break;
          }
          case 'scan': {
            const { uri } = here.pairing.getSnapshot().context;
            if (uri) scanned = { by: here, uri };
            break;
          }
          case 'approveCode':
            if (!scanned) break;
            met[scanned.by.withdrawn.has(scanned.uri) ? 'void' : 'paired'] += 1;
            scanned.by.approveCode(scanned.uri);
            scanned = null;
            break;
          case 'retry':
            here.attempt?.send({ type: 'retry' });
            break;
          case 'leave':
            here.leave();
            break;
          case 'lock':
          case 'unlock':
            owned.locked = does === 'lock';
            for (const one of tabs) one.report();
            for (const one of tabs) if (does === 'unlock') one.name();
            break;
          case 'switch':
            owned.account = accounts.find((account) => account !== owned.account)!;
            for (const one of tabs) one.report();
            break;
          case 'return':
            here.connection.getSnapshot().children.recheck?.send({ type: 'visitor.returned' });
            break;
          case 'wait':
            here.clock.increment(5_000);
            break;
          default:
            here.connection.send({ type: does });
        }
        await new Promise((heard) => setImmediate(heard));

        for (const one of tabs) {
          const { context, value: state } = one.connection.getSnapshot();
          // At most one wallet is open, and it is the connected one.
          expect(one.open.length).toBeLessThanOrEqual(1);
          for (const open of one.open) expect(isReachedAlike(open, context.wallet!)).toBe(true);
          // The page shows the connected wallet with its account.
          expect(one.shown).toEqual(context.connection);
          expect(one.session.getSnapshot().status).toBe('active');
          if (!mustSignIn) expect(one.session.getSnapshot().matches('connected')).toBe(context.connection !== null);
          // Only the current attempt may show a valid code.
          if (one.pairing.getSnapshot().matches({ pairing: 'shown' }))
            expect([state, context.wallet?.connector]).toEqual([{ claimed: 'asking' }, 'walletConnect']);
          if (one.connection.getSnapshot().matches('connected')) {
            met.connected += 1;
            expect(context.connection?.address).toBe(browser.names(context.wallet!)?.address);
          }
          if (one.attempt?.getSnapshot().status === 'active')
            expect([one.attempt.sessionId, null]).toContain(context.attempt);
          if (legible(state) === legible({ stored: 'settled' }) && !context.connection) met.locked += 1;
        }
        if (!before.shown && here.shown && !does.startsWith('approve')) met.restored += 1;
        expect(value()).not.toBe('reading');
      }
      // Without pending requests, both tabs show the same wallet, or none.
      for (const one of tabs) one.leave();
      for (const one of tabs) for (const { answer } of one.pending.splice(0)) answer(false);
      for (let turns = 0; turns < 4; turns++) {
        for (const one of tabs) one.connection.send({ type: 'wake' });
        await new Promise((heard) => setImmediate(heard));
      }
      const [first, second] = tabs.map(({ shown }) => shown?.wallet.id ?? null);
      const stored = browser.record;
      const isNamed = stored !== null && browser.names(candidates.find(({ id }) => id === stored.id)!) !== null;
      if (first !== second) met.apart += 1;
      if (stored === null) expect([first, second]).toEqual([null, null]);
      else for (const id of [first, second]) expect([stored.id, ...(isNamed ? [] : [null])]).toContain(id);
      for (const one of tabs) for (const actor of [one.session, one.connection, one.pairing]) actor.stop();
    }),
    300,
  );
  for (const what of ['connected', 'late', 'locked', 'paired', 'void'] as const)
    expect([what, met[what] > 0]).toEqual([what, true]);
  console.info(`connection race: ${legible(met)}`);
}, 120_000);
