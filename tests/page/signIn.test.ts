import type { Page } from '@playwright/test';
import { SiweMessage } from 'siwe';
import { type Hex, hexToString } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { deployApprovingWallet, deployContractWallet, fundedAccount, undeployedWallet } from '../support/chain.ts';
import { gate } from '../support/gate.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import {
  asked,
  connectsWallet,
  DECLINES,
  NAME,
  OTHER,
  REVOKING,
  seesAccount,
  short,
  showsAccount,
} from './injected.ts';
import { seen } from './seen.ts';
import { caughtUp, noteSaid, saidIn, signInOf, slowHand, withSignIn } from './signing.ts';
import { spoilStorage } from './storage.ts';
import {
  alive,
  alphaOf,
  ask,
  askAfresh,
  connectOf,
  type InjectedWallet,
  lookAt,
  reload,
  type VisitOptions,
  visitWith,
} from './visit.ts';

/* Tests sign-in without a server: the page itself verifies signatures, against a local chain. */

const test = withSignIn('signIn');

const DAY = 24 * 60 * 60_000;
const PREPARING = 'Error preparing message, please retry';
const SIGNING = 'Error signing message, please retry';
const VERIFYING = 'Error verifying signature, please retry';
const OOPS = 'Oops, something went wrong';
const CUT_OFF = /^Failed to load resource: net::ERR_/;

type Come = (wallets?: Parameters<typeof visitWith>[1], options?: VisitOptions) => ReturnType<typeof visitWith>;
type Visited = Awaited<ReturnType<typeof connects>>;

const usual: VisitOptions = { again: 'usual', before: (page) => page.addInitScript(noteSaid) };

/** Requests the connect dialog after another one has closed. Going back closes it. */
async function fromHome(page: Page, then: () => unknown = () => {}) {
  await alive(page);
  await seen(connectOf(page).row(NAME)).toBeVisible();
  await page.keyboard.press('Escape');
  await seen(page).toHaveURL(/\/$/);
  await then();
  await ask(page, 'connect');
}

/** Visits, awaits `once`, and connects a wallet. The sign-in dialog opens with a message to send. */
async function connects(
  come: Come,
  wallet: NonNullable<Parameters<typeof visitWith>[1]>[number] = {},
  once: (page: Page) => unknown = () => {},
  options = usual,
) {
  const visited = await come([wallet], options);
  const signIn = signInOf(visited.page);
  await once(visited.page);
  await visited.connect.row(NAME).click();
  await seen(signIn.send).toBeVisible();
  return { ...visited, signIn };
}

async function enters(...given: Parameters<typeof connects>) {
  const visited = await connects(...given);
  await signs(visited.page);
  return visited;
}

async function isSignedIn(page: Page) {
  await seen(connectOf(page).news).toHaveText('Signed in');
  await seen(dialogsOf(page)).toHaveCount(0);
}

async function signs(page: Page) {
  await signInOf(page).send.click();
  await isSignedIn(page);
}

async function reachesAccount(page: Page, account = ACCOUNT) {
  await seen(connectOf(page).account.getByRole('status').first()).toHaveText('Signed in');
  await seesAccount(page, account);
}

async function mustSignIn(page: Page, account = ACCOUNT) {
  await askAfresh(page, 'account');
  const signIn = signInOf(page);
  await seen(signIn.dialog).toContainText(short(account));
  await seen(signIn.send).toBeVisible();
}

async function isNobody(page: Page) {
  await askAfresh(page, 'account');
  await seen(connectOf(page).row(NAME)).toBeVisible();
  expect(await recordIn(page)).toBeNull();
}

const recordIn = async (page: Page) => {
  const text = await page.evaluate(() => localStorage.getItem('iaborrow.signIn'));
  return text === null ? null : (JSON.parse(text) as { version: number; value: unknown }).value;
};

const messagesTo = ({ log }: InjectedWallet) =>
  log
    .filter(({ method }) => method === 'personal_sign')
    .map(({ params }) => {
      const [text, address] = params as [Hex, string];
      return { text: hexToString(text), address };
    });

const dialogsOf = (page: Page) => page.locator('dialog[open]');

const signatures = (wallet: InjectedWallet) => asked(wallet, 'personal_sign');
const nowIn = (page: Page) => page.evaluate(() => Date.now());
const withClock = (page: Page) => page.clock.install();

function noting(): VisitOptions & { requests: URL[] } {
  const requests: URL[] = [];
  return {
    requests,
    before: async (_, context) => {
      context.on('request', (request) => {
        const url = new URL(request.url());
        // Browsers with visible tabs request the icon themselves.
        if (!url.pathname.startsWith('/favicon.')) requests.push(url);
      });
    },
  };
}

describe('signing in with a plain account', () => {
  test('a sign-in is announced once, stores little, and restores the focus', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come, {}, (page) =>
      fromHome(page, () => alphaOf(page).join.focus()),
    );
    await seen(page).toHaveURL(/\/#sign-in$/);
    await seen(signIn.dialog).toContainText(short(ACCOUNT));
    expect(await recordIn(page)).toBeNull();
    await saidIn(page);

    const before = await nowIn(page);
    await signs(page);
    const after = await nowIn(page);
    await seen(alphaOf(page).join).toBeFocused();
    await seen(page).toHaveURL(/\/$/);
    expect(signatures(wallet)).toBe(1);
    const record = (await recordIn(page)) as { expiresAt: number };
    expect(record).toEqual({ address: ACCOUNT.address, chainId: 1, expiresAt: expect.any(Number) });
    expect(record.expiresAt - DAY).toBeGreaterThanOrEqual(before);
    expect(record.expiresAt - DAY).toBeLessThanOrEqual(after);
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept.sort()).toEqual(['latest', 'recents', 'session', 'signIn'].map((name) => `iaborrow.${name}`));
    await showsAccount(page);
    const said = await saidIn(page);
    expect(said.filter((one) => /signed in|connected$/i.test(one))).toEqual(['status: Signed in']);
    expect(said.filter((one) => one.startsWith('alert'))).toEqual([]);
  });

  test('a sign-in only asks for a signature, sends no request, and loads code on demand', async ({ come, chunk }) => {
    const { requests, ...options } = noting();
    const { page, wallet, connect, foreign } = await come([{ answer: 'hold' }], options);
    const signIn = signInOf(page);
    const foreigners = () => requests.filter(({ origin }) => origin !== new URL(page.url()).origin);
    await connect.row(NAME).click();
    await seen(connect.status).toContainText(`Opening ${NAME}`);
    expect(requests.map(({ pathname }) => pathname)).not.toContain(chunk);
    await seen.poll(() => wallet.pending.length).toBe(1);
    const before = wallet.log.length;
    await wallet.approve();
    await seen(signIn.send).toBeVisible();
    expect(requests.filter(({ pathname }) => pathname === chunk)).toHaveLength(1);
    expect(foreigners().map(String)).toEqual([]);
    requests.length = 0;
    await signIn.send.click();
    await wallet.approve();
    await isSignedIn(page);
    expect(requests.map(String)).toEqual([]);
    expect(foreign).toEqual([]);
    const methods = wallet.log.slice(before).map(({ method }) => method);
    expect(methods.filter((method) => !['eth_accounts', 'eth_chainId'].includes(method))).toEqual(['personal_sign']);
  });

  test('the message names this page and is in plain words', async ({ come }) => {
    const { page, wallet } = await enters(come);
    const [{ text, address } = { text: '', address: '' }] = messagesTo(wallet);
    const { origin, host } = new URL(page.url());
    expect(address).toBe(ACCOUNT.address);
    expect(text).toMatch(/^[\n -~]+$/);
    expect(text).toContain(`${host} wants you to sign in with your Ethereum account:\n${ACCOUNT.address}\n\n`);
    const { issuedAt = '', expirationTime = '', nonce, ...fields } = new SiweMessage(text);
    expect(fields).toEqual({
      domain: host,
      uri: origin,
      address: ACCOUNT.address,
      chainId: 1,
      version: '1',
      statement: 'Sign in to confirm that this account is yours. This is free and moves no funds.',
    });
    expect(nonce).toMatch(/^[a-zA-Z0-9]{16,}$/);
    expect(Date.parse(expirationTime) - Date.parse(issuedAt)).toBe(10 * 60_000);
  });

  test('a plain account signs in while no node answers', async ({ come, chain }) => {
    const calls: string[] = [];
    await enters(come, {}, (page) =>
      page.route(`${chain.transport.url}/**`, (route) => {
        calls.push(route.request().url());
        return route.abort();
      }),
    );
    expect(calls).toEqual([]);
  });

  test('a signature of another account or of another text is refused', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    const signedBy = (who: LocalAccount, after: string) => (params: unknown) =>
      who.signMessage({ message: `${hexToString((params as [Hex])[0])}${after}` });
    const wrong: [string, (params: unknown) => unknown][] = [
      ['a stranger', signedBy(OTHER, '')],
      ['a stranger, again', signedBy(OTHER, '')],
      ['another message', signedBy(ACCOUNT, ' ')],
      ...['0xab', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(3_000)}`].map((rubbish): (typeof wrong)[number] => [
        `${rubbish.slice(0, 6)}, ${rubbish.length} long`,
        () => rubbish,
      ]),
    ];
    for (const [i, [what, answer]] of wrong.entries()) {
      wallet.answers.personal_sign = answer;
      await signIn.send.click();
      // Waits for the new request, because the error of the one before may still be visible.
      await seen.poll(() => messagesTo(wallet).length, what).toBe(i + 1);
      await seen(signIn.alert, what).toHaveText(VERIFYING);
      await seen(signIn.send, what).toBeVisible();
      expect(await recordIn(page), what).toBeNull();
    }
    wallet.answers.personal_sign = 'approve';
    await signs(page);
    const nonces = messagesTo(wallet).map(({ text }) => new SiweMessage(text).nonce);
    expect(new Set(nonces)).toHaveProperty('size', wrong.length + 1);
  });
});

test('a page whose host contains an underscore signs visitors in', async ({ come, site }) => {
  const host = `my_app.localhost:${new URL(site).port}`;
  const { page, wallet } = await enters(come, {}, () => {}, { origin: `http://${host}` });
  expect(messagesTo(wallet)[0]?.text).toContain(`${host} wants you to sign in`);
  await showsAccount(page);
});

describe('signing in with a contract wallet', () => {
  const owner = fundedAccount(1);
  for (const [kind, deploy] of Object.entries({
    'there (ERC-1271)': deployContractWallet,
    'still to come (ERC-6492)': undeployedWallet,
  })) {
    test(`a contract wallet signs in: ${kind}`, async ({ come, chain }) => {
      const account = await deploy(chain, owner);
      const { page } = await enters(come, { account });
      await showsAccount(page, { ...ACCOUNT, address: account.address });
      expect(await recordIn(page)).toMatchObject({ address: account.address });
    });

    test(`a signature by a stranger is refused for a contract: ${kind}`, async ({ come, chain }) => {
      const account = await deploy(chain, owner);
      const forger: LocalAccount = await deploy(chain, fundedAccount(2));
      const { page, signIn } = await connects(come, { account: { ...forger, address: account.address } });
      await signIn.send.click();
      await seen(signIn.alert).toHaveText(VERIFYING);
      expect(await recordIn(page)).toBeNull();
    });
  }

  test('an empty signature signs in if the owners of the contract approved the message', async ({ come, chain }) => {
    const address = await deployApprovingWallet(chain);
    const { page, wallet } = await connects(come, { account: { ...ACCOUNT, address } });
    wallet.answers.personal_sign = () => '0x';
    await signs(page);
    expect(await recordIn(page)).toMatchObject({ address });
  });

  test('an empty signature is refused if the owners did not approve the message', async ({ come, chain }) => {
    for (const address of [ACCOUNT.address, (await deployContractWallet(chain, owner)).address]) {
      const { page, wallet, signIn } = await connects(come, { account: { ...ACCOUNT, address } });
      wallet.answers.personal_sign = () => '0x';
      await signIn.send.click();
      await seen(signIn.alert, address).toHaveText(VERIFYING);
      expect(await recordIn(page)).toBeNull();
    }
  });

  test('a contract cannot sign in while no node answers, and can later', async ({ come, chain }) => {
    const account = await deployContractWallet(chain, owner);
    const { page, signIn, forgiven } = await connects(come, { account });
    forgiven.push(CUT_OFF);
    const node = `${chain.transport.url}/**`;
    await page.route(node, (route) => route.abort());
    await signIn.send.click();
    await seen(signIn.alert).toHaveText(VERIFYING);
    await page.unroute(node);
    await signs(page);
  });
});

describe('rejected and failed signatures', () => {
  test('a declined signature shows no error', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    wallet.answers.personal_sign = 'hold';
    await signIn.send.click();
    await seen(signIn.waiting).toHaveAttribute('aria-disabled', 'true');
    await wallet.reject();
    await seen(signIn.send).toBeVisible();
    await seen(signIn.send).toBeFocused();
    await seen(signIn.alert).toBeEmpty();
    await signIn.send.click();
    await wallet.approve();
    await isSignedIn(page);
  });

  test('a rejection in other words counts as declined, and a failure is an error', async ({ come }) => {
    const { wallet, signIn } = await connects(come);
    for (const error of DECLINES) {
      wallet.answers.personal_sign = -32603;
      await signIn.send.click();
      await seen(signIn.alert).toHaveText(SIGNING);
      wallet.answers.personal_sign = { error };
      await signIn.send.click();
      await seen(signIn.alert, error.message).toBeEmpty();
      await seen(signIn.send).toBeVisible();
      await seen(signIn.alert, error.message).toBeEmpty();
    }
    wallet.answers.personal_sign = { error: { code: -32005, message: 'Request rejected: rate limit' } };
    await signIn.send.click();
    await seen(signIn.alert).toHaveText(SIGNING);
  });

  test('a failed signature shows an error, and can be retried', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    wallet.answers.personal_sign = -32603;
    await signIn.send.click();
    await seen(signIn.alert).toHaveText(SIGNING);
    wallet.answers.personal_sign = 'hold';
    await signIn.send.click();
    await seen(signIn.alert).toBeEmpty();
    await wallet.approve();
    await isSignedIn(page);
  });

  test('an answer that is not a signature shows a general error', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    for (const answer of [null, true, 'yes', '', '0xabc', ['0xab'], { signature: '0xab' }]) {
      wallet.answers.personal_sign = () => answer;
      await signIn.send.click();
      await seen(signIn.alert, JSON.stringify(answer)).toHaveText(OOPS);
      await seen(signIn.send).toBeVisible();
      wallet.answers.personal_sign = 'reject';
      await signIn.send.click();
      await seen(signIn.alert).toBeEmpty();
      await seen(signIn.send).toBeVisible();
    }
    expect(await recordIn(page)).toBeNull();
    wallet.answers.personal_sign = 'approve';
    await signs(page);
  });
});

describe('events while the wallet is asked to sign', () => {
  /** Sends the message. The wallet signs it when the test calls `sign`. */
  const asks = async (come: Come, once?: (page: Page) => unknown) => {
    const visited = await connects(come, {}, once);
    const sign = slowHand(visited.wallet);
    await visited.signIn.send.click();
    await seen(visited.signIn.waiting).toBeVisible();
    await seen.poll(() => signatures(visited.wallet)).toBe(1);
    return { ...visited, sign };
  };

  test('after a change of account the new one must sign, and the first answer is void', async ({ come }) => {
    const { page, wallet, signIn, sign } = await asks(come);
    await wallet.setAccount(OTHER);
    await seen(signIn.dialog).toContainText(short(OTHER));
    await seen(signIn.dialog.getByRole('heading', { name: 'Sign in', exact: true })).toBeFocused();
    await seen(signIn.send).toBeVisible();
    sign();
    await caughtUp(page);
    await seen(signIn.send).toBeVisible();
    await seen(signIn.alert).toBeEmpty();
    expect(await recordIn(page)).toBeNull();
    wallet.answers.personal_sign = 'approve';
    await signs(page);
    expect(await recordIn(page)).toMatchObject({ address: OTHER.address });
    expect(messagesTo(wallet).map(({ address }) => address)).toEqual([ACCOUNT.address, OTHER.address]);
    await showsAccount(page, OTHER);
  });

  test('after a missed change of account, the new one gets a message of its own', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    wallet.answers.eth_accounts = () => [OTHER.address];
    await signIn.send.click();
    await seen(signIn.dialog).toContainText(short(OTHER));
    await seen(signIn.send).toBeVisible();
    expect(signatures(wallet)).toBe(0);
    delete wallet.answers.eth_accounts;
    await wallet.setAccount(OTHER);
    await signs(page);
    expect(messagesTo(wallet).map(({ address }) => address)).toEqual([OTHER.address]);
  });

  test('with two requested accounts, the late signature of the first is void', async ({ come }) => {
    const { page, wallet, signIn, sign } = await asks(come);
    await wallet.setAccount(OTHER);
    await seen(signIn.dialog).toContainText(short(OTHER));
    const signOther = slowHand(wallet, OTHER);
    await signIn.send.click();
    await seen.poll(() => signatures(wallet)).toBe(2);
    sign();
    await caughtUp(page);
    await seen(signIn.waiting).toBeVisible();
    signOther();
    await isSignedIn(page);
    await showsAccount(page, OTHER);
  });

  test('after a move to an unsupported network and back, sign-in starts again', async ({ come }) => {
    const { page, wallet, signIn, sign } = await asks(come);
    await wallet.setChain(137);
    await seen(signIn.dialog).toContainText('Wrong network');
    await seen(signIn.send).toBeHidden();
    sign();
    await caughtUp(page);
    await seen(signIn.switch).toBeVisible();
    await seen(signIn.alert).toBeEmpty();

    wallet.answers.wallet_switchEthereumChain = 'hold';
    await signIn.switch.click();
    await seen(signIn.dialog.getByRole('button', { name: `Confirm in ${NAME}…` })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await wallet.reject();
    await seen(signIn.switch).toBeVisible();
    await seen(signIn.alert).toBeEmpty();
    await signIn.switch.click();
    await wallet.reject(-32603);
    await seen(signIn.alert).toHaveText('The network was not changed. Please try again.');
    wallet.answers.personal_sign = 'approve';
    await signIn.switch.click();
    await seen(signIn.alert).toBeEmpty();
    await wallet.approve();
    await seen(signIn.send).toBeVisible();
    expect(await recordIn(page)).toBeNull();
    await signs(page);
  });

  test('after a change of network and back, sign-in starts again', async ({ come }) => {
    const { page, wallet, signIn, sign } = await asks(come);
    await wallet.setChain(137);
    await seen(signIn.switch).toBeVisible();
    await wallet.setChain(1);
    await seen(signIn.send).toBeVisible();
    sign();
    await caughtUp(page);
    await seen(signIn.send).toBeVisible();
    await seen(signIn.alert).toBeEmpty();
    wallet.answers.personal_sign = 'approve';
    await signs(page);
  });

  test('disconnecting the wallet closes the dialog, and a late signature is void', async ({ come }) => {
    const { page, wallet, connect, signIn, sign } = await asks(come);
    await wallet.disconnect();
    await seen(signIn.dialog).toBeHidden();
    await seen(connect.news).toHaveText('Disconnected');
    sign();
    await caughtUp(page);
    await seen(connect.news).toHaveText('Disconnected');
    await isNobody(page);
  });

  for (const [way, leave] of Object.entries<(visited: Visited) => Promise<unknown>>({
    'the button Cancel': ({ signIn }) => signIn.cancel.click(),
    'the button Close': ({ signIn }) => signIn.close.click(),
    'the key Escape': ({ page }) => page.keyboard.press('Escape'),
    'the backdrop': ({ page }) => page.mouse.click(5, 5),
    'the back button of the browser': ({ page }) => page.goBack(),
  }))
    test(`${way} disconnects the wallet, and a late signature is void`, async ({ come }) => {
      const visited = await asks(come, fromHome);
      const { page, wallet, connect, signIn, sign } = visited;
      await seen.poll(async () => (await saidIn(page)).at(-1)).toMatch(/^status: Open Test Wallet and sign/);

      await leave(visited);
      await seen(signIn.dialog).toBeHidden();
      await seen(connect.news).toHaveText('Disconnected');
      await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
      expect(await saidIn(page)).toEqual(['status: Disconnected']);
      sign();
      await caughtUp(page);
      await isNobody(page);
      // A new connection works as before.
      wallet.answers.personal_sign = 'approve';
      await connect.row(NAME).click();
      await seen(signIn.send).toBeVisible();
      expect(await recordIn(page)).toBeNull();
      await signIn.send.click();
      await reachesAccount(page);
    });
});

describe('sending the message', () => {
  test('several presses send the message once', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    wallet.answers.personal_sign = 'hold';
    await signIn.send.dblclick();
    await signIn.waiting.click({ force: true });
    await caughtUp(page);
    expect(signatures(wallet)).toBe(1);
    await wallet.reject();
    await seen(signIn.send).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await caughtUp(page);
    expect(signatures(wallet)).toBe(2);
    await wallet.approve();
    await isSignedIn(page);
    expect(signatures(wallet)).toBe(2);
  });

  test('a double click sends the message once, even if the wallet declines at once', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    wallet.answers.personal_sign = 'reject';
    await signIn.send.click({ clickCount: 2, delay: 60 });
    await caughtUp(page);
    await seen(signIn.send).toBeVisible();
    expect(signatures(wallet)).toBe(1);
  });

  test('a message that cannot be loaded in time shows an error, and can be retried', async ({ come, chunk }) => {
    const [load, loaded] = gate();
    let tries = 0;
    const { page, connect, forgiven } = await come([{}], {
      before: async (page) => {
        await page.clock.install();
        await page.route(`**${chunk}`, async (route) => {
          tries += 1;
          if (tries === 1) return route.abort();
          await loaded;
          return route.continue();
        });
      },
    });
    forgiven.push(CUT_OFF);
    const signIn = signInOf(page);
    await connect.row(NAME).click();
    await seen(signIn.alert).toHaveText(PREPARING);
    // Browsers don't load a failed module again until the page reloads.
    await Promise.all([page.waitForEvent('load'), signIn.retry.click()]);
    await seen(signIn.preparing).toHaveAttribute('aria-disabled', 'true');
    await seen(signIn.alert).toBeEmpty();
    await page.clock.runFor(15_500);
    await seen(signIn.alert).toHaveText(PREPARING);
    await signIn.retry.click();
    await seen(signIn.preparing).toBeVisible();
    await seen(signIn.alert).toBeEmpty();
    load();
    await seen(signIn.send).toBeVisible();
    await signs(page);
    expect(tries).toBe(2);
  });
});

describe('the next visit', () => {
  test('the same account is signed in on the next visit, without an announcement', async ({ come, chunk }) => {
    const { page, wallet, connect } = await enters(come);
    const before = wallet.log.length;
    const requests: URL[] = [];
    page.on('request', (request) => requests.push(new URL(request.url())));
    await reload(page);
    await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
    await seen(page.locator('html[data-connected]')).toHaveCount(1);
    await seen(dialogsOf(page)).toHaveCount(0);
    await seen(connect.news).toHaveText('');
    await showsAccount(page);
    const methods = new Set(wallet.log.slice(before).map(({ method }) => method));
    expect([...methods].filter((method) => !['eth_accounts', 'eth_chainId'].includes(method))).toEqual([]);
    expect(requests.map(({ pathname }) => pathname)).not.toContain(chunk);
  });

  test('a visitor without a session must sign in on the next visit', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come);
    const before = wallet.log.length;
    await page.goto('/');
    await alive(page);
    await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
    await caughtUp(page);
    await seen(dialogsOf(page)).toHaveCount(0);
    await seen(connect.news).toHaveText('');
    await seen(page.locator('html[data-connected]')).toHaveCount(0);
    for (const asks of [
      () => ask(page, 'account'),
      () => page.reload(),
      () => ask(page, 'connect').then(() => page.reload()),
    ]) {
      await asks();
      await seen(signIn.send).toBeVisible();
      await seen(page).toHaveURL(/\/#sign-in$/);
    }
    expect(asked(wallet)).toBe(1);
    expect(signatures(wallet)).toBe(0);
    await signs(page);
  });

  test('the next visit removes an invalid session record, and must sign in', async ({ come }) => {
    const { page, connect, signIn } = await connects(come);
    const hour = 60 * 60_000;
    const now = await nowIn(page);
    const good = { address: ACCOUNT.address, chainId: 1, expiresAt: now + hour };
    const packed = (value: unknown) => JSON.stringify({ version: 1, value });
    /** Stores a record and visits again. */
    const keeps = (text: string) => page.evaluate((text) => localStorage.setItem('iaborrow.signIn', text), text);
    const returns = async () => {
      await page.goto('/');
      await alive(page);
    };
    await keeps(packed({ ...good, address: OTHER.address }));
    await returns();
    await mustSignIn(page);
    await seen(connect.news).toHaveText('');
    expect(await recordIn(page)).toBeNull();
    // Repeats the check for a visitor who connects only now.
    for (const [what, text] of Object.entries({
      'of another account': packed({ ...good, address: OTHER.address }),
      'of another network': packed({ ...good, chainId: 137 }),
      'that is over': packed({ ...good, expiresAt: now - 1 }),
      'that lasts longer than any': packed({ ...good, expiresAt: now + DAY + hour }),
      'that is half': packed(good).slice(0, 40),
    })) {
      await signIn.cancel.click();
      await isNobody(page);
      await keeps(text);
      await connect.row(NAME).click();
      await seen(signIn.send, what).toBeVisible();
      expect(await recordIn(page), what).toBeNull();
    }
    // A valid record is accepted, in whichever case its address is written.
    await keeps(packed({ ...good, address: good.address.toLowerCase() }));
    await returns();
    await showsAccount(page);
  });
});

describe('signed-in visitors', () => {
  test('a change of account signs out, says so, and the new account must sign', async ({ come }) => {
    const { page, wallet, connect, signIn } = await enters(come);
    await wallet.setAccount(OTHER);
    await seen(connect.news).toHaveText('Signed out');
    await seen(dialogsOf(page)).toHaveCount(0);
    await seen.poll(() => recordIn(page)).toBeNull();
    await mustSignIn(page, OTHER);
    await signIn.send.click();
    await reachesAccount(page, OTHER);
    expect(await recordIn(page)).toMatchObject({ address: OTHER.address });
    // A change closes the open account dialog.
    await wallet.setAccount(ACCOUNT);
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Signed out');
    await mustSignIn(page);
  });

  test('disconnecting on the page or in the wallet signs out', async ({ come }) => {
    const { page, wallet, connect, signIn } = await enters(come);
    await showsAccount(page);
    await connect.leave.click();
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Disconnected');
    await isNobody(page);
    // A new connection doesn't restore the session.
    await connect.row(NAME).click();
    await signIn.send.click();
    await reachesAccount(page);
    await wallet.disconnect();
    await seen(connect.news).toHaveText('Disconnected');
    await isNobody(page);
    await connect.row(NAME).click();
    await seen(signIn.send).toBeVisible();
  });
});

test('two tabs share sign-in and sign-out', async ({ come }) => {
  const { page, context, wallet, connect, signIn } = await connects(come);
  const tab = await context.newPage();
  const before = wallet.log.length;
  await tab.goto('/');
  await alive(tab);
  await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
  const other = { page: tab, connect: connectOf(tab), signIn: signInOf(tab) };
  await caughtUp(tab);
  await signs(page);
  // A tab that has not noticed the session would request its own signature.
  await seen.poll(() => tab.evaluate(() => localStorage.getItem('iaborrow.signIn'))).not.toBeNull();
  await showsAccount(tab);
  expect(signatures(wallet)).toBe(1);

  // Removes the session record, so that both tabs must sign in again.
  await page.evaluate(() => localStorage.removeItem('iaborrow.signIn'));
  await lookAt(page);
  for (const one of [other, { page, connect }]) {
    await seen(one.connect.account).toBeHidden();
    await seen(one.connect.news).toHaveText('Signed out');
    await mustSignIn(one.page);
  }
  // Each tab accepts its own signature.
  await signIn.send.click();
  await reachesAccount(page);
  await seen(other.signIn.send).toBeVisible();
  await other.signIn.send.click();
  await reachesAccount(other.page);
  expect(signatures(wallet)).toBe(3);

  // Only messages between the tabs may tell the other tab.
  wallet.answers.wallet_revokePermissions = 4200;
  await connect.leave.click();
  await seen(connect.news).toHaveText('Disconnected');
  await seen(other.connect.account).toBeHidden();
  await seen(other.connect.news).toHaveText('Disconnected');
  await isNobody(other.page);
  await isNobody(page);
});

describe('browsers without storage, and sites without sign-in', () => {
  test('without access to storage, a sign-in lasts for this visit', async ({ come }) => {
    const { page, connect } = await enters(come, {}, () => {}, {
      before: (page) => page.addInitScript(spoilStorage, 'denied'),
    });
    await showsAccount(page);
    await page.reload();
    await seen(connect.row(NAME)).toBeVisible();
  });

  test('with full storage, a sign-in lasts for this visit, and so does a sign-out', async ({ come }) => {
    const { page, wallet, connect } = await enters(come, {}, () => {}, {
      before: (page) => page.addInitScript(spoilStorage, 'full'),
    });
    await showsAccount(page);
    await wallet.setAccount(OTHER);
    await seen(connect.news).toHaveText('Signed out');
    await mustSignIn(page, OTHER);
  });
});

test('no visitor has to sign in if the site does not require it', async ({ visit, chunk }) => {
  const { requests, ...options } = noting();
  const { page, wallet, connect } = await visitWith(visit, [{}], options);
  await connectsWallet(connect);
  await seen(connect.news).toHaveText('Connected');
  for (const hash of ['sign-in', 'connect', 'account']) {
    await ask(page, hash);
    await seen(connect.account).toContainText(short(ACCOUNT));
    await page.keyboard.press('Escape');
    await seen(connect.account).toBeHidden();
    await seen(page).toHaveURL(/\/$/);
  }
  await wallet.setAccount(OTHER);
  await showsAccount(page, OTHER);
  expect(signatures(wallet)).toBe(0);
  expect(requests.map(({ pathname }) => pathname.replace(/-[\w-]{8}\.js$/, ''))).not.toContain(
    chunk.replace(/-[\w-]{8}\.js$/, ''),
  );
});

// These tests come last, because the visit keeps their clock and later pages would differ from it.
describe('time limits', () => {
  test('a contract shows an error after 10 s without a node, and late answers are void', async ({ come, chain }) => {
    const account = await deployContractWallet(chain, fundedAccount(1));
    const { page, signIn } = await connects(come, { account }, withClock);
    const node = `${chain.transport.url}/**`;
    const [answer, answered] = gate();
    await page.route(node, async (route) => {
      await answered;
      // The page may have aborted the request.
      await route.continue().catch(() => {});
    });
    await signIn.send.click();
    await seen(signIn.verifying).toHaveAttribute('aria-disabled', 'true');
    await page.clock.runFor(5_000);
    await seen(signIn.verifying).toBeVisible();
    await page.clock.runFor(5_500);
    await seen(signIn.alert).toHaveText(VERIFYING);
    await seen(signIn.send).toBeVisible();
    answer();
    await page.unrouteAll({ behavior: 'wait' });
    await caughtUp(page);
    await seen(signIn.alert).toHaveText(VERIFYING);
    expect(await recordIn(page)).toBeNull();
    await signs(page);
  });

  test('a silent wallet gets a hint after 15 s, and an error after 5 min', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come, {}, withClock);
    const sign = slowHand(wallet);
    await page.clock.pauseAt((await nowIn(page)) + 5_000);
    await signIn.send.click();
    await seen(signIn.status).toContainText(`Open ${NAME} and sign the message.`);
    await page.clock.runFor(14_000);
    await seen(signIn.status).toContainText(`Open ${NAME} and sign the message.`);
    await page.clock.runFor(1_500);
    await seen(signIn.status).toContainText('Still waiting.');
    await page.clock.fastForward(280_000);
    await seen(signIn.waiting).toBeVisible();
    await page.clock.fastForward(10_000);
    await seen(signIn.alert).toHaveText(SIGNING);
    await seen(signIn.send).toBeVisible();
    sign();
    await caughtUp(page);
    await seen(signIn.alert).toHaveText(SIGNING);
    await seen(signIn.send).toBeVisible();
    expect(await recordIn(page)).toBeNull();
    await page.clock.resume();
    wallet.answers.personal_sign = 'approve';
    await signs(page);
  });

  test('a message is replaced before it expires', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come, {}, withClock);
    const before = await nowIn(page);
    await page.clock.fastForward(239_000);
    await page.clock.runFor(2_000);
    await seen(signIn.send).toBeVisible();
    await signs(page);
    const issued = messagesTo(wallet).map(({ text }) => Date.parse(new SiweMessage(text).issuedAt ?? ''));
    expect(issued).toHaveLength(1);
    expect(issued[0]! - before).toBeGreaterThan(235_000);
  });

  test('after the computer has slept, one press signs a new message', async ({ come }) => {
    const { page, wallet } = await connects(come, {}, withClock);
    const before = await nowIn(page);
    await page.clock.setSystemTime(before + 11 * 60_000);
    await signs(page);
    const issued = messagesTo(wallet).map(({ text }) => Date.parse(new SiweMessage(text).issuedAt ?? ''));
    expect(issued).toHaveLength(1);
    expect(issued[0]! - before).toBeGreaterThanOrEqual(11 * 60_000);
  });

  test('a session expires after a day', async ({ come }) => {
    const { page, connect } = await enters(come, {}, withClock);
    await showsAccount(page);
    await page.clock.fastForward(DAY - 60_000);
    await seen(connect.account).toBeVisible();
    await page.clock.fastForward(60_000);
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Signed out');
    await mustSignIn(page);
    expect(await recordIn(page)).toBeNull();
    await signInOf(page).send.click();
    await reachesAccount(page);
  });

  test('a session expires after a day in which the computer sleeps', async ({ come }) => {
    const { page, connect } = await enters(come, {}, withClock);
    // No timer runs during the sleep. The page checks when it is shown again.
    await page.clock.setSystemTime((await nowIn(page)) + DAY);
    await lookAt(page);
    await seen(connect.news).toHaveText('Signed out');
    await mustSignIn(page);
  });
});
