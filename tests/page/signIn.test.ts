import type { Page } from '@playwright/test';
import { SiweMessage } from 'siwe';
import { type Hex, hexToString } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { deployContractWallet, fundedAccount, undeployedWallet } from '../support/chain.ts';
import { ACCOUNT } from '../support/injected.ts';
import { asked, NAME, OTHER, REVOKING, short, showsAccount } from './injected.ts';
import { caughtUp, noteSaid, saidIn, seen, signInOf, slowHand, withSignIn } from './signing.ts';
import { alive, alphaOf, ask, connectOf, type InjectedWallet, type VisitOptions, visitWith } from './visit.ts';

/*
 * Signing in where the page itself checks who does, with a chain of its own on this machine.
 */

const test = withSignIn('signIn');

const DAY = 24 * 60 * 60_000;
const SIGNING = 'Error signing message, please retry';
const VERIFYING = 'Error verifying signature, please retry';
const OOPS = 'Oops, something went wrong';
/** What Chromium says of a request that a test has cut off. */
const CUT_OFF = /^Failed to load resource: net::ERR_/;

type Come = (wallets?: Parameters<typeof visitWith>[1], options?: VisitOptions) => ReturnType<typeof visitWith>;
type Visited = Awaited<ReturnType<typeof connects>>;

/** Comes with a wallet and connects it: the sign-in opens, with a message that can be sent. */
async function connects(
  come: Come,
  wallet: NonNullable<Parameters<typeof visitWith>[1]>[number] = {},
  options?: VisitOptions,
) {
  const visited = await come([wallet], options);
  const signIn = signInOf(visited.page);
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
  await seen(page.getByRole('dialog')).toHaveCount(0);
}

/** Whoever asks for the account is asked to sign in. */
async function mustSignIn({ page }: { page: Page }, account = ACCOUNT) {
  await seen(page).toHaveURL(/\/$/);
  await ask(page, 'account');
  const signIn = signInOf(page);
  await seen(signIn.dialog).toContainText(short(account));
  await seen(signIn.send).toBeVisible();
}

/** Nobody is connected, and nobody is signed in: whoever asks for the account is asked to connect. */
async function isNobody({ page, connect }: Pick<Visited, 'connect' | 'page'>) {
  await seen(page).toHaveURL(/\/$/);
  await ask(page, 'account');
  await seen(connect.row(NAME)).toBeVisible();
  expect(await recordIn(page)).toBeNull();
}

/** Who is signed in, as it is kept in the browser. */
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

const signatures = (wallet: InjectedWallet) => asked(wallet, 'personal_sign');
const nowIn = (page: Page) => page.evaluate(() => Date.now());
const withClock: VisitOptions = { before: (page) => page.clock.install() };

/** All that tabs ask for over the net, in order; sockets not among them. */
function noting(): VisitOptions & { requests: URL[] } {
  const requests: URL[] = [];
  return {
    requests,
    before: async (_, context) => {
      context.on('request', (request) => requests.push(new URL(request.url())));
    },
  };
}

describe('a plain account', () => {
  test('signs in: said once, little is kept, and the focus is back where it was', async ({ come }) => {
    const { page, connect, wallet } = await come([{}], {
      path: '/',
      before: (page) => page.addInitScript(noteSaid),
    });
    const signIn = signInOf(page);
    await alive(page);
    const { join } = alphaOf(page);
    await join.focus();
    await ask(page, 'connect');
    await connect.row(NAME).click();
    await seen(page).toHaveURL(/\/#sign-in$/);
    await seen(signIn.dialog).toContainText(short(ACCOUNT));
    await seen(signIn.send).toBeVisible();
    expect(await recordIn(page)).toBeNull();
    await saidIn(page);

    const before = await nowIn(page);
    await signIn.send.click();
    await isSignedIn({ connect, page });
    const after = await nowIn(page);
    await seen(join).toBeFocused();
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

  test('is asked for nothing but a signature; no request leaves, and of the sign-in nothing is loaded early', async ({
    come,
    chunk,
  }) => {
    const { requests, ...options } = noting();
    const { page, wallet, connect, foreign } = await come([{ answer: 'hold' }], options);
    const signIn = signInOf(page);
    const foreigners = () => requests.filter(({ origin }) => origin !== new URL(page.url()).origin);
    await connect.row(NAME).click();
    await seen(connect.status).toContainText(`Opening ${NAME}`);
    expect(requests.map(({ pathname }) => pathname)).not.toContain(chunk);
    const before = wallet.log.length;
    await wallet.approve();
    await seen(signIn.send).toBeVisible();
    expect(requests.filter(({ pathname }) => pathname === chunk)).toHaveLength(1);
    await signIn.send.click();
    await wallet.approve();
    await isSignedIn({ connect, page });
    expect(foreigners().map(String)).toEqual([]);
    expect(foreign).toEqual([]);
    const deeds = wallet.log.slice(before).map(({ method }) => method);
    expect(deeds.filter((method) => !['eth_accounts', 'eth_chainId'].includes(method))).toEqual(['personal_sign']);
  });

  test('is shown a message of this page, in plain words', async ({ come }) => {
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
      statement: 'Sign in to show that this account is yours. This is free, and nothing is moved.',
    });
    expect(nonce).toMatch(/^[a-zA-Z0-9]{16,}$/);
    expect(Date.parse(expirationTime) - Date.parse(issuedAt)).toBe(10 * 60_000);
  });

  test('signs in although no node answers', async ({ come, chain }) => {
    const calls: string[] = [];
    await enters(
      come,
      {},
      {
        before: (page) =>
          page.route(`${chain.transport.url}/**`, (route) => {
            calls.push(route.request().url());
            return route.abort();
          }),
      },
    );
    expect(calls).toEqual([]);
  });

  test('signs in without loading anything more, once its message is there', async ({ come }) => {
    const { requests, ...options } = noting();
    const { page, connect, signIn } = await connects(come, {}, options);
    requests.length = 0;
    await signIn.send.click();
    await isSignedIn({ connect, page });
    expect(requests.map(({ pathname }) => pathname)).toEqual([]);
  });

  test('signed by a stranger: refused, and not by his next try either', async ({ come }) => {
    const { page, wallet, signIn, connect } = await connects(come);
    wallet.answers.personal_sign = (params) => OTHER.signMessage({ message: { raw: (params as [Hex])[0] } });
    await signIn.send.click();
    await seen(signIn.alert).toHaveText(VERIFYING);
    await signIn.send.click();
    // Between the two failures there may be too little time to see that the first is gone.
    await seen.poll(() => messagesTo(wallet).length).toBe(2);
    await seen(signIn.alert).toHaveText(VERIFYING);
    expect(await recordIn(page)).toBeNull();
    wallet.answers.personal_sign = 'approve';
    await signIn.send.click();
    await isSignedIn({ connect, page });
    expect(new Set(messagesTo(wallet).map(({ text }) => new SiweMessage(text).nonce))).toHaveProperty('size', 3);
  });

  test('signs another message than it was given: refused', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    wallet.answers.personal_sign = (params) =>
      ACCOUNT.signMessage({ message: `${hexToString((params as [Hex])[0])} ` });
    await signIn.send.click();
    await seen(signIn.alert).toHaveText(VERIFYING);
    expect(await recordIn(page)).toBeNull();
  });
});

describe('a wallet that is a contract', () => {
  const owner = fundedAccount(1);
  for (const [kind, deploy] of Object.entries({
    'there (ERC-1271)': deployContractWallet,
    'still to come (ERC-6492)': undeployedWallet,
  })) {
    test(`${kind}: signs in`, async ({ come, chain }) => {
      const account = await deploy(chain, owner);
      const { page } = await enters(come, { account });
      await showsAccount(page, { ...ACCOUNT, address: account.address });
      expect(await recordIn(page)).toMatchObject({ address: account.address });
    });

    test(`${kind}: signed by a stranger, refused`, async ({ come, chain }) => {
      const account = await deploy(chain, owner);
      const forger: LocalAccount = await deploy(chain, fundedAccount(2));
      const { page, signIn } = await connects(come, { account: { ...forger, address: account.address } });
      await signIn.send.click();
      await seen(signIn.alert).toHaveText(VERIFYING);
      expect(await recordIn(page)).toBeNull();
    });
  }

  test('no node answers: that is an error, and once one does, it signs in', async ({ come, chain }) => {
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

  test('the node takes its time: an error after 30 s, and what it says late changes nothing', async ({
    come,
    chain,
  }) => {
    const account = await deployContractWallet(chain, owner);
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
    await page.clock.runFor(29_000);
    await seen(signIn.verifying).toBeVisible();
    await page.clock.runFor(1_500);
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
});

describe('the wallet says no', () => {
  test('its owner declines: back to where they were, without a word', async ({ come }) => {
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

  test('it fails: said, and another try works', async ({ come }) => {
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

  test('it answers what is no signature: something went wrong', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come);
    for (const answer of [null, true, 'yes', '', '0x', '0xabc', ['0xab'], { signature: '0xab' }]) {
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

  test('it signs with rubbish: refused', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    for (const answer of ['0xab', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(3_000)}`]) {
      wallet.answers.personal_sign = () => answer;
      await signIn.send.click();
      await seen(signIn.alert).toHaveText(VERIFYING);
      wallet.answers.personal_sign = 'reject';
      await signIn.send.click();
      await seen(signIn.alert).toBeEmpty();
      await seen(signIn.send).toBeVisible();
    }
    expect(await recordIn(page)).toBeNull();
  });

  test('it hangs: a hint after 15 s, an error after 5 min, and a late signature changes nothing', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come, {}, withClock);
    const sign = slowHand(wallet);
    await signIn.send.click();
    await seen(signIn.status).toContainText(`Open ${NAME} and approve the message.`);
    await page.clock.runFor(14_000);
    await seen(signIn.status).toContainText(`Open ${NAME} and approve the message.`);
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
    wallet.answers.personal_sign = 'approve';
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });
});

describe('while the wallet is asked', () => {
  /** Asked for a signature, which comes when `sign` is called. */
  const asks = async (come: Come, options?: VisitOptions) => {
    const visited = await connects(come, {}, options);
    const sign = slowHand(visited.wallet);
    await visited.signIn.send.click();
    await seen(visited.signIn.waiting).toBeVisible();
    await seen.poll(() => signatures(visited.wallet)).toBe(1);
    return { ...visited, sign };
  };

  test('its account changes: the other one is asked, and a signature of the first is never looked at', async ({
    come,
  }) => {
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

  test('both accounts are asked at once: the late signature of the first does not count for the other', async ({
    come,
  }) => {
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

  test('its network changes to one that is not used here: it can be switched, and begins anew', async ({ come }) => {
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
    await seen(signIn.alert).toHaveText('The network was not changed. You can try again.');
    wallet.answers.personal_sign = 'approve';
    await signIn.switch.click();
    await seen(signIn.alert).toBeEmpty();
    await wallet.approve();
    await seen(signIn.send).toBeVisible();
    expect(await recordIn(page)).toBeNull();
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });

  test('its network changes, and back: asked anew', async ({ come }) => {
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

  test('it disconnects: the dialog closes, and a late signature changes nothing', async ({ come }) => {
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
    test(`${way} leaves: the wallet is disconnected, and a late signature changes nothing`, async ({ come }) => {
      const visited = await come([{}], { path: '/', before: (page) => page.addInitScript(noteSaid) });
      const { page, wallet, connect } = visited;
      const signIn = signInOf(page);
      await alive(page);
      await ask(page, 'connect');
      await connect.row(NAME).click();
      await seen(signIn.send).toBeVisible();
      const sign = slowHand(wallet);
      await signIn.send.click();
      await seen(signIn.waiting).toBeVisible();
      await seen.poll(() => signatures(wallet)).toBe(1);
      await saidIn(page);

      await leave({ ...visited, signIn });
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
      await isSignedIn({ connect, page });
    });
});

describe('the message', () => {
  test('is sent once, however often the button is pressed', async ({ come }) => {
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

  test('is sent once by a double click, also to a wallet that declines at once', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    wallet.answers.personal_sign = 'reject';
    await signIn.send.click({ clickCount: 2, delay: 60 });
    await caughtUp(page);
    await seen(signIn.send).toBeVisible();
    expect(signatures(wallet)).toBe(1);
  });

  test('is replaced before it gets too old', async ({ come }) => {
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

  test('cannot be made in time: said, and Retry waits once more', async ({ come, chunk }) => {
    let load = () => {};
    const loaded = new Promise<void>((resolve) => {
      load = resolve;
    });
    const { page, connect } = await come([{}], {
      before: async (page) => {
        await page.clock.install();
        await page.route(`**${chunk}`, async (route) => {
          await loaded;
          await route.continue();
        });
      },
    });
    const signIn = signInOf(page);
    await connect.row(NAME).click();
    await seen(signIn.preparing).toHaveAttribute('aria-disabled', 'true');
    await page.clock.runFor(15_500);
    await seen(signIn.alert).toHaveText('Error preparing message, please retry');
    await signIn.retry.click();
    await seen(signIn.preparing).toBeVisible();
    await seen(signIn.alert).toBeEmpty();
    load();
    await seen(signIn.send).toBeVisible();
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });

  test('cannot be loaded: said, and Retry loads it', async ({ come, chunk }) => {
    const { page, connect, forgiven } = await come([{}], {
      before: (page) => page.route(`**${chunk}`, (route) => route.abort(), { times: 1 }),
    });
    forgiven.push(CUT_OFF);
    const signIn = signInOf(page);
    await connect.row(NAME).click();
    await seen(signIn.alert).toHaveText('Error preparing message, please retry');
    await signIn.retry.click();
    await seen(signIn.send).toBeVisible();
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });
});

describe('the next visit', () => {
  test('of who is signed in: quiet, and nobody is asked anything', async ({ come, chunk }) => {
    const { requests, ...options } = noting();
    const { page, wallet, connect } = await enters(come, {}, options);
    const before = wallet.log.length;
    requests.length = 0;
    await page.reload();
    await alive(page);
    await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
    await seen(page.locator('html[data-connected]')).toHaveCount(1);
    await seen(page.getByRole('dialog')).toHaveCount(0);
    await seen(connect.news).toHaveText('');
    await showsAccount(page);
    const methods = new Set(wallet.log.slice(before).map(({ method }) => method));
    expect([...methods].filter((method) => !['eth_accounts', 'eth_chainId'].includes(method))).toEqual([]);
    expect(requests.map(({ pathname }) => pathname)).not.toContain(chunk);
  });

  test('of who is not: nothing opens, and whatever dialog is asked for, it is the sign-in', async ({ come }) => {
    const { page, wallet, connect, signIn } = await connects(come);
    const before = wallet.log.length;
    await page.goto('/');
    await alive(page);
    await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
    await caughtUp(page);
    await seen(page.getByRole('dialog')).toHaveCount(0);
    await seen(connect.news).toHaveText('');
    await seen(page.locator('html[data-connected]')).toHaveCount(0);
    for (const hash of ['sign-in', 'account', 'connect']) {
      await page.goto(`/#${hash}`);
      await page.reload();
      await seen(signIn.send).toBeVisible();
      await seen(page).toHaveURL(/\/#sign-in$/);
    }
    expect(asked(wallet)).toBe(1);
    expect(signatures(wallet)).toBe(0);
    await signIn.send.click();
    await isSignedIn({ connect, page });
  });

  const hour = 60 * 60_000;
  const good = { address: ACCOUNT.address, chainId: 1, expiresAt: 0 };
  const packed = (value: unknown, version = 1) => JSON.stringify({ version, value });
  const records: Record<string, (now: number) => string> = {
    'of another account': (now) => packed({ ...good, address: OTHER.address, expiresAt: now + hour }),
    'of another network': (now) => packed({ ...good, chainId: 137, expiresAt: now + hour }),
    'that is over': (now) => packed({ ...good, expiresAt: now - 1 }),
    'that lasts longer than any': (now) => packed({ ...good, expiresAt: now + DAY + hour }),
    'that never ends': () => packed({ ...good, expiresAt: Number.MAX_SAFE_INTEGER }),
    'without an end': () => packed({ ...good, expiresAt: null }),
    'of another version': (now) => packed({ ...good, expiresAt: now + hour }, 2),
    'of wrong kinds': (now) => packed({ address: [ACCOUNT.address], chainId: '1', expiresAt: String(now + hour) }),
    'that is half': () => '{"version":1,"value":{"address":"0x19',
  };
  test('with a record that is not in order: nobody is signed in by it, and it is gone', async ({ come }) => {
    const { page, wallet, connect } = await connects(come);
    for (const [what, recordAt] of Object.entries(records)) {
      await page.evaluate((text) => localStorage.setItem('iaborrow.signIn', text), recordAt(await nowIn(page)));
      const before = wallet.log.length;
      await page.goto('/');
      await alive(page);
      await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
      await mustSignIn({ page });
      await seen(connect.news).toHaveText('');
      expect(await recordIn(page), what).toBeNull();
    }
  });

  test('with a record in good order, however the account is written', async ({ come }) => {
    const { page } = await connects(come);
    const record = packed({
      ...good,
      address: ACCOUNT.address.toLowerCase(),
      expiresAt: (await nowIn(page)) + hour,
    });
    await page.evaluate((text) => localStorage.setItem('iaborrow.signIn', text), record);
    await page.goto('/');
    await alive(page);
    await showsAccount(page);
  });
});

describe('who is signed in', () => {
  test('is so for a day', async ({ come }) => {
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
    await isSignedIn({ connect, page });
  });

  test('is so no longer after a day in which the computer has slept', async ({ come }) => {
    const { page, connect } = await enters(come, {}, withClock);
    // No timer runs while it sleeps, and the page is looked at again.
    await page.clock.setSystemTime((await nowIn(page)) + DAY);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await seen(connect.news).toHaveText('Signed out');
    await mustSignIn({ page });
  });

  test('changes the account: signed out, which is said, and the other one must sign', async ({ come }) => {
    const { page, wallet, connect, signIn } = await enters(come);
    await wallet.setAccount(OTHER);
    await seen(connect.news).toHaveText('Signed out');
    await seen(page.getByRole('dialog')).toHaveCount(0);
    await seen.poll(() => recordIn(page)).toBeNull();
    await mustSignIn({ page }, OTHER);
    await signIn.send.click();
    await isSignedIn({ connect, page });
    await showsAccount(page, OTHER);
    expect(await recordIn(page)).toMatchObject({ address: OTHER.address });
  });

  test('changes the account while looking at it: the dialog closes', async ({ come }) => {
    const { page, wallet, connect } = await enters(come);
    await showsAccount(page);
    await wallet.setAccount(OTHER);
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Signed out');
    await mustSignIn({ page }, OTHER);
  });

  test('leaves: disconnected and signed out', async ({ come }) => {
    const { page, connect, signIn } = await enters(come);
    await showsAccount(page);
    await connect.leave.click();
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Disconnected');
    await isNobody({ page, connect });
    // Connecting alone does not bring it back.
    await connect.row(NAME).click();
    await seen(signIn.send).toBeVisible();
  });

  test('is disconnected by the wallet: signed out as well', async ({ come }) => {
    const { page, wallet, connect, signIn } = await enters(come);
    await wallet.disconnect();
    await seen(connect.news).toHaveText('Disconnected');
    await isNobody({ page, connect });
    await connect.row(NAME).click();
    await seen(signIn.send).toBeVisible();
  });
});

describe('two tabs', () => {
  /** Another tab of the same visitor, in which the wallet is connected. */
  const another = async ({ context, wallet }: Visited, path = '/') => {
    const tab = await context.newPage();
    const before = wallet.log.length;
    await tab.goto(path);
    await alive(tab);
    await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
    return { page: tab, connect: connectOf(tab), signIn: signInOf(tab) };
  };

  test('one signs in, and the other knows; one leaves, and so does the other', async ({ come }) => {
    const visited = await connects(come);
    const { page, wallet, connect, signIn } = visited;
    const other = await another(visited);
    await caughtUp(other.page);
    await signIn.send.click();
    await isSignedIn({ connect, page });
    await showsAccount(other.page);
    expect(signatures(wallet)).toBe(1);

    await showsAccount(page);
    // Only the tabs themselves are to tell each other.
    wallet.answers.wallet_revokePermissions = 4200;
    await connect.leave.click();
    await seen(connect.news).toHaveText('Disconnected');
    await seen(other.connect.account).toBeHidden();
    await seen(other.connect.news).toHaveText('Disconnected');
    await isNobody(other);
    await isNobody({ page, connect });
  });

  test('the record of who is signed in goes: both must sign in again', async ({ come }) => {
    const visited = await enters(come);
    const other = await another(visited);
    await showsAccount(other.page);
    await visited.page.evaluate(() => localStorage.removeItem('iaborrow.signIn'));
    await seen(other.connect.account).toBeHidden();
    await seen(other.connect.news).toHaveText('Signed out');
    await mustSignIn(other);
  });

  test('both ask for a signature: each takes its own', async ({ come }) => {
    const visited = await connects(come);
    const other = await another(visited, '/#sign-in');
    await seen(other.signIn.send).toBeVisible();
    await visited.signIn.send.click();
    await isSignedIn(visited);
    await other.signIn.send.click();
    await seen(other.signIn.dialog).toBeHidden();
    await showsAccount(other.page);
    await showsAccount(visited.page);
  });
});

describe('a browser that keeps nothing', () => {
  test('storage is denied: signed in for this visit', async ({ come }) => {
    const { page, connect } = await enters(
      come,
      {},
      {
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
      },
    );
    await showsAccount(page);
    await page.reload();
    await seen(connect.row(NAME)).toBeVisible();
  });

  test('storage is full: signed in for this visit, and out again', async ({ come }) => {
    const { page, wallet, connect } = await enters(
      come,
      {},
      {
        before: (page) =>
          page.addInitScript(() => {
            Storage.prototype.setItem = () => {
              throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
            };
          }),
      },
    );
    await showsAccount(page);
    await wallet.setAccount(OTHER);
    await seen(connect.news).toHaveText('Signed out');
    await mustSignIn({ page }, OTHER);
  });
});

test('where nobody has to sign in, nobody is asked to', async ({ visit, chunk }) => {
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
