import { expect, test } from 'vitest';
import { findMissingIcons, findSampleValues } from '#build/remarks';
import { walletCatalogue } from '#domain/catalogue';
import { site } from '#site';

test('each field of the site that still has a sample value is reported', () => {
  expect(findSampleValues(site)).toEqual(['url', 'messaging.handle', 'litepaper', 'backer', 'supporters']);
  const someone = { name: 'Someone', handle: '@someone', image: '', link: 'https://someone.net/' };
  const own = {
    ...site,
    url: 'https://borrow.net',
    messaging: { ...site.messaging, handle: 'borrow_example' },
    litepaper: 'https://borrow.net/litepaper.pdf',
    backer: someone,
    supporters: [someone],
  };
  expect(findSampleValues(own)).toEqual([]);
  const supporters = [someone, { ...someone, name: 'Supporter Two' }];
  expect(findSampleValues({ ...own, supporters })).toEqual(['supporters']);
});

test('only listed wallets with an iconUrl whose file is missing are reported', () => {
  const missing = (...wallets: string[]) => {
    const listing = { wallet: { ...site.wallet, groups: [{ groupName: 'All', wallets }] } };
    return findMissingIcons(listing, walletCatalogue, (path) => path === '/wallets/metaMask.svg');
  };
  expect(missing('rainbow', 'metaMask')).toEqual([
    'Rainbow is listed, but its icon is missing: add src/public/wallets/rainbow.svg, or take rainbow.iconUrl away.',
  ]);
  expect(missing('frame')).toEqual([]);
});
