import type { Locator, Page } from '@playwright/test';
import type { SentenceKey } from '../../support/words.ts';
import { type say as english, type SentenceValue, sentencePattern } from './say.ts';

/** Looks up a sentence of `src/copy` by its key, in the language of the test. */
export type SentenceLookup = typeof english;

/* Locators of the page's controls, grouped by dialog. They find a control by its accessible name, from `src/copy`. */

const buttonsIn =
  (part: Locator, say: SentenceLookup, exact = true) =>
  (key: SentenceKey, ...topics: SentenceValue[]) =>
    part.getByRole('button', { name: say(key, ...topics), exact });

/** Locates the element with the wallet dialogs. Searching by role is faster in this element than in the page. */
const islandOf = (page: Page) => page.locator('#wallet-island');

const dialogOf = (page: Page, name: string, exact = false) => islandOf(page).getByRole('dialog', { name, exact });

export function locateAlphaControls(page: Page, say: SentenceLookup) {
  const modal = page.getByRole('dialog', { name: say('alpha.title') });
  // Names need not match exactly, because the name of a button that opens a new tab ends with a remark.
  const button = buttonsIn(modal, say, false);
  return {
    modal,
    /** The first of two Join Alpha buttons. The second is at the end of the page. */
    join: page.getByRole('button', { name: say('landing.hero.join'), exact: true }).first(),
    field: modal.getByRole('textbox', { name: say('alpha.field') }),
    slider: modal.getByRole('slider', { name: say('alpha.slider') }),
    more: button('alpha.more', 1_000),
    /** The button that sends the request, or shows why it is blocked. */
    request: modal.locator('[type=submit]'),
    status: modal.getByRole('status').last(),
    remaining: modal.getByRole('status', { name: say('alpha.remaining') }),
    close: button('close'),
    /** The notice after an alpha request. */
    told: page.locator('#alpha-island p[role=status]'),
  };
}

export function locateConnectControls(page: Page, say: SentenceLookup) {
  const dialog = dialogOf(page, say('wallet.title'));
  const button = buttonsIn(dialog, say, false);
  const modal = page.locator('dialog#wallet');
  const rows = dialog.getByRole('listitem').getByRole('button');
  const tiles = modal.getByRole('list', { name: say('phone.list') });
  return {
    dialog,
    rows,
    row: (name: string) => rows.filter({ has: page.getByText(name, { exact: true }) }),
    search: dialog.getByRole('searchbox', { name: say('search') }),
    back: button('back'),
    close: button('close'),
    retry: button('wallet.retry'),
    /** The message of a step, such as the reason for a failure. */
    status: dialog.getByRole('status').last(),
    code: modal.getByRole('img', { name: sentencePattern(say('code', '')) }),
    copyLink: modal.getByRole('button', { name: say('copy'), exact: true }),
    /** The list of wallets on phones. */
    tiles,
    tile: (name: string) => tiles.getByRole('link', { name: new RegExp(`^${name}( ${say('recent')})?$`) }),
    link: (name: string | RegExp) => modal.getByRole('link', { name }),
  };
}

export function locateAccountControls(page: Page, say: SentenceLookup) {
  const dialog = dialogOf(page, say('account.title'));
  const button = buttonsIn(dialog, say);
  const who = dialog.getByRole('heading', { level: 3 }).first();
  return {
    dialog,
    who,
    /** The line below the account's name, with address and balance. */
    line: who.locator('xpath=following-sibling::p'),
    picture: dialog.locator('img[width="72"]'),
    /** The generated picture of the account. A later `svg` may be the generated icon of the wallet. */
    star: dialog.locator('svg[viewBox="-32 -32 64 64"]').first(),
    copy: button('account.copy'),
    copied: button('copied'),
    leave: button('leave'),
    retry: button('wallet.retry'),
    clear: button('transactions.clear'),
    close: button('close'),
    rows: dialog.getByRole('listitem'),
    explorer: dialog.getByRole('link', { name: new RegExp(`^${say('account.explorer')}`) }),
    status: dialog.getByRole('status').last(),
  };
}

export function locateSignInControls(page: Page, say: SentenceLookup) {
  const dialog = dialogOf(page, say('sign_in.title'));
  const button = buttonsIn(dialog, say);
  return {
    dialog,
    send: button('sign_in.acts.ready'),
    waiting: button('sign_in.acts.signing'),
    verifying: button('sign_in.acts.verifying'),
    retry: button('sign_in.acts.unprepared'),
    switch: button('sign_in.acts.elsewhere'),
    alert: dialog.getByRole('alert'),
    status: dialog.getByRole('status').last(),
  };
}

export function locateNetworkControls(page: Page, say: SentenceLookup) {
  const dialog = dialogOf(page, say('chain.title'), true);
  const button = buttonsIn(dialog, say);
  const trouble = islandOf(page)
    .getByRole('alert')
    .filter({ hasText: say('trouble.unchanged') });
  return {
    dialog,
    title: dialog.getByRole('heading', { name: say('chain.title'), exact: true }),
    ethereum: dialog.getByRole('button', { name: /^Ethereum/ }),
    leave: button('leave'),
    close: button('close'),
    trouble,
  };
}
