import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { Session } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { connectionMachine } from '#machines/connection';
import { words } from '#views/wallet/copy';
import { essentials, type World, walksOf } from '../model';
import { ACCOUNT, installWallet } from '../support/injected.ts';
import { prove } from '../tier';
import { installed, scanning } from '../wallets';
import { failed } from '../words';
import { openOf, rejection } from '../worlds';
import { NAME } from './injected.ts';
import { libraryOf, withRelay } from './relayed.ts';
import { clockOf, seen } from './seen.ts';
import { letIn } from './signing.ts';
import { follower, offerTrace } from './traced.ts';
import { connectOf, isConnected, requesterOf } from './visit.ts';

const SITE = 'connectionWalks';
const test = withRelay(SITE);

type Model = SnapshotFrom<typeof connectionMachine>;

/** A wallet in this browser, one that is reached over the net and has an app for desktops, and one that never comes. */
const fox: Wallet = { ...installed, id: 'example.wallet', name: NAME };
const phone: Wallet = { ...scanning, id: 'ledger', name: 'Ledger' };
const OWL = 'example.owl';

const account = { address: ACCOUNT.address, chainId: 1 };
const elsewhere = { ...account, chainId: 137 };
const recordOf = ({ id, connector }: Wallet, more: Partial<Session> = {}): Session => ({ id, connector, ...more });

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
      { type: 'wallets.announced', wallet },
      { type: 'wagmi.changed', open: [openOf(wallet, account)] },
    ]),
    { type: 'name', wallet: phone },
    { type: 'wagmi.changed', open: [] },
    ...[null, elsewhere].map((one) => ({ type: 'wagmi.changed', open: [openOf(fox, one)] })),
    failed('openConnector', rejection),
  ],
  possible: (event, snapshot) => {
    const { record, wallet, attempt, open, connection: now } = snapshot.context;
    const within = (state: Parameters<typeof snapshot.matches>[0]) => snapshot.matches(state);
    // A wallet that no longer counts is closed at once.
    if (open.some((one) => one.account) && (within('none') || within('restoring')))
      return event.type === 'wagmi.changed' && !event.open.length;
    const isFox = wallet?.id === fox.id;
    // Wallets that are not in the browser are listed from the start.
    if (within({ restoring: 'waiting' }) && isRemote(record))
      return event.type === 'wallets.announced' && event.wallet.id === record?.id;
    switch (event.type) {
      case 'record.changed': {
        const { record: other } = event;
        if (within('reading')) return other?.id !== fox.id || !other.account;
        // Other tabs tell of changes alone.
        if (!other) return record !== null;
        if (other.id === OWL) return record?.id !== OWL;
        // An announced wallet stays so until the page is loaded anew.
        if (other.id === fox.id && !other.account) return within('none');
        return other.id === fox.id && within('restoring') && record?.id === fox.id;
      }
      case 'wallets.announced':
        return event.wallet.id === record?.id;
      case 'claim':
        if (within('none')) return true;
        if (within({ restoring: 'waiting' })) return event.wallet.id === phone.id;
        if (within('locked')) return isFox && event.wallet.id === fox.id;
        // A second press on the same wallet asks it again only after a failure.
        if (!within('claimed')) return false;
        if (event.wallet.id === wallet?.id) return isFox && within({ claimed: 'unasked' });
        return record?.id !== fox.id;
      case 'withdraw':
        return event.attempt === attempt && isFox && within({ claimed: 'asking' });
      case 'leave':
        return event.attempt === attempt && !(isFox && record?.id === fox.id);
      case 'name':
        return isRemote(wallet) && within({ claimed: 'asking' });
      case 'disconnect':
        return !within('remembered') || within({ remembered: 'waking' });
      case 'wake':
        return !within('locked') || isRemote(wallet);
      // A visitor who is on a network of the page has no other to go to.
      case 'check':
        return isFox && now?.chainId === elsewhere.chainId;
      case 'visitor.returned':
      case 'accounts.named':
        return isFox;
      case 'wagmi.changed': {
        const [open] = event.open;
        const isOther = isRemote(open ?? null) ? isFox : Boolean(open) && !isFox;
        if (isOther) return false;
        if (within('connected'))
          return isFox && (!open?.account || (open.account.chainId !== now?.chainId && Boolean(now)));
        if (open?.account?.chainId !== 1) return false;
        if (within({ claimed: 'asking' }) || within({ remembered: 'waking' })) return true;
        if (within({ restoring: 'asking' }) || within('locked')) return isFox || Boolean(record?.account);
        return false;
      }
      case 'xstate.done.actor.reopenConnector':
        return isFox || within('remembered') || !record?.account;
      case 'xstate.error.actor.reopenConnector':
        return isFox;
      case 'xstate.error.actor.openConnector':
        return isFox;
      // An attempt waits for any answer for two minutes.
      case 'xstate.after.claimTimeout.connection.claimed.asking':
        return false;
      default:
        return true;
    }
  },
};

const stored = (page: Page, record: Session | null) =>
  page.evaluate((value) => {
    if (value) localStorage.setItem('iaborrow.session', JSON.stringify({ version: 1, value }));
    else localStorage.removeItem('iaborrow.session');
  }, record);

describe('connection on the page', () => {
  const paths = essentials(walksOf(connectionMachine, world, 'transitions'));
  const { walks, complete } = prove('page', connectionMachine, paths, {
    impossible: [
      // An attempt waits for any answer for two minutes.
      'connection.claimed.asking · xstate.after.claimTimeout.connection.claimed.asking → connection.claimed.unasked',
      // The library answers from what it has stored, or counts as one that knows nothing.
      'connection.remembered.waking · xstate.error.actor.reopenConnector → connection.locked',
    ],
  });

  for (const { title, follow } of walks)
    test(title, { timeout: 300_000 }, async ({ enter, phoneOf }) => {
      let wallet!: Awaited<ReturnType<typeof installWallet>>;
      let library!: Awaited<ReturnType<typeof libraryOf>>;
      const { page, context, dialog } = await enter({
        path: '/favicon.svg',
        before: async (page, context) => {
          await page.clock.install();
          await page.addInitScript(offerTrace);
          wallet = await installWallet(context, { announce: 'when told', answer: 'hold' });
          library = await libraryOf(page, SITE);
        },
      });
      const machine = follower(page, 'connection');
      const connect = connectOf(page);
      const network = page.locator('#door-island').getByRole('dialog', { name: words.chain.title });

      const { turn, until, stop, inTime, lasts } = clockOf(page);
      const { closes, requests } = requesterOf(page);

      /** The accounts that the wallet names, and what waits for them. */
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

      // The wallet knows the page, and speaks up only in the other tab.
      const tab = await context.newPage();
      await tab.goto('/favicon.svg');
      await wallet.announce();
      const knowsPage = async () => {
        wallet.answers.default = 'approve';
        await letIn(tab);
        wallet.answers.default = 'hold';
      };
      await knowsPage();

      let isAnnounced = false;
      let nth = 0;
      const load = async (path: string) => {
        isAnnounced = false;
        machine.restart();
        await page.goto('/favicon.svg');
        await page.goto(path);
      };
      const announces = async () => {
        if (!isAnnounced) await wallet.announce();
        isAnnounced = true;
      };

      const lists = async (name: string) => {
        if (!(await connect.row(name).isVisible())) await requests('connect');
        await until(() => connect.row(name).isVisible(), `${name} is listed`);
      };
      /** Pairs with a phone, so that the library has a session to come back to. */
      const pairs = async () => {
        await page.goto('/#connect');
        await dialog.pick(phone.name);
        await (await phoneOf()).pair(await dialog.uri());
        await seen(dialog.modal).toBeHidden();
        await seen.poll(() => isConnected(page)).toBe(true);
        await page.goto('/favicon.svg');
      };

      let model!: Model;
      /** The event that is to be heard, and is not yet. */
      let due: string | null = null;

      await follow({
        events: Object.fromEntries(
          Object.entries({
            'record.changed': async ({ record }: { record: Session | null }) => {
              if (record?.id === fox.id) await knowsPage();
              if (model.matches('reading')) {
                if (record?.account) await pairs();
                else await stored(page, record);
                if (isRemote(record)) library.hold();
                else await library.release();
                await stop();
                return load(record ? '/' : '/#connect');
              }
              if (record?.id === fox.id && isAnnounced) {
                await load('/#connect');
                await machine.comes(null, 'none', turn);
              }
              // The same would be no news.
              nth += 1;
              return stored(
                tab,
                record?.account ? { ...record, account: { ...record.account, chainId: nth } } : record,
              );
            },
            'wallets.announced': async ({ wallet: one }: { wallet: Wallet }) => {
              if (isRemote(one)) return;
              holdAccounts();
              await announces();
              await isAsked();
            },
            claim: async ({ wallet: one }: { wallet: Wallet }) => {
              if (model.matches('restoring')) {
                await requests('connect');
                await page.clock.fastForward(5_000);
              }
              if (isRemote(one)) {
                await library.release();
                return inTime(async () => {
                  await lists(one.name);
                  await connect.row(one.name).click();
                  await seen(dialog.code).toBeVisible();
                });
              }
              await announces();
              await lists(NAME);
              const before = wallet.pending.length;
              await connect.row(NAME).click();
              await until(async () => wallet.pending.length > before, 'the wallet is asked to connect');
            },
            name: async () => {
              const link = dialog.modal.getByRole('link', { name: `Open ${phone.name}` });
              await link.evaluate((element) => element.addEventListener('click', (click) => click.preventDefault()));
              await link.click();
            },
            withdraw: lasts(120_000),
            leave: closes,
            disconnect: async () => {
              if (model.matches('remembered')) return connect.leave.click();
              await requests('account');
              const leave = model.context.connection?.chainId === 1 ? connect.leave : network.getByText(words.leave);
              await leave.click();
            },
            wake: () => requests(model.matches('locked') ? 'connect' : 'account'),
            check: async () => {
              await requests('chain');
              holdAccounts();
              await network.getByRole('button', { name: 'Ethereum' }).click();
              await isAsked();
            },
            'visitor.returned': async () => {
              holdAccounts();
              await page.evaluate(() => dispatchEvent(new Event('focus')));
              await isAsked();
            },
            'accounts.named': async () => {
              nameAccounts([ACCOUNT.address]);
              holdAccounts(1);
              await knowsPage();
              await wallet.unlock();
              await isAsked();
            },
            'wagmi.changed': async ({ open: [open] }: { open: [ReturnType<typeof openOf>?] }) => {
              if (model.matches('none') || (!open && model.matches('restoring'))) return;
              if (isRemote(open ?? null)) {
                if (!model.matches('claimed')) return inTime(library.release);
                const one = await phoneOf();
                return inTime(async () => {
                  await one.pair(await dialog.uri());
                  await seen(dialog.modal).toBeHidden();
                });
              }
              if (model.matches('claimed')) {
                nameAccounts([ACCOUNT.address]);
                // The earlier request is withdrawn.
                while (wallet.pending.length > 1) await wallet.reject();
                return wallet.approve();
              }
              if (model.matches('connected')) {
                if (open?.account) return wallet.setChain(open.account.chainId);
                nameAccounts([]);
                return open ? wallet.lock() : wallet.disconnect();
              }
              nameAccounts([ACCOUNT.address]);
              if (model.matches('locked')) await wallet.unlock();
            },
            'xstate.done.actor.reopenConnector': async () => {
              if (isRemote(model.context.wallet)) {
                // The library has stored nothing.
                await page.evaluate(
                  () =>
                    new Promise((gone) => {
                      const request = indexedDB.deleteDatabase('WALLET_CONNECT_V2_INDEXED_DB');
                      request.onsuccess = gone;
                    }),
                );
                return inTime(library.release);
              }
              nameAccounts([]);
            },
            'xstate.error.actor.reopenConnector': async () => {
              wallet.answers.eth_chainId = -32603;
              nameAccounts([ACCOUNT.address]);
              const asked = () => wallet.log.filter(({ method }) => method === 'eth_chainId').length;
              const before = asked();
              await until(async () => asked() > before, 'the wallet is asked for its network');
              delete wallet.answers.eth_chainId;
            },
            'xstate.error.actor.openConnector': wallet.rejectAll,
            'xstate.done.actor.askWallet': async () => nameAccounts(),
            'xstate.error.actor.askWallet': async () => failAccounts(),
            'xstate.after.restoreTimeout.connection.restoring.waiting': lasts(5_000),
            'xstate.after.walletReplyTimeout.connection.restoring.asking': lasts(5_000),
            'xstate.after.walletReplyTimeout.connection.connected.checking': lasts(5_000),
            'xstate.after.wakeTimeout.connection.remembered.waking': lasts(20_000),
          }).map(([type, happen]) => [
            type,
            async (event: { type: string }) => {
              due = type;
              await happen(event as never);
            },
          ]),
        ),
        states: {
          '*': async (now) => {
            model = now;
            const { record, wallet: counted } = now.context;
            // The library has done what it does there before anyone can look.
            const isPassing =
              (now.matches({ restoring: 'waiting' }) && isRemote(record)) ||
              (now.matches('restoring') && !isRemote(counted) && isRemote(record));
            if (isPassing) return;
            await machine.comes(due, now.matches('reading') ? null : now.value, turn);
            due = null;
            await until(async () => (await isConnected(page)) === (now.context.connection !== null), 'it is shown');
          },
        },
      });
      await library.release();
      nameAccounts();
    });

  test('takes every transition that a visitor or the world can cause', complete);
});
