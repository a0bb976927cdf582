import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect } from 'vitest';
import { bundleListPathOf } from '#build/bundle';
import { formatDollars, groupDigits } from '#copy/numbers';
import { computeRemainingAllocation, createRequestLink } from '#domain/alpha';
import { brandOf } from '#domain/brand';
import { chooseTranslation } from '#domain/localized';
import type { Page } from '../../src/build/prerender';
import { DIST, serveSite } from '../support/build.ts';
import { listBundledFiles } from './bundle.ts';
import { deploySite } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { runAxe } from './visitor/look.ts';
import { say } from './visitor/say.ts';

/* Tests the operator's own site, `src/site.ts`. All other tests use the sample site, `tests/samples/site.ts`. */

const OWN = `${DIST}-own`;
let own: { origin: string; close: () => void };
let values: Page;

beforeAll(async () => {
  await deploySite(OWN, { ...JSON.parse(process.env.SITE_VARIABLES ?? '{}'), SITE_FILE: 'src/site.ts' });
  own = await serveSite(OWN);
  // The built prerender module exports the site as the build has read it.
  ({ page: values } = await import(join(bundleListPathOf(OWN), '../en/prerender.js')));
});
afterAll(() => own?.close());

test('the page shows the brand, texts, supporters and allocation of src/site.ts', async ({ visit }) => {
  const { site, copy, language } = values;
  const { allocation, messaging, product } = site;
  const visitor = await visit({ origin: own.origin });
  const { page, alpha } = visitor;
  await visitor.waitsForScripts();
  expect(await page.title()).toContain(copy.brand);
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(copy.hero.headline);
  for (const { name, link } of [site.backer, ...site.supporters]) {
    const named = page.locator('main').getByRole('link').filter({ hasText: name });
    await expectPage(named.first()).toHaveAttribute('href', link);
  }
  const more = page.getByRole('link', { name: new RegExp(`^Learn More about how ${copy.brand} works`) });
  await expectPage(more).toHaveAttribute('href', site.litepaper);
  await expectPage(page.locator('head link[rel=canonical]')).toHaveAttribute('href', new URL('/', site.url).href);
  const manifest = await (await fetch(`${own.origin}/manifest.json`)).json();
  expect(manifest).toMatchObject({
    name: copy.brand,
    description: chooseTranslation(site.app.description, language),
  });
  for (const { src } of manifest.icons) expect((await fetch(own.origin + src)).status).toBe(200);

  await alpha.join.click();
  const modal = page.getByRole('dialog', { name: `How much USDC do you want to ${brandOf(product).verb}?` });
  await expectPage(modal.getByRole('textbox', { name: say('alpha.field') })).toHaveValue(
    groupDigits(allocation.initial),
  );
  await expectPage(modal).toContainText(formatDollars(computeRemainingAllocation(allocation, allocation.initial)));
  await modal.getByRole('button', { name: say('alpha.request') }).click();
  await expectPage.poll(() => visitor.foreign).toEqual([createRequestLink(messaging, language, allocation.initial)]);
});

test('the wallets of src/site.ts are listed, and axe finds no fault in its colours', async ({ visit }) => {
  const { site, catalogue } = values;
  const visitor = await visit({ origin: own.origin });
  const { page } = visitor;
  const rows = page.locator('#wallet-island').getByRole('listitem');
  await visitor.waitsForScripts();
  const look = async (what: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await runAxe(page), `${what}, ${colorScheme}: see theme in src/site.ts`).toEqual([]);
    }
  };
  await look('the page');
  await visitor.alpha.join.click();
  await look('the alpha modal');
  await visitor.escapes();
  await visitor.requests('connect');
  await expectPage(rows.first()).toBeVisible();
  await look('the wallets');
  // The page lists Safe only inside the frame of Safe's app.
  for (const id of site.wallet.groups.flatMap(({ wallets }) => wallets).filter((id) => id !== 'safe')) {
    const { name } = catalogue.find((wallet) => wallet.id === id)!;
    await expectPage(rows.getByText(name, { exact: true }), name).toHaveCount(1);
  }
});

test('the landing page with src/site.ts fits the byte budget', () => {
  const weigh = (file: string) => brotliCompressSync(readFileSync(join(OWN, file))).length;
  const scripts = listBundledFiles(OWN)
    .filter(({ entry }) => entry)
    .flatMap(({ file, imports }) => [file, ...imports]);
  expect(weigh('index.html'), 'Shorten texts, or name fewer supporters: the HTML must fit 14 kB.').toBeLessThanOrEqual(
    14_000,
  );
  expect(
    scripts.reduce((sum, file) => sum + weigh(file), 0),
    'Shorten texts: the scripts of the landing page must fit 90 kB.',
  ).toBeLessThan(90_000);
});
