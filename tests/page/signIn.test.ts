import type { Page } from '@playwright/test';
import { SiweMessage } from 'siwe';
import { type Hex, hexToString } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { deployApprovingWallet, deployContractWallet, fundedAccount, undeployedWallet } from '../support/chain.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { asked, DECLINES, NAME, OTHER, REVOKING, seesAccount, short, showsAccount } from './injected.ts';
import { seen } from './seen.ts';
import { caughtUp, noteSaid, saidIn, signInOf, slowHand, withSignIn } from './signing.ts';
import { alive, alphaOf, ask, connectOf, type InjectedWallet, type VisitOptions, visitWith } from './visit.ts';

/*
 * Signing in where the page itself checks who does, with a chain of its own on this machine.
 */

const test = withSignIn('signIn');

const DAY = 24 * 60 * 60_000;
const PREPARING = 'Error preparing message, please retry';
const SIGNING = 'Error signing message, please retry';
const VERIFYING = 'Error verifying signature, please retry';
const OOPS = 'Oops, something went wrong';
/** Chromium's message about a request that a test has cut off. */
const CUT_OFF = /^Failed to load resource: net::ERR_/;

type Come = (wallets?: Parameters<typeof visitWith>[1], options?: VisitOptions) => ReturnType<typeof visitWith>;
type Visited = Awaited<ReturnType<typeof connects>>;

/** One visit for most tests, in which can be heard what is said. */
const usual: VisitOptions = { again: 'usual', before: (page) => page.addInitScript(noteSaid) };

/** Asks for the connect dialog, after it was closed: back leads to where nothing was asked for. */
async function fromHome(page: Page, then: () => unknown = () => {}) {
  await alive(page);
  await seen(connectOf(page).row(NAME)).toBeVisible();
  await page.keyboard.press('Escape');
  await seen(page).toHaveURL(/\/$/);
  await then();
  await ask(page, 'connect');
}

/** Comes with a wallet and connects it, `once` all is ready: the sign-in opens, with a message that can be sent. */
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

/** The same, and signs in. */
async function enters(...given: Parameters<typeof connects>) {
  const visited = await connects(...given);
  await visited.signIn.send.click();
  await isSignedIn(visited);
  return visited;
}

async function isSignedIn({ connect, page }: Pick<Visited, 'connect' | 'page'>) {
  await seen(connect.news).toHaveText('Signed in');
  await seen(dialogsOf(page)).toHaveCount(0);
}

/** Visitors who asked for the account have signed in, and see it. */
async function reachesAccount({ connect, page }: Pick<Visited, 'connect' | 'page'>, account = ACCOUNT) {
  await seen(connect.account.getByRole('status').first()).toHaveText('Signed in');
  await seesAccount(page, account);
}

/** A visitor who requests the account has to sign in. */
async function mustSignIn({ page }: { page: Page }, account = ACCOUNT) {
  await seen(page).toHaveURL(/\/$/);
  await ask(page, 'account');
  const signIn = signInOf(page);
  await seen(signIn.dialog).toContainText(short(account));
  await seen(signIn.send).toBeVisible();
}

/** The visitor is neither connected nor signed in: a request for the account leads to connecting. */
async function isNobody({ page, connect }: Pick<Visited, 'connect' | 'page'>) {
  await seen(page).toHaveURL(/\/$/);
  await ask(page, 'account');
  await seen(connect.row(NAME)).toBeVisible();
  expect(await recordIn(page)).toBeNull();
}

/** Returns the browser's record of the session. */
const recordIn = async (page: Page) => {
  const text = await page.evaluate(() => localStorage.getItem('iaborrow.signIn'));
  return text === null ? null : (JSON.parse(text) as { version: number; value: unknown }).value;
};

/** The messages that a wallet was given to sign. */
const messagesTo = ({ log }: InjectedWallet) =>
  log
    .filter(({ method }) => method === 'personal_sign')
    .map(({ params }) => {
      const [text, address] = params as [Hex, string];
      return { text: hexToString(text), address };
    });

/** All dialogs that are open. */
const dialogsOf = (page: Page) => page.locator('dialog[open]');

const signatures = (wallet: InjectedWallet) => asked(wallet, 'personal_sign');
const nowIn = (page: Page) => page.evaluate(() => Date.now());
/** From here on time can be the test's. */
const withClock = (page: Page) => page.clock.install();

/** All that tabs ask for over the net, in order; sockets not among them. */
function noting(): VisitOptions & { requests: URL[] } {
  const requests: URL[] = [];
  return {
    requests,
    before: async (_, context) => {
      context.on('request', (request) => {
        const url = new URL(request.url());
        // Browsers with tabs request the page's icon by themselves.
        if (!url.pathname.startsWith('/favicon.')) requests.push(url);
      });
    },
  };
}

describe('a plain account', () => {
  test('a sign-in is said once, keeps little, and returns the focus', async ({ come }) => {
    const { page, connect, wallet, signIn } = await connects(come, {}, (page) =>
      fromHome(page, () => alphaOf(page).join.focus()),
    );
    await seen(page).toHaveURL(/\/#sign-in$/);
    await seen(signIn.dialog).toContainText(short(ACCOUNT));
    expect(await recordIn(page)).toBeNull();
    await saidIn(page);

    const before = await nowIn(page);
    await signIn.send.click();
    await isSignedIn({ connect, page });
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

  test('a sign-in asks only for a signature; no request leaves, and code comes on demand', async ({ come, chunk }) => {
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
    await isSignedIn({ connect, page });
    expect(requests.map(String)).toEqual([]);
    expect(foreign).toEqual([]);
    const deeds = wallet.log.slice(before).map(({ method }) => method);
    expect(deeds.filter((method) => !['eth_accounts', 'eth_chainId'].includes(method))).toEqual(['personal_sign']);
  });

  test('a sign-in shows a message of this page, in plain words', async ({ come }) => {
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

  test('a plain account signs in although no node answers', async ({ come, chain }) => {
    const calls: string[] = [];
    await enters(come, {}, (page) =>
      page.route(`${chain.transport.url}/**`, (route) => {
        calls.push(route.request().url());
        return route.abort();
      }),
    );
    expect(calls).toEqual([]);
  });

  test("a stranger's signature, or one of another text, is refused", async ({ come }) => {
    const { page, wallet, signIn, connect } = await connects(come);
    const signs = (who: LocalAccount, after: string) => (params: unknown) =>
      who.signMessage({ message: `${hexToString((params as [Hex])[0])}${after}` });
    const wrong: [string, (params: unknown) => unknown][] = [
      ['a stranger', signs(OTHER, '')],
      ['a stranger, again', signs(OTHER, '')],
      ['another message', signs(ACCOUNT, ' ')],
      ...['0xab', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(3_000)}`].map((rubbish): (typeof wrong)[number] => [
        `${rubbish.slice(0, 6)}, ${rubbish.length} long`,
        () => rubbish,
      ]),
    ];
    for (const [i, [what, answer]] of wrong.entries()) {
      wallet.answers.personal_sign = answer;
      await signIn.send.click();
      // Between two failures there may be too little time to see that the first is gone.
      await seen.poll(() => messagesTo(wallet).length, what).toBe(i + 1);
      await seen(signIn.alert, what).toHaveText(VERIFYING);
      await seen(signIn.send, what).toBeVisible();
      expect(await recordIn(page), what).toBeNull();
    }
    wallet.answers.personal_sign = 'approve';
    await signIn.send.click();
    await isSignedIn({ connect, page });
    const nonces = messagesTo(wallet).map(({ text }) => new SiweMessage(text).nonce);
    expect(new Set(nonces)).toHaveProperty('size', wrong.length + 1);
  });
});

test('a page whose host has an underscore signs visitors in', async ({ come, site }) => {
  const host = `my_app.localhost:${new URL(site).port}`;
  const { page, wallet } = await enters(come, {}, () => {}, { origin: `http://${host}` });
  expect(messagesTo(wallet)[0]?.text).toContain(`${host} wants you to sign in`);
  await showsAccount(page);
});

describe('a wallet that is a contract', () => {
  const owner = fundedAccount(1);
  for (const [kind, deploy] of Object.entries({
    'there (ERC-1271)': deployContractWallet,
    'still to come (ERC-6492)': undeployedWallet,
  })) {
    test(`a contract signs in: ${kind}`, async ({ come, chain }) => {
      const account = await deploy(chain, owner);
      const { page } = await enters(come, { account });
      await showsAccount(page, { ...ACCOUNT, address: account.address });
      expect(await recordIn(page)).toMatchObject({ address: account.address });
    });

    test(`a stranger's signature for a contract is refused: ${kind}`, async ({ come, chain }) => {
      const account = await deploy(chain, owner);
      const forger: LocalAccount = await deploy(chain, fundedAccount(2));
      const { page, signIn } = await connects(come, { account: { ...forger, address: account.address } });
      await signIn.send.click();
      await seen(signIn.alert).toHaveText(VERIFYING);
      expect(await recordIn(page)).toBeNull();
    });
  }

  test('an empty signature of a contract whose owners approved signs in', async ({ come, chain }) => {
    const address = await deployApprovingWallet(chain);
    const { page, wallet, connect, signIn } = await connects(come, { account: { ...ACCOUNT, address } });
    wallet.answers.personal_sign = () => '0x';
    await signIn.send.click();
    await isSignedIn({ connect, page });
    expect(await recordIn(page)).toMatchObject({ address });
  });

  test('an empty signature of a contract whose owners did not approve is refused', async ({ come, chain }) => {
    for (const address of [ACCOUNT.address, (await deployContractWallet(chain, owner)).address]) {
      const { page, wallet, signIn } = await connects(come, { account: { ...ACCOUNT, address } });
      wallet.answers.personal_sign = () => '0x';
      await signIn.send.click();
      await seen(signIn.alert, address).toHaveText(VERIFYING);
      expect(await recordIn(page)).toBeNull();
    }
  });

  test('a contract is an error while no node answers, and signs in later', async ({ come, chain }) => {
    const account = await deployContractWallet(chain, owner);
    const { page, connect, signIn, forgiven } = await connects(come, { account });
    forgiven.push(CUT_OFF);
    const node = `${chain.transport.url}/**`;
    await page.route(node, (route) => route.abort());
    await signIn.send.click();
    await seen(signIn.alert).toHaveText(VERIFYING);
    await page.unroute(node);
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });
});

describe('the wallet says no', () => {
  test('a declined signature is no error', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come);
    wallet.answers.personal_sign = 'hold';
    await signIn.send.click();
    await seen(signIn.waiting).toHaveAttribute('aria-disabled', 'true');
    await wallet.reject();
    await seen(signIn.send).toBeVisible();
    await seen(signIn.send).toBeFocused();
    await seen(signIn.alert).toBeEmpty();
    await signIn.send.click();
    await wallet.approve();
    await isSignedIn({ connect, page });
  });

  test('a declined signature in other words is no error, and a failure is one', async ({ come }) => {
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

  test('a failed signature is an error that can be retried', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come);
    wallet.answers.personal_sign = -32603;
    await signIn.send.click();
    await seen(signIn.alert).toHaveText(SIGNING);
    wallet.answers.personal_sign = 'hold';
    await signIn.send.click();
    await seen(signIn.alert).toBeEmpty();
    await wallet.approve();
    await isSignedIn({ connect, page });
  });

  test('an answer that is no signature is an oops error', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come);
    for (const answer of [null, true, 'yes', '', '0xabc', ['0xab'], { signature: '0xab' }]) {
      wallet.answers.personal_sign = () => answer;
      await signIn.send.click();
      await seen(signIn.alert, JSON.stringify(answer)).toHaveText(OOPS);
      await seen(signIn.send).toBeVisible();
      // Told apart from the next one.
      wallet.answers.personal_sign = 'reject';
      await signIn.send.click();
      await seen(signIn.alert).toBeEmpty();
      await seen(signIn.send).toBeVisible();
    }
    expect(await recordIn(page)).toBeNull();
    wallet.answers.personal_sign = 'approve';
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });
});

describe('while the wallet is asked', () => {
  /** Asked for a signature, which comes when `sign` is called. */
  const asks = async (come: Come, once?: (page: Page) => unknown) => {
    const visited = await connects(come, {}, once);
    const sign = slowHand(visited.wallet);
    await visited.signIn.send.click();
    await seen(visited.signIn.waiting).toBeVisible();
    await seen.poll(() => signatures(visited.wallet)).toBe(1);
    return { ...visited, sign };
  };

  test('a change of account asks the other one, and the first answer is void', async ({ come }) => {
    const { page, wallet, connect, signIn, sign } = await asks(come);
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
    await signIn.send.click();
    await isSignedIn({ connect, page });
    expect(await recordIn(page)).toMatchObject({ address: OTHER.address });
    expect(messagesTo(wallet).map(({ address }) => address)).toEqual([ACCOUNT.address, OTHER.address]);
    await showsAccount(page, OTHER);
  });

  test('an unheard change of account prepares the other one, and signs nothing', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come);
    wallet.answers.eth_accounts = () => [OTHER.address];
    await signIn.send.click();
    await seen(signIn.dialog).toContainText(short(OTHER));
    await seen(signIn.send).toBeVisible();
    expect(signatures(wallet)).toBe(0);
    delete wallet.answers.eth_accounts;
    await wallet.setAccount(OTHER);
    await signIn.send.click();
    await isSignedIn({ connect, page });
    expect(messagesTo(wallet).map(({ address }) => address)).toEqual([OTHER.address]);
  });

  test('two accounts that are asked: the late signature of the first is void', async ({ come }) => {
    const { page, wallet, connect, signIn, sign } = await asks(come);
    await wallet.setAccount(OTHER);
    await seen(signIn.dialog).toContainText(short(OTHER));
    const signOther = slowHand(wallet, OTHER);
    await signIn.send.click();
    await seen.poll(() => signatures(wallet)).toBe(2);
    sign();
    await caughtUp(page);
    await seen(signIn.waiting).toBeVisible();
    signOther();
    await isSignedIn({ connect, page });
    await showsAccount(page, OTHER);
  });

  test('a change to an unsupported network can be switched back, and starts again', async ({ come }) => {
    const { page, wallet, connect, signIn, sign } = await asks(come);
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
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });

  test('a change of network and back starts again', async ({ come }) => {
    const { page, wallet, connect, signIn, sign } = await asks(come);
    await wallet.setChain(137);
    await seen(signIn.switch).toBeVisible();
    await wallet.setChain(1);
    await seen(signIn.send).toBeVisible();
    sign();
    await caughtUp(page);
    await seen(signIn.send).toBeVisible();
    await seen(signIn.alert).toBeEmpty();
    wallet.answers.personal_sign = 'approve';
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });

  test('a disconnected wallet closes the dialog, and a late signature is void', async ({ come }) => {
    const { page, wallet, connect, signIn, sign } = await asks(come);
    await wallet.disconnect();
    await seen(signIn.dialog).toBeHidden();
    await seen(connect.news).toHaveText('Disconnected');
    sign();
    await caughtUp(page);
    await seen(connect.news).toHaveText('Disconnected');
    await isNobody({ page, connect });
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
      await isNobody({ page, connect });
      // From here on all is as it was.
      wallet.answers.personal_sign = 'approve';
      await connect.row(NAME).click();
      await seen(signIn.send).toBeVisible();
      expect(await recordIn(page)).toBeNull();
      await signIn.send.click();
      await reachesAccount({ connect, page });
    });
});

describe('the message', () => {
  test('several presses send the message once', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come);
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
    await isSignedIn({ connect, page });
    expect(signatures(wallet)).toBe(2);
  });

  test('a double click sends the message once, also to a wallet that declines at once', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    wallet.answers.personal_sign = 'reject';
    await signIn.send.click({ clickCount: 2, delay: 60 });
    await caughtUp(page);
    await seen(signIn.send).toBeVisible();
    expect(signatures(wallet)).toBe(1);
  });

  test('a message that cannot be loaded in time is an error that can be retried', async ({ come, chunk }) => {
    let load = () => {};
    const loaded = new Promise<void>((resolve) => {
      load = resolve;
    });
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
    // A browser does not ask twice for what failed: the page is loaded anew.
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
    await signIn.send.click();
    await isSignedIn({ connect, page });
    expect(tries).toBe(2);
  });
});

describe('the next visit', () => {
  test('the next visit is quiet for the same visitor', async ({ come, chunk }) => {
    const { page, wallet, connect } = await enters(come);
    const before = wallet.log.length;
    const requests: URL[] = [];
    page.on('request', (request) => requests.push(new URL(request.url())));
    await page.reload();
    await alive(page);
    await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
    await seen(page.locator('html[data-connected]')).toHaveCount(1);
    await seen(dialogsOf(page)).toHaveCount(0);
    await seen(connect.news).toHaveText('');
    await showsAccount(page);
    const methods = new Set(wallet.log.slice(before).map(({ method }) => method));
    expect([...methods].filter((method) => !['eth_accounts', 'eth_chainId'].includes(method))).toEqual([]);
    expect(requests.map(({ pathname }) => pathname)).not.toContain(chunk);
  });

  test('the next visit leads an unknown visitor to the sign-in', async ({ come }) => {
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
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });

  test('the next visit removes an invalid record, and signs no one in', async ({ come }) => {
    const { page, connect, signIn } = await connects(come);
    const hour = 60 * 60_000;
    const now = await nowIn(page);
    const good = { address: ACCOUNT.address, chainId: 1, expiresAt: now + hour };
    const packed = (value: unknown) => JSON.stringify({ version: 1, value });
    /** Is here for the next time, with a record. */
    const keeps = (text: string) => page.evaluate((text) => localStorage.setItem('iaborrow.signIn', text), text);
    const returns = async () => {
      await page.goto('/');
      await alive(page);
    };
    await keeps(packed({ ...good, address: OTHER.address }));
    await returns();
    await mustSignIn({ page });
    await seen(connect.news).toHaveText('');
    expect(await recordIn(page)).toBeNull();
    // The same for those who connect only now.
    for (const [what, text] of Object.entries({
      'of another account': packed({ ...good, address: OTHER.address }),
      'of another network': packed({ ...good, chainId: 137 }),
      'that is over': packed({ ...good, expiresAt: now - 1 }),
      'that lasts longer than any': packed({ ...good, expiresAt: now + DAY + hour }),
      'that is half': packed(good).slice(0, 40),
    })) {
      await signIn.cancel.click();
      await isNobody({ page, connect });
      await keeps(text);
      await connect.row(NAME).click();
      await seen(signIn.send, what).toBeVisible();
      expect(await recordIn(page), what).toBeNull();
    }
    // And in good order, however the account is written.
    await keeps(packed({ ...good, address: good.address.toLowerCase() }));
    await returns();
    await showsAccount(page);
  });
});

describe('a signed-in visitor', () => {
  test('a change of account signs out, which is said, and the other one must sign', async ({ come }) => {
    const { page, wallet, connect, signIn } = await enters(come);
    await wallet.setAccount(OTHER);
    await seen(connect.news).toHaveText('Signed out');
    await seen(dialogsOf(page)).toHaveCount(0);
    await seen.poll(() => recordIn(page)).toBeNull();
    await mustSignIn({ page }, OTHER);
    await signIn.send.click();
    await reachesAccount({ connect, page }, OTHER);
    expect(await recordIn(page)).toMatchObject({ address: OTHER.address });
    // While the account is looked at, the dialog closes.
    await wallet.setAccount(ACCOUNT);
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Signed out');
    await mustSignIn({ page });
  });

  test('leaving, or disconnecting in the wallet, signs out as well', async ({ come }) => {
    const { page, wallet, connect, signIn } = await enters(come);
    await showsAccount(page);
    await connect.leave.click();
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Disconnected');
    await isNobody({ page, connect });
    // Connecting alone does not bring it back.
    await connect.row(NAME).click();
    await signIn.send.click();
    await reachesAccount({ connect, page });
    await wallet.disconnect();
    await seen(connect.news).toHaveText('Disconnected');
    await isNobody({ page, connect });
    await connect.row(NAME).click();
    await seen(signIn.send).toBeVisible();
  });
});

test('two tabs know who signs in, and who leaves', async ({ come }) => {
  const { page, context, wallet, connect, signIn } = await connects(come);
  const tab = await context.newPage();
  const before = wallet.log.length;
  await tab.goto('/');
  await alive(tab);
  await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
  const other = { page: tab, connect: connectOf(tab), signIn: signInOf(tab) };
  await caughtUp(tab);
  await signIn.send.click();
  await isSignedIn({ connect, page });
  // A tab that has not heard of it yet would ask for a signature of its own.
  await seen.poll(() => tab.evaluate(() => localStorage.getItem('iaborrow.signIn'))).not.toBeNull();
  await showsAccount(tab);
  expect(signatures(wallet)).toBe(1);

  // The record of who is signed in goes: both must sign in again.
  await page.evaluate(() => {
    localStorage.removeItem('iaborrow.signIn');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  for (const one of [other, { page, connect }]) {
    await seen(one.connect.account).toBeHidden();
    await seen(one.connect.news).toHaveText('Signed out');
    await mustSignIn(one);
  }
  // Each takes its own signature.
  await signIn.send.click();
  await reachesAccount({ connect, page });
  await seen(other.signIn.send).toBeVisible();
  await other.signIn.send.click();
  await reachesAccount(other);
  expect(signatures(wallet)).toBe(3);

  // Only the tabs themselves are to tell each other.
  wallet.answers.wallet_revokePermissions = 4200;
  await connect.leave.click();
  await seen(connect.news).toHaveText('Disconnected');
  await seen(other.connect.account).toBeHidden();
  await seen(other.connect.news).toHaveText('Disconnected');
  await isNobody(other);
  await isNobody({ page, connect });
});

describe('a browser that keeps nothing', () => {
  test('denied storage signs in for this visit', async ({ come }) => {
    const { page, connect } = await enters(come, {}, () => {}, {
      before: (page) =>
        page.addInitScript(() => {
          const denied = {
            get() {
              throw new DOMException('The user denied it.', 'SecurityError');
            },
          };
          for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
            Object.defineProperty(window, name, denied);
        }),
    });
    await showsAccount(page);
    await page.reload();
    await seen(connect.row(NAME)).toBeVisible();
  });

  test('full storage signs in for this visit, and out again', async ({ come }) => {
    const { page, wallet, connect } = await enters(come, {}, () => {}, {
      before: (page) =>
        page.addInitScript(() => {
          Storage.prototype.setItem = () => {
            throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
          };
        }),
    });
    await showsAccount(page);
    await wallet.setAccount(OTHER);
    await seen(connect.news).toHaveText('Signed out');
    await mustSignIn({ page }, OTHER);
  });
});

test('no visitor has to sign in if the site does not require it', async ({ visit, chunk }) => {
  const { requests, ...options } = noting();
  const { page, wallet, connect } = await visitWith(visit, [{}], options);
  await connect.row(NAME).click();
  await seen(connect.dialog).toBeHidden();
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

// The clock stays with the visit, and pages that are loaded then need not agree with it about the time: this comes last.
describe('time goes by', () => {
  test('a contract without a node is an error after 10 s, and late answers are void', async ({ come, chain }) => {
    const account = await deployContractWallet(chain, fundedAccount(1));
    const { page, connect, signIn } = await connects(come, { account }, withClock);
    const node = `${chain.transport.url}/**`;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(node, async (route) => {
      await answered;
      // The page may have given it up.
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
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });

  test('a silent wallet gets a hint after 15 s, and is an error after 5 min', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come, {}, withClock);
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
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });

  test('a message is replaced before it gets too old', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come, {}, withClock);
    const before = await nowIn(page);
    await page.clock.fastForward(239_000);
    await page.clock.runFor(2_000);
    await seen(signIn.send).toBeVisible();
    await signIn.send.click();
    await isSignedIn({ connect, page });
    const issued = messagesTo(wallet).map(({ text }) => Date.parse(new SiweMessage(text).issuedAt ?? ''));
    expect(issued).toHaveLength(1);
    expect(issued[0]! - before).toBeGreaterThan(235_000);
  });

  test('after the computer has slept, one press has a new message signed', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come, {}, withClock);
    const before = await nowIn(page);
    await page.clock.setSystemTime(before + 11 * 60_000);
    await signIn.send.click();
    await isSignedIn({ connect, page });
    const issued = messagesTo(wallet).map(({ text }) => Date.parse(new SiweMessage(text).issuedAt ?? ''));
    expect(issued).toHaveLength(1);
    expect(issued[0]! - before).toBeGreaterThanOrEqual(11 * 60_000);
  });

  test('a session ends after a day', async ({ come }) => {
    const { page, connect } = await enters(come, {}, withClock);
    await showsAccount(page);
    await page.clock.fastForward(DAY - 60_000);
    await seen(connect.account).toBeVisible();
    await page.clock.fastForward(60_000);
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Signed out');
    await mustSignIn({ page });
    expect(await recordIn(page)).toBeNull();
    await signInOf(page).send.click();
    await reachesAccount({ connect, page });
  });

  test('a session ends after a day in which the computer sleeps', async ({ come }) => {
    const { page, connect } = await enters(come, {}, withClock);
    // No timer runs while it sleeps, and the page is looked at again.
    await page.clock.setSystemTime((await nowIn(page)) + DAY);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await seen(connect.news).toHaveText('Signed out');
    await mustSignIn({ page });
  });
});
