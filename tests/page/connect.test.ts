import { describe, expect } from 'vitest';
import type { OwnerAnswer } from '../wallet/owner.ts';
import { asked, connectsWallet, DECLINES, NAME, OTHER, REVOKING, showsAccount } from './injected.ts';
import { seen } from './seen.ts';
import { askAfresh, type InjectedWallet, requestDialog, test, type VisitOptions, visitWith } from './visit.ts';

const usual: VisitOptions = { again: 'usual' };
const timed: VisitOptions = { again: 'timed', before: (page) => page.clock.install() };
const two: VisitOptions = { again: 'two' };
const SECOND = { name: 'Second Wallet', rdns: 'example.second' };

describe('a wallet in this browser', () => {
  test('an approval after Back is undone: the wallet is disconnected', async ({ visit }) => {
    const { page, connect, wallet } = await visitWith(visit, [{ answer: 'hold' }], usual);
    await connect.row(NAME).click();
    await seen.poll(() => wallet.pending.length).toBe(1);
    await connect.back.click();
    await wallet.approve();
    await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
    await seen(connect.row(NAME)).toBeVisible();
    await seen(connect.news).toHaveText('');
    await connect.close.click();
    await askAfresh(page, 'account');
    await seen(connect.dialog).toBeVisible();
  });

  test('connecting closes the dialog, restores the focus, and the account opens', async ({ visit }) => {
    const { page, connect, wallet } = await visitWith(visit, [{}], usual);
    await connect.close.click();
    await seen(connect.dialog).toBeHidden();
    await seen(page).toHaveURL(/\/$/);
    const link = page.getByRole('link', { name: 'How it Works' });
    await link.focus();
    await requestDialog(page, 'connect');
    await connectsWallet(connect);
    await seen(page).toHaveURL(/\/$/);
    await seen(link).toBeFocused();
    await seen(connect.news).toHaveText('Connected');
    await showsAccount(page);
    expect(asked(wallet)).toBe(1);
    await connect.account.getByRole('button', { name: 'Close' }).click();
    await seen(connect.account).toBeHidden();
    await seen(page).toHaveURL(/\/$/);
  });

  test('a rejected attempt can be retried, and connects', async ({ visit }) => {
    const { page, connect, wallet } = await visitWith(visit, [{ answer: 'reject' }], usual);
    await connect.row(NAME).click();
    await seen(connect.status).toContainText('You declined the request');
    expect(asked(wallet)).toBe(1);
    wallet.answers.default = 'approve';
    await connect.retry.click();
    await seen(connect.dialog).toBeHidden();
    expect(asked(wallet)).toBe(2);
    await showsAccount(page);
  });

  test("a rejection in the wallet's own words counts as declined", async ({ visit }) => {
    const { connect, wallet } = await visitWith(visit, [{}], usual);
    for (const error of DECLINES) {
      wallet.answers.wallet_requestPermissions = { error };
      wallet.answers.eth_requestAccounts = { error };
      await connect.row(NAME).click();
      await seen(connect.status, error.message).toContainText('You declined the request');
      await connect.back.click();
    }
    const error = { code: -32005, message: 'Request rejected: rate limit' };
    wallet.answers.wallet_requestPermissions = { error };
    wallet.answers.eth_requestAccounts = { error };
    await connect.row(NAME).click();
    await seen(connect.status).toContainText('could not connect');
  });

  test('a wallet with a pending request connects when that is approved', async ({ visit }) => {
    const { page, connect, wallet } = await visitWith(visit, [{ answer: 'hold' }], usual);
    await connect.row(NAME).click();
    await seen.poll(() => wallet.pending.length).toBe(1);
    await connect.back.click();
    wallet.answers.default = -32002;
    await connect.row(NAME).click();
    await seen(connect.status).toContainText('A request is already open');
    await seen(connect.retry).toBeVisible();
    await wallet.approve();
    await seen(connect.dialog).toBeHidden();
    await showsAccount(page);
  });

  const failures: Record<string, { answer: OwnerAnswer } | { chain: OwnerAnswer }> = {
    'the error 4100': { answer: 4100 },
    'the error 4200': { answer: 4200 },
    'the error 4900': { answer: 4900 },
    'the error -32603': { answer: -32603 },
    'no accounts': { answer: () => [] },
    nothing: { answer: () => null },
    'accounts that are none': { answer: () => ['rubbish', {}, null] },
    text: { answer: () => 'rubbish' },
    'permissions that are none': { answer: () => [{ caveats: [{ value: ['0x1234'] }] }] },
    'a network that is none': { chain: () => 'rubbish' },
    'an object for a network': { chain: () => ({ toString: 1 }) },
    'an error for a network': { chain: -32603 },
  };
  for (const [what, given] of Object.entries(failures))
    test(`a wallet that answers ${what} shows a failure, and Retry connects`, async ({ visit }) => {
      const { page, connect, wallet } = await visitWith(visit, [{}], usual);
      if ('answer' in given) wallet.answers.default = given.answer;
      else wallet.answers.eth_chainId = given.chain;
      await connect.row(NAME).click();
      await seen(connect.status).toContainText(`${NAME} could not connect`);
      await seen(connect.status).not.toContainText(/rubbish|error|code|\d{4}/i);
      wallet.answers.default = 'approve';
      delete wallet.answers.eth_chainId;
      await connect.retry.click();
      await seen(connect.dialog).toBeHidden();
      await showsAccount(page);
    });

  test('an approval after closing is undone: the wallet is disconnected', async ({ visit }) => {
    const { page, connect, wallet } = await visitWith(visit, [{ answer: 'hold' }], usual);
    await connect.row(NAME).click();
    await seen.poll(() => wallet.pending.length).toBe(1);
    await page.keyboard.press('Escape');
    // A hidden page restores the address a moment later.
    await seen(page).toHaveURL(/\/$/);
    await seen(connect.dialog).toBeHidden();
    await wallet.approve();
    await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
    await requestDialog(page, 'account');
    await seen(connect.dialog).toBeVisible();
  });

  test('a double click on Retry sends one request', async ({ visit }) => {
    const { connect, wallet } = await visitWith(visit, [{ answer: 'reject' }], usual);
    await connect.row(NAME).click();
    await seen(connect.retry).toBeVisible();
    wallet.answers.default = 'hold';
    await connect.retry.dblclick();
    await seen.poll(() => wallet.pending.length).toBe(1);
    await wallet.approve();
    await seen(connect.dialog).toBeHidden();
    expect(asked(wallet)).toBe(2);
  });

  test('a silent wallet gets a hint after 15 s, and fails after 120 s', async ({ visit }) => {
    const { page, connect, wallet } = await visitWith(visit, [{ answer: 'hold' }], timed);
    await connect.row(NAME).click();
    await seen(connect.status).toContainText(`Opening ${NAME}…`);
    await page.clock.fastForward(15_000);
    await seen(connect.status).toContainText('Still waiting.');
    await seen(connect.retry).toBeHidden();
    await page.clock.fastForward(105_000);
    await seen(connect.status).toContainText(`${NAME} did not answer`);
    await seen(connect.retry).toBeVisible();
    await wallet.approve();
    await seen(connect.dialog).toBeHidden();
    await showsAccount(page);
  });

  test('a rejection after the attempt has failed changes nothing', async ({ visit }) => {
    const { page, connect, wallet } = await visitWith(visit, [{ answer: 'hold' }], timed);
    await connect.row(NAME).click();
    await seen(connect.status).toContainText(`Opening ${NAME}…`);
    await page.clock.fastForward(120_000);
    await seen(connect.status).toContainText('did not answer');
    await wallet.reject();
    wallet.answers.default = 'approve';
    await seen(connect.status).toContainText('did not answer');
    await connect.retry.click();
    await seen(connect.dialog).toBeHidden();
  });

  test('a double click on a wallet sends one request', async ({ visit }) => {
    const { page, connect, wallet } = await visitWith(visit, [{ answer: 'hold' }], timed);
    await seen(connect.row(NAME)).toBeVisible();
    // The list ignores the second click of the double click that may have opened it.
    await page.clock.fastForward(1_000);
    await connect.row(NAME).dblclick();
    await seen(connect.status).toContainText(`Opening ${NAME}…`);
    await wallet.approve();
    await seen(connect.dialog).toBeHidden();
    expect(asked(wallet)).toBe(1);
  });

  test('only the chosen wallet is asked to connect', async ({ visit }) => {
    const { connect, wallets, foreign } = await visitWith(visit, [{}, { info: SECOND }], two);
    await seen(connect.row(SECOND.name)).toBeVisible();
    await connectsWallet(connect);
    await seen(connect.news).toHaveText('Connected');
    expect(wallets[1]?.log).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test('choosing another wallet replaces a silent one, and connects that alone', async ({ visit }) => {
    const { page, connect, wallets } = await visitWith(
      visit,
      [{ answer: 'hold' }, { info: SECOND, account: OTHER, answer: 'hold' }],
      two,
    );
    const [first, last] = wallets as [InjectedWallet, InjectedWallet];
    await connect.row(NAME).click();
    await seen.poll(() => first.pending.length).toBe(1);
    await connect.row(SECOND.name).click();
    await seen.poll(() => last.pending.length).toBe(1);
    await first.approve();
    await seen.poll(() => asked(first, REVOKING)).toBe(1);
    await seen(connect.status).toContainText(`Opening ${SECOND.name}…`);
    await last.approve();
    await seen(connect.dialog).toBeHidden();
    await showsAccount(page, OTHER, SECOND.name);
    expect(asked(last, REVOKING)).toBe(0);
  });

  test('an approval after another wallet has connected changes nothing', async ({ visit }) => {
    const { page, connect, wallets } = await visitWith(
      visit,
      [{ answer: 'hold' }, { info: SECOND, account: OTHER }],
      two,
    );
    const [first] = wallets as [InjectedWallet];
    await connect.row(NAME).click();
    await seen.poll(() => first.pending.length).toBe(1);
    await connect.row(SECOND.name).click();
    await seen(connect.dialog).toBeHidden();
    await first.approve();
    await seen.poll(() => asked(first, REVOKING)).toBe(1);
    await showsAccount(page, OTHER, SECOND.name);
  });
});
