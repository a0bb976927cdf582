import { expect, test } from 'vitest';
import { findMissingIcons } from '#build/remarks';
import { walletCatalogue } from '#domain/catalogue';
import { site } from '#site';

const listing = (...wallets: string[]) => ({ wallet: { ...site.wallet, groups: [{ groupName: 'All', wallets }] } });

test('only the listed wallets without an icon file are reported', () => {
  const isThere = (path: string) => path !== '/wallets/rainbow.svg' && path !== '/wallets/okx.svg';
  expect(findMissingIcons(listing('rainbow', 'metaMask'), walletCatalogue, isThere)).toEqual([
    'Rainbow is listed, but its icon is missing: add src/public/wallets/rainbow.svg, or take rainbow.iconUrl away.',
  ]);
});

test('a wallet without iconUrl needs no file, because its icon is generated', () => {
  expect(findMissingIcons(listing('frame'), walletCatalogue, () => false)).toEqual([]);
});
