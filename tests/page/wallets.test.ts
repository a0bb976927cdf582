import { expect } from 'vitest';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';

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

test('the button that clears the search is large enough, even with forced colours', async ({ visit }) => {
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
    await expectPage(connect.search).toHaveValue('');
  }
  expect(cross.equals(await sight())).toBe(false);
});

const HOSTILE = {
  '<script>pwned=1</script>': { name: '<script>pwned=1</script>', icon: 'https://elsewhere.example/icon.png' },
  'An image': {
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="top.pwned=1"><script>top.pwned=1</script><image href="https://elsewhere.example/a.png"/></svg>',
  },
  'A script': { icon: 'javascript:pwned=1' },
  'A page': { icon: 'data:text/html,<script>top.pwned=1</script>' },
  'A breakout': { icon: 'data:image/png,"onerror="pwned=1"><script>pwned=1</script>' },
  'No icon': { icon: { toString: 1 } },
};
test('hostile wallet names and icons are harmless, invalid announcements ignored', async ({ visit }) => {
  const wallets = Object.entries(HOSTILE).map(([name, info], i) => ({
    info: { name, rdns: `example.hostile${i}`, ...info },
  }));
  const visitor = await visit({ wallets: wallets, scripts: [announceAnything] });
  for (const name of Object.keys(HOSTILE)) await expectPage(visitor.connect.row(name)).toBeVisible();
  const pictures = await visitor.connect.dialog
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => src.slice(0, 14)));
  const origin = new URL(visitor.page.url()).origin.slice(0, 14);
  expect(pictures.filter((src) => src !== origin && !src.startsWith('data:image/'))).toEqual([]);
  // The page lists at most three wallets with the same rdns: here 'Broken', and two of the many named 'Flood'.
  await expectPage(visitor.connect.rows.filter({ hasText: 'Flood' })).toHaveCount(2);
  await visitor.picks('Broken');
  await visitor.hears('failure.failed.title', 'Broken');
  // The connecting step shows the wallet's hostile name and icon as well.
  await visitor.connects('An image');
  expect(visitor.foreign).toEqual([]);
  expect(await visitor.page.evaluate(() => 'pwned' in window)).toBe(false);
});
