import type { Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { HOSTILE_RECORDS } from '../support/nasty.ts';
import { test } from './visitor/fixtures.ts';
import { breakStorage } from './visitor/inPage.ts';
import { say, TEST_WALLET_NAME } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { Visitor } from './visitor/visitor.ts';

/** An invalid text for each record. tests/domain/nasty.test.ts checks every invalid text with every record. */
const INVALID = {
  latest: 'a record of another version',
  recents: 'values of wrong kinds',
  session: 'a prototype',
  deepLink: 'a megabyte',
} as const;

/** Checks that the dialog opens, a wallet connects, and the landing page works. */
async function works(visitor: Visitor) {
  await visitor.connects();
  await seen(visitor.page).toHaveURL(/^[^#]*$/);
  await visitor.requests('account');
  await seen(visitor.account.dialog).toContainText(say('account.through'));
  await seen(visitor.account.dialog.getByRole('list')).toHaveCount(0);
  await visitor.account.dialog.getByRole('button', { name: say('close') }).click();
  await seen(visitor.account.dialog).toBeHidden();
  await visitor.alpha.join.click();
  await seen(visitor.alpha.modal).toBeVisible();
  await visitor.alpha.close.click();
  // Closing steps back in the history, which is asynchronous.
  await seen.poll(() => visitor.page.evaluate(() => history.state?.depth)).toBeUndefined();
}

const read = (page: Page) => page.evaluate(() => ({ ...localStorage }));

describe("invalid records in the browser's storage", () => {
  test('invalid records are reset, and the page works', async ({ visit }) => {
    const records = Object.entries(INVALID).map(([name, what]) => [`iaborrow.${name}`, HOSTILE_RECORDS[what]] as const);
    const visited = await visit({
      wallets: [{}],
      before: (page) =>
        page.addInitScript((records) => {
          for (const [key, text] of records) localStorage.setItem(key, text);
        }, records),
    });
    const { page, connect } = visited;
    // A valid record may name a missing wallet. The page waits 5 s for it.
    await seen(connect.row(TEST_WALLET_NAME)).toBeVisible({ timeout: 15_000 });
    const unfit = async () =>
      Object.entries(await read(page)).filter(
        ([, text]) => !/^\{"version":1,"value":.*\}$/.test(text) || text.length > 2_000,
      );
    await seen.poll(unfit).toEqual([]);
    await works(visited);
    expect(await read(page)).toMatchObject({
      'iaborrow.session': expect.stringMatching(
        /^\{"version":1,"value":\{"id":"example\.wallet","connector":"injected","account":\{"address":"0x\w{40}","chainId":1\},"name":"Test Wallet","connectedAt":\d+\}\}$/,
      ),
      'iaborrow.recents': expect.stringMatching(/^\{"version":1,"value":\["example\.wallet"[,\]]/),
      'iaborrow.latest': '{"version":1,"value":"example.wallet"}',
    });
  });

  const leaves = async (visitor: Visitor) => {
    await visitor.requests('account');
    await visitor.account.leave.click();
    await visitor.hears('news.disconnected');
  };
  const remembers = async (visited: Visitor) => {
    const { page, connect } = visited;
    await works(visited);
    await leaves(visited);
    await seen(page).toHaveURL(/^[^#]*$/);
    await visited.requests('connect');
    await seen(connect.row(TEST_WALLET_NAME)).toContainText(say('recent'));
  };
  test('without working storage, the records last until the page closes', async ({ visit }) => {
    const visited = await visit({ wallets: [{}], path: '/?denied#connect', scripts: [breakStorage] });
    const { page, connect } = visited;
    await remembers(visited);
    // A visit without storage leaves no record in the browser.
    await page.goto('/#connect');
    await seen(connect.row(TEST_WALLET_NAME)).toBeVisible();
    await seen(connect.row(TEST_WALLET_NAME)).not.toContainText(say('recent'));
    expect(JSON.stringify(await read(page))).not.toContain('example.wallet');
    // The storage is full of invalid records. tests/adapters/records.test.ts has more kinds.
    await page.goto('/?rubbish#connect');
    await remembers(visited);
  });
});
