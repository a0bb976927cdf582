import type { Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { NASTY } from '../support/nasty.ts';
import { connectsWallet, NAME } from './injected.ts';
import { seen } from './seen.ts';
import { breakStorage } from './storage.ts';
import { alphaOf, requestDialog, test, visitWith } from './visit.ts';

/** Samples of invalid records. tests/domain/nasty.test.ts checks all of them with every record. */
const FOUND: Record<'latest' | 'recents' | 'session' | 'deepLink', keyof typeof NASTY>[] = [
  { latest: 'nothing', recents: 'half a record', session: 'text that says injected', deepLink: 'a list' },
  {
    latest: 'a record of another version',
    recents: 'a list of anything',
    session: 'a connector that is none',
    deepLink: 'a script',
  },
  {
    latest: 'a megabyte',
    recents: 'values of wrong kinds',
    session: 'a wallet that is none',
    deepLink: 'a wallet that is none',
  },
  {
    latest: 'a character that is none',
    recents: 'ten thousand brackets',
    session: 'a prototype',
    deepLink: 'a megabyte',
  },
];

type Visited = Awaited<ReturnType<typeof visitWith>>;

/** Checks that the dialog opens, a wallet connects, and the landing page works. */
async function works({ page, connect }: Visited) {
  await connectsWallet(connect);
  await seen(page).toHaveURL(/^[^#]*$/);
  await requestDialog(page, 'account');
  await seen(connect.account).toContainText(`Connected with ${NAME}`);
  await seen(connect.account.getByRole('list')).toHaveCount(0);
  await connect.account.getByRole('button', { name: 'Close' }).click();
  await seen(connect.account).toBeHidden();
  await alphaOf(page).join.click();
  await seen(alphaOf(page).modal).toBeVisible();
  await alphaOf(page).close.click();
  // Closing steps back in the history, which is asynchronous.
  await seen.poll(() => page.evaluate(() => history.state?.depth)).toBeUndefined();
}

const read = (page: Page) => page.evaluate(() => ({ ...localStorage }));

describe('invalid records in the browser', () => {
  for (const found of FOUND)
    test(`invalid records are reset, and everything works: ${Object.values(found).join(', ')}`, async ({ visit }) => {
      const records = Object.entries(found).map(([name, what]) => [`iaborrow.${name}`, NASTY[what]] as const);
      const visited = await visitWith(visit, [{}], {
        before: (page) =>
          page.addInitScript((records) => {
            for (const [key, text] of records) localStorage.setItem(key, text);
          }, records),
      });
      const { page, connect } = visited;
      // A valid record may name a missing wallet. The page waits 5 s for it.
      await seen(connect.row(NAME)).toBeVisible({ timeout: 15_000 });
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

  const leaves = async ({ page, connect }: Visited) => {
    await requestDialog(page, 'account');
    await connect.leave.click();
    await seen(connect.news).toHaveText('Disconnected');
  };
  const remembers = async (visited: Visited) => {
    const { page, connect } = visited;
    await works(visited);
    await leaves(visited);
    await seen(page).toHaveURL(/^[^#]*$/);
    await requestDialog(page, 'connect');
    await seen(connect.row(NAME)).toContainText('Recent');
  };
  test('without working storage, each visit keeps its records in memory', async ({ visit }) => {
    const visited = await visitWith(visit, [{}], {
      path: '/?denied#connect',
      before: (page) => page.addInitScript(breakStorage),
    });
    const { page, connect } = visited;
    await remembers(visited);
    const startsAnew = async (kind: string) => {
      await page.goto(`/?${kind}#connect`);
      await seen(connect.row(NAME)).toBeVisible();
      await seen(connect.row(NAME)).not.toContainText('Recent');
    };
    for (const kind of ['none', 'full', 'broken']) {
      await startsAnew(kind);
      await remembers(visited);
    }
    // The visits with broken storage have left no record in the working one.
    await startsAnew('');
    expect(JSON.stringify(await read(page))).not.toContain('example.wallet');
    await page.goto('/?rubbish#connect');
    await remembers(visited);
  });
});
