import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeErrorResult, parseAbi, size, toHex } from 'viem';
import { mainnet } from 'viem/chains';
import { describe, expect } from 'vitest';
import { DIST } from '../support/build.ts';
import { withAccount } from './accounts.ts';
import { fileWith } from './bundle.ts';
import { type LocalNode, listenIn } from './node.ts';
import type { VisitOptions } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';
import { passTime, seen } from './visitor/seen.ts';
import { shortAddress } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';
import { asked, REVOKING } from './visitor/wallets.ts';

/* Tests the account dialog on a local chain with ENS. Tests share one page, so each uses new accounts. */

const alone: VisitOptions = { clock: true, permissions: ['clipboard-write'] };

const test = withAccount('account', {
  ...alone,
  again: 'usual',
  stays: true,
});

/** Returns a new picture URL each time, because the page caches pictures. */
const pictureOf = (whose: string) => `https://pictures.example/${whose}.png`;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const UNREAD = say('account.unread');
/** How long a name is cached, in ms. */
const NAME_LIFETIME = 180 * 60_000;
const UNLOADED = /^Failed to load resource/;

const showPictures = (visitor: Visitor) =>
  visitor.page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: PIXEL }),
  );

async function isNameless(visitor: Visitor, who: { address: string }, balance = '0 ETH') {
  await seen(visitor.account.who).toHaveText(shortAddress(who));
  await seen(visitor.account.line).toHaveText(balance);
  await seen(visitor.account.dialog).toContainText(say('whose', who.address));
  await seen(visitor.account.picture).toHaveCount(0);
}

async function isNamed(visitor: Visitor, who: { address: string }, name: string, balance = '0 ETH') {
  await seen(visitor.account.who).toHaveText(name);
  await seen(visitor.account.line).toHaveText(`${shortAddress(who)} · ${balance}`);
  await seen(visitor.account.dialog).toContainText(say('whose', who.address));
}

async function reopen(visitor: Visitor) {
  await visitor.account.close.click();
  await seen(visitor.account.dialog).toBeHidden();
  await visitor.requestsNext('account');
  await seen(visitor.account.dialog).toBeVisible();
}

/** Reopens the dialog for a known account, and waits until its values have been refreshed. */
async function openAgain(visitor: Visitor, node: LocalNode) {
  const answer = visitor.page.waitForResponse((one) => one.url().startsWith(node.url));
  await visitor.requestsNext('account');
  await (await answer).finished();
}

/** Checks that the dialog is open, and that everything offline works. */
async function isUsable(visitor: Visitor, who: { address: string }) {
  await seen(visitor.account.dialog).toBeVisible();
  await seen(visitor.account.dialog).toContainText(say('whose', who.address));
  await seen(visitor.account.explorer).toHaveAttribute('href', `https://etherscan.io/address/${who.address}`);
  await seen(visitor.account.leave).toBeEnabled();
  await visitor.account.copy.click();
  await seen(visitor.account.copied).toBeVisible();
  await visitor.page.clock.fastForward(1_500);
  await seen(visitor.account.copy).toBeVisible();
}

const namesIn = async (visitor: Visitor) => {
  const text = await visitor.page.evaluate(() => localStorage.getItem('iaborrow.names'));
  return text === null ? null : JSON.parse(text).value;
};

describe('reading an account', () => {
  test('the account dialog shows name, picture and balance after at most a few requests', async ({
    someone,
    connected,
    node,
  }) => {
    const picture = pictureOf('alice');
    const alice = await someone({ ether: '1.23456789', name: 'alice', texts: { avatar: picture } });
    const { length } = node.requests;
    const referrers: unknown[] = [];
    const visitor = await connected({ wallets: [{ account: alice }] });
    const { account } = visitor;
    await visitor.page.route(picture, (route) => {
      referrers.push(route.request().headers().referer);
      return route.fulfill({ contentType: 'image/png', body: PIXEL });
    });
    expect(node.requests.length).toBe(length);

    const before = await visitor.page.evaluate(() => Date.now());
    await visitor.requestsNext('account');
    await isNamed(visitor, alice, 'alice.eth', '1.2345 ETH');
    await seen(account.picture).toHaveAttribute('src', picture);
    await seen(account.picture).toBeVisible();
    await seen(account.star).toBeHidden();
    await seen(account.dialog).toContainText(say('account.through'));
    await seen(account.explorer).toHaveAttribute('href', `https://etherscan.io/address/${alice.address}`);
    expect(node.requests.length - length).toBeLessThanOrEqual(2);
    expect(referrers).toEqual([undefined]);
    expect(visitor.foreign).toEqual([]);

    const after = await visitor.page.evaluate(() => Date.now());
    const names = await namesIn(visitor);
    expect(names).toEqual({ [alice.address.toLowerCase()]: { name: 'alice.eth', expiresAt: expect.any(Number) } });
    const { expiresAt } = names[alice.address.toLowerCase()];
    expect(expiresAt - NAME_LIFETIME).toBeGreaterThanOrEqual(before);
    expect(expiresAt - NAME_LIFETIME).toBeLessThanOrEqual(after);
  });
});

describe('names and pictures on other hosts', () => {
  test('a name that needs an offchain lookup is not requested (EIP-3668)', async ({
    someone,
    atAccount,
    chain,
    ens: _,
  }) => {
    const { address } = mainnet.contracts.ensUniversalResolver;
    const data = encodeErrorResult({
      abi: parseAbi([
        'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
      ]),
      args: [address, ['https://gateway.example/{sender}/{data}.json'], '0x', '0x12345678', '0x'],
    });
    // A resolver that reverts with OffchainLookup for that host.
    const length = toHex(size(data), { size: 2 }).slice(2);
    await chain.setCode({ address, bytecode: `0x61${length}600e60003961${length}6000fd${data.slice(2)}` });
    const alice = await someone({ ether: '3' });
    const visitor = await atAccount({ wallets: [{ account: alice }] });
    await isNameless(visitor, alice, '3 ETH');
    expect(visitor.foreign).toEqual([]);
  });
});

describe('the code that reads accounts, loaded on demand', () => {
  test('a file that fails to load is reported, and Retry loads it', async ({ someone, connected, node }) => {
    const chunk = fileWith(`${DIST}-account`, '/src/adapters/network/profile.ts');
    const alice = await someone({ ether: '4', name: 'unloaded' });
    const entered = await connected({ wallets: [{ account: alice }], ...alone });
    const { page, account, forgiven } = entered;
    forgiven.push(UNLOADED);
    await page.route(`**/${chunk.file}`, (route) => route.abort(), { times: 1 });
    const { length } = node.requests;
    await entered.requestsNext('account');
    await seen(account.line).toContainText(UNREAD);
    await isUsable(entered, alice);
    expect(node.requests.length).toBe(length);
    await account.retry.click();
    await isNamed(entered, alice, 'unloaded.eth', '4 ETH');
  });
});

describe('profile pictures', () => {
  const REFUSED: Record<string, string> = {
    'without a lock': 'http://pictures.example/face.png',
    'that is a page': 'data:text/html,<script>alert(1)</script>',
    'on this site': '/favicon.svg',
  };
  const TAKEN: Record<string, [string, string]> = {
    'with a lock': [pictureOf('lock'), pictureOf('lock')],
    'in itself': [
      `data:image/png;base64,${PIXEL.toString('base64')}`,
      `data:image/png;base64,${PIXEL.toString('base64')}`,
    ],
    'in a net of many': ['ipfs://bafy/face.png', 'https://ipfs.io/ipfs/bafy/face.png'],
  };
  test('pictures of allowed kinds are requested, and no others', async ({ someone, atAccount }) => {
    const first = await someone({ name: 'gallery' });
    const visitor = await atAccount({ wallets: [{ account: first }] });
    const { account } = visitor;
    await showPictures(visitor);
    await seen(account.who).toHaveText('gallery.eth');
    let nth = 0;
    const shows = async (avatar: string) => {
      const name = `gallery${++nth}`;
      await visitor.wallet.setAccount(await someone({ name, texts: { avatar } }));
      await seen(account.who).toHaveText(`${name}.eth`);
    };
    for (const [what, avatar] of Object.entries(REFUSED)) {
      await shows(avatar);
      await seen(account.picture, what).toHaveCount(0);
      await seen(account.star, what).toBeVisible();
    }
    expect(visitor.foreign).toEqual([]);
    for (const [what, [avatar, src]] of Object.entries(TAKEN)) {
      await shows(avatar);
      await seen(account.picture, what).toHaveAttribute('src', src);
    }
    await seen.poll(() => visitor.foreign).toEqual([TAKEN['in a net of many']?.[1]]);
  });
});

describe('copying the address', () => {
  /** Closes the dialog, and pastes into a text field: the site's permissions policy forbids reading the clipboard. */
  async function pastedIn(visitor: Visitor, account: Visitor['account']) {
    await account.close.click();
    await seen(account.dialog).toBeHidden();
    const pasted = await visitor.page.evaluateHandle(() =>
      document.body.appendChild(document.createElement('textarea')),
    );
    await pasted.focus();
    await visitor.page.keyboard.press('ControlOrMeta+V');
    const text = await pasted.evaluate(({ value }) => value);
    await pasted.evaluate((one) => one.remove());
    return text;
  }

  test('Copy copies the whole address, and the button shows "Copied" for a moment', async ({ someone, atAccount }) => {
    const alice = await someone({ ether: '1' });
    const visitor = await atAccount({ wallets: [{ account: alice }] });
    const { page, account } = visitor;
    await seen(account.line).toHaveText('1 ETH');
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    for (let i = 0; i < 2; i++) {
      await account.copy.click();
      await seen(account.copied).toBeVisible();
      await seen(account.status).toHaveText(say('account.copySaid.copied'));
      await page.clock.runFor(1_499);
      await seen(account.copied).toBeVisible();
      await page.clock.runFor(1);
      await seen(account.copy).toBeVisible();
      await seen(account.status).toHaveText('');
    }
    await page.clock.resume();
    expect(await pastedIn(visitor, account)).toBe(alice.address);
  });

  const refuseSelection = () => {
    document.execCommand = () => false;
  };
  /** In the page: breaks the clipboard API in several ways. `restore` undoes each. */
  const REFUSING: Record<string, () => void> = {
    'by its owner': () => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied.', 'NotAllowedError'));
    },
    'where there is no clipboard': () => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    },
    'by a clipboard that breaks': () => {
      navigator.clipboard.writeText = () => {
        throw new Error('The clipboard is on fire.');
      };
    },
    'by a clipboard that never answers': () => {
      navigator.clipboard.writeText = () => new Promise(() => {});
    },
  };
  const restore = () => {
    Reflect.deleteProperty(navigator, 'clipboard');
    Reflect.deleteProperty(navigator.clipboard, 'writeText');
    Reflect.deleteProperty(document, 'execCommand');
  };
  test('the whole address is shown if the browser refuses to copy', async ({ someone, atAccount }) => {
    const alice = await someone({ ether: '1' });
    const visitor = await atAccount({ wallets: [{ account: alice }] });
    const { page, account } = visitor;
    await seen(account.line).toHaveText('1 ETH');
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    for (const [how, refuse] of Object.entries(REFUSING)) {
      await page.evaluate(refuse);
      await page.evaluate(refuseSelection);
      for (let i = 0; i < 2; i++) {
        await account.copy.click();
        if (how.endsWith('answers')) {
          await page.clock.runFor(9_999);
          await seen(account.copy, how).toBeVisible();
          await seen(account.status, how).toHaveText('');
          await page.clock.runFor(1);
        }
        await seen(account.status, how).toHaveText(say('account.copySaid.refused'));
        await seen(account.byHand, how).toHaveValue(alice.address);
        await seen(account.byHand, how).toBeInViewport({ ratio: 1 });
        await seen(account.copy, how).toBeFocused();
        await page.clock.runFor(60_000);
        await seen(account.byHand, how).toBeVisible();
        await account.byHand.focus();
        expect(await page.evaluate(() => getSelection()?.toString()), how).toBe(alice.address);
      }
      await seen(account.copied, how).toHaveCount(0);
      await page.evaluate(restore);
    }
    await account.copy.click();
    await seen(account.copied).toBeVisible();
    await seen(account.byHand).toBeHidden();
  });

  test('the address is copied from a selection if the clipboard permission is missing', async ({
    someone,
    atAccount,
  }) => {
    const alice = await someone();
    const visitor = await atAccount({ wallets: [{ account: alice }] });
    await visitor.context.clearPermissions();
    await visitor.account.copy.click();
    await seen(visitor.account.copied).toBeVisible();
    await visitor.context.grantPermissions(['clipboard-write']);
    expect(await pastedIn(visitor, visitor.account)).toBe(alice.address);
  });
});

describe('leaving the account dialog', () => {
  const ways: Record<string, (entered: Visitor) => Promise<unknown>> = {
    'by its button': ({ account }) => account.close.click(),
    'by Esc': ({ page }) => page.keyboard.press('Escape'),
    'beside it': ({ page }) => page.mouse.click(8, 8),
    'by going back': ({ page }) => page.goBack(),
  };
  test('closing the account dialog keeps the connection, and clears the hash', async ({ someone, connected, node }) => {
    const entered = await connected({ wallets: [{ account: await someone({ ether: '1' }) }] });
    const { page, account, wallet } = entered;
    for (const [way, close] of Object.entries(ways)) {
      await openAgain(entered, node);
      await seen(account.line, way).toHaveText('1 ETH');
      const { length } = node.requests;
      await close(entered);
      await seen(account.dialog, way).toBeHidden();
      await seen(page, way).toHaveURL(/\/$/);
      expect(asked(wallet, REVOKING), way).toBe(0);
      await seen(page.locator('html'), way).toHaveAttribute('data-connected');
      expect(node.requests.length, way).toBe(length);
    }
  });
});

describe('RPC nodes that fail', () => {
  test('a failed read is reported, and Retry succeeds once the node works again', async ({
    someone,
    connected,
    node,
  }) => {
    const alice = await someone({ ether: '9', name: 'patient' });
    const entered = await connected({ wallets: [{ account: alice }] });
    const { page, account, forgiven } = entered;
    forgiven.push(UNLOADED);
    node.answer('down');
    // The clock stands still during requests. A request that times out would never reach the node.
    const { asked: sent, open } = listenIn(page, node);
    const heard = node.requests.flat().length;
    const isHeard = () => open.size === 0 || node.requests.flat().length - heard >= sent.length;
    const failed = () => passTime(page, account.retry, { ms: 1_000, when: isHeard });
    const asks = (from: number) =>
      node.requests
        .slice(from)
        .flat()
        .filter((one) => one === 'eth_getBalance').length;
    const before = await page.evaluate(() => Date.now());
    let { length } = node.requests;
    await entered.requestsNext('account');
    await isUsable(entered, alice);
    await failed();
    expect((await page.evaluate(() => Date.now())) - before).toBeLessThan(10 * 60_000);
    expect(asks(length)).toBe(4);
    await seen(account.line).toContainText(UNREAD);
    await seen(account.status).toHaveText(UNREAD);
    await seen(account.who).toHaveText(shortAddress(alice));
    await isUsable(entered, alice);

    ({ length } = node.requests);
    await account.retry.click();
    await seen.poll(() => node.requests.length).toBeGreaterThan(length);
    await failed();
    await reopen(entered);
    await failed();
    node.recover();
    await account.retry.click();
    await isNamed(entered, alice, 'patient.eth', '9 ETH');
    await seen(account.status).toHaveText('');
  });
});

describe('an external name service', () => {
  test('the name service is asked only if the chain has no name, and the policy names it', async ({
    someone,
    atAccount,
    node,
  }) => {
    const policy = readFileSync(join(`${DIST}-account`, '_headers'), 'utf8');
    expect(/ connect-src ([^;]+);/.exec(policy)?.[1]?.split(' ')).toContain(new URL(node.serviceUrl).origin);
    const { length } = node.services;
    const alice = await someone({ name: 'onchain' });
    const entered = await atAccount({ wallets: [{ account: alice }] });
    await seen(entered.account.who).toHaveText('onchain.eth');
    expect(node.services.length).toBe(length);
    const bob = await someone({ ether: '2' });
    await entered.wallet.setAccount(bob);
    await isNameless(entered, bob, '2 ETH');
    expect(node.services.slice(length)).toEqual([`/names?address=${bob.address}`]);
  });
});
