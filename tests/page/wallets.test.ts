import { describe, expect } from 'vitest';
import { ACCOUNT } from '../wallet/wallet.ts';
import { test } from './visitor/fixtures.ts';
import { NAME, say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { shortAddress } from './visitor/viewer.ts';

/** In the page: two wallets compete for `window.ethereum`. */
const fight = () =>
  Object.defineProperty(window, 'ethereum', {
    get() {
      throw new Error('wallets fight');
    },
  });

function announceAnything() {
  addEventListener('eip6963:requestProvider', () => {
    const info = { uuid: 'u', rdns: 'example.broken', name: 'Broken', icon: '' };
    const request = () => Promise.reject(new Error('broken'));
    const thrower = () => {
      throw new Error('a trap');
    };
    const trap = Object.defineProperties({}, { info: { get: thrower }, provider: { get: thrower } });
    const trapped = Object.defineProperty({ info: { ...info, uuid: 't' } }, 'provider', { get: thrower });
    const flood = Array.from({ length: 200 }, (_, i) => ({
      info: { ...info, uuid: `${i}`, name: `Flood ${i}` },
      provider: { request },
    }));
    const details: unknown[] = [null, 5, {}, { info }, { info, provider: { request: 5 } }, trap, trapped];
    for (const detail of [...details, { info: { ...info, uuid: 'f' }, provider: Object.freeze({ request }) }])
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    dispatchEvent(new Event('eip6963:announceProvider'));
    for (const detail of flood) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  });
}

function announceMany() {
  addEventListener('eip6963:requestProvider', () => {
    for (let i = 0; i < 2_000; i++) {
      const info = { uuid: `u${i}`, rdns: `example.flood${i}`, name: `Flood ${i}`, icon: '' };
      const provider = { request: () => Promise.reject(new Error('broken')) };
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
    }
  });
}

function hideLegacy() {
  const ethereum: unknown = Reflect.get(window, 'ethereum');
  Reflect.deleteProperty(window, 'ethereum');
  Object.assign(window, { inject: () => Object.assign(window, { ethereum }) });
}

describe('the list of wallets', () => {
  test('a wallet that announces itself twice is listed once, two of one name are both', async ({ visit }) => {
    const rdns = 'me.rainbow';
    const visitor = await visit({
      wallets: [{ announce: 'twice', legacy: {} }, ...['One', 'Two'].map((name) => ({ info: { rdns, name } }))],
    });
    const { connect } = visitor;
    await visitor.seesWallets();
    await seen(connect.row(NAME)).toHaveCount(1);
    await seen(connect.dialog.getByRole('heading', { name: say('installed') })).toBeVisible();
    await seen(connect.row('One')).toBeVisible();
    await seen(connect.row('Two')).toBeVisible();
    await seen(connect.row('Rainbow')).toHaveCount(0);
    await seen(connect.row('Browser wallet')).toHaveCount(0);
  });

  test('a window.ethereum that throws is ignored, and late wallets keep the search', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ announce: 'when told' }], scripts: [fight] });
    const { connect } = visitor;
    await seen(connect.row('MetaMask')).toBeVisible();
    await seen(connect.row('Browser wallet')).toHaveCount(0);
    await connect.search.fill('st w');
    await connect.search.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 2));
    await seen(connect.row(NAME)).toHaveCount(0);
    await visitor.wallet.announce();
    await visitor.seesWallets();
    await seen(connect.dialog.getByRole('heading', { name: say('installed') })).toBeVisible();
    await seen(connect.search).toBeFocused();
    await visitor.page.keyboard.type('!');
    await seen(connect.search).toHaveValue('st! w');
    await seen(connect.dialog).toContainText(say('nothing', 'st! w'));
  });

  test('the button that clears the search is large enough, also in forced colours', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], forcedColors: 'active' });
    const { connect } = visitor;
    await connect.search.fill('rain');
    const { x, y, width, height } = (await connect.search.boundingBox())!;
    const sight = () =>
      visitor.page.screenshot({ clip: { x: x + width - 44, y: y + 8, width: 36, height: height - 16 } });
    const cross = await sight();
    for (const [across, down] of [
      [42, 3],
      [3, height / 2],
    ] as const) {
      await connect.search.fill('rain');
      await visitor.page.mouse.click(x + width - across, y + down);
      await seen(connect.search).toHaveValue('');
    }
    expect(cross.equals(await sight())).toBe(false);
  });

  const HOSTILE = {
    ['A'.repeat(40)]: { name: 'A'.repeat(10_000), icon: `data:image/png;base64,${'A'.repeat(100_000)}` },
    '8live': { name: '\u202E8live\u202C\u0000\u200B', icon: 'http://elsewhere.example/icon.png' },
    '<script>pwned=1</script>': { name: '<script>pwned=1</script>', icon: 'https://elsewhere.example/icon.png' },
    'An image': {
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="top.pwned=1"><script>top.pwned=1</script><image href="https://elsewhere.example/a.png"/></svg>',
    },
    'A script': { icon: 'javascript:pwned=1' },
    'A page': { icon: 'data:text/html,<script>top.pwned=1</script>' },
    'A breakout': { icon: 'data:image/png,"onerror="pwned=1"><script>pwned=1</script>' },
    'No icon': { icon: { toString: 1 } },
  };
  test('hostile names and icons are shown safely, and invalid announcements are ignored', async ({ visit }) => {
    const wallets = Object.entries(HOSTILE).map(([name, info], i) => ({
      info: { name, rdns: `example.hostile${i}`, ...info },
    }));
    const visitor = await visit({ wallets: wallets, scripts: [announceAnything] });
    for (const name of Object.keys(HOSTILE)) await seen(visitor.connect.row(name)).toBeVisible();
    const pictures = await visitor.connect.dialog
      .locator('img')
      .evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => src.slice(0, 14)));
    const origin = new URL(visitor.page.url()).origin.slice(0, 14);
    expect(pictures.filter((src) => src !== origin && !src.startsWith('data:image/'))).toEqual([]);
    // At most three wallets of one rdns are listed: 'Broken', and two of the flood.
    await seen(visitor.connect.rows.filter({ hasText: 'Flood' })).toHaveCount(2);
    await visitor.picks('Broken');
    await visitor.hears('failure.failed.title', 'Broken');
    // A connecting wallet shows its name and icon a second time.
    await visitor.connects('An image');
    expect(visitor.foreign).toEqual([]);
    expect(await visitor.page.evaluate(() => 'pwned' in window)).toBe(false);
  });

  test('2,000 announcements make at most 60 rows, and repeated ones change nothing', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], scripts: [announceMany] });
    await visitor.seesWallets();
    await seen(visitor.connect.row('MetaMask')).toBeVisible();
    await seen(visitor.connect.rows).toHaveCount(60);
    const before = await visitor.page.evaluate(
      () => document.querySelector('dialog#wallet')?.querySelectorAll('*').length,
    );
    await visitor.page.evaluate(() => {
      const changes: MutationRecord[] = [];
      Object.assign(window, { changes });
      const observer = new MutationObserver((records) => changes.push(...records));
      observer.observe(document.querySelector('dialog#wallet')!, { subtree: true, childList: true, attributes: true });
      dispatchEvent(new Event('eip6963:requestProvider'));
    });
    expect(before).toBeLessThan(1_500);
    expect(await visitor.page.evaluate(() => (Reflect.get(window, 'changes') as unknown[]).length)).toBe(0);
  });

  for (const event of ['ethereum#initialized', null])
    test(`a window.ethereum that appears late is listed, with ${event ?? 'no event'}`, async ({ visit }) => {
      const visitor = await visit({
        wallets: [{ announce: 'when told', legacy: { isFrame: true } }],
        scripts: [hideLegacy],
      });
      const { connect } = visitor;
      await seen(connect.row('MetaMask')).toBeVisible();
      await seen(connect.dialog.getByRole('heading', { name: say('installed') })).toBeHidden();
      await visitor.page.evaluate((event) => {
        Reflect.get(window, 'inject')();
        if (event) dispatchEvent(new Event(event));
      }, event);
      await seen(connect.dialog.getByRole('heading', { name: say('installed') })).toBeVisible();
      await seen(connect.row('Frame')).toHaveCount(1);
      await visitor.connects('Frame');
      await visitor.opensAccount(ACCOUNT, 'Frame');
    });

  test('the list marks the wallet that was picked last, and focuses it', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ answer: 'reject' }] });
    const { connect } = visitor;
    await connect.row('Rainbow').waitFor();
    await visitor.picks();
    await visitor.hears('failure.rejected.title');
    await connect.close.click();
    await visitor.requestsNext('connect');
    await seen(connect.row(NAME)).toBeFocused();
    await seen(connect.row(NAME)).toContainText(say('latest'));
    await connect.back.waitFor({ state: 'detached' });
    // After a reload, the list replaces the loading panel.
    await connect.close.click();
    await visitor.isHome();
    await visitor.page.goto('/#connect');
    await visitor.page.reload();
    await seen(connect.row(NAME)).toBeFocused();
  });

  test('window.ethereum is listed only if no wallet announces itself', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ announce: 'when told', legacy: {} }] });
    await visitor.connects('Browser wallet');
    await visitor.opensAccount(ACCOUNT, 'Browser wallet');
    await visitor.page.reload();
    await seen(visitor.account.dialog).toContainText(shortAddress(ACCOUNT));
  });
});
