import type { Locator, Page } from '@playwright/test';
import type { Hex } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { serializeRecord } from '#domain/records';
import type { Transaction } from '#domain/transaction';
import type { TransactionBook } from '#domain/transactions';
import { sendWei } from '../support/chain.ts';
import { listenIn, type NodeTraffic } from './node.ts';
import { LOOKED, RECORD_KEY, showsPending, signOf, withTransactions, writeRecord } from './transactions.ts';
import { breakStorage, noteSaid } from './visitor/inPage.ts';
import { answerFor } from './visitor/network.ts';
import { say, sayStatus } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Tests an account's transactions. The page sends none itself, so the tests write them into the shared record. */

interface Looked {
  visitor: Visitor;
  line: NodeTraffic;
}

interface Fixtures {
  /** Connects a wallet of `account`, opens the account dialog, and then records the transactions. */
  look: (account: LocalAccount, book?: TransactionBook) => Promise<Looked>;
  /** Does so with a new account that has sent a transaction, which the page watches. */
  lookPending: (more?: Partial<Transaction>) => Promise<Looked & { alice: LocalAccount; hash: Hex }>;
}

const test = withTransactions('transactions').extend<Fixtures>({
  look: async ({ atAccount, node, mine: _ }, use) =>
    use(async (account, book) => {
      const entered = await atAccount({
        wallets: [{ account }],
        again: 'usual',
        clock: true,
        scripts: [noteSaid],
        before: async (page) => lines.set(page, listenIn(page, node)),
      });
      const line = lines.get(entered.page)!;
      line.asked.length = 0;
      if (book) await writeRecord(entered.page, serializeRecord(book));
      return { visitor: entered, line };
    }),
  lookPending: async ({ look, sender, chain }, use) =>
    use(async (more) => {
      const alice = await sender();
      const hash = await sendWei(chain, alice);
      const looked = await look(alice, bookOf(alice, { ...sent(hash), ...more }));
      await isWatched(looked.line);
      return { ...looked, alice, hash };
    }),
});

/** Checks that the account dialog is open and lists no transactions. */
async function listsNothing({ copy, rows }: Pick<Visitor['account'], 'copy' | 'rows'>, what = '') {
  await seen(copy, what).toBeVisible();
  await seen(rows, what).toHaveCount(0);
}
const lines = new WeakMap<Page, NodeTraffic>();

const sent = (hash: Hex, description = 'Supply 12 SOL', more: Partial<Transaction> = {}): Transaction => ({
  hash,
  description,
  status: 'pending',
  confirmations: 1,
  ...more,
});

const hashOf = (nth: number): Hex => `0x${nth.toString(16).padStart(64, '0')}`;

/** Creates settled transactions, newest first. The last has the number 1. */
const done = (count: number, status: Transaction['status'] = 'confirmed') =>
  Array.from({ length: count }, (_, i) => sent(hashOf(count - i), `Payment ${count - i}`, { status }));

const bookOf = ({ address }: LocalAccount, ...list: Transaction[]): TransactionBook => ({
  [address.toLowerCase()]: { 1: list },
});

const recordIn = async (page: Page) => {
  const text = await page.evaluate((key) => localStorage.getItem(key), RECORD_KEY);
  return text === null ? null : (JSON.parse(text).value as TransactionBook);
};

/** Runs the page's clock until the assertion passes. */
const pass = <Seen>(page: Page, look: () => Seen | Promise<Seen>) =>
  seen.poll(
    async () => {
      await page.clock.fastForward(1_000);
      return look();
    },
    { intervals: [50] },
  );

const becomes = (page: Page, what: Locator, expected: string) => pass(page, () => what.textContent()).toBe(expected);

/** Waits until the page knows that its transactions are pending. The test may then mine blocks and move the clock. */
const isWatched = ({ asked, open }: NodeTraffic) =>
  seen.poll(() => asked.includes(LOOKED) && open.size === 0, 'It is watched').toBe(true);

/** Checks that the page sends no request to its node for three minutes of page time. */
async function isLeftAlone(visitor: Visitor, { asked, open }: NodeTraffic) {
  const goesBy = async (ms: number) => {
    await visitor.page.clock.fastForward(ms);
    await visitor.receivesAnswers();
    // Waits for a request of its own, so that all earlier requests have been recorded.
    await visitor.page.evaluate(() => fetch('/', { method: 'HEAD' }));
  };
  // Waits until pending reads have ended and taken effect.
  await seen
    .poll(async () => {
      const [{ length }, { size }] = [asked, open];
      await goesBy(5_000);
      return size + asked.length - length;
    })
    .toBe(0);
  const { length } = asked;
  for (let i = 0; i < 9; i++) await goesBy(20_000);
  expect(asked.slice(length)).toEqual([]);
}

describe('the status of a transaction', () => {
  test('a pending transaction is confirmed, and the balance is read again', async ({ look, sender, mine, chain }) => {
    const alice = await sender();
    const { visitor, line } = await look(alice);
    await listsNothing(visitor.account);
    await seen(visitor.account.line).toContainText('1 ETH');
    await showsPending(visitor.page, false);
    await visitor.heard();

    const hash = await sendWei(chain, alice);
    await writeRecord(visitor.page, serializeRecord(bookOf(alice, sent(hash))));
    await seen(visitor.account.rows).toHaveText(['Supply 12 SOL, Pending']);
    await seen(visitor.account.rows.locator('svg.trace')).toBeVisible();
    await seen(visitor.account.rows.getByRole('link')).toHaveAccessibleName(`Supply 12 SOL, Pending ${say('newTab')}`);
    await showsPending(visitor.page);
    await isWatched(line);
    await visitor.receivesAnswers();
    expect(await visitor.heard()).toEqual([]);

    await mine();
    await becomes(visitor.page, visitor.account.rows, 'Supply 12 SOL, Confirmed');
    await seen(visitor.account.rows.locator('svg.trace')).toHaveCount(0);
    await showsPending(visitor.page, false);
    await seen(visitor.account.line).toContainText('0.9999 ETH');
    expect(await recordIn(visitor.page)).toEqual(bookOf(alice, sent(hash, 'Supply 12 SOL', { status: 'confirmed' })));
    await visitor.hearsOnly(['status: Supply 12 SOL, Confirmed']);

    // The page no longer watches it, and doesn't announce it again.
    await visitor.account.close.click();
    await seen(visitor.account.dialog).toBeHidden();
    await visitor.requestsNext('account');
    await seen(visitor.account.rows).toHaveText(['Supply 12 SOL, Confirmed']);
    await isLeftAlone(visitor, line);
    expect(await visitor.heard()).toEqual([]);
  });

  test('the result of a transaction is announced once, also while no dialog is open', async ({ lookPending, mine }) => {
    const { visitor } = await lookPending();
    await visitor.account.close.click();
    await seen(visitor.account.dialog).toBeHidden();
    await showsPending(visitor.page);
    await visitor.heard();
    await mine();
    await pass(visitor.page, () => signOf(visitor.page).root.getAttribute('data-pending')).toBeNull();
    await visitor.hearsOnly(['log: Supply 12 SOL, Confirmed']);
    await visitor.requestsNext('account');
    await seen(visitor.account.rows).toHaveText(['Supply 12 SOL, Confirmed']);
    await seen(visitor.account.line).toContainText('0.9999 ETH');
    await visitor.receivesAnswers();
    expect(await visitor.heard()).toEqual([]);
  });

  test('the page watches a pending transaction again after a reload', async ({ lookPending, mine }) => {
    const { visitor, line } = await lookPending();
    await seen(visitor.account.rows).toHaveText(['Supply 12 SOL, Pending']);
    await visitor.account.close.click();
    await visitor.isHome();
    await visitor.page.goto('/favicon.svg');
    line.asked.length = 0;
    await visitor.page.goto('/');
    await visitor.waitsForScripts();
    await showsPending(visitor.page);
    await isWatched(line);
    await mine();
    await pass(visitor.page, () => signOf(visitor.page).root.getAttribute('data-pending')).toBeNull();
    await visitor.hearsOnly(['log: Supply 12 SOL, Confirmed']);
    await visitor.requestsNext('account');
    await seen(visitor.account.rows).toHaveText(['Supply 12 SOL, Confirmed']);
  });
});

describe('the list of transactions', () => {
  test('links to the explorer open tabs without an opener', async ({ look, sender }) => {
    const alice = await sender();
    const { visitor } = await look(alice, bookOf(alice, ...done(1)));
    const { page, context, account, foreign } = visitor;
    const link = account.rows.getByRole('link');
    await seen(link).toHaveAttribute('href', `https://etherscan.io/tx/${hashOf(1)}`);
    await seen(link).toHaveAttribute('target', '_blank');
    await seen(link).toHaveAttribute('rel', 'noopener noreferrer');
    await answerFor(context, 'etherscan.io');
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await tab.waitForLoadState();
    expect(tab.url()).toBe(`https://etherscan.io/tx/${hashOf(1)}`);
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
    expect(foreign).toEqual([]);
    await context.unrouteAll();
    await tab.close();
    await seen(account.dialog).toBeVisible();
    await seen(page).toHaveURL(/\/#account$/);
  });

  test('long words wrap, and HTML in descriptions is shown as text', async ({ look, sender }) => {
    const alice = await sender();
    const long = 'Supply a hundred and twenty-three SOL, and receive ten thousand USDC for it '.repeat(3);
    const markup = '<img src=x onerror=alert(1)> \u202eLOS 21 ylppuS\u0000';
    const { visitor } = await look(
      alice,
      bookOf(alice, ...[long, markup, 'تحويل ١٢'].map((words, i) => sent(hashOf(i + 1), words, { status: 'failed' }))),
    );
    await seen(visitor.account.rows).toHaveText([
      `${long.slice(0, 100).trim()}, Failed`,
      '<img src=x onerror=alert(1)> LOS 21 ylppuS, Failed',
      'تحويل ١٢, Failed',
    ]);
    const width = (await visitor.account.dialog.boundingBox())?.width;
    expect(width).toBe(368);
    const isCut = (words: Element) => words.scrollHeight > words.clientHeight;
    for (const row of await visitor.account.rows.all()) expect(await row.locator('bdi').evaluate(isCut)).toBe(false);
    expect(await visitor.account.dialog.evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth)).toBe(false);
  });
});

describe('two tabs', () => {
  test('added, settled and cleared transactions appear in both tabs, with announcements', async ({
    look,
    sender,
    mine,
    chain,
    node,
  }) => {
    const alice = await sender();
    const { visitor } = await look(alice, bookOf(alice, ...done(1)));
    const tab = await visitor.opensTab('/#account');
    await seen(tab.account.dialog).toBeVisible();
    const both = [visitor.account, tab.account];
    await seen(tab.account.rows).toHaveText(['Payment 1, Confirmed']);

    // A change in one tab shows in the other.
    await writeRecord(visitor.page, serializeRecord(bookOf(alice, sent(hashOf(9), 'New'), ...done(1))));
    for (const one of both) await seen(one.rows).toHaveText(['New, Pending', 'Payment 1, Confirmed']);
    for (const one of [visitor.page, tab.page]) await showsPending(one);
    await tab.heard();
    await visitor.account.clear.click();
    for (const one of both) await listsNothing(one);
    for (const one of [visitor.page, tab.page]) await showsPending(one, false);
    expect(await recordIn(tab.page)).toEqual(bookOf(alice));
    await tab.receivesAnswers();
    expect((await tab.heard()).filter((one) => one !== sayStatus('transactions.cleared'))).toEqual([]);

    // Both tabs learn of the result, and the record contains it once.
    const [first, next] = [await sendWei(chain, alice), await sendWei(chain, alice)];
    const { length } = node.requests;
    await writeRecord(visitor.page, serializeRecord(bookOf(alice, sent(next, 'Next'), sent(first, 'First'))));
    for (const one of both) await seen(one.rows).toHaveText(['Next, Pending', 'First, Pending']);
    const blocks = () =>
      node.requests
        .slice(length)
        .flat()
        .filter((method) => method === 'eth_blockNumber');
    await seen.poll(() => blocks().length).toBeGreaterThan(1);
    await mine();
    await becomes(visitor.page, visitor.account.rows.last(), 'First, Confirmed');
    for (const one of both) await seen(one.rows).toHaveText(['Next, Confirmed', 'First, Confirmed']);
    const status = 'confirmed';
    const learnt = bookOf(alice, sent(next, 'Next', { status }), sent(first, 'First', { status }));
    for (const one of [visitor.page, tab.page]) expect(await recordIn(one)).toEqual(learnt);
  });
});

test('with full storage, results and clearing last until the page closes', async ({
  atAccount,
  sender,
  mine,
  chain,
  node,
}) => {
  const alice = await sender();
  const book = bookOf(alice, sent(await sendWei(chain, alice)), ...done(1));
  const visitor = await atAccount({
    wallets: [{ account: alice }],
    clock: true,
    scripts: [noteSaid],
    before: async (page) => {
      lines.set(page, listenIn(page, node));
      await page.addInitScript(([key, text]) => (localStorage[key] ??= text), [
        RECORD_KEY,
        serializeRecord(book),
      ] as const);
      await page.addInitScript(breakStorage, 'full');
    },
  });
  const { page, account } = visitor;
  await seen(account.rows).toHaveText(['Supply 12 SOL, Pending', 'Payment 1, Confirmed']);
  await isWatched(lines.get(page)!);
  await visitor.heard();
  await mine();
  await becomes(page, account.rows.first(), 'Supply 12 SOL, Confirmed');
  await showsPending(page, false);
  await visitor.hearsOnly(['status: Supply 12 SOL, Confirmed']);
  await account.clear.click();
  await listsNothing(account);
  await account.close.click();
  await seen(account.dialog).toBeHidden();
  await visitor.requestsNext('account');
  await listsNothing(account);
  // Nothing was stored, so the next visit finds the old record.
  await visitor.reloads();
  expect(await recordIn(page)).toEqual(book);
});
