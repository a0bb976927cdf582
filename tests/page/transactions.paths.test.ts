import type { Request } from '@playwright/test';
import type { LocalAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { serializeRecord } from '#domain/records';
import type { Transaction } from '#domain/transaction';
import { outcomesMachine } from '#machines/outcomes';
import { transactionMachine } from '#machines/transaction';
import { transactionsMachine } from '#machines/transactions';
import { essentials, pathsOf, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { serializeValue } from '../engine/words';
import { outcomesWorld } from '../samples/outcomes';
import { transactionWorld } from '../samples/transaction';
import { sentOf, transactionsWorld } from '../samples/transactions';
import { sendReverting, sendWei } from '../support/chain.ts';
import type { Entered } from './accounts.ts';
import { createStateCheck, expectAnnounced } from './look.ts';
import type { LocalNode } from './node.ts';
import { saidIn, untilCaughtUp } from './signing.ts';
import { LOOKED, showsPending, signOf, withTransactions, writeRecord } from './transactions.ts';
import { lookAt, withClock } from './visit.ts';
import { noteSaid } from './visitor/inPage.ts';
import { seen } from './visitor/seen.ts';

const WORDS = { pending: 'Pending', confirmed: 'Confirmed', failed: 'Failed' };

const recordOf = ({ address }: LocalAccount, list: readonly Transaction[]) =>
  serializeRecord({ [address.toLowerCase()]: { 1: list } });

interface Fixtures {
  /** Connects an account, and opens its dialog by the control in the header. */
  look: (account: LocalAccount) => Promise<Entered>;
}

const test = withTransactions('transactionsPaths').extend<Fixtures>({
  look: async ({ enter, mine: _ }, use) =>
    use(async (sender) => {
      const entered = await enter({ account: sender }, { again: 'usual', before: withClock(noteSaid) });
      const { page, connect, account } = entered;
      await seen(connect.news).toHaveText('Connected');
      await signOf(page).control.click();
      await seen(account.line).toContainText('1 ETH');
      await saidIn(page);
      return entered;
    }),
});

async function shows({ page, account }: Pick<Entered, 'page' | 'account'>, list: readonly Transaction[]) {
  await seen(account.rows).toHaveText(list.map(({ description, status }) => `${description}, ${WORDS[status]}`));
  await seen(account.clear).toHaveCount(list.length ? 1 : 0);
  await showsPending(
    page,
    list.some(({ status }) => status === 'pending'),
  );
}

async function closes({ page, account }: Pick<Entered, 'page' | 'account'>) {
  await page.clock.resume();
  await page.keyboard.press('Escape');
  await seen(account.dialog).toBeHidden();
  await seen(signOf(page).control).toBeFocused();
}

/** Starts a node that holds requests for receipts until the test decides how to answer. */
function slowWithReceipts(node: LocalNode) {
  const waiting: (() => void)[] = [];
  let [mode, refused]: ['wait' | 'refuse' | 'answer', number] = ['wait', 0];
  node.answer({
    each: async ({ id, method }, reply) => {
      if (method !== 'eth_getTransactionReceipt') return reply;
      if (mode === 'wait') await new Promise<void>((told) => waiting.push(told));
      if (mode !== 'refuse') return reply;
      refused += 1;
      return { jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error.' } };
    },
  });
  return {
    waiting: () => waiting.length,
    refused: () => refused,
    shall: (next: typeof mode) => {
      mode = next;
      for (const told of waiting.splice(0)) told();
    },
  };
}

describe('the transaction machine on the page', () => {
  const behold = createStateCheck('transaction');
  const { paths, complete } = prove(
    'page',
    transactionMachine,
    essentials(pathsOf(transactionMachine, transactionWorld, 'transitions')),
  );

  for (const { title, takes, follow } of paths)
    test(title, async ({ look, sender, mine, chain, node }) => {
      const doomed = takes.some((name) => name.endsWith(' → transaction.failed'));
      const alice = await sender();
      const sent = { ...sentOf(1), hash: await (doomed ? sendReverting : sendWei)(chain, alice) };
      const entered = await look(alice);
      const { page, account, foreign } = entered;
      const receipts = slowWithReceipts(node);
      const asked: (string | null)[] = [];
      const note = (request: Request) => {
        if (request.url().startsWith(node.url)) asked.push(request.postData());
      };
      page.on('request', note);
      await writeRecord(page, recordOf(alice, [sent]));
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));

      const looks = async (status: Transaction['status'], ...news: string[]) => {
        await shows(entered, [{ ...sent, status }]);
        await expectAnnounced(page, news, () => behold(page, status));
      };
      const ends = async (status: 'confirmed' | 'failed') => {
        await looks(status, `status: ${sent.description}, ${WORDS[status]}`);
        await passes(() => account.line.textContent()).toContain('0.9999 ETH');
        await closes(entered);
        expect(foreign).toEqual([]);
      };
      /** Runs the page's clock in small steps until `look` passes. */
      const passes = <Seen>(look: () => Seen) =>
        seen.poll(async () => {
          await page.clock.runFor(10);
          return look();
        });
      /** Waits for open requests, and checks that the page sends none for `ms` of page time. */
      const restsFor = async (ms: number) => {
        const settle = async () => {
          await untilCaughtUp(page);
          await page.clock.runFor(10);
          await untilCaughtUp(page);
        };
        await settle();
        const { length } = asked;
        await page.clock.fastForward(ms);
        await settle();
        expect(asked.slice(length)).toEqual([]);
      };

      await follow({
        events: {
          'xstate.done.actor.awaitReceipt': async () => {
            await mine();
            receipts.shall('answer');
            await seen
              .poll(async () => {
                await page.clock.fastForward(1_000);
                return account.rows.textContent();
              })
              .not.toContain(WORDS.pending);
          },
          'xstate.error.actor.awaitReceipt': async () => {
            const before = receipts.refused();
            receipts.shall('refuse');
            // The page asks at once, and again after each new block.
            await passes(receipts.refused).toBe(before + 2);
            receipts.shall('wait');
          },
          'xstate.after.receiptTimeout.transaction.watching': async () => {
            receipts.shall('answer');
            await passes(() => asked.at(-1)).toContain(LOOKED);
            await page.clock.fastForward(300_000);
            receipts.shall('wait');
          },
          'xstate.after.retryDelay.transaction.pausing': async () => {
            await restsFor(29_000);
            await page.clock.runFor(1_000);
          },
          'visitor.returned': () => lookAt(page),
        },
        states: {
          watching: async () => {
            await passes(receipts.waiting).toBe(1);
            await looks('pending');
          },
          pausing: async () => {
            await restsFor(500);
            await looks('pending');
          },
          resting: async () => {
            for (let minute = 0; minute < 3; minute++) await restsFor(60_000);
            await looks('pending');
          },
          confirmed: () => ends('confirmed'),
          failed: () => ends('failed'),
        },
      });
      page.off('request', note);
    });

  test('takes every transition', complete);
});

describe('the transactions machine on the page', () => {
  /** Clearing ends at once, and has no other effect. */
  const world: World<typeof transactionsMachine> = {
    ...transactionsWorld,
    possible: ({ type, list }, { value, context }) => {
      const [empty, empties] = [!context.list.length, list?.length === 0];
      if (value === 'clearing') return empty ? type.startsWith('xstate.done.actor') : empties;
      return !empties;
    },
  };
  const behold = createStateCheck('transactions');
  const { paths, complete } = prove(
    'page',
    transactionsMachine,
    essentials(pathsOf(transactionsMachine, world, 'transitions')),
    {
      impossible: [
        // Clearing can't fail, because the page falls back to memory if storage throws.
        'transactions.clearing · xstate.error.actor.clearTransactions → transactions.listed',
        // The browser answers before any time passes.
        'transactions.clearing · xstate.after.clearTimeout.transactions.clearing → transactions.listed',
      ],
    },
  );

  for (const { title, follow } of paths)
    test(title, async ({ look, sender }) => {
      const alice = await sender();
      const entered = await look(alice);
      const { page, account, foreign } = entered;

      await follow({
        events: {
          // Clearing writes an empty record.
          'transactions.changed': async ({ list }) => {
            if (list.length) await writeRecord(page, recordOf(alice, list));
          },
          clear: () => account.clear.click(),
          'xstate.done.actor.clearTransactions': () => untilCaughtUp(page),
        },
        states: {
          listed: async ({ context: { list } }) => {
            await shows(entered, list);
            await expectAnnounced(page, [], () => behold(page, list.length ? 'listed' : 'listed, none'));
          },
          clearing: async ({ context: { list } }) => {
            await shows(entered, []);
            await seen(account.dialog.getByRole('heading', { name: 'Account', exact: true })).toBeFocused();
            await expectAnnounced(page, list.length ? ['status: Transactions cleared'] : [], () =>
              behold(page, 'cleared'),
            );
          },
        },
      });
      await closes(entered);
      expect(foreign).toEqual([]);
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});

describe('the outcomes machine on the page', () => {
  const world: World<typeof outcomesMachine> = {
    ...outcomesWorld,
    // Only a list that was cleared is empty. Another tab writes the others.
    possible: ({ list, clearing }, { context }) =>
      clearing
        ? !list.length && context.list.length > 0
        : list.length > 0 && serializeValue(list) !== serializeValue(context.list),
  };
  const behold = createStateCheck('outcomes');
  const { paths, complete } = prove('page', outcomesMachine, pathsOf(outcomesMachine, world, 'samples'));

  for (const { title, follow } of paths)
    test(title, async ({ look, sender }) => {
      const alice = await sender();
      const entered = await look(alice);
      const { page, account, foreign } = entered;
      let known: readonly Transaction[] = [];

      await follow({
        events: {
          'list.changed': ({ list, clearing }) =>
            clearing ? account.clear.click() : writeRecord(page, recordOf(alice, list)),
        },
        states: {
          listening: async ({ context: { list, settled } }) => {
            await shows(entered, list);
            const news = settled.filter((one) => !known.includes(one));
            known = settled;
            await expectAnnounced(
              page,
              news.map(({ description, status }) => `status: ${description}, ${WORDS[status]}`),
              () => behold(page, list.length ? 'listening' : 'listening, none'),
            );
          },
          cleared: async () => {
            await shows(entered, []);
            await expectAnnounced(page, ['status: Transactions cleared'], () => behold(page, 'cleared'));
            known = [];
          },
        },
      });
      await closes(entered);
      // Another opening repeats nothing.
      await signOf(page).control.click();
      await seen(account.line).toContainText('1 ETH');
      await expectAnnounced(page, []);
      await closes(entered);
      expect(foreign).toEqual([]);
    });

  test('takes every transition', complete);
});
