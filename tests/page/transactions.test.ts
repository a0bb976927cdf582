import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Hex } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { packed } from '#domain/records';
import type { Transaction } from '#domain/transaction';
import type { Book } from '#domain/transactions';
import { replace, sendDoomed, sendWei } from '../support/chain.ts';
import { accountOf, askForAccount, type Entered, type Line, listenIn } from './accounts.ts';
import { connectsWallet, short } from './injected.ts';
import { hears } from './look.ts';
import { seen } from './seen.ts';
import { caughtUp, noteSaid, saidIn } from './signing.ts';
import { spoilStorage } from './storage.ts';
import { KEY, LOOKED, showsPending, signOf, withTransactions, write } from './transactions.ts';
import { alive, answerFor, lookAt, reload } from './visit.ts';

/* Tests an account's transactions. The page sends none itself, so the tests write them into the shared record. */

interface Looked extends Entered {
  line: Line;
}

interface Fixtures {
  /** Connects a wallet of `account`, opens the account dialog, and then records the transactions. */
  look: (account: LocalAccount, book?: Book) => Promise<Looked>;
  /** Does so with a new account that has sent a transaction, which the page watches. */
  lookPending: (more?: Partial<Transaction>) => Promise<Looked & { alice: LocalAccount; hash: Hex }>;
}

const test = withTransactions('transactions').extend<Fixtures>({
  look: async ({ open, node, mine: _ }, use) =>
    use(async (account, book) => {
      const entered = await open(
        { account },
        {
          again: 'usual',
          before: async (page, context) => {
            await page.clock.install();
            await context.addInitScript(noteSaid);
            lines.set(page, listenIn(page, node));
          },
        },
      );
      const line = lines.get(entered.page)!;
      line.asked.length = 0;
      if (book) await write(entered.page, packed(book));
      return { ...entered, line };
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
async function listsNothing({ copy, rows }: Pick<Entered['account'], 'copy' | 'rows'>, what = '') {
  await seen(copy, what).toBeVisible();
  await seen(rows, what).toHaveCount(0);
}
const UNLOADED = /^Failed to load resource/;
const lines = new WeakMap<Page, Line>();

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

const bookOf = ({ address }: LocalAccount, ...list: Transaction[]): Book => ({ [address.toLowerCase()]: { 1: list } });

const recordIn = async (page: Page) => {
  const text = await page.evaluate((key) => localStorage.getItem(key), KEY);
  return text === null ? null : (JSON.parse(text).value as Book);
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
const isWatched = ({ asked, open }: Line) =>
  seen.poll(() => asked.includes(LOOKED) && open.size === 0, 'It is watched').toBe(true);

/** Checks that the page sends no request to its node for three minutes of page time. */
async function isLeftAlone(page: Page, { asked, open }: Line) {
  const goesBy = async (ms: number) => {
    await page.clock.fastForward(ms);
    await caughtUp(page);
    // Waits for a request of its own, so that all earlier requests have been recorded.
    await page.evaluate(() => fetch('/', { method: 'HEAD' }));
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
    const { page, account, line } = await look(alice);
    await listsNothing(account);
    await seen(account.line).toContainText('1 ETH');
    await showsPending(page, false);
    await saidIn(page);

    const hash = await sendWei(chain, alice);
    await write(page, packed(bookOf(alice, sent(hash))));
    await seen(account.rows).toHaveText(['Supply 12 SOL, Pending']);
    await seen(account.rows.locator('svg.trace')).toBeVisible();
    await seen(account.rows.getByRole('link')).toHaveAccessibleName('Supply 12 SOL, Pending (opens in a new tab)');
    await showsPending(page);
    await isWatched(line);
    await caughtUp(page);
    expect(await saidIn(page)).toEqual([]);

    await mine();
    await becomes(page, account.rows, 'Supply 12 SOL, Confirmed');
    await seen(account.rows.locator('svg.trace')).toHaveCount(0);
    await showsPending(page, false);
    await seen(account.line).toContainText('0.9999 ETH');
    expect(await recordIn(page)).toEqual(bookOf(alice, sent(hash, 'Supply 12 SOL', { status: 'confirmed' })));
    await hears(page, ['status: Supply 12 SOL, Confirmed']);

    // The page no longer watches it, and doesn't announce it again.
    await account.close.click();
    await seen(account.dialog).toBeHidden();
    await askForAccount(page);
    await seen(account.rows).toHaveText(['Supply 12 SOL, Confirmed']);
    await isLeftAlone(page, line);
    expect(await saidIn(page)).toEqual([]);
  });

  test('a repriced transaction is confirmed; a replaced or reverted one has failed', async ({
    look,
    sender,
    mine,
    chain,
  }) => {
    const alice = await sender();
    const ends = { cancelled: 'failed', replaced: 'failed', repriced: 'confirmed' } as const;
    const hashes: Record<string, Hex> = {};
    for (const reason of Object.keys(ends)) hashes[reason] = await sendWei(chain, alice);
    const list = Object.entries(hashes).map(([reason, hash]) => sent(hash, reason));
    const { page, account, line } = await look(alice, bookOf(alice, ...list));
    await seen(account.rows).toHaveText(list.map(({ description }) => `${description}, Pending`));
    await isWatched(line);
    // Waits until the page knows each of them.
    const known = () => line.asked.filter((method) => method === 'eth_getTransactionByHash').length;
    await seen.poll(() => [known(), line.open.size]).toEqual([list.length, 0]);
    await caughtUp(page);
    await saidIn(page);
    for (const [reason, hash] of Object.entries(hashes)) await replace(chain, hash, reason as keyof typeof ends);
    await mine();
    const words = Object.entries(ends).map(
      ([reason, end]) => `${reason}, ${end === 'failed' ? 'Failed' : 'Confirmed'}`,
    );
    await pass(page, () => account.rows.allTextContents()).toEqual(words);
    await seen(account.rows.locator('[data-failed]')).toHaveCount(2);
    await showsPending(page, false);
    // The order is undefined, and some are announced together.
    const heard: string[] = [];
    const hear = async () => {
      const said = await saidIn(page);
      return heard.push(...said.flatMap((one) => one.split(/^status: |(?<=Failed|Confirmed) ?/).filter(Boolean)));
    };
    await seen.poll(hear).toBeGreaterThanOrEqual(words.length);
    expect(heard.sort()).toEqual([...words].sort());
    const over = list.map((one) => ({ ...one, status: ends[one.description as keyof typeof ends] }));
    expect(await recordIn(page)).toEqual(bookOf(alice, ...over));

    const doomed = await sendDoomed(chain, alice);
    line.asked.length = 0;
    await write(page, packed(bookOf(alice, sent(doomed, 'reverted'))));
    await seen(account.rows).toHaveText(['reverted, Pending']);
    await isWatched(line);
    line.asked.length = 0;
    await mine();
    await becomes(page, account.rows, 'reverted, Failed');
    await seen(account.rows.locator('[data-failed]')).toHaveCount(1);
    await showsPending(page, false);
    await seen.poll(() => line.asked).toContain('eth_getBalance');
    await hears(page, ['status: reverted, Failed']);
    expect(await recordIn(page)).toEqual(bookOf(alice, sent(doomed, 'reverted', { status: 'failed' })));
  });

  test('a transaction that needs three confirmations is pending for three blocks', async ({ lookPending, mine }) => {
    const { page, account, line } = await lookPending({ description: 'Supply', confirmations: 3 });
    for (let block = 0; block < 2; block++) {
      await mine();
      line.asked.length = 0;
      await pass(page, () => line.asked).toContain('eth_blockNumber');
      await caughtUp(page);
      await seen(account.rows).toHaveText(['Supply, Pending']);
    }
    await mine();
    await becomes(page, account.rows, 'Supply, Confirmed');
  });

  test('the result of a transaction is announced once, also without a dialog', async ({ lookPending, mine }) => {
    const { page, account } = await lookPending();
    await account.close.click();
    await seen(account.dialog).toBeHidden();
    await showsPending(page);
    await saidIn(page);
    await mine();
    await pass(page, () => signOf(page).root.getAttribute('data-pending')).toBeNull();
    await hears(page, ['log: Supply 12 SOL, Confirmed']);
    await askForAccount(page);
    await seen(account.rows).toHaveText(['Supply 12 SOL, Confirmed']);
    await seen(account.line).toContainText('0.9999 ETH');
    await caughtUp(page);
    expect(await saidIn(page)).toEqual([]);
  });

  test('the page watches a pending transaction again after a reload', async ({ lookPending, mine }) => {
    const { page, account, line } = await lookPending();
    await seen(account.rows).toHaveText(['Supply 12 SOL, Pending']);
    await account.close.click();
    await seen(page).toHaveURL(/\/$/);
    await page.goto('/favicon.svg');
    line.asked.length = 0;
    await page.goto('/');
    await alive(page);
    await showsPending(page);
    await isWatched(line);
    await mine();
    await pass(page, () => signOf(page).root.getAttribute('data-pending')).toBeNull();
    await hears(page, ['log: Supply 12 SOL, Confirmed']);
    await askForAccount(page);
    await seen(account.rows).toHaveText(['Supply 12 SOL, Confirmed']);
  });

  test.for([
    ['mined', 'Confirmed'],
    ['replaced', 'Failed'],
  ])(
    "a transaction %s in the visitor's absence is shown as %s after a reload",
    async ([end, status], { lookPending, mine, chain }) => {
      const { page, account, hash } = await lookPending();
      await seen(account.rows).toHaveText(['Supply 12 SOL, Pending']);
      // Waits until the page has stored the nonce from the node.
      await seen.poll(async () => JSON.stringify(await recordIn(page))).toContain('"nonce"');
      await page.goto('/favicon.svg');
      if (end === 'replaced') await replace(chain, hash, 'cancelled');
      await mine();
      await page.goto('/#account');
      await pass(page, () => account.rows.allTextContents()).toEqual([`Supply 12 SOL, ${status}`]);
      await showsPending(page, false);
    },
  );

  test('the page watches a transaction for 5 min, and again on return', async ({ lookPending, mine }) => {
    const { page, account, line } = await lookPending();
    await seen(account.line).toContainText('1 ETH');
    await saidIn(page);
    const comesBack: Record<string, () => Promise<unknown>> = {
      'it becomes visible': () => lookAt(page),
      'it comes online': () => page.evaluate(() => dispatchEvent(new Event('online'))),
      'it becomes visible again': () => lookAt(page),
    };
    for (const [how, back] of Object.entries(comesBack)) {
      line.asked.length = 0;
      await page.clock.fastForward(290_000);
      await seen.poll(() => line.asked.includes('eth_blockNumber') && line.open.size === 0, how).toBe(true);
      await page.clock.fastForward(15_000);
      if (how.endsWith('again')) await mine();
      await isLeftAlone(page, line);
      await seen(account.rows, how).toHaveText(['Supply 12 SOL, Pending']);
      await showsPending(page);
      expect(await saidIn(page), how).toEqual([]);
      line.asked.length = 0;
      await back();
      if (!how.endsWith('again')) await isWatched(line);
    }
    await seen(account.rows).toHaveText(['Supply 12 SOL, Confirmed']);
    await showsPending(page, false);
    await hears(page, ['status: Supply 12 SOL, Confirmed']);
  });

  test('a transaction stays pending while the node fails, and settles afterwards', async ({
    lookPending,
    mine,
    node,
  }) => {
    const { page, account, forgiven, line } = await lookPending();
    forgiven.push(UNLOADED);
    node.answer('down');
    await mine();
    for (const whim of ['down', 'silence', 'rubbish', 'nothing', 429, 503] as const) {
      node.answer(whim);
      line.asked.length = 0;
      await pass(page, () => line.asked.length).toBeGreaterThan(0);
      await lookAt(page);
      for (let i = 0; i < 3; i++) {
        await page.clock.fastForward(10_000);
        await caughtUp(page);
      }
      await seen(account.rows, String(whim)).toHaveText(['Supply 12 SOL, Pending']);
      await showsPending(page);
    }
    node.answer(null);
    await becomes(page, account.rows, 'Supply 12 SOL, Confirmed');
  });

  test("a transaction stays pending if the node's receipt is invalid", async ({ lookPending, mine, node }) => {
    const { page, account, line, hash } = await lookPending();
    const error = { code: -32603, message: 'Internal error' };
    const answers = [
      { error },
      { result: {} },
      { result: 'yes' },
      { result: { transactionHash: hash, blockNumber: '0x1' } },
      { result: { transactionHash: hash, blockNumber: '0x1', status: '0x2' } },
      { result: { transactionHash: hashOf(1), blockNumber: '0x1', status: '0x1' } },
      { result: { transactionHash: hashOf(1), blockNumber: '0x1', status: '0x0' } },
    ];
    for (const answer of answers) {
      node.answer({
        each: ({ id, method }, reply) =>
          method === 'eth_getTransactionReceipt' ? { jsonrpc: '2.0', id, ...answer } : reply,
      });
      // The transaction is mined after the first answer, so the page asks again when the visitor returns.
      await mine();
      await lookAt(page);
      line.asked.length = 0;
      await pass(page, () => line.asked).toContain('eth_getTransactionReceipt');
      await caughtUp(page);
      await seen(account.rows, JSON.stringify(answer)).toHaveText(['Supply 12 SOL, Pending']);
    }
    node.answer(null);
    await becomes(page, account.rows, 'Supply 12 SOL, Confirmed');
  });

  test('an unknown transaction stays pending, and can be cleared', async ({ look, sender }) => {
    const alice = await sender();
    const { page, account } = await look(alice, bookOf(alice, sent(hashOf(0xdead))));
    for (let i = 0; i < 5; i++) {
      await page.clock.fastForward(10_000);
      await caughtUp(page);
    }
    await seen(account.rows).toHaveText(['Supply 12 SOL, Pending']);
    await account.clear.click();
    await listsNothing(account);
    await showsPending(page, false);
  });

  test('the transactions of a disconnected account are hidden until it returns', async ({ lookPending, mine }) => {
    const { page, account, connect, line } = await lookPending();
    await account.leave.click();
    await seen(account.dialog).toBeHidden();
    const { root, dot } = signOf(page);
    await seen(root).not.toHaveAttribute('data-pending');
    await seen(dot).toBeHidden();
    await seen(page.getByRole('banner').getByRole('link', { name: /^Connect/ })).toBeVisible();
    await seen(connect.news).toHaveText('Disconnected');
    await isLeftAlone(page, line);
    await mine();
    await askForAccount(page);
    await connectsWallet(connect);
    await becomes(page, account.rows, 'Supply 12 SOL, Confirmed');
  });
});

describe('the list of transactions', () => {
  test('the list shows three, and stores ten settled and all pending ones', async ({ look, sender, mine, chain }) => {
    const alice = await sender();
    const hash = await sendWei(chain, alice);
    const { page, account, line } = await look(alice, bookOf(alice, sent(hash, 'The eleventh'), ...done(10)));
    const kept = async () =>
      (await recordIn(page))?.[alice.address.toLowerCase()]?.[1]?.map(({ description }) => description);
    await seen(account.rows).toHaveText(['The eleventh, Pending', 'Payment 10, Confirmed', 'Payment 9, Confirmed']);
    expect(await kept()).toHaveLength(11);
    await isWatched(line);
    await mine();
    await becomes(page, account.rows.first(), 'The eleventh, Confirmed');
    await seen(account.rows).toHaveCount(3);
    expect(await kept()).toEqual(['The eleventh', ...Array.from({ length: 9 }, (_, i) => `Payment ${10 - i}`)]);
  });

  test('a list with more than ten settled ones keeps the newest ten', async ({ look, sender }) => {
    const alice = await sender();
    const { page, account } = await look(alice, bookOf(alice, ...done(30, 'failed')));
    await seen(account.rows).toHaveText(['Payment 30, Failed', 'Payment 29, Failed', 'Payment 28, Failed']);
    expect((await recordIn(page))?.[alice.address.toLowerCase()]?.[1]).toEqual(done(30, 'failed').slice(0, 10));
  });

  test('links to the explorer open a tab without an opener', async ({ look, sender }) => {
    const alice = await sender();
    const visited = await look(alice, bookOf(alice, ...done(1)));
    const { page, context, account, foreign } = visited;
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

  test('Clear removes the list of this account and network, and is announced once', async ({
    look,
    sender,
    mine,
    chain,
  }) => {
    const [alice, bob] = [await sender(), await sender()];
    const hash = await sendWei(chain, alice);
    const others: Book = {
      [alice.address.toLowerCase()]: { 137: [sent(hashOf(0x137), 'On another network'), ...done(2)] },
      [bob.address.toLowerCase()]: { 1: [sent(hashOf(0xb0b), 'By somebody else'), ...done(3, 'failed')] },
    };
    const all: Book = {
      ...others,
      [alice.address.toLowerCase()]: { ...others[alice.address.toLowerCase()], 1: [sent(hash), ...done(5)] },
    };
    const { page, account, line } = await look(alice, all);
    await seen(account.rows).toHaveCount(3);
    await isWatched(line);
    await saidIn(page);
    await account.clear.press('Enter');
    await listsNothing(account);
    await seen(account.dialog.getByRole('heading', { name: 'Account', exact: true })).toBeFocused();
    await seen(account.clear).toHaveCount(0);
    await showsPending(page, false);
    await hears(page, ['status: Transactions cleared']);
    expect(await recordIn(page)).toEqual({
      ...others,
      [alice.address.toLowerCase()]: { ...others[alice.address.toLowerCase()], 1: [] },
    });
    // The pending transaction is no longer watched, and doesn't return.
    await isLeftAlone(page, line);
    await mine();
    await page.reload();
    await listsNothing(account);
  });

  test('only the transactions of the connected account are shown and watched', async ({
    look,
    sender,
    mine,
    chain,
  }) => {
    const [alice, bob] = [await sender(), await sender()];
    const [hers, his] = [await sendWei(chain, alice), await sendWei(chain, bob)];
    const { page, account, wallet, line } = await look(alice, {
      ...bookOf(alice, sent(hers, 'By Alice')),
      ...bookOf(bob, ...done(2)),
    });
    await seen(account.rows).toHaveText(['By Alice, Pending']);
    await showsPending(page);
    await saidIn(page);

    await wallet.setAccount(bob);
    await seen(account.who).toContainText(short(bob));
    await seen(account.rows).toHaveText(['Payment 2, Confirmed', 'Payment 1, Confirmed']);
    await showsPending(page, false);
    await isLeftAlone(page, line);
    const both = { ...bookOf(alice, sent(hers, 'By Alice')), ...bookOf(bob, sent(his, 'By Bob'), ...done(2)) };
    await write(page, packed(both));
    await seen(account.rows.first()).toHaveText('By Bob, Pending');
    await showsPending(page);
    await mine();
    await becomes(page, account.rows.first(), 'By Bob, Confirmed');
    await showsPending(page, false);
    expect((await recordIn(page))?.[alice.address.toLowerCase()]?.[1]).toEqual([sent(hers, 'By Alice')]);
    expect((await saidIn(page)).filter((one) => one.includes('Alice'))).toEqual([]);

    await wallet.setAccount(alice);
    await seen(account.who).toContainText(short(alice));
    await becomes(page, account.rows, 'By Alice, Confirmed');
  });

  test('watching starts again for 5 min when the account returns', async ({ lookPending, sender, mine }) => {
    const bob = await sender();
    const { page, account, wallet, line, alice } = await lookPending();
    await page.clock.fastForward(200_000);
    await wallet.setAccount(bob);
    await listsNothing(account);
    line.asked.length = 0;
    await wallet.setAccount(alice);
    await seen(account.rows).toHaveText(['Supply 12 SOL, Pending']);
    await isWatched(line);
    // More than 5 min have passed since the first watch began, and less since the second.
    await page.clock.fastForward(150_000);
    await mine();
    await becomes(page, account.rows, 'Supply 12 SOL, Confirmed');
  });

  test('a transaction of another network is neither shown nor watched', async ({ look, sender }) => {
    const alice = await sender();
    const there = [sent(hashOf(0x137), 'Over there')];
    const book: Book = { [alice.address.toLowerCase()]: { 1: done(1), 137: there } };
    const { page, account, wallet, line } = await look(alice, book);
    await seen(account.rows).toHaveText(['Payment 1, Confirmed']);
    await showsPending(page, false);
    await account.close.click();
    await wallet.setChain(137);
    await isLeftAlone(page, line);
    await wallet.setChain(1);
    await showsPending(page, false);
    await askForAccount(page);
    await seen(account.rows).toHaveText(['Payment 1, Confirmed']);
    expect((await recordIn(page))?.[alice.address.toLowerCase()]?.[137]).toEqual(there);
  });

  test('long words wrap, and HTML in descriptions is shown as text', async ({ look, sender }) => {
    const alice = await sender();
    const long = 'Supply a hundred and twenty-three SOL, and receive ten thousand USDC for it '.repeat(3);
    const markup = '<img src=x onerror=alert(1)> \u202eLOS 21 ylppuS\u0000';
    const { account } = await look(
      alice,
      bookOf(alice, ...[long, markup, 'تحويل ١٢'].map((words, i) => sent(hashOf(i + 1), words, { status: 'failed' }))),
    );
    await seen(account.rows).toHaveText([
      `${long.slice(0, 100).trim()}, Failed`,
      '<img src=x onerror=alert(1)> LOS 21 ylppuS, Failed',
      'تحويل ١٢, Failed',
    ]);
    const width = (await account.dialog.boundingBox())?.width;
    expect(width).toBe(368);
    const isCut = (words: Element) => words.scrollHeight > words.clientHeight;
    for (const row of await account.rows.all()) expect(await row.locator('bdi').evaluate(isCut)).toBe(false);
    expect(await account.dialog.evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth)).toBe(false);
  });
});

describe('two tabs', () => {
  async function second(context: BrowserContext) {
    const tab = await context.newPage();
    await tab.goto('/#account');
    const account = accountOf(tab);
    await seen(account.dialog).toBeVisible();
    return { tab, account };
  }

  test('two tabs share added, settled and cleared transactions, and announce results', async ({
    look,
    sender,
    mine,
    chain,
    node,
  }) => {
    const alice = await sender();
    const { page, context, account, forgiven, line } = await look(alice, bookOf(alice, ...done(1)));
    const { tab, account: other } = await second(context);
    const both = [account, other];
    await seen(other.rows).toHaveText(['Payment 1, Confirmed']);

    // A change in one tab shows in the other.
    await write(page, packed(bookOf(alice, sent(hashOf(9), 'New'), ...done(1))));
    for (const one of both) await seen(one.rows).toHaveText(['New, Pending', 'Payment 1, Confirmed']);
    for (const one of [page, tab]) await showsPending(one);
    await saidIn(tab);
    await account.clear.click();
    for (const one of both) await listsNothing(one);
    for (const one of [page, tab]) await showsPending(one, false);
    expect(await recordIn(tab)).toEqual(bookOf(alice));
    await caughtUp(tab);
    expect((await saidIn(tab)).filter((one) => one !== 'status: Transactions cleared')).toEqual([]);

    // Both tabs learn of the result, and the record contains it once.
    const [first, next] = [await sendWei(chain, alice), await sendWei(chain, alice)];
    const { length } = node.requests;
    await write(page, packed(bookOf(alice, sent(next, 'Next'), sent(first, 'First'))));
    for (const one of both) await seen(one.rows).toHaveText(['Next, Pending', 'First, Pending']);
    const blocks = () =>
      node.requests
        .slice(length)
        .flat()
        .filter((method) => method === 'eth_blockNumber');
    await seen.poll(() => blocks().length).toBeGreaterThan(1);
    await mine();
    await becomes(page, account.rows.last(), 'First, Confirmed');
    for (const one of both) await seen(one.rows).toHaveText(['Next, Confirmed', 'First, Confirmed']);
    const status = 'confirmed';
    const learnt = bookOf(alice, sent(next, 'Next', { status }), sent(first, 'First', { status }));
    for (const one of [page, tab]) expect(await recordIn(one)).toEqual(learnt);

    // One tab clears the record while the other is about to store a result: it stays cleared.
    line.asked.length = 0;
    const third = await sendWei(chain, alice);
    await write(page, packed(bookOf(alice, sent(third))));
    await isWatched(line);
    await seen(other.rows).toHaveText(['Supply 12 SOL, Pending']);
    const release = node.hold();
    await mine();
    await page.clock.fastForward(5_000);
    await other.clear.click();
    await listsNothing(account);
    release();
    for (let i = 0; i < 5; i++) {
      await page.clock.fastForward(5_000);
      await caughtUp(page);
    }
    for (const one of both) await listsNothing(one);
    for (const one of [page, tab]) expect(await recordIn(one)).toEqual(bookOf(alice));

    // A tab that can't reach the node learns of the result from the other tab, and announces it once.
    forgiven.push(UNLOADED);
    await tab.route(`${node.url}/**`, (route) => route.abort());
    line.asked.length = 0;
    await write(page, packed(bookOf(alice, sent(await sendWei(chain, alice)))));
    await isWatched(line);
    await seen(other.rows).toHaveText(['Supply 12 SOL, Pending']);
    await saidIn(tab);
    await mine();
    await becomes(page, account.rows, 'Supply 12 SOL, Confirmed');
    await seen(other.rows).toHaveText(['Supply 12 SOL, Confirmed']);
    await showsPending(tab, false);
    await seen
      .poll(async () => (await saidIn(tab)).filter((one) => one.includes('Supply')))
      .toEqual(['status: Supply 12 SOL, Confirmed']);
  });

  test('clearing all storage in one tab clears the list in both', async ({ look, sender }) => {
    const alice = await sender();
    const { page, account } = await look(alice, bookOf(alice, sent(hashOf(1)), ...done(2)));
    await seen(account.rows.first()).toHaveText('Supply 12 SOL, Pending');
    await write(page, null);
    await listsNothing(account);
  });
});

describe('invalid records of transactions', () => {
  test('an invalid record is reset, and its valid parts are kept', async ({ look, sender }) => {
    const alice = await sender();
    const address = alice.address.toLowerCase();
    const [sound] = done(1) as [Transaction];
    const list = (value: unknown) => packed({ [address]: { 1: value } });
    const one = (more: object) => list([{ ...sound, ...more }]);
    const nothing: Record<string, string> = {
      nothing: '',
      'half a record': list([sound]).slice(0, -20),
      null: 'null',
      'another version': JSON.stringify({ version: 2, value: { [address]: { 1: [sound] } } }),
      'a book that is none': packed('book'),
      'a chain without a list': list(null),
      'a chain that is none': packed({ [address]: { '1e0': [sound], '01': [sound], '-1': [sound], x: [sound] } }),
      'rubbish for transactions': list([null, 1, 'x', [], {}, [sound], true]),
      'a hash that is none': one({ hash: 'javascript:alert(1)' }),
      'a status that is none': one({ status: 'toString' }),
      'confirmations without end': list([sound]).replace('"confirmations":1', '"confirmations":1e999'),
      'a prototype': `{"version":1,"value":{"__proto__":{"1":[${JSON.stringify(sound)}]}}}`,
      'ten thousand brackets': '['.repeat(10_000),
    };
    const kept: Record<string, string> = {
      'among rubbish': list([null, { ...sound, hash: 1 }, sound, 'x', sound]),
      'beside other things': packed({ [address]: { 1: [sound], x: 1 }, constructor: 1, '0x1': { 1: [sound] } }),
      'with more in it': one({ link: 'javascript:alert(1)', html: '<b>', __proto__: { status: 'pending' } }),
    };
    const { page, account } = await look(alice);
    /** Invalid records, written by other code during the visit and partly also before the page loads. */
    const ways = async (what: string, text: string, look: () => Promise<unknown>) => {
      const isRecord = () =>
        seen
          .poll(() => page.evaluate((key) => localStorage.getItem(key), KEY), what)
          .toMatch(/^\{"version":1,"value":\{.*\}\}$/);
      await write(page, text);
      await isRecord();
      await look();
      if (!['half a record', 'a prototype', 'among rubbish'].includes(what)) return;
      await page.goto('/favicon.svg');
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [KEY, text] as const);
      await page.goto('/#account');
      await look();
      await isRecord();
    };
    for (const [what, text] of Object.entries(nothing))
      await ways(what, text, async () => {
        await seen(account.who, what).toContainText(short(alice));
        await listsNothing(account, what);
      });
    for (const [what, text] of Object.entries(kept)) {
      await write(page, null);
      await listsNothing(account, what);
      await ways(what, text, async () => {
        await seen(account.rows, what).toHaveText(['Payment 1, Confirmed']);
        await seen(account.rows.getByRole('link')).toHaveAttribute('href', `https://etherscan.io/tx/${sound.hash}`);
        expect((await recordIn(page))?.[address]?.[1], what).toEqual([sound]);
      });
    }
    await account.clear.click();
    await listsNothing(account);
  });

  test('the page works with a record of a thousand pending transactions', async ({ look, sender }) => {
    const alice = await sender();
    const many = Array.from({ length: 1_000 }, (_, i) => sent(hashOf(1_000 - i), `Number ${1_000 - i}`));
    const { page, account } = await look(alice, bookOf(alice, ...many));
    await seen(account.rows).toHaveText(['Number 1000, Pending', 'Number 999, Pending', 'Number 998, Pending']);
    expect((await recordIn(page))?.[alice.address.toLowerCase()]?.[1]).toHaveLength(100);
    await account.clear.click();
    await listsNothing(account);
  });
});

test('with full storage, results and clearing last for this visit', async ({ open, sender, mine, chain, node }) => {
  const alice = await sender();
  const book = bookOf(alice, sent(await sendWei(chain, alice)), ...done(1));
  const { page, account } = await open(
    { account: alice },
    {
      before: async (page) => {
        await page.clock.install();
        await page.addInitScript(noteSaid);
        lines.set(page, listenIn(page, node));
        await page.addInitScript(([key, text]) => (localStorage[key] ??= text), [KEY, packed(book)] as const);
        await page.addInitScript(spoilStorage, 'full');
      },
    },
  );
  await seen(account.rows).toHaveText(['Supply 12 SOL, Pending', 'Payment 1, Confirmed']);
  await isWatched(lines.get(page)!);
  await saidIn(page);
  await mine();
  await becomes(page, account.rows.first(), 'Supply 12 SOL, Confirmed');
  await showsPending(page, false);
  await hears(page, ['status: Supply 12 SOL, Confirmed']);
  await account.clear.click();
  await listsNothing(account);
  await account.close.click();
  await seen(account.dialog).toBeHidden();
  await askForAccount(page);
  await listsNothing(account);
  // Nothing was stored, so the next visit finds the old record.
  await reload(page);
  expect(await recordIn(page)).toEqual(book);
});
