import { describe, expect } from 'vitest';
import { serveBuild } from '#build/preview';
import { DIST } from '../support/build.ts';
import { createGate } from '../support/gate.ts';
import { findWalletBundle, listBundledFiles } from './bundle.ts';
import { deploySite, startHostWithCached404 } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';

const scriptsOf = (dist: string) => ({
  entry: `/${listBundledFiles(dist).find((file) => file.entry)?.file}`,
  wallet: `/${findWalletBundle(dist).file}`,
});

async function newerSite() {
  const dist = `${DIST}-newer`;
  await deploySite(dist, { VITE_SIGN_IN: 'off', VITE_ALPHA_TOTAL: '200000' });
  return dist;
}

const GONE = /Failed to load resource|dynamically imported module|Refused to apply style/;

describe('a file that is missing for a moment', () => {
  test('Retry loads the wallet bundle although its 404 response is cached', async ({ visit }) => {
    const host = await startHostWithCached404(serveBuild(DIST));
    const { wallet } = scriptsOf(DIST);
    host.missing.add(wallet);
    const visitor = await visit({ origin: host.origin, path: '/#connect' });
    visitor.forgiven.push(GONE);
    const { retry, row } = visitor.connect;
    await expectPage(retry).toBeVisible();
    host.missing.clear();
    await retry.click();
    await expectPage(row('Rainbow')).toBeVisible();
  });

  test('the next visit loads the landing bundle although its 404 response is cached', async ({ visit }) => {
    const host = await startHostWithCached404(serveBuild(DIST));
    const { entry } = scriptsOf(DIST);
    host.missing.add(entry);
    let fetched = 0;
    const visitor = await visit({
      origin: host.origin,
      before: async (page) => {
        page.on('response', async (response) => {
          if (!response.url().includes(entry)) return;
          if (response.status() === 404) host.missing.clear();
          else fetched += 1;
        });
      },
    });
    visitor.forgiven.push(GONE);
    await visitor.waitsForScripts();
    // The page first checks whether the file is damaged, and then loads it past the cache.
    await expectPage.poll(() => fetched).toBeGreaterThanOrEqual(2);
    await visitor.reloads();
    await visitor.requests('connect');
    await expectPage(visitor.connect.row('Rainbow')).toBeVisible();
  });
});

describe('a deployment while the page is open', () => {
  test('an outdated page reports that it is outdated, and reloads with the same dialog', async ({ visit }) => {
    const newer = await newerSite();
    const host = await startHostWithCached404(serveBuild(DIST));
    const visitor = await visit({ origin: host.origin });
    const { page } = visitor;
    visitor.forgiven.push(GONE);
    await visitor.waitsForScripts();
    await page.evaluate(() => Reflect.set(window, 'old', true));
    const answer = serveBuild(newer);
    const [release, held] = createGate();
    host.answer = (request, response) => {
      // Delays only the HEAD request with which the page checks the new build before it reloads.
      if (request.method === 'HEAD') held.then(() => answer(request, response));
      else answer(request, response);
    };
    await visitor.requests('connect');
    await expectPage(page.getByRole('dialog')).toContainText(say('wallet.updating.title'));
    release();
    await expectPage(visitor.connect.row('Rainbow')).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'old'))).toBeUndefined();
    await expectPage(page.getByText('$177,975').first()).toBeAttached();
  });

  test('outdated HTML whose script no longer exists is reloaded once', async ({ visit }) => {
    const newer = await newerSite();
    const [old, answer] = [serveBuild(DIST), serveBuild(newer)];
    let pages = 0;
    const host = await startHostWithCached404((request, response) => {
      const isPage = request.url === '/' && request.headers['sec-fetch-mode'] === 'navigate';
      (isPage && pages++ === 0 ? old : answer)(request, response);
    });
    const visitor = await visit({ origin: host.origin });
    visitor.forgiven.push(GONE);
    await visitor.waitsForScripts();
    expect(pages).toBe(2);
  });
});
