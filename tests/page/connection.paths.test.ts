import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { StoredConnection } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { connectionMachine } from '#machines/connection';
import { recheckMachine } from '#machines/recheck';
import { restoreMachine } from '#machines/restore';
import { dialogWords } from '#views/wallet/copy';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { doneEvent } from '../engine/words';
import { openConnectorFor } from '../samples/connection';
import { installedWallet, scannedWallet } from '../samples/wallets';
import { installWallet } from '../wallet/browser.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { type Phone, type RelayFixtures, withRelay } from './relaySite.ts';
import { createFollower } from './traced.ts';
import type { Visiting } from './visitor/fixtures.ts';
import { addTraceButton } from './visitor/inPage.ts';
import { holdWalletConnectLibrary } from './visitor/network.ts';
import { say, TEST_WALLET_NAME } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { InjectedWallet } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';

const SITE = 'connectionPaths';
const test = withRelay(SITE);

/** An installed wallet, a remote wallet with a desktop app, and a wallet that never announces itself. */
const fox: Wallet = { ...installedWallet, id: 'example.wallet', name: TEST_WALLET_NAME };
const phone: Wallet = { ...scannedWallet, id: 'ledger', name: 'Ledger' };
const OWL = 'example.owl';

const account = { address: ACCOUNT.address, chainId: 1 };
const elsewhere = { ...account, chainId: 137 };
const recordOf = ({ id, connector }: Wallet, more: Partial<StoredConnection> = {}): StoredConnection => ({
  id,
  connector,
  ...more,
});

const records = [
  null,
  recordOf(fox),
  recordOf(fox, { account }),
  recordOf({ ...fox, id: OWL }),
  recordOf(phone),
  recordOf(phone, { account }),
];

const isRemote = (one: { connector: string } | null) => one?.connector === 'walletConnect';

const world: World<typeof connectionMachine> = {
  limit: 16,
  samples: [
    ...records.map((record) => ({ type: 'record.changed', record })),
    ...[fox, phone].flatMap((wallet) => [
      { type: 'claim', wallet, attempt: wallet.id },
      { type: 'withdraw', attempt: wallet.id },
      { type: 'leave', attempt: wallet.id },
      { type: 'wallet.found', wallet },
      { type: 'wagmi.changed', open: [openConnectorFor(wallet, account)] },
    ]),
    { type: 'name', wallet: phone },
    { type: 'wagmi.changed', open: [] },
    ...[null, elsewhere].map((one) => ({ type: 'wagmi.changed', open: [openConnectorFor(fox, one)] })),
    doneEvent('approval', 'rejected'),
  ],
  possible: (event, snapshot) => {
    const { record, wallet, attempt, open, connection: now } = snapshot.context;
    const within = (state: Parameters<typeof snapshot.matches>[0]) => snapshot.matches(state);
    const [isFox, isRestoring] = [wallet?.id === fox.id, within({ stored: 'restoring' })];
    // The page closes a replaced wallet at once.
    if (open.some((one) => one.account) && (within('idle') || within('stored')))
      return event.type === 'wagmi.changed' && !event.open.length;
    // Remote wallets are listed from the start.
    if (isRestoring && isRemote(record)) {
      if (!wallet) return event.type === 'wallet.found' && event.wallet.id === phone.id;
      return event.type === (record?.account ? 'wallet.remembered' : 'wallet.locked');
    }
    switch (event.type) {
      case 'record.changed': {
        const { record: other } = event;
        if (within('reading')) return other?.id !== fox.id || !other.account;
        // A storage event comes only when another tab has changed the record.
        if (!other) return record !== null;
        if (other.id === OWL) return record?.id !== OWL;
        // An announced wallet stays available until a reload.
        if (other.id === fox.id && !other.account) return within('idle');
        return other.id === fox.id && within('stored') && record?.id === fox.id;
      }
      case 'wallet.found':
        return isRestoring && !wallet && event.wallet.id === fox.id && record?.id === fox.id;
      case 'wallet.remembered':
        return false;
      case 'wallet.locked':
        return within({ stored: 'waking' }) || (isRestoring && isFox);
      case 'wallet.gone':
        return within({ stored: 'waking' }) || (within({ stored: 'settled' }) && isRemote(wallet) && !record?.account);
      case 'claim':
        if (within('idle')) return true;
        // The record is read before a dialog can open, and the page offers no wallets while one is connected.
        if (within('reading') || now) return false;
        if (isRestoring) return !wallet && event.wallet.id === phone.id;
        if (within('stored')) return isFox && event.wallet.id === fox.id;
        // A second press on the same wallet sends a new request only after a failure.
        if (event.wallet.id === wallet?.id) return isFox && within({ claimed: 'unasked' });
        return record?.id !== fox.id;
      case 'withdraw':
        return event.attempt === attempt && isFox && within({ claimed: 'asking' });
      case 'leave':
        return event.attempt === attempt && !(isFox && record?.id === fox.id);
      case 'name':
        return isRemote(wallet) && within({ claimed: 'asking' });
      case 'disconnect':
        return within('connected') || within({ stored: 'waking' });
      case 'wagmi.changed': {
        const [one] = event.open;
        const isOther = isRemote(one ?? null) ? isFox : Boolean(one) && !isFox;
        if (isOther) return false;
        if (within('connected')) return isFox && (!one?.account || one.account.chainId !== now?.chainId);
        if (one?.account?.chainId !== 1) return false;
        if (within('stored')) return isFox || Boolean(record?.account);
        return within({ claimed: 'asking' });
      }
      // `control.test.ts` forgets the wallet of the last visit.
      case 'forget':
        return false;
      // The identity machine asks at its start.
      case 'report':
        return false;
      // Only signing and switching the network need a fresh connection. The paths of `recheck` show it.
      case 'refresh':
      case 'wallet.checked':
        return false;
      // The attempt ends before, because it waits for only two minutes.
      case 'xstate.after.claimTimeout.connection.claimed.asking':
        return false;
      default:
        return true;
    }
  },
};

const restoreWorld: World<typeof restoreMachine> = {
  inputs: [
    { record: recordOf(fox), wallet: null },
    // Connected for the last time in 1970.
    { record: recordOf(fox, { connectedAt: 0, abandoned: true }), wallet: null },
    { record: recordOf(phone), wallet: null },
    { record: recordOf(phone, { account }), wallet: null },
    { record: recordOf(fox, { account }), wallet: fox },
  ],
  samples: [fox, phone].map((wallet) => ({ type: 'wallets.announced', wallet })),
  possible: (event, snapshot) => {
    const isFox = snapshot.context.record.id === fox.id;
    switch (event.type) {
      case 'wallets.announced':
        return event.wallet.id === snapshot.context.record.id;
      case 'wake':
        return !isFox;
      // Remote wallets are listed from the start.
      case 'xstate.after.walletReplyTimeout.restore.waiting.fresh':
      case 'accounts.named':
      case 'visitor.returned':
      case 'xstate.error.actor.reopenConnector':
        return isFox;
      default:
        return true;
    }
  },
};

const recheckWorld: World<typeof recheckMachine> = { inputs: [{ wallet: fox }] };

const stored = (page: Page, record: StoredConnection | null) =>
  page.evaluate((value) => {
    if (value) localStorage.setItem('iaborrow.session', JSON.stringify({ version: 1, value }));
    else localStorage.removeItem('iaborrow.session');
  }, record);

/** Lets a test hold the wallet's answers about its accounts. */
function holdAccountsOf(wallet: InjectedWallet, until: Visitor['clock']['until']) {
  let accounts: string[] = [ACCOUNT.address];
  let passing = Number.POSITIVE_INFINITY;
  const waiting: { name: (accounts: string[]) => void; fail: (error: Error) => void }[] = [];
  wallet.answers.eth_accounts = () => {
    passing -= 1;
    if (passing >= 0) return accounts;
    return new Promise((name, fail) => waiting.push({ name, fail }));
  };
  wallet.answers.wallet_switchEthereumChain = 'reject';
  const holdAccounts = (after = 0) => {
    passing = after;
  };
  const nameAccounts = (named = accounts) => {
    accounts = named;
    passing = Number.POSITIVE_INFINITY;
    for (const { name } of waiting.splice(0)) name(named);
  };
  const failAccounts = () => {
    passing = Number.POSITIVE_INFINITY;
    for (const { fail } of waiting.splice(0)) fail(new Error('No line.'));
  };
  const isAsked = () => until(async () => waiting.length > 0, 'the wallet is asked for its accounts');
  return { waiting, holdAccounts, nameAccounts, failAccounts, isAsked };
}

/** Opens the page with an installed wallet, a second tab, and a WalletConnect library that can be held back. */
async function opensTwoTabs(visit: Visiting, phoneOf: () => Promise<Phone>) {
  let wallet!: InjectedWallet;
  let library!: Awaited<ReturnType<typeof holdWalletConnectLibrary>>;
  const visitor = await visit({
    path: '/favicon.svg',
    clock: true,
    scripts: [addTraceButton],
    before: async (page, context) => {
      wallet = await installWallet(context, { announce: 'when told', answer: 'hold' });
      library = await holdWalletConnectLibrary(page, SITE);
    },
  });
  const { page } = visitor;
  const clock = visitor.clock;
  const { until } = clock;
  const closes = () => visitor.closesInTime();
  const requests = (hash: string) => visitor.requestsInTime(hash);

  const held = holdAccountsOf(wallet, until);

  // The wallet knows the page, and announces itself only in the other tab.
  const tab = await visitor.opensTab('/favicon.svg');
  await wallet.announce();
  const knowsPage = async () => {
    wallet.answers.default = 'approve';
    await tab.allowsConnection();
    wallet.answers.default = 'hold';
  };
  await knowsPage();

  let isAnnounced = false;
  const load = async (path: string) => {
    isAnnounced = false;
    await page.goto('/favicon.svg');
    await page.goto(path);
  };
  const announces = async () => {
    if (!isAnnounced) await wallet.announce();
    isAnnounced = true;
  };

  const lists = async (name: string) => {
    if (!(await visitor.connect.row(name).isVisible())) await requests('connect');
    await until(() => visitor.connect.row(name).isVisible(), `${name} is listed`);
  };
  /** Pairs with a phone, so that the library has a stored session. */
  const pairs = async () => {
    await page.goto('/#connect');
    await visitor.connectsBy(await phoneOf(), phone.name);
    await seen.poll(() => visitor.isConnected()).toBe(true);
    await page.goto('/favicon.svg');
  };
  const forgets = () =>
    page.evaluate(
      () =>
        new Promise((gone) => {
          const request = indexedDB.deleteDatabase('WALLET_CONNECT_V2_INDEXED_DB');
          request.onsuccess = gone;
        }),
    );

  return {
    visitor,
    page,
    tab,
    wallet,
    library,
    clock,
    closes,
    requests,
    ...held,
    knowsPage,
    load,
    lists,
    announces,
    isAnnounced: () => isAnnounced,
    forgets,
    pairs,
  };
}

/** Adds what a visitor, the wallet and time do. */
async function begin(visit: Visiting, phoneOf: () => Promise<Phone>) {
  const life = await opensTwoTabs(visit, phoneOf);
  const { visitor, page, wallet, library, clock, knowsPage, load, lists, announces, pairs } = life;
  const { holdAccounts, nameAccounts, isAsked } = life;
  const { until, stop } = clock;
  return {
    ...life,
    /** Loads the page with a stored connection, or with the connect dialog if there is none. */
    visits: async (record: StoredConnection | null) => {
      if (record?.id === fox.id) await knowsPage();
      if (isRemote(record) && record?.account) await pairs();
      else await stored(page, record);
      if (isRemote(record)) library.hold();
      else await library.release();
      await stop();
      await load(record ? '/' : '/#connect');
    },
    picks: async () => {
      await announces();
      await lists(TEST_WALLET_NAME);
      const before = wallet.pending.length;
      await visitor.picks();
      await until(async () => wallet.pending.length > before, 'the wallet is asked to connect');
    },
    approves: async () => {
      nameAccounts([ACCOUNT.address]);
      // The page no longer waits for earlier requests.
      while (wallet.pending.length > 1) await wallet.reject();
      await wallet.approve();
    },
    /** Announces the wallet. The page then requests its accounts. */
    comes: async (one: Wallet) => {
      if (isRemote(one)) return;
      holdAccounts();
      await announces();
      await isAsked();
    },
    /** Simulates a return to the page, which asks the wallet for its accounts. */
    returns: async () => {
      holdAccounts();
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await isAsked();
    },
    end: async () => {
      await library.release();
      nameAccounts();
    },
  };
}

interface Own {
  model: SnapshotFrom<typeof connectionMachine>;
  nth: number;
}

/** The wallet opens, or says another account or network, or none. */
async function changesWallet(
  life: Awaited<ReturnType<typeof begin>>,
  { model }: Own,
  open: ReturnType<typeof openConnectorFor> | undefined,
  phoneOf: RelayFixtures['phoneOf'],
) {
  const { visitor, wallet, library, nameAccounts } = life;
  const { inTime } = life.clock;

  if (model.matches('idle') || (!open && model.matches('stored'))) return;
  if (isRemote(open ?? null)) {
    if (!model.matches('claimed')) return inTime(library.release);
    const one = await phoneOf();
    return inTime(async () => {
      await one.pair(await visitor.copiesLink());
      await seen(visitor.modal).toBeHidden();
    });
  }
  if (model.matches('claimed')) return life.approves();
  if (model.matches('connected')) {
    if (open?.account) return wallet.setChain(open.account.chainId);
    nameAccounts([]);
    return open ? wallet.lock() : wallet.disconnect();
  }
  nameAccounts([ACCOUNT.address]);
  if (model.matches({ stored: 'settled' })) await wallet.unlock();
}

/** Returns how each event of the connection is caused. */
function causesIn(
  life: Awaited<ReturnType<typeof begin>>,
  {
    own,
    machine,
    phoneOf,
  }: { own: Own; machine: ReturnType<typeof createFollower>; phoneOf: RelayFixtures['phoneOf'] },
) {
  const { visitor, page, tab, wallet, library, closes, requests, nameAccounts } = life;
  const { turn, inTime, lasts } = life.clock;
  const network = page.locator('#wallet-island').getByRole('dialog', { name: say('chain.title') });
  return {
    'record.changed': async ({ record }: { record: StoredConnection | null }) => {
      if (own.model.matches('reading')) return life.visits(record);
      if (record?.id === fox.id && !record.account && life.isAnnounced()) {
        await life.visits(null);
        machine.restart();
        await machine.comes(null, 'idle', turn);
      }
      if (record?.id === fox.id) await life.knowsPage();
      // Writing an equal record would send no event.
      own.nth += 1;
      const changed = record?.account && { account: { ...record.account, chainId: own.nth } };
      return stored(tab.page, record && { ...record, ...changed });
    },
    'wallet.found': ({ wallet: one }: { wallet: Wallet }) => life.comes(one),
    'wallet.remembered': () => {},
    'wallet.locked': () => {
      if (own.model.matches({ stored: 'waking' })) return lasts(20_000)();
      return isRemote(own.model.context.wallet) ? undefined : nameAccounts([]);
    },
    'wallet.gone': async () => {
      if (own.model.matches({ stored: 'settled' })) await requests('connect');
      await life.forgets();
      await inTime(library.release);
    },
    claim: async ({ wallet: one }: { wallet: Wallet }) => {
      if (own.model.matches({ stored: 'restoring' })) {
        await requests('connect');
        await page.clock.fastForward(5_000);
      }
      if (!isRemote(one)) return life.picks();
      await library.release();
      await inTime(async () => {
        await life.lists(one.name);
        await visitor.picks(one.name);
        await seen(visitor.connect.code).toBeVisible();
      });
    },
    name: async () => {
      const link = visitor.modal.getByRole('link', { name: say('phone.open', phone.name) });
      await link.evaluate((element) => element.addEventListener('click', (click) => click.preventDefault()));
      await link.click();
    },
    withdraw: lasts(120_000),
    leave: closes,
    disconnect: async () => {
      if (own.model.matches('stored')) return visitor.account.leave.click();
      await requests('account');
      const leave =
        own.model.context.connection?.chainId === 1 ? visitor.account.leave : network.getByText(say('leave'));
      await leave.click();
    },
    wake: () => requests(own.model.context.connection ? 'account' : 'connect'),
    'wagmi.changed': ({ open: [open] }: { open: [ReturnType<typeof openConnectorFor>?] }) =>
      changesWallet(life, own, open, phoneOf),
    'xstate.done.actor.approval': async () => {
      if (!isRemote(own.model.context.wallet)) return wallet.rejectAll();
      const one = await phoneOf('reject');
      await inTime(async () => {
        await one.pair(await visitor.copiesLink());
        await seen(visitor.connect.code).toBeHidden();
      });
    },
  };
}

describe('the connection machine on the page', () => {
  const few = selectFewestPaths(pathsOf(connectionMachine, world, 'transitions'));
  const { paths, complete } = prove('page', connectionMachine, few, {
    impossible: [
      // The attempt ends before, because it waits for only two minutes.
      'connection.claimed.asking · xstate.after.claimTimeout.connection.claimed.asking → connection.claimed.unasked',
      // `control.test.ts` forgets the wallet of the last visit.
      'connection.stored · forget → connection.none',
      // Only signing and switching the network need a fresh connection. The paths of `recheck` show it.
      'connection · report → (stays)',
      'connection.reading · report → (stays)',
      'connection.stored.restoring · report → (stays)',
      'connection.claimed · refresh → (stays)',
      'connection.connected.current · refresh → connection.connected.refreshing',
      'connection.connected.refreshing',
      'connection.connected.refreshing · wallet.checked → connection.connected.current',
      'connection.idle · refresh → (stays)',
      'connection.stored.settled · refresh [1 hasConnection] → connection.stored.waking',
      'connection.stored.settled · refresh [2 else] → (stays)',
    ],
  });

  for (const { title, follow } of paths)
    test(title, { timeout: 300_000 }, async ({ visit, phoneOf }) => {
      const life = await begin(visit, phoneOf);
      const { page } = life;
      const { turn } = life.clock;
      const machine = createFollower(page, 'connection');

      const own = { nth: 0 } as Own;
      const events = causesIn(life, { own, machine, phoneOf });

      await follow({
        events: machine.announced(events as Record<string, (event: never) => unknown>),
        states: {
          '*': async (now) => {
            own.model = now;
            // The library has finished before the test can check this state.
            if (now.matches({ stored: 'restoring' }) && isRemote(now.context.record)) return;
            await machine.arrives(now.matches('reading') ? null : now.value, turn);
            const isShown = async () => (await life.visitor.isConnected()) === (now.context.connection !== null);
            await life.clock.until(isShown, 'what counts is shown');
          },
        },
      });
      await life.end();
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});

describe('the restore machine on the page', () => {
  const few = selectFewestPaths(pathsOf(restoreMachine, restoreWorld, 'transitions'));
  const { paths, complete } = prove('page', restoreMachine, few, {
    impossible: [
      // The library answers from its storage, so reopening cannot fail.
      'restore.remembered.waking · xstate.error.actor.reopenConnector → restore.locked',
    ],
  });

  for (const { title, input, follow } of paths)
    test(title, { timeout: 300_000 }, async ({ visit, phoneOf }) => {
      const life = await begin(visit, phoneOf);
      const { page, wallet, requests, nameAccounts } = life;
      const { turn, until, inTime, lasts } = life.clock;
      const machine = createFollower(page, 'restore');
      await life.visits(input.wallet ? null : input.record);
      // Connects the wallet, and then locks it.
      if (input.wallet) {
        await life.picks();
        await life.approves();
        await until(() => life.visitor.isConnected(), 'the wallet is connected');
        nameAccounts([]);
        await wallet.lock();
      }

      let model!: SnapshotFrom<typeof restoreMachine>;
      const events = {
        'wallets.announced': ({ wallet: one }: { wallet: Wallet }) => life.comes(one),
        'visitor.returned': life.returns,
        'xstate.after.walletReplyTimeout.restore.waiting.fresh': lasts(5_000),
        'accounts.named': async () => {
          nameAccounts([ACCOUNT.address]);
          life.holdAccounts(1);
          await life.knowsPage();
          await wallet.unlock();
          await life.isAsked();
        },
        wake: () => requests(model.matches('locked') ? 'connect' : 'account'),
        'xstate.done.actor.reopenConnector': async () => {
          if (!isRemote(input.record)) return nameAccounts([]);
          await life.forgets();
          await inTime(life.library.release);
        },
        'xstate.error.actor.reopenConnector': async () => {
          wallet.answers.eth_chainId = -32603;
          nameAccounts([ACCOUNT.address]);
          const asked = () => wallet.log.filter(({ method }) => method === 'eth_chainId').length;
          const before = asked();
          await until(async () => asked() > before, 'the wallet is asked for its network');
          delete wallet.answers.eth_chainId;
        },
        'xstate.after.walletReplyTimeout.restore.asking': lasts(5_000),
        'xstate.after.wakeTimeout.restore.remembered.waking': lasts(20_000),
      };

      await follow({
        events: machine.announced(events as Record<string, (event: never) => unknown>),
        states: {
          '*': async (now) => {
            model = now;
            // Remote wallets are listed from the start.
            if (now.matches('waiting') && isRemote(now.context.record)) return;
            await machine.arrives(now.value, turn);
          },
        },
      });
      await life.end();
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});

describe('the recheck machine on the page', () => {
  const few = selectFewestPaths(pathsOf(recheckMachine, recheckWorld, 'transitions'));
  const { paths, complete } = prove('page', recheckMachine, few);

  for (const { title, follow } of paths)
    test(title, { timeout: 300_000 }, async ({ visit, phoneOf }) => {
      const life = await begin(visit, phoneOf);
      const { page, wallet, requests } = life;
      const { turn, until, lasts } = life.clock;
      const machine = createFollower(page, 'recheck');
      const network = page.locator('#wallet-island').getByRole('dialog', { name: dialogWords.chain.title });
      await life.visits(null);
      await life.picks();
      await life.approves();
      await until(() => life.visitor.isConnected(), 'the wallet is connected');
      // The page offers a network only to a wallet on an unsupported one.
      await wallet.setChain(elsewhere.chainId);

      const events = {
        check: async () => {
          await requests('chain');
          life.holdAccounts();
          await network.getByRole('button', { name: 'Ethereum' }).click();
          await life.isAsked();
        },
        'visitor.returned': life.returns,
        'xstate.done.actor.askWallet': () => life.nameAccounts(),
        'xstate.error.actor.askWallet': life.failAccounts,
        'xstate.after.walletReplyTimeout.recheck.checking': lasts(5_000),
      };

      await follow({
        events: machine.announced(events as Record<string, (event: never) => unknown>),
        states: {
          '*': (now) => machine.arrives(now.value, turn),
        },
      });
      await life.end();
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});
