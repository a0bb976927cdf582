import { describe, expect } from 'vitest';
import type { OwnerAnswer } from '../wallet/owner.ts';
import { test, type VisitOptions } from './visitor/fixtures.ts';
import { say, TEST_WALLET_NAME } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { InjectedWallet } from './visitor/viewer.ts';
import { OTHER_ACCOUNT, REJECTION_ERRORS, REVOKE_METHOD, requestsTo } from './visitor/wallets.ts';

const usual: VisitOptions = { again: 'usual' };
const timed: VisitOptions = { again: 'timed', clock: true };
const two: VisitOptions = { again: 'two' };
const SECOND = { name: 'Second Wallet', rdns: 'example.second' };

describe('a wallet in this browser', () => {
  test('an approval after Back disconnects the wallet again', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ answer: 'hold' }], ...usual });
    await visitor.picks();
    await visitor.isAsked();
    await visitor.connect.back.click();
    await visitor.wallet.approve();
    await seen.poll(() => requestsTo(visitor.wallet, REVOKE_METHOD)).toBe(1);
    await visitor.seesWallets();
    await seen(visitor.news).toHaveText('');
    await visitor.connect.close.click();
    await visitor.requestsNext('account');
    await seen(visitor.connect.dialog).toBeVisible();
  });

  test('connecting closes the dialog, restores the focus, and the account can be opened', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], ...usual });
    await visitor.closesList();
    const link = visitor.page.getByRole('link', { name: say('landing.hero.how') });
    await link.focus();
    await visitor.requests('connect');
    await visitor.connects();
    await visitor.isHome();
    await seen(link).toBeFocused();
    await visitor.hears('news.connected');
    await visitor.opensAccount();
    expect(requestsTo(visitor.wallet)).toBe(1);
    await visitor.account.dialog.getByRole('button', { name: say('close') }).click();
    await seen(visitor.account.dialog).toBeHidden();
    await visitor.isHome();
  });

  test('an attempt that was rejected can be retried, and connects', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ answer: 'reject' }], ...usual });
    await visitor.picks();
    await visitor.hears('failure.rejected.title');
    expect(requestsTo(visitor.wallet)).toBe(1);
    visitor.wallet.answers.default = 'approve';
    await visitor.connect.retry.click();
    await seen(visitor.connect.dialog).toBeHidden();
    expect(requestsTo(visitor.wallet)).toBe(2);
    await visitor.opensAccount();
  });

  test('a rejection without the standard code is recognised by its words', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], ...usual });
    const { wallet } = visitor;
    for (const error of REJECTION_ERRORS) {
      wallet.answers.wallet_requestPermissions = { error };
      wallet.answers.eth_requestAccounts = { error };
      await visitor.picks();
      await visitor.hears('failure.rejected.title');
      await visitor.connect.back.click();
    }
    const error = { code: -32005, message: 'Request rejected: rate limit' };
    wallet.answers.wallet_requestPermissions = { error };
    wallet.answers.eth_requestAccounts = { error };
    await visitor.picks();
    await visitor.hears('failure.failed.title');
  });

  test('a wallet that reports a pending request connects when the owner approves that', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ answer: 'hold' }], ...usual });
    await visitor.picks();
    await visitor.isAsked();
    await visitor.connect.back.click();
    visitor.wallet.answers.default = -32002;
    await visitor.picks();
    await visitor.hears('failure.elsewhere.title');
    await seen(visitor.connect.retry).toBeVisible();
    await visitor.wallet.approve();
    await seen(visitor.connect.dialog).toBeHidden();
    await visitor.opensAccount();
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
      const visitor = await visit({ wallets: [{}], ...usual });
      const { wallet } = visitor;
      if ('answer' in given) wallet.answers.default = given.answer;
      else wallet.answers.eth_chainId = given.chain;
      await visitor.picks();
      await visitor.hears('failure.failed.title');
      await seen(visitor.connect.status).not.toContainText(/rubbish|error|code|\d{4}/i);
      wallet.answers.default = 'approve';
      delete wallet.answers.eth_chainId;
      await visitor.connect.retry.click();
      await seen(visitor.connect.dialog).toBeHidden();
      await visitor.opensAccount();
    });

  test('an approval after closing the dialog disconnects the wallet again', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ answer: 'hold' }], ...usual });
    await visitor.picks();
    await visitor.isAsked();
    await visitor.escapes();
    // A hidden page restores the address a moment later.
    await visitor.isHome();
    await seen(visitor.connect.dialog).toBeHidden();
    await visitor.wallet.approve();
    await seen.poll(() => requestsTo(visitor.wallet, REVOKE_METHOD)).toBe(1);
    await visitor.requests('account');
    await seen(visitor.connect.dialog).toBeVisible();
  });

  test('a double click on Retry sends one request', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ answer: 'reject' }], ...usual });
    await visitor.picks();
    await seen(visitor.connect.retry).toBeVisible();
    visitor.wallet.answers.default = 'hold';
    await visitor.connect.retry.dblclick();
    await visitor.isAsked();
    await visitor.wallet.approve();
    await seen(visitor.connect.dialog).toBeHidden();
    expect(requestsTo(visitor.wallet)).toBe(2);
  });

  test('a wallet without an answer shows a hint after 15 s, and fails after 120 s', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ answer: 'hold' }], ...timed });
    await visitor.picks();
    await visitor.hears('connect.status.opening.title');
    await visitor.page.clock.fastForward(15_000);
    await visitor.hears('still');
    await seen(visitor.connect.retry).toBeHidden();
    await visitor.page.clock.fastForward(105_000);
    await visitor.hears('failure.timedOut.title');
    await seen(visitor.connect.retry).toBeVisible();
    await visitor.wallet.approve();
    await seen(visitor.connect.dialog).toBeHidden();
    await visitor.opensAccount();
  });

  test('a rejection after the attempt has timed out changes nothing', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ answer: 'hold' }], ...timed });
    const { connect } = visitor;
    await visitor.picks();
    await visitor.hears('connect.status.opening.title');
    await visitor.page.clock.fastForward(120_000);
    await visitor.hears('failure.timedOut.title');
    await visitor.wallet.reject();
    visitor.wallet.answers.default = 'approve';
    await visitor.hears('failure.timedOut.title');
    await connect.retry.click();
    await seen(connect.dialog).toBeHidden();
  });

  test('a double click on a wallet sends one request', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ answer: 'hold' }], ...timed });
    await visitor.seesWallets();
    // The list ignores a click that could be the second half of a double click.
    await visitor.page.clock.fastForward(1_000);
    await visitor.connect.row(TEST_WALLET_NAME).dblclick();
    await visitor.hears('connect.status.opening.title');
    await visitor.wallet.approve();
    await seen(visitor.connect.dialog).toBeHidden();
    expect(requestsTo(visitor.wallet)).toBe(1);
  });

  test('only the picked wallet is asked to connect', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}, { info: SECOND }], ...two });
    await seen(visitor.connect.row(SECOND.name)).toBeVisible();
    await visitor.connects();
    await visitor.hears('news.connected');
    expect(visitor.wallets[1]?.log).toEqual([]);
    expect(visitor.foreign).toEqual([]);
  });

  test('picking another wallet replaces one that does not answer, and connects', async ({ visit }) => {
    const visitor = await visit({
      wallets: [{ answer: 'hold' }, { info: SECOND, account: OTHER_ACCOUNT, answer: 'hold' }],
      ...two,
    });
    const [first, last] = visitor.wallets as [InjectedWallet, InjectedWallet];
    await visitor.picks();
    await seen.poll(() => first.pending.length).toBe(1);
    await visitor.picks(SECOND.name);
    await seen.poll(() => last.pending.length).toBe(1);
    await first.approve();
    await seen.poll(() => requestsTo(first, REVOKE_METHOD)).toBe(1);
    await visitor.hears('connect.status.opening.title', SECOND.name);
    await last.approve();
    await seen(visitor.connect.dialog).toBeHidden();
    await visitor.opensAccount(OTHER_ACCOUNT, SECOND.name);
    expect(requestsTo(last, REVOKE_METHOD)).toBe(0);
  });

  test('an approval of a replaced attempt changes nothing', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ answer: 'hold' }, { info: SECOND, account: OTHER_ACCOUNT }], ...two });
    const [first] = visitor.wallets as [InjectedWallet];
    await visitor.picks();
    await seen.poll(() => first.pending.length).toBe(1);
    await visitor.connects(SECOND.name);
    await first.approve();
    await seen.poll(() => requestsTo(first, REVOKE_METHOD)).toBe(1);
    await visitor.opensAccount(OTHER_ACCOUNT, SECOND.name);
  });
});
