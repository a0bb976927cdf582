import type { Request } from '@playwright/test';
import type { LocalAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { serializeRecord } from '#domain/records';
import type { Transaction } from '#domain/transaction';
import { outcomesMachine } from '#machines/outcomes';
import { transactionMachine } from '#machines/transaction';
import { transactionsMachine } from '#machines/transactions';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { serializeValue } from '../engine/words';
import { outcomesWorld } from '../samples/outcomes';
import { transactionWorld } from '../samples/transaction';
import { sentOf, transactionsWorld } from '../samples/transactions';
import { sendReverting, sendWei } from '../support/chain.ts';
import type { LocalNode } from './node.ts';
import { LOOKED, showsPending, signOf, withTransactions, writeRecord } from './transactions.ts';
import { noteSaid } from './visitor/inPage.ts';
import { say, sayStatus } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { Visitor } from './visitor/visitor.ts';

const WORDS = {
  pending: say('transactions.status.pending'),
  confirmed: say('transactions.status.confirmed'),
  failed: say('transactions.status.failed'),
};

const recordOf = ({ address }: LocalAccount, list: readonly Transaction[]) =>
  serializeRecord({ [address.toLowerCase()]: { 1: list } });

interface Fixtures {
  /** Connects an account, and opens its dialog by the control in the header. */
  look: (account: LocalAccount) => Promise<Visitor>;
}

const test = withTransactions('transactionsPaths').extend<Fixtures>({
  look: async ({ connected, mine: _ }, use) =>
    use(async (sender) => {
      const entered = await connected({
        wallets: [{ account: sender }],
        again: 'usual',
        clock: true,
        scripts: [noteSaid],
      });
      const { page, account } = entered;
      await entered.hears('news.connected');
      await signOf(page).control.click();
      await seen(account.line).toContainText('1 ETH');
      await entered.heard();
      return entered;
    }),
});

async function shows(visitor: Visitor, list: readonly Transaction[]) {
  await seen(visitor.account.rows).toHaveText(
    list.map(({ description, status }) => `${description}, ${WORDS[status]}`),
  );
  await seen(visitor.account.clear).toHaveCount(list.length ? 1 : 0);
  await showsPending(
    visitor.page,
    list.some(({ status }) => status === 'pending'),
  );
}

async function closes(visitor: Visitor) {
  await visitor.page.clock.resume();
  await visitor.escapes();
  await seen(visitor.account.dialog).toBeHidden();
  await seen(signOf(visitor.page).control).toBeFocused();
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

/** Runs the page's clock in small steps until `look` passes. */
const passesIn = <Seen>({ page }: Visitor, look: () => Seen) =>
  seen.poll(async () => {
    await page.clock.runFor(10);
    return look();
  });

/** Waits for open requests, and checks that the page sends none for `ms` of page time. */
async function expectRest(visitor: Visitor, asked: readonly unknown[], ms: number) {
  const settle = async () => {
    await visitor.receivesAnswers();
    await visitor.page.clock.runFor(10);
    await visitor.receivesAnswers();
  };
  await settle();
  const { length } = asked;
  await visitor.page.clock.fastForward(ms);
  await settle();
  expect(asked.slice(length)).toEqual([]);
}

describe('the transaction machine on the page', () => {
  const { paths, complete } = prove(
    'page',
    transactionMachine,
    selectFewestPaths(pathsOf(transactionMachine, transactionWorld, 'transitions')),
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
        await entered.hearsOnly(news, () => entered.looksRight(`transaction ${status}`));
      };
      const ends = async (status: 'confirmed' | 'failed') => {
        await looks(status, `status: ${sent.description}, ${WORDS[status]}`);
        await passes(() => account.line.textContent()).toContain('0.9999 ETH');
        await closes(entered);
        expect(foreign).toEqual([]);
      };
      const passes = <Seen>(look: () => Seen) => passesIn(entered, look);
      const restsFor = (ms: number) => expectRest(entered, asked, ms);

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
          'visitor.returned': () => entered.looksAgain(),
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
  const { paths, complete } = prove(
    'page',
    transactionsMachine,
    selectFewestPaths(pathsOf(transactionsMachine, world, 'transitions')),
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
          'xstate.done.actor.clearTransactions': () => entered.receivesAnswers(),
        },
        states: {
          listed: async ({ context: { list } }) => {
            await shows(entered, list);
            await entered.hearsOnly([], () => entered.looksRight(list.length ? 'listed' : 'listed, none'));
          },
          clearing: async ({ context: { list } }) => {
            await shows(entered, []);
            await seen(account.dialog.getByRole('heading', { name: say('account.title'), exact: true })).toBeFocused();
            await entered.hearsOnly(list.length ? [sayStatus('transactions.cleared')] : [], () =>
              entered.looksRight('cleared'),
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
            await entered.hearsOnly(
              news.map(({ description, status }) => `status: ${description}, ${WORDS[status]}`),
              () => entered.looksRight(list.length ? 'listening' : 'listening, none'),
            );
          },
          cleared: async () => {
            await shows(entered, []);
            await entered.hearsOnly([sayStatus('transactions.cleared')], () => entered.looksRight('outcomes cleared'));
            known = [];
          },
        },
      });
      await closes(entered);
      // Another opening repeats nothing.
      await signOf(page).control.click();
      await seen(account.line).toContainText('1 ETH');
      await entered.hearsOnly([]);
      await closes(entered);
      expect(foreign).toEqual([]);
    });

  test('takes every transition', complete);
});
