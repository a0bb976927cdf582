import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { encodeErrorResult, getAddress, parseAbi, parseEther, size, toHex } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { mainnet } from 'viem/chains';
import { describe, expect } from 'vitest';
import { DIST } from '../support/build.ts';
import { gate } from '../support/gate.ts';
import { askForAccount, type Entered, listenIn, type Node, UNCOPIED, type Whim, withAccount } from './accounts.ts';
import { fileWith } from './bundle.ts';
import { asked, NAME, REVOKING, short } from './injected.ts';
import { pass, seen } from './seen.ts';
import { reload, type VisitOptions, withClock } from './visit.ts';

/* Tests the account dialog on a local chain with ENS. Tests share one page, so each uses new accounts. */

const alone: VisitOptions = { before: withClock(), permissions: ['clipboard-write'] };

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
/** An address that nobody owns. */
const ELSEWHERE = getAddress(toHex(0xe15e, { size: 20 }));
const UNREAD = 'Balance not available';
/** How long a name is cached, in ms. */
const NAME_LIFETIME = 180 * 60_000;
const UNLOADED = /^Failed to load resource/;

const showPictures = (page: Page) =>
  page.route('https://pictures.example/**', (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));

async function isNameless({ account }: Pick<Entered, 'account'>, who: { address: string }, balance = '0 ETH') {
  await seen(account.who).toHaveText(short(who));
  await seen(account.line).toHaveText(balance);
  await seen(account.dialog).toContainText(`Account ${who.address}`);
  await seen(account.picture).toHaveCount(0);
}

async function isNamed(
  { account }: Pick<Entered, 'account'>,
  who: { address: string },
  name: string,
  balance = '0 ETH',
) {
  await seen(account.who).toHaveText(name);
  await seen(account.line).toHaveText(`${short(who)} · ${balance}`);
  await seen(account.dialog).toContainText(`Account ${who.address}`);
}

async function reopen({ page, account }: Pick<Entered, 'page' | 'account'>) {
  await account.close.click();
  await seen(account.dialog).toBeHidden();
  await askForAccount(page);
  await seen(account.dialog).toBeVisible();
}

/** Reopens the dialog for a known account, and waits until its values have been refreshed. */
async function openAgain({ page }: Pick<Entered, 'page'>, node: Node) {
  const answer = page.waitForResponse((one) => one.url().startsWith(node.url));
  await askForAccount(page);
  await (await answer).finished();
}

/** Checks that the dialog is open, and that everything offline works. */
async function isUsable({ page, account }: Pick<Entered, 'page' | 'account'>, who: { address: string }) {
  await seen(account.dialog).toBeVisible();
  await seen(account.dialog).toContainText(`Account ${who.address}`);
  await seen(account.explorer).toHaveAttribute('href', `https://etherscan.io/address/${who.address}`);
  await seen(account.leave).toBeEnabled();
  await account.copy.click();
  await seen(account.copied).toBeVisible();
  await page.clock.fastForward(1_500);
  await seen(account.copy).toBeVisible();
}

const namesIn = async (page: Page) => {
  const text = await page.evaluate(() => localStorage.getItem('iaborrow.names'));
  return text === null ? null : JSON.parse(text).value;
};

describe('reading an account', () => {
  test('the account dialog shows name, picture and balance, by few requests', async ({ someone, enter, node }) => {
    const picture = pictureOf('alice');
    const alice = await someone({ ether: '1.23456789', name: 'alice', texts: { avatar: picture } });
    const { length } = node.requests;
    const referrers: unknown[] = [];
    const { page, account, foreign } = await enter({ account: alice });
    await page.route(picture, (route) => {
      referrers.push(route.request().headers().referer);
      return route.fulfill({ contentType: 'image/png', body: PIXEL });
    });
    expect(node.requests.length).toBe(length);

    const before = await page.evaluate(() => Date.now());
    await askForAccount(page);
    await isNamed({ account }, alice, 'alice.eth', '1.2345 ETH');
    await seen(account.picture).toHaveAttribute('src', picture);
    await seen(account.picture).toBeVisible();
    await seen(account.star).toBeHidden();
    await seen(account.dialog).toContainText(`Connected with ${NAME}`);
    await seen(account.explorer).toHaveAttribute('href', `https://etherscan.io/address/${alice.address}`);
    expect(node.requests.length - length).toBeLessThanOrEqual(2);
    expect(referrers).toEqual([undefined]);
    expect(foreign).toEqual([]);

    const after = await page.evaluate(() => Date.now());
    const names = await namesIn(page);
    expect(names).toEqual({ [alice.address.toLowerCase()]: { name: 'alice.eth', expiresAt: expect.any(Number) } });
    const { expiresAt } = names[alice.address.toLowerCase()];
    expect(expiresAt - NAME_LIFETIME).toBeGreaterThanOrEqual(before);
    expect(expiresAt - NAME_LIFETIME).toBeLessThanOrEqual(after);
  });

  test('an account without a name shows its address, generated picture and balance', async ({
    someone,
    open,
    node,
  }) => {
    const bob = await someone({ ether: '0.5' });
    const { length } = node.requests;
    const { page, account, foreign } = await open({ account: bob });
    await isNameless({ account }, bob, '0.5 ETH');
    await seen(account.star).toBeVisible();
    expect(node.requests.length - length).toBeLessThanOrEqual(2);
    expect(foreign).toEqual([]);
    expect(await namesIn(page)).not.toHaveProperty(bob.address.toLowerCase());
  });

  test('an unknown account takes two requests, and a known one takes one', async ({ someone, enter, node }) => {
    const alice = await someone({ ether: '2', name: 'again', texts: { avatar: pictureOf('again') } });
    let { length } = node.requests;
    const counted = () => {
      const before = length;
      length = node.requests.length;
      return length - before;
    };
    const entered = await enter({ account: alice });
    const { page, account, connect } = entered;
    await showPictures(page);
    const isThere = async () => {
      await isNamed(entered, alice, 'again.eth', '2 ETH');
      await seen(account.star).toBeHidden();
    };
    expect(counted()).toBe(0);
    await askForAccount(page);
    await isThere();
    expect(counted()).toBeLessThanOrEqual(2);

    await account.close.click();
    await openAgain(entered, node);
    await isThere();
    expect(counted()).toBeLessThanOrEqual(1);
    await account.close.click();
    await page.clock.fastForward(6 * 60_000);
    await openAgain(entered, node);
    await isThere();
    expect(counted()).toBeLessThanOrEqual(1);
    await seen(page).toHaveURL(/#account$/);
    await page.reload();
    await isThere();
    expect(counted()).toBeLessThanOrEqual(1);
    await account.close.click();
    await seen(page).toHaveURL(/\/$/);
    await page.clock.fastForward(NAME_LIFETIME);
    await reload(page);
    await seen(page.locator('html')).toHaveAttribute('data-connected');
    expect(counted()).toBe(0);
    await openAgain(entered, node);
    await isThere();
    expect(counted()).toBe(2);
    expect(node.requests.flat()).not.toContain('eth_sendRawTransaction');
    await account.leave.click();
    await seen(connect.news).toHaveText('Disconnected');
  });

  test('a known account is shown from the cache, then refreshed', async ({ someone, open, chain, node }) => {
    const alice = await someone({ ether: '3', name: 'before' });
    const entered = await open({ account: alice });
    await isNamed(entered, alice, 'before.eth', '3 ETH');
    await chain.setBalance({ address: alice.address, value: parseEther('4') });
    const release = node.hold();
    await reopen(entered);
    await isNamed(entered, alice, 'before.eth', '3 ETH');
    release();
    await isNamed(entered, alice, 'before.eth', '4 ETH');
  });
});

describe('ENS names', () => {
  test('a name that resolves to another account is not shown', async ({ someone, open, ens, chain }) => {
    const alice = await someone({ name: 'claimed', texts: { avatar: pictureOf('claimed') } });
    const entered = await open({ account: await someone() });
    for (const blindly of [false, true]) {
      await ens.trust(blindly);
      const mallory = await someone({ ether: '1' });
      await ens.setPrimary(mallory, 'claimed.eth');
      await chain.setBalance({ address: mallory.address, value: parseEther('2') });
      await entered.wallet.setAccount(mallory);
      await isNameless(entered, mallory, '2 ETH');
      await seen(entered.account.dialog).not.toContainText('claimed');
      expect(entered.foreign).toEqual([]);
    }
    await showPictures(entered.page);
    await entered.wallet.setAccount(alice);
    await isNamed(entered, alice, 'claimed.eth');
  });

  test('a cached name that resolves elsewhere now is replaced by the new one', async ({ someone, open, ens }) => {
    const alice = await someone({ ether: '1', name: 'sold' });
    const entered = await open({ account: alice });
    await isNamed(entered, alice, 'sold.eth', '1 ETH');
    expect(Object.values(await namesIn(entered.page))).toHaveLength(1);
    await ens.setAddress('sold', ELSEWHERE);
    await ens.trust(true);
    await reopen(entered);
    await isNameless(entered, alice, '1 ETH');
    expect(await namesIn(entered.page)).toEqual({});
    await ens.trust(false);
    await ens.register('bought', alice);
    await reopen(entered);
    await seen(entered.account.who).toHaveText('bought.eth');
    expect(await namesIn(entered.page)).toMatchObject({ [alice.address.toLowerCase()]: { name: 'bought.eth' } });
  });

  /** Names that ENSIP-15 forbids. Each resolves to its owner, who claims it as primary name. */
  const REJECTED: Record<string, string> = {
    'a space': 'foo bar.eth',
    markup: '<b>foo.eth',
    'a mark that turns the direction': '\u202efoo.eth',
    'letters of two scripts': 'раypal.eth',
    'a mark on a picture': '💩\u0301.eth',
  };
  /** Names that the ENS contracts reject as well. */
  const BROKEN: Record<string, string> = {
    'an empty label': 'foo..eth',
    'twenty thousand letters': 'x'.repeat(20_000),
  };
  /** Names as stored, and in their normal form. */
  const KEPT: Record<string, string> = {
    'Kept.ETH': 'kept.eth',
    '👨‍👩‍👧‍👦.eth': '👨‍👩‍👧‍👦.eth',
    'her.place.eth': 'her.place.eth',
  };

  test('a name is shown in its normal form, and an invalid name is not shown', async ({
    someone,
    open,
    ens,
    chain,
  }) => {
    const first = await someone({ name: 'innocent' });
    const { account, wallet } = await open({ account: first });
    await seen(account.who).toHaveText('innocent.eth');
    for (const [what, name] of Object.entries({ ...REJECTED, ...BROKEN })) {
      const owner = await someone({ ether: '1' });
      if (what in REJECTED) await ens.register(name, owner);
      else await ens.setPrimary(owner, name);
      await chain.setBalance({ address: owner.address, value: parseEther('7') });
      await wallet.setAccount(owner);
      await seen(account.who, what).toHaveText(short(owner));
      await seen(account.line, what).toHaveText('7 ETH');
    }
    for (const [written, meant] of Object.entries(KEPT)) {
      const owner = await someone({ ether: '1', name: written });
      if (written !== meant) await ens.register(meant, owner, { primary: false });
      await wallet.setAccount(owner);
      await seen(account.who).toHaveText(meant);
    }
  });

  test('a name whose normal form resolves to another account is not shown', async ({ someone, open, ens }) => {
    const alice = await someone({ ether: '1', name: 'meant' });
    const mallory = await someone({ ether: '2', name: 'MEANT.eth' });
    await ens.trust(true);
    const entered = await open({ account: mallory });
    await isNameless(entered, mallory, '2 ETH');
    await entered.wallet.setAccount(alice);
    await isNamed(entered, alice, 'meant.eth', '1 ETH');
  });

  test('a name is not shown if its resolver fails or returns nothing', async ({ someone, open, ens, chain }) => {
    const reverts = getAddress(toHex(0xfa11, { size: 20 }));
    await chain.setCode({ address: reverts, bytecode: '0x60006000fd' });
    const entered = await open({ account: await someone() });
    for (const blindly of [false, true]) {
      await ens.trust(blindly);
      const alice = await someone({ ether: '8', name: `odd-${blindly}` });
      await ens.setResolver(`odd-${blindly}`, reverts);
      await entered.wallet.setAccount(alice);
      await isNameless(entered, alice, '8 ETH');
    }
  });
});

describe('names and pictures on other hosts', () => {
  test('a name that needs an offchain lookup is not requested (EIP-3668)', async ({ someone, open, chain, ens: _ }) => {
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
    const { account, foreign } = await open({ account: alice });
    await isNameless({ account }, alice, '3 ETH');
    expect(foreign).toEqual([]);
  });
});

describe('the lazily loaded code that reads accounts', () => {
  test('a file that fails to load is reported, and loads on retry', async ({ someone, enter, node }) => {
    const chunk = fileWith(`${DIST}-account`, '/src/adapters/network/profile.ts');
    const alice = await someone({ ether: '4', name: 'unloaded' });
    const entered = await enter({ account: alice }, alone);
    const { page, account, forgiven } = entered;
    forgiven.push(UNLOADED);
    await page.route(`**/${chunk.file}`, (route) => route.abort(), { times: 1 });
    const { length } = node.requests;
    await askForAccount(page);
    await seen(account.line).toContainText(UNREAD);
    await isUsable(entered, alice);
    expect(node.requests.length).toBe(length);
    await account.retry.click();
    await isNamed(entered, alice, 'unloaded.eth', '4 ETH');
  });
});

describe('profile pictures', () => {
  const BROKEN: Record<string, (route: Route) => unknown> = {
    'is not there': (route) => route.fulfill({ status: 404 }),
    'is none': (route) => route.fulfill({ contentType: 'image/png', body: 'no picture' }),
    'is a page': (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hi</h1>' }),
    'is at a host that is down': (route) => route.abort('connectionrefused'),
    'never comes': () => {},
  };
  test('a picture that fails to load leaves the generated one', async ({ someone, open }) => {
    const entered = await open({ account: await someone() });
    const { page, account, wallet, connect, forgiven } = entered;
    forgiven.push(UNLOADED);
    for (const [nth, [what, answer]] of Object.entries(BROKEN).entries()) {
      const name = `faceless${nth}`;
      const avatar = pictureOf(name);
      const asks: string[] = [];
      await page.route(avatar, (route) => {
        asks.push(route.request().url());
        return answer(route);
      });
      await wallet.setAccount(await someone({ name, texts: { avatar } }));
      await seen(account.who, what).toHaveText(`${name}.eth`);
      await seen.poll(() => asks, what).toEqual([avatar]);
      if (what !== 'never comes')
        await seen.poll(() => account.picture.evaluate((one) => (one as HTMLImageElement).complete), what).toBe(true);
      await seen(account.star, what).toBeVisible();
      await seen(account.picture, what).not.toHaveAttribute('data-there');
    }
    await account.leave.click();
    await seen(connect.news).toHaveText('Disconnected');
  });

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
  test('pictures of allowed kinds are requested, and others are not', async ({ someone, open }) => {
    const first = await someone({ name: 'gallery' });
    const { page, account, wallet, foreign } = await open({ account: first });
    await showPictures(page);
    await seen(account.who).toHaveText('gallery.eth');
    let nth = 0;
    const shows = async (avatar: string) => {
      const name = `gallery${++nth}`;
      await wallet.setAccount(await someone({ name, texts: { avatar } }));
      await seen(account.who).toHaveText(`${name}.eth`);
    };
    for (const [what, avatar] of Object.entries(REFUSED)) {
      await shows(avatar);
      await seen(account.picture, what).toHaveCount(0);
      await seen(account.star, what).toBeVisible();
    }
    expect(foreign).toEqual([]);
    for (const [what, [avatar, src]] of Object.entries(TAKEN)) {
      await shows(avatar);
      await seen(account.picture, what).toHaveAttribute('src', src);
    }
    await seen.poll(() => foreign).toEqual([TAKEN['in a net of many']?.[1]]);
  });
});

describe('copying the address', () => {
  /** Closes the dialog, and pastes into a text field: the site's permissions policy forbids reading the clipboard. */
  async function pastedIn(page: Page, account: Entered['account']) {
    await account.close.click();
    await seen(account.dialog).toBeHidden();
    const pasted = await page.evaluateHandle(() => document.body.appendChild(document.createElement('textarea')));
    await pasted.focus();
    await page.keyboard.press('ControlOrMeta+V');
    const text = await pasted.evaluate(({ value }) => value);
    await pasted.evaluate((one) => one.remove());
    return text;
  }

  test('Copy copies the whole address, and says so for a moment', async ({ someone, open }) => {
    const alice = await someone({ ether: '1' });
    const { page, account } = await open({ account: alice });
    await seen(account.line).toHaveText('1 ETH');
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    for (let i = 0; i < 2; i++) {
      await account.copy.click();
      await seen(account.copied).toBeVisible();
      await seen(account.status).toHaveText('Address copied');
      await page.clock.runFor(1_499);
      await seen(account.copied).toBeVisible();
      await page.clock.runFor(1);
      await seen(account.copy).toBeVisible();
      await seen(account.status).toHaveText('');
    }
    await page.clock.resume();
    expect(await pastedIn(page, account)).toBe(alice.address);
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
  test('the address is shown to copy by hand if the browser refuses to copy', async ({ someone, open }) => {
    const alice = await someone({ ether: '1' });
    const { page, account } = await open({ account: alice });
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
        await seen(account.status, how).toHaveText(UNCOPIED);
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

  for (const [how, refuse] of Object.entries(REFUSING).filter(([how]) => !how.endsWith('answers')))
    test(`the address is copied by a selection when the clipboard API fails: ${how}`, async ({ someone, open }) => {
      const alice = await someone();
      const { page, account } = await open({ account: alice });
      await page.evaluate(refuse);
      await account.copy.click();
      await seen(account.copied).toBeVisible();
      await seen(account.copied).toBeFocused();
      await page.evaluate(restore);
      expect(await pastedIn(page, account)).toBe(alice.address);
    });

  test('the address is copied by a selection when the clipboard permission is missing', async ({ someone, open }) => {
    const alice = await someone();
    const { page, context, account } = await open({ account: alice });
    await context.clearPermissions();
    await account.copy.click();
    await seen(account.copied).toBeVisible();
    await context.grantPermissions(['clipboard-write']);
    expect(await pastedIn(page, account)).toBe(alice.address);
  });
});

describe('disconnecting and closing', () => {
  test('Disconnect closes the account dialog, disconnects the wallet, and is announced', async ({ someone, open }) => {
    const alice = await someone({ name: 'leaver' });
    const { page, account, connect, wallet } = await open({ account: alice });
    await seen(account.who).toHaveText('leaver.eth');
    await account.leave.click();
    await seen(account.dialog).toBeHidden();
    await seen(connect.news).toHaveText('Disconnected');
    await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
    await seen(page.locator('html')).not.toHaveAttribute('data-connected');
    await askForAccount(page);
    await seen(connect.row(NAME)).toBeVisible();
    await page.reload();
    await seen(connect.row(NAME)).toBeVisible();
  });

  test('disconnecting in the wallet closes the account dialog', async ({ someone, open }) => {
    const { page, account, connect, wallet } = await open({ account: await someone() });
    await wallet.disconnect();
    await seen(account.dialog).toBeHidden();
    await seen(connect.news).toHaveText('Disconnected');
    await seen(page).toHaveURL(/\/$/);
  });

  const ways: Record<string, (entered: Entered) => Promise<unknown>> = {
    'by its button': ({ account }) => account.close.click(),
    'by Esc': ({ page }) => page.keyboard.press('Escape'),
    'beside it': ({ page }) => page.mouse.click(8, 8),
    'by going back': ({ page }) => page.goBack(),
  };
  test('closing the account dialog keeps the connection, and clears the hash', async ({ someone, enter, node }) => {
    const entered = await enter({ account: await someone({ ether: '1' }) });
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

describe('failing RPC nodes', () => {
  const bad: Record<string, Whim> = {
    'that is down': 'down',
    'that wants to be asked again in an hour (429)': 'later',
    'that answers with a page': 'rubbish',
    'that answers nobody': { says: [] },
    'that answers each question with null': { each: (_, reply) => ({ ...reply, result: null }) },
    'that never answers': 'silence',
  };
  for (const [what, whim] of Object.entries(bad))
    test(`a failed read is reported, and succeeds once the node recovers: ${what}`, async ({
      someone,
      enter,
      node,
    }) => {
      const alice = await someone({ ether: '9', name: 'patient' });
      const entered = await enter({ account: alice });
      const { page, account, forgiven } = entered;
      forgiven.push(UNLOADED);
      node.answer(whim);
      // The clock stands still during requests. A request that times out would never reach the node.
      const { asked: sent, open } = listenIn(page, node);
      const heard = node.requests.flat().length;
      const isHeard = () => open.size === 0 || node.requests.flat().length - heard >= sent.length;
      const failed = () => pass(page, account.retry, { ms: whim === 'silence' ? 5_000 : 1_000, when: isHeard });
      const asks = (from: number) =>
        node.requests
          .slice(from)
          .flat()
          .filter((one) => one === 'eth_getBalance').length;
      const before = await page.evaluate(() => Date.now());
      let { length } = node.requests;
      await askForAccount(page);
      await isUsable(entered, alice);
      await failed();
      expect((await page.evaluate(() => Date.now())) - before).toBeLessThan(10 * 60_000);
      expect(asks(length)).toBe(4);
      await seen(account.line).toContainText(UNREAD);
      await seen(account.status).toHaveText(UNREAD);
      await seen(account.who).toHaveText(short(alice));
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

  test('a failure of one read leaves the other values shown', async ({ someone, open, node }) => {
    const alice = await someone({ ether: '9', name: 'partly' });
    // Every answer after the first is empty.
    let nth = 0;
    node.answer({ each: (_, reply) => (nth++ ? { ...reply, result: '0x' } : reply) });
    const { page, account } = await open({ account: alice });
    await seen(account.line).toContainText('9 ETH');
    // The address line shows the address until the name read fails.
    await pass(page, account.line.filter({ hasText: /^9 ETH$/ }));
    await seen(account.who).toHaveText(short(alice));
  });

  test('Disconnect works while the node is down', async ({ someone, enter, node }) => {
    const { page, account, connect, forgiven } = await enter({ account: await someone() });
    forgiven.push(UNLOADED);
    node.answer('down');
    await askForAccount(page);
    await account.close.click();
    await seen(account.dialog).toBeHidden();
    await askForAccount(page);
    await pass(page, account.retry);
    await account.leave.click();
    await seen(connect.news).toHaveText('Disconnected');
    await seen(account.dialog).toBeHidden();
  });

  test('the next visit shows the known account while the node is down', async ({ someone, open, node }) => {
    const alice = await someone({ ether: '9', name: 'known' });
    const entered = await open({ account: alice });
    const { page, forgiven } = entered;
    forgiven.push(UNLOADED);
    await isNamed(entered, alice, 'known.eth', '9 ETH');
    node.answer('down');
    const { open: underWay } = listenIn(page, node);
    const { length } = node.requests;
    await reopen(entered);
    const tries = async () => {
      // A request that is aborted on its way never reaches the node.
      if (!underWay.size) await page.clock.fastForward(1_000);
      return node.requests.length - length;
    };
    await seen.poll(tries, { intervals: [20] }).toBeGreaterThanOrEqual(4);
    await isNamed(entered, alice, 'known.eth', '9 ETH');
  });

  test('a slow node blocks nothing, and its late answers are shown', async ({ someone, enter, node }) => {
    const alice = await someone({ ether: '9', name: 'slow' });
    const entered = await enter({ account: alice });
    const { page, account } = entered;
    const release = node.hold();
    await askForAccount(page);
    await isUsable(entered, alice);
    await seen(account.line).not.toContainText(/ETH|available/);
    await reopen(entered);
    await isUsable(entered, alice);
    release();
    await isNamed(entered, alice, 'slow.eth', '9 ETH');
  });
});

describe('changing the account', () => {
  const holdAbout = (node: { answer: (whim: Whim) => void }, { address }: LocalAccount) => {
    const [release, held] = gate();
    const about = address.slice(2).toLowerCase();
    node.answer({
      each: async ({ params }, reply) => {
        if (JSON.stringify(params).toLowerCase().includes(about)) await held;
        return reply;
      },
    });
    return release;
  };

  test('a new account in the open dialog shows no values of the former one', async ({ someone, enter }) => {
    const alice = await someone({ ether: '1', name: 'first', texts: { avatar: pictureOf('first') } });
    const bob = await someone({ ether: '2' });
    const entered = await enter({ account: alice });
    const { page, account, wallet } = entered;
    await showPictures(page);
    await askForAccount(page);
    await isNamed(entered, alice, 'first.eth', '1 ETH');
    await seen(account.star).toBeHidden();
    const star = await account.star.innerHTML();
    await wallet.setAccount(bob);
    await isNameless(entered, bob, '2 ETH');
    await seen(account.star).toBeVisible();
    expect(await account.star.innerHTML()).not.toBe(star);
    await seen(account.explorer).toHaveAttribute('href', `https://etherscan.io/address/${bob.address}`);
    await wallet.setAccount(alice);
    await isNamed(entered, alice, 'first.eth', '1 ETH');
  });

  test('late answers about the former account are ignored', async ({ someone, enter, node }) => {
    const alice = await someone({ ether: '1', name: 'late', texts: { avatar: pictureOf('late') } });
    const bob = await someone({ ether: '2', name: 'soon' });
    const entered = await enter({ account: alice });
    const { page, account, wallet, foreign } = entered;
    const release = holdAbout(node, alice);
    const { length } = node.requests;
    await askForAccount(page);
    await seen(account.dialog).toContainText(alice.address);
    await seen.poll(() => node.requests.length).toBeGreaterThan(length);
    await wallet.setAccount(bob);
    await isNamed(entered, bob, 'soon.eth', '2 ETH');
    const late = page.waitForResponse((answer) => answer.url().startsWith(node.url));
    release();
    await (await late).finished();
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
    await isNamed(entered, bob, 'soon.eth', '2 ETH');
    await seen(account.picture).toHaveCount(0);
    expect(foreign).toEqual([]);
    await wallet.setAccount(alice);
    await isNamed(entered, alice, 'late.eth', '1 ETH');
  });

  test('a quick change of account and back shows the first account', async ({ someone, enter, node }) => {
    const alice = await someone({ ether: '1', name: 'back' });
    const bob = await someone({ ether: '2', name: 'forth' });
    const entered = await enter({ account: alice });
    const { page, wallet } = entered;
    const release = node.hold();
    await askForAccount(page);
    for (const one of [bob, alice, bob, alice, bob]) await wallet.setAccount(one);
    release();
    await isNamed(entered, bob, 'forth.eth', '2 ETH');
  });

  test('a change of account while copying announces no copy', async ({ someone, open }) => {
    const [alice, bob] = [await someone({ ether: '1' }), await someone({ ether: '2' })];
    const { account, wallet } = await open({ account: alice });
    await seen(account.line).toHaveText('1 ETH');
    await account.copy.click();
    await seen(account.copied).toBeVisible();
    await wallet.setAccount(bob);
    await seen(account.line).toHaveText('2 ETH');
    await seen(account.copy).toBeVisible();
    await seen(account.status).toHaveText('');
  });
});

describe('unsupported networks', () => {
  const networkOf = (page: Page) => page.getByRole('dialog', { name: /network/i });

  test('a request for the account on an unsupported network opens the network dialog', async ({
    someone,
    enter,
    node,
  }) => {
    const alice = await someone({ ether: '1', name: 'abroad' });
    const { page, account, wallet } = await enter({ account: alice, chainId: 137 });
    const { length } = node.requests;
    await askForAccount(page);
    await seen(networkOf(page)).toBeVisible();
    await seen(networkOf(page)).toContainText('Wrong network.');
    await seen(account.dialog).toBeHidden();
    expect(node.requests.length).toBe(length);
    await networkOf(page).getByRole('button', { name: 'Close' }).click();
    await seen(networkOf(page)).toBeHidden();
    await wallet.setChain(1);
    await askForAccount(page);
    await isNamed({ account }, alice, 'abroad.eth', '1 ETH');
  });

  test('an account on an unsupported network shows no balance', async ({ someone, open }) => {
    const alice = await someone({ ether: '1', name: 'moved' });
    const entered = await open({ account: alice });
    const { page, account, wallet } = entered;
    await isNamed(entered, alice, 'moved.eth', '1 ETH');
    await wallet.setChain(137);
    await seen(account.line).toHaveText(short(alice));
    await seen(account.dialog.getByText('Wrong network')).toHaveCount(1);
    await seen(account.explorer).toHaveCount(0);
    await reopenElsewhere();
    await wallet.setChain(1);
    await askForAccount(page);
    await isNamed(entered, alice, 'moved.eth', '1 ETH');

    async function reopenElsewhere() {
      await account.close.click();
      await askForAccount(page);
      await seen(networkOf(page)).toBeVisible();
      await networkOf(page).getByRole('button', { name: 'Close' }).click();
      await seen(networkOf(page)).toBeHidden();
    }
  });
});

describe('cached names', () => {
  /** Writes forged cache entries for `addresses`, as other code of this origin could. */
  const hostile = (addresses: string[], now: number): Record<string, unknown> => {
    const expiresAt = now + 60 * 60_000;
    const all = (name: string) => Object.fromEntries(addresses.map((address) => [address, { name, expiresAt }]));
    return {
      'a name of someone else': all('famous.eth'),
      markup: all('<img src=x onerror=alert(1)>'),
      'a thousand names': Object.fromEntries(
        Array.from({ length: 1_000 }, (_, i) => [toHex(i, { size: 20 }), { name: `${i}.eth`, expiresAt }]),
      ),
    };
  };

  test('cached names are replaced by the names from the chain', async ({ someone, open }) => {
    await someone({ name: 'famous' });
    const entered = await open({ account: await someone() });
    const { page, account, wallet } = entered;
    await seen(account.line).toHaveText('0 ETH');
    const now = await page.evaluate(() => Date.now());
    for (const [nth, kind] of Object.keys(hostile([], now)).entries()) {
      const named = await someone({ ether: '1', name: `true${nth}` });
      const nameless = await someone({ ether: '2' });
      const keys = [named, nameless].map(({ address }) => address.toLowerCase()) as [string, string];
      await page.evaluate(
        (text) => localStorage.setItem('iaborrow.names', text),
        JSON.stringify({ version: 1, value: hostile(keys, now)[kind] }),
      );
      await wallet.setAccount(named);
      await isNamed(entered, named, `true${nth}.eth`, '1 ETH');
      await seen(account.dialog, kind).not.toContainText(/famous|alert/);
      await wallet.setAccount(nameless);
      await isNameless(entered, nameless, '2 ETH');
      await seen(account.dialog, kind).not.toContainText(/famous|alert/);
      const text = await page.evaluate(() => localStorage.getItem('iaborrow.names') ?? '');
      const { value: names } = JSON.parse(text);
      expect(text.length, kind).toBeLessThan(10_000);
      expect(names[keys[0]].name, kind).toBe(`true${nth}.eth`);
      expect(names, kind).not.toHaveProperty(keys[1]);
    }
  });
});

describe('an external name service', () => {
  test('the name service is asked only if the chain has no name, and is in the policy', async ({
    someone,
    open,
    node,
  }) => {
    const policy = readFileSync(join(`${DIST}-account`, '_headers'), 'utf8');
    expect(/ connect-src ([^;]+);/.exec(policy)?.[1]?.split(' ')).toContain(new URL(node.serviceUrl).origin);
    const { length } = node.services;
    const alice = await someone({ name: 'onchain' });
    const entered = await open({ account: alice });
    await seen(entered.account.who).toHaveText('onchain.eth');
    expect(node.services.length).toBe(length);
    const bob = await someone({ ether: '2' });
    await entered.wallet.setAccount(bob);
    await isNameless(entered, bob, '2 ETH');
    expect(node.services.slice(length)).toEqual([`/names?address=${bob.address}`]);
  });

  test("a service's name is shown if it resolves to the account", async ({ someone, enter, ens, node }) => {
    const alice = await someone({ ether: '3' });
    await ens.register('told', alice, { primary: false, texts: { avatar: pictureOf('told') } });
    node.call({ data: 'told.eth' });
    const entered = await enter({ account: alice });
    await showPictures(entered.page);
    await askForAccount(entered.page);
    await isNamed(entered, alice, 'told.eth', '3 ETH');
    await seen(entered.account.picture).toHaveAttribute('src', pictureOf('told'));
    // An unanswered request would stay pending.
    await seen.poll(() => entered.foreign).toEqual([]);
  });

  test("a service's name is not shown if it resolves to another account", async ({ someone, open, node }) => {
    await someone({ name: 'famous' });
    const first = await someone({ name: 'served' });
    const { account, wallet, forgiven } = await open({ account: first });
    forgiven.push(UNLOADED);
    await seen(account.who).toHaveText('served.eth');
    for (const says of [{ data: 'famous.eth' }, { data: { toString: 'famous.eth' } }, [], 500, 204, 'down'] as const) {
      node.call(says);
      const who = await someone({ ether: '4' });
      const { length } = node.services;
      await wallet.setAccount(who);
      await isNameless({ account }, who, '4 ETH');
      expect(node.services.length, JSON.stringify(says)).toBe(length + 1);
    }
  });

  test('the dialog stays usable while the name service does not answer', async ({ someone, open, node }) => {
    const alice = await someone({ ether: '5' });
    node.call('silence');
    const entered = await open({ account: alice });
    await seen(entered.account.line).toContainText('5 ETH');
    await isUsable(entered, alice);
    await entered.account.leave.click();
    await seen(entered.connect.news).toHaveText('Disconnected');
  });
});
