import { expect } from 'vitest';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { say, TEST_WALLET_NAME } from './visitor/say.ts';
import { formatShortAddress } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';

/*
 * Tests a translated page. React logs an error when it meets nodes that it did not create, which fails the test. The
 * tests of views check each change of each dialog (`tests/views/setup.ts`).
 */

/** The suffix of each translated text. */
const MARK = '¿';
const translated = { translated: MARK };

/** Checks that the browser translates other texts, but none of `names`. */
const keeps = async ({ page }: Visitor, ...names: string[]) => {
  const all = await page.locator('font > font').allTextContents();
  expect(all.filter((text) => names.some((name) => text.replace(MARK, '').trim() === name))).toEqual([]);
  expect(all.length).toBeGreaterThan(0);
};

test('translating the page before hydration keeps the open modal and the typed text', async ({ visit }) => {
  const visitor = await visit({ ...translated, withhold: '**/assets/*.js' });
  await visitor.page.getByRole('textbox', { name: say('comparison.amount') }).fill('1000');
  // The name of the button need not match exactly, because the translation adds a suffix.
  await visitor.page
    .getByRole('button', { name: say('landing.hero.join') })
    .first()
    .click();
  await visitor.alpha.slider.fill('25000');
  await visitor.receivesScripts();
  await expectPage(visitor.alpha.modal).toBeVisible();
  await expectPage(visitor.alpha.field).toHaveValue('25,000');
  await expectPage(visitor.page.getByText(say('comparison.words', { difference: 44 }) + MARK)).toBeVisible();
  await keeps(visitor, 'iABorrow', 'Kamino', '$50', '$6');
});

test('the browser translates the dialogs, but neither names nor addresses', async ({ visit }) => {
  const visitor = await visit({ ...translated, wallets: [{ answer: 'hold' }] });
  await visitor.picks();
  await expectPage.poll(() => visitor.wallet.pending.length).toBe(1);
  await keeps(visitor, TEST_WALLET_NAME, 'Rainbow');
  await visitor.wallet.approve();
  await expectPage(visitor.news).toHaveText(say('news.connected') + MARK);
  await visitor.requestsNext('account');
  await expectPage(visitor.account.dialog).toContainText(formatShortAddress(DEFAULT_ACCOUNT));
  await keeps(visitor, TEST_WALLET_NAME, formatShortAddress(DEFAULT_ACCOUNT), DEFAULT_ACCOUNT.address);
});
