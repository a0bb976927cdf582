import type { Hex } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { withAccount } from './accounts.ts';
import type { LocalNode } from './node.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { createLayoutCheck, layouts, silentVisit } from './visitor/layouts.ts';
import { findRunningAnimations } from './visitor/look.ts';
import { say, sayStatus } from './visitor/say.ts';
import { passTimeUntil, seen } from './visitor/seen.ts';
import { shortAddress } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Checks each state of the account dialog in each layout and colour scheme, by keyboard alone. */

const test = withAccount('accountSteps');
const FOX = { name: 'Fox', rdns: 'com.example.fox' };
const AVATAR = `data:image/svg+xml,${encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path fill='#eeb48a' d='M0 0h8v8H0z'/><circle cx='5' cy='3' r='1' fill='#fdf3e3'/><path fill='#3d5468' d='m0 8 3-4 2 2 1-1 2 3z'/></svg>")}`;
const LONG = 'the-house-of-the-very-long-name.eth';
const UNREAD = say('account.unread');

/** Stored transactions of an account. The dialog lists only the first three. */
const SENT = [
  { description: 'Supply 12 SOL', status: 'pending' },
  { description: 'Receive 10,000 USDC for the collateral that was supplied before', status: 'confirmed' },
  { description: 'Approve USDC', status: 'failed' },
  { description: 'Older', status: 'confirmed' },
].map((one, i) => ({ ...one, hash: `0x${String(i + 1).repeat(64)}` as Hex, confirmations: 1 }));

/** States of the dialog without and with transactions. Within each list, all have the same height. */
const EMPTY = ['loading', 'named', 'copied', 'nameless-none', 'named-failed', 'failed', 'trying', 'nothing'];
const FULL = ['nameless-three', 'long'];

type Check = ReturnType<typeof createLayoutCheck>;

const titleIn = ({ page }: Visitor) => page.locator('#wallet h2');

/** Stops the page's clock, so that short-lived states stay visible. */
const pause = ({ page }: Visitor) => page.evaluate(() => Date.now() + 1_000).then((time) => page.clock.pauseAt(time));

async function isReadAndCopied(visitor: Visitor, node: LocalNode, { look }: Check, amina: LocalAccount) {
  const { page, account } = visitor;
  const title = titleIn(visitor);
  const release = node.hold();
  await visitor.requestsNext('account');
  await seen(account.line).toHaveText(`${shortAddress(amina)} · `);
  await look('loading', title);
  // With motion allowed, placeholders pulse until their values arrive.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await seen.poll(() => page.evaluate(findRunningAnimations, '#wallet')).toEqual(['breathe', 'breathe']);
  release();
  await seen(account.who).toHaveText('amina.eth');
  await seen(account.line).toHaveText(`${shortAddress(amina)} · 1.2345 ETH`);
  await seen(account.star).toBeHidden();
  await seen.poll(() => page.evaluate(findRunningAnimations, '#wallet')).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await look('named', title);

  await pause(visitor);
  await visitor.pressesKeyOn(account.copy);
  await look('copied', account.copied, sayStatus('account.copySaid.copied'));
  await page.clock.runFor(1_500);
  await page.clock.resume();
  await seen(account.copy).toBeFocused();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied.', 'NotAllowedError'));
    document.execCommand = () => false;
  });
  await pause(visitor);
  await visitor.pressesKeyOn(account.copy);
  await look('refused', account.copy, sayStatus('account.copySaid.refused'));
  await seen(account.byHand).toHaveValue(amina.address);
  await page.clock.resume();
}

async function listsTransactions(visitor: Visitor, { look }: Check, bilal: LocalAccount, long: LocalAccount) {
  const { account, wallet } = visitor;
  const title = titleIn(visitor);
  await wallet.setAccount(bilal);
  await seen(account.line).toHaveText('12.3k ETH');
  await seen(account.rows).toHaveText([/^Supply 12 SOL, Pending/, /^Receive .*, Confirmed/, /^Approve USDC, Failed/]);
  await look('nameless-three', title);
  await visitor.pressesKeyOn(account.clear);
  await seen(account.rows).toHaveCount(0);
  await look('nameless-none', title, sayStatus('transactions.cleared'));

  await wallet.setAccount(long);
  await seen(account.line).toHaveText(`${shortAddress(long)} · <0.0001 ETH`);
  await seen(account.rows).toHaveCount(3);
  await look('long', title);
  await wallet.setChain(137);
  await seen(account.line).toHaveText(shortAddress(long));
  await look('astray', title, sayStatus('news.moved'));
}

/** The RPC node first answers names but no balances, and then nothing at all. */
async function isUnread(visitor: Visitor, node: LocalNode, { look }: Check, amina: LocalAccount, poor: LocalAccount) {
  const { page, account, wallet } = visitor;
  const title = titleIn(visitor);
  node.answer({ each: ({ method }, reply) => (method === 'eth_getBalance' ? { ...reply, result: null } : reply) });
  await wallet.setChain(1);
  await wallet.setAccount(amina);
  await seen(account.line).toHaveText(`${shortAddress(amina)} · 1.2345 ETH`);
  await page.reload();
  await seen(account.who).toHaveText('amina.eth');
  await passTimeUntil(page, account.retry);
  await seen(account.line).toContainText(UNREAD);
  await seen.poll(async () => (await visitor.heard()).at(-1)).toBe(`status: ${UNREAD}`);
  await look('named-failed', title);

  node.answer('down');
  await wallet.setAccount(poor);
  await passTimeUntil(page, account.retry);
  await seen(account.line).toHaveText(UNREAD + say('wallet.retry'));
  await look('failed', title, `status: ${UNREAD}`);
  const give = node.hold();
  await visitor.pressesKeyOn(account.retry);
  await seen(account.line).toHaveText(`${shortAddress(poor)} · `);
  await look('trying', title);
  node.recover();
  give();
  await seen(account.line).toHaveText('0 ETH');
  await look('nothing', title);
  await visitor.escapes();
  await seen(account.dialog).toBeHidden();
}

/** The two layouts share one visit, which resizes the window. */
for (const shown of [['wide', 'compact'], ['sheet']] as const)
  test(`each state of the account dialog passes axe (${shown.join(', ')})`, { timeout: 240_000 }, async ({
    visit,
    someone,
    node,
  }) => {
    const amina = await someone({ ether: '1.23456', name: 'amina', texts: { avatar: AVATAR } });
    const bilal = await someone({ ether: '12345.6' });
    const long = await someone({ ether: '0.00001', name: LONG });
    const poor = await someone();
    const visitor = await visit({
      wallets: [{ account: amina, info: FOX }],
      ...layouts[shown[0]],
      permissions: ['clipboard-write'],
      clock: true,
      scripts: [recordAnnouncements],
      before: async (page, context) => {
        await silentVisit.before?.(page, context);
        await page.addInitScript(
          ({ addresses, list }) => {
            const value = Object.fromEntries(addresses.map((address) => [address, { 1: list }]));
            localStorage.setItem('iaborrow.transactions', JSON.stringify({ version: 1, value }));
          },
          { addresses: [bilal, long].map(({ address }) => address.toLowerCase()), list: SENT },
        );
      },
    });
    visitor.forgiven.push(/^Failed to load resource/);
    const { connect } = visitor;
    const check = createLayoutCheck(visitor, shown);
    const { heights } = check;

    await visitor.pressesKeyOn(connect.dialog.getByRole('button', { name: /^Fox/ }));
    await seen(connect.dialog).toBeHidden();
    await visitor.hears('news.connected');
    await seen.poll(async () => (await visitor.heard()).at(-1)).toBe(sayStatus('news.connected'));

    await isReadAndCopied(visitor, node, check, amina);
    await listsTransactions(visitor, check, bilal, long);
    await isUnread(visitor, node, check, amina, poor);

    for (const [layout, high] of Object.entries(heights))
      for (const names of [EMPTY, FULL])
        expect(new Set(names.map((name) => high[name])), `${layout}: ${JSON.stringify(high)}`).toHaveProperty(
          'size',
          1,
        );
    expect(Object.keys(heights)).toEqual([...shown]);
  });
