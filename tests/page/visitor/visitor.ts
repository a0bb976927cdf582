import type { Locator } from '@playwright/test';
import { expect } from 'vitest';
import type { SentenceKey } from '../../support/words.ts';
import { expectPage } from './expectPage.ts';
import { type SentenceValue, TEST_WALLET_NAME } from './say.ts';
import { Viewer } from './viewer.ts';

/** A person who uses one tab of the page. The methods do what this person does. */
export class Visitor extends Viewer {
  /** Presses the button or link with this name, in the dialog if one is open. */
  async presses(key: SentenceKey, ...topics: SentenceValue[]) {
    const name = this.say(key, ...topics);
    const part = (await this.dialogs.count()) ? this.dialogs.last() : this.page;
    const control = part.getByRole('button', { name, exact: true }).or(part.getByRole('link', { name, exact: true }));
    await control.filter({ visible: true }).first().click();
  }

  /** Returns the button with this name in the wallet dialog. */
  button(key: SentenceKey, ...topics: SentenceValue[]) {
    return this.modal.getByRole('button', { name: this.say(key, ...topics), exact: true });
  }

  async escapes() {
    await this.page.keyboard.press('Escape');
  }

  async picks(name = TEST_WALLET_NAME) {
    await this.connect.row(name).click();
  }

  /** Picks a wallet that approves. The dialog then closes, or shows the sign-in. */
  async connects(name = TEST_WALLET_NAME) {
    await this.picks(name);
    await expectPage(this.connect.dialog).toBeHidden();
  }

  async signs() {
    await this.signIn.send.click();
    await this.hearsSignedIn();
  }

  /** Opens a dialog by its URL hash. First waits until the page has removed the hash of a closed dialog. */
  async requests(hash: string) {
    const request = async (hash: string) => {
      const held = /^#(connect|sign-in|account|chain)$/.test(location.hash);
      if (held && !document.querySelector('dialog[open]')) return false;
      if (location.hash === `#${hash}`) return true;
      // Waits for `hashchange`, because the page must handle this event before the test presses a key.
      const heard = new Promise((hear) => addEventListener('hashchange', hear, { once: true }));
      location.hash = hash;
      await heard;
      return true;
    };
    await expect.poll(() => this.page.evaluate(request, hash)).toBe(true);
  }

  /** Waits until the URL has no hash, and then opens a dialog by its hash. */
  async requestsNext(hash: string) {
    await this.seesNoHash();
    await this.requests(hash);
  }

  async opensAccount() {
    await this.requestsNext('account');
    await this.seesAccount();
  }

  /** Waits until the page is hydrated and can open wallet dialogs. */
  async waitsForScripts() {
    await this.page.locator('[data-alive]').nth(1).waitFor({ state: 'attached' });
    await this.page.locator('#wallet').waitFor({ state: 'attached' });
  }

  /** Loads the delayed scripts, and waits until they run. */
  async receivesScripts() {
    this.release();
    await this.waitsForScripts();
  }

  async reloads() {
    await this.page.reload();
    await this.waitsForScripts();
  }

  async opensTab(path = '/') {
    const tab = new Visitor(await this.context.newPage(), this.visit, this.language);
    await tab.page.goto(path);
    return tab;
  }

  /** Checks that going back leaves the site, because the page has added no history entry. */
  async leavesSite() {
    await this.page.goBack();
    await expectPage.poll(() => this.page.url()).toBe('about:blank');
  }

  /** Taps after a pause, because a dialog ignores taps right after it has opened or closed. */
  async taps(target: Locator, options?: { position: { x: number; y: number } }) {
    await target.waitFor();
    const sinceTurned = () => performance.now() - (Reflect.get(window, 'turned') ?? -1000);
    await expect.poll(() => this.page.evaluate(sinceTurned), { interval: 100 }).toBeGreaterThan(300);
    await target.tap(options);
  }

  async pressesKeyOn(target: Locator, key = 'Enter') {
    await expectPage(target).toBeVisible();
    // Resolves the locator only once, because resolving it takes longer than a key press.
    const element = await target.elementHandle();
    for (let i = 0; i < 80; i++) {
      if (await this.page.evaluate((element) => element === document.activeElement, element)) break;
      await this.page.keyboard.press('Tab');
    }
    await expectPage(target).toBeFocused();
    await this.page.keyboard.press(key);
  }

  /** Makes rendering throw at the next typed amount, so that the error screen appears. */
  async breaksPage() {
    await this.page.evaluate(() => {
      Number.prototype.toLocaleString = () => {
        throw new Error('a fault in rendering');
      };
    });
    await this.page.getByRole('textbox', { name: this.say('comparison.amount') }).fill('1234.5');
    await this.page.keyboard.press('Tab');
    await this.sees('landing.error.title');
  }

  /** Waits until the page has the wallet's earlier responses, by sending one more request and awaiting its response. */
  async receivesAnswers() {
    await this.page.evaluate(
      () =>
        new Promise((resolve) => {
          type Told = CustomEvent<{ provider: { request(call: object): Promise<unknown> } }>;
          const ask = (event: Event) =>
            (event as Told).detail.provider.request({ method: 'eth_chainId' }).then(resolve);
          window.addEventListener('eip6963:announceProvider', ask, { once: true });
          window.dispatchEvent(new Event('eip6963:requestProvider'));
        }),
    );
  }

  /** Copies the pairing link beside the QR code, and returns the text that `recordCopies` has recorded. */
  async copiesLink() {
    await expectPage(this.connect.code).toBeVisible();
    await this.page.evaluate(() => Reflect.deleteProperty(window, 'copied'));
    await this.connect.copyLink.click();
    const copied = await this.page.waitForFunction((): string => Reflect.get(window, 'copied'));
    return copied.jsonValue();
  }

  /** Picks a wallet, and lets a phone scan its pairing code. */
  async scansWith(phone: { pair: (uri: string) => Promise<unknown> }) {
    await this.picks('Rainbow');
    await phone.pair(await this.copiesLink());
  }

  async connectsBy(phone: { pair: (uri: string) => Promise<unknown> }) {
    await this.scansWith(phone);
    await expectPage(this.modal).toBeHidden();
  }

  /** Returns the link of the wallet's tile, once the tile has a link. */
  async linkOf(name: string) {
    const tile = this.connect.tile(name);
    await expectPage(tile).toHaveAttribute('href');
    return (await tile.getAttribute('href')) ?? '';
  }

  /** Opens the account dialog after the connect dialog has closed. */
  async entersAccount(wallet?: string) {
    await expectPage(this.page).not.toHaveURL(/#connect$/);
    await this.requests('account');
    await expectPage(this.account.dialog).toBeVisible();
    if (wallet) await this.seesAccount(wallet);
  }
}
