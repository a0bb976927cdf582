import { describe, expect, test } from 'vitest';
import { walletCatalogue } from '#domain/catalogue';
import { validateWallets } from '#domain/walletValidation';

const pictures = import.meta.glob('../../src/public/wallets/*.svg', { eager: true, query: '?raw', import: 'default' });
const picture = (url: string) => pictures[`../../src/public${url}`];
const ids = walletCatalogue.map(({ id }) => id);

test('the catalogue of wallets is valid', () => {
  expect(() => validateWallets([{ groupName: 'All', wallets: ids }], walletCatalogue)).not.toThrow();
});

test('the catalogue contains the default group, and at least 15 other wallets', () => {
  expect(ids).toEqual(expect.arrayContaining(['safe', 'rainbow', 'coinbase', 'metaMask', 'walletConnect']));
  expect(ids.length).toBeGreaterThanOrEqual(20);
});

describe.each(walletCatalogue)(
  'the wallet $id',
  ({ connector, downloadUrls = {}, extension, desktop, qrCode, mobile, iconUrl }) => {
    test('links to wallets contain no campaign parameters', () => {
      const pages = [qrCode, extension, desktop].map((part) => part?.instructions?.learnMoreUrl ?? '');
      for (const link of [...Object.values(downloadUrls), ...Object.values(mobile ?? {}), ...pages])
        expect(link).not.toMatch(/utm_|referrer|connector=|adj|onelink|[?&](pt|ct|mt)=/);
    });

    test('install instructions end with the step to refresh, connect or scan', () => {
      const last = [extension, desktop, qrCode].map((part) => part?.instructions?.steps.at(-1)?.step);
      for (const [i, next] of ['refresh', 'connect', 'scan'].entries()) expect([next, undefined]).toContain(last[i]);
      expect(connector !== 'walletConnect' || qrCode).toBeTruthy();
    });

    test("a wallet's icon is on this site, small, without styles and scripts", () => {
      if (!iconUrl) return;
      const svg = picture(iconUrl);
      expect(svg).toMatch(/^<svg .*<path/s);
      expect(String(svg).length).toBeLessThanOrEqual(8192);
      expect(svg).not.toMatch(/<style|style=|class=|<script|\son\w+=|href/i);
    });
  },
);

test('each icon file belongs to a wallet of the catalogue', () => {
  expect(Object.keys(pictures)).toHaveLength(new Set(walletCatalogue.flatMap(({ iconUrl = [] }) => iconUrl)).size);
});
