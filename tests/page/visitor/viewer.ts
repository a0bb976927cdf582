import type { BrowserContext, Locator, Page, WebSocket } from '@playwright/test';
import { expect } from 'vitest';
import type { Language } from '#domain/language';
import type { SentenceKey } from '../../support/words.ts';
import type { installWallet } from '../../wallet/browser.ts';
import { DEFAULT_ACCOUNT } from '../../wallet/wallet.ts';
import {
  locateAccountControls,
  locateAlphaControls,
  locateConnectControls,
  locateNetworkControls,
  locateSignInControls,
} from './controls.ts';
import { createPageClock, expectPage } from './expectPage.ts';
import { checkLayout } from './look.ts';
import { type SentenceValue, sayIn, sentencePattern, TEST_WALLET_NAME } from './say.ts';

/** A scripted wallet that is installed in the tested browser. */
export type InjectedWallet = Awaited<ReturnType<typeof installWallet>>;

/** The state that all tabs of a visit share. */
export class Visit {
  /** The paths of all requests, in order. */
  readonly asked: string[] = [];
  /** Requests to other hosts, including WebSockets. They get no answer unless the test provides one. */
  readonly foreign: string[] = [];
  /**
   * Console errors and warnings, exceptions, policy violations and unwanted motion. A test removes the entries that it
   * expects.
   */
  readonly complaints: string[] = [];
  /** Errors that the test causes on purpose, and that may occur until its end. */
  readonly forgiven: RegExp[] = [];
  readonly wallets: InjectedWallet[] = [];
  /** URLs of all WebSockets. `lines` are the open WebSockets of the first tab, and `frames` the URLs of iframes. */
  readonly sockets: string[] = [];
  readonly lines: WebSocket[] = [];
  readonly frames: string[] = [];
  readonly context: BrowserContext;
  /** Lets the delayed files load. */
  readonly release: () => void;

  constructor(context: BrowserContext, release = () => {}) {
    this.context = context;
    this.release = release;
  }
}

/** Returns an address as the page shows it: its first and last four characters. */
export const formatShortAddress = ({ address }: { address: string }) => `${address.slice(0, 4)}…${address.slice(-4)}`;

/** Returns how many requests of `method` the wallet has received, by default those for permission to see accounts. */
export const countRequests = ({ log }: InjectedWallet, method = 'wallet_requestPermissions') =>
  log.filter((request) => request.method === method).length;

/** A person who looks at one tab of the page. The methods check what this person sees and hears. */
export class Viewer extends Visit {
  readonly page: Page;
  readonly visit: Visit;
  readonly language: Language;
  /** The open dialogs. */
  readonly dialogs: Locator;
  /** The one `<dialog>` element that shows all wallet dialogs. */
  readonly modal: Locator;
  /** The live region for announcements about the connection, outside of dialogs. */
  readonly news: Locator;
  readonly alpha: ReturnType<typeof locateAlphaControls>;
  readonly connect: ReturnType<typeof locateConnectControls>;
  readonly account: ReturnType<typeof locateAccountControls>;
  readonly signIn: ReturnType<typeof locateSignInControls>;
  readonly network: ReturnType<typeof locateNetworkControls>;
  readonly clock: ReturnType<typeof createPageClock>;

  constructor(page: Page, visit: Visit, language: Language = 'en') {
    super(visit.context);
    Object.assign(this, visit);
    this.page = page;
    this.visit = visit;
    this.language = language;
    this.dialogs = page.locator('dialog[open]');
    this.modal = page.locator('dialog#wallet');
    this.news = page.locator('#wallet-island > [role=status]');
    this.alpha = locateAlphaControls(page, this.say);
    this.connect = locateConnectControls(page, this.say);
    this.account = locateAccountControls(page, this.say);
    this.signIn = locateSignInControls(page, this.say);
    this.network = locateNetworkControls(page, this.say);
    this.clock = createPageClock(page);
  }

  /** The first wallet that the test has installed. */
  get wallet() {
    return this.wallets[0] as InjectedWallet;
  }

  readonly say = (key: SentenceKey, ...topics: SentenceValue[]) => sayIn(this.language, key, ...topics);

  async sees(key: SentenceKey, ...topics: SentenceValue[]) {
    const shown = this.page.getByText(sentencePattern(this.say(key, ...topics))).filter({ visible: true });
    await expectPage(shown.first()).toBeVisible();
  }

  /** Waits until there is an announcement about the connection, or in a dialog. */
  async hears(key: SentenceKey, ...topics: SentenceValue[]) {
    const sentence = this.say(key, ...topics);
    if (key.startsWith('news.')) return expectPage(this.news).toHaveText(sentence);
    const regions = this.dialogs.getByRole('status').or(this.dialogs.getByRole('alert'));
    // `toBeAttached` also finds live regions that only screen readers perceive.
    return expectPage(regions.filter({ hasText: sentencePattern(sentence) }).first()).toBeAttached();
  }

  async seesNoHash() {
    await expectPage(this.page).toHaveURL(/\/$/);
  }

  async seesNoDialog() {
    await expectPage(this.dialogs).toHaveCount(0);
  }

  /** Checks that no dialog is open, and that the URL has no hash. */
  async seesNoDialogOrHash() {
    await this.seesNoDialog();
    await this.seesNoHash();
  }

  async hearsSignedIn() {
    await this.hears('news.signedIn');
    await this.seesNoDialog();
  }

  /** Returns the value of a record that the page keeps in the local storage, or null. */
  async stored<Value>(name: string): Promise<Value | null> {
    const text = await this.page.evaluate((name) => localStorage.getItem(`iaborrow.${name}`), name);
    return text === null ? null : JSON.parse(text).value;
  }

  async isConnected() {
    return this.page.evaluate(() => document.documentElement.matches('[data-connected]'));
  }

  async seesWallets(name = TEST_WALLET_NAME) {
    await expectPage(this.connect.row(name)).toBeVisible();
  }

  async seesAccount(wallet = TEST_WALLET_NAME) {
    await expectPage(this.account.dialog).toContainText(formatShortAddress(DEFAULT_ACCOUNT));
    await expectPage(this.account.dialog).toContainText(this.say('account.through', wallet));
  }

  /** Returns the announcements since the last call, which `recordAnnouncements` has recorded in the page. */
  async heard() {
    return this.page.evaluate(() => (Reflect.get(window, 'said') as string[]).splice(0));
  }

  /** Checks that the page has made exactly these announcements since the last check, and none during `look`. */
  async hearsOnly(news: readonly string[], look: () => Promise<unknown> = async () => {}) {
    const heard: string[] = [];
    const hear = async () => {
      heard.push(...(await this.heard()));
      return heard;
    };
    await expectPage.poll(hear).toEqual(news);
    await look();
    // Checks again, because the page could have announced the same text twice.
    expect(await hear()).toEqual(news);
  }

  /**
   * Checks that `focus` has the focus, that exactly the texts in `news` were announced, and that the dialog fits its
   * window.
   */
  async reaches(focus: Locator, ...news: string[]) {
    await this.hearsOnly(news, async () => {
      await expectPage(focus, news.join()).toBeFocused();
      await checkLayout(this.page, news.join());
    });
  }
}
