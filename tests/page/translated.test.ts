import { expect } from 'vitest';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { createRelayTest } from './relaySite.ts';
import { createSignInTest } from './signInSite.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { say, TEST_WALLET_NAME } from './visitor/say.ts';
import { formatShortAddress } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Tests a translated page. React logs an error when it meets nodes that it did not create, which fails the test. */

/** The suffix of each translated text. */
const MARK = '¿';
const translated = { translated: MARK };

const texts = (visitor: Visitor) => visitor.page.locator('font > font').allTextContents();
const keeps = async (visitor: Visitor, ...names: string[]) => {
  const all = await texts(visitor);
  expect(all.filter((text) => names.some((name) => text.replace(MARK, '').trim() === name))).toEqual([]);
  expect(all.length).toBeGreaterThan(0);
};

test('translating the page before hydration keeps the open modal and the typed text', async ({ visit }) => {
  const visitor = await visit({ ...translated, withhold: '**/assets/*.js' });
  await visitor.page.getByRole('textbox', { name: say('comparison.amount') }).fill('1000');
  // The name of the link is translated as well.
  await visitor.page
    .getByRole('button', { name: say('landing.hero.join') })
    .first()
    .click();
  await visitor.alpha.slider.fill('25000');
  await visitor.receivesScripts();
  await expectPage(visitor.alpha.modal).toBeVisible();
  await expectPage(visitor.alpha.field).toHaveValue('25,000');
  await expectPage(visitor.page.getByText(say('comparison.words', { difference: 44 }) + MARK)).toBeVisible();
});

test('a page that is being translated still shows each later change', async ({ visit }) => {
  const visitor = await visit(translated);
  await visitor.waitsForScripts();
  const amount = visitor.page.getByRole('textbox', { name: say('comparison.amount') });
  const region = visitor.page.getByRole('region', { name: say('comparison.title') });
  for (const [typed, words] of [
    ['', say('comparison.empty')],
    ['1000', say('comparison.words', { difference: 44 })],
    ['3', say('comparison.words', { difference: 0 })],
    ['10000', say('comparison.words', { difference: 440 })],
  ] as const) {
    await amount.fill(typed);
    await expectPage(region.getByText(`${words}${MARK}`)).toBeVisible();
  }
  await visitor.page
    .getByRole('button', { name: say('landing.hero.join') })
    .first()
    .click();
  for (const [typed, name] of [
    ['90000', say('alpha.exceeds')],
    ['20000', say('alpha.request')],
    ['90000', say('alpha.exceeds')],
  ] as const) {
    await visitor.alpha.field.fill(typed);
    await expectPage(visitor.alpha.modal.getByRole('button', { name })).toHaveText(`${name}${MARK}`);
  }
  await expectPage(visitor.alpha.remaining).toHaveText('$0');
  await keeps(visitor, 'iABorrow', 'Kamino', '$0', '$440');
});

createRelayTest('translated')('the connect dialog shows each change on a translated page', async ({ visit }) => {
  const visitor = await visit({
    ...translated,
    path: '/',
    clock: true,
  });
  await visitor.waitsForScripts();
  await visitor.requests('connect');
  const title = visitor.modal.getByRole('heading', { level: 2 }).last();
  const copied = visitor.modal.getByRole('button', { name: say('copied') });
  const left = visitor.modal.getByText(/^\d:\d\d$/);
  for (const name of ['Rainbow', 'MetaMask']) {
    await visitor.picks(name);
    await expectPage(title).toHaveText(say('scan', MARK + name));
    await expectPage(visitor.connect.code).toBeVisible();
    const before = await left.textContent();
    await visitor.page.clock.runFor(3_000);
    await expectPage(left).not.toHaveText(before ?? '');
    await visitor.modal.getByRole('button', { name: say('copy') }).click();
    await expectPage(copied).toHaveText(say('copied') + MARK);
    await visitor.page.clock.runFor(1_500);
    await expectPage(copied).toBeHidden();
  }
  await keeps(visitor, 'Rainbow', 'MetaMask');
  await visitor.connect.back.click();
  await expectPage(title).toHaveText(say('what') + MARK);
});

createSignInTest('translatedSignIn')('signing in shows each change on a translated page', async ({ visit }) => {
  const visitor = await visit(translated);
  const { signIn } = visitor;
  await visitor.picks();
  const send = signIn.dialog.getByRole('button', { name: say('sign_in.acts.ready') });
  visitor.wallet.answers.personal_sign = -32603;
  for (let round = 0; round < 2; round++) {
    await send.click();
    await expectPage(signIn.alert).toHaveText(say('sign_in.signature.signing_error') + MARK);
    await expectPage(send).toHaveText(say('sign_in.acts.ready') + MARK);
  }
  visitor.wallet.answers.personal_sign = 'hold';
  await send.click();
  await expectPage(signIn.dialog.getByRole('button').nth(1)).toHaveText(say('sign_in.acts.signing') + MARK);
  await expectPage(signIn.alert).toHaveText('');
  await keeps(visitor, TEST_WALLET_NAME, formatShortAddress(DEFAULT_ACCOUNT));
  await visitor.wallet.approve();
  await expectPage(visitor.news).toHaveText(say('news.signedIn') + MARK);
  await visitor.requestsNext('account');
  await expectPage(visitor.account.dialog).toContainText(formatShortAddress(DEFAULT_ACCOUNT));
  await keeps(visitor, TEST_WALLET_NAME, formatShortAddress(DEFAULT_ACCOUNT), DEFAULT_ACCOUNT.address);
});
