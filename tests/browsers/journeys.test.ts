import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { homePathOf } from '#domain/language';
import { say, sentencePattern } from '../page/visitor/say.ts';
import { type BrowserTab, browserEngines } from './engines.ts';
import { siteLanguages, startSite } from './site.ts';

/** `npm run test:browsers` runs these tests in every browser engine of this computer. */

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/**
 * The start of a script for the page: `found` is the first visible element with a role and a name. While a dialog is
 * open, only the dialog is searched, because the rest of the page is inert.
 */
const FIND = `
  const [role, name] = arguments;
  const roles = {
    button: 'button', link: 'a[href]', textbox: 'input:not([type=range])', slider: 'input[type=range]',
    heading: 'h1, h2, h3', text: '*',
  };
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const scope = dialogs.at(-1) ?? document;
  const said = (one) => one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent;
  const plain = (text) => text.replace(/\\s+/g, ' ').trim();
  const matching = [...scope.querySelectorAll(roles[role])].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width && height && getComputedStyle(one).visibility === 'visible' && new RegExp(name).test(plain(said(one)));
  });
  const found = role === 'text' ? matching.at(-1) : matching[0];
`;

function visitorOf(tab: BrowserTab) {
  const spot = (role: string, name: string) =>
    tab.run<{ x: number; y: number; text: string; value: string; disabled: boolean } | null>(
      `${FIND}
      if (!found) return null;
      found.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = found.getBoundingClientRect();
      return {
        x: x + width / 2, y: y + height / 2,
        text: plain(found.textContent), value: found.value ?? '', disabled: Boolean(found.disabled),
      };`,
      role,
      name,
    );
  const until = (holds: () => Promise<unknown>, message: string, timeout = 20_000) =>
    expect.poll(async () => Boolean(await holds()), { timeout, interval: 100, message }).toBe(true);
  const sees = async (role: string, name: string) => {
    await until(() => spot(role, name), `${role} ${name}`);
    return (await spot(role, name))!;
  };
  /** Presses a button once animations have ended, because the page ignores a press right after a dialog opens. */
  const press = async (role: string, name: string) => {
    const isStill = 'return !document.querySelector("dialog[open]")?.getAnimations().length';
    await until(async () => (await spot(role, name))?.disabled === false, `${role} ${name}`);
    await until(() => tab.run(isStill), 'the dialog is still');
    const { x, y } = (await spot(role, name))!;
    await tab.clickAt(x, y);
  };
  const alive = () => {
    const isAlive =
      'return document.querySelectorAll("[data-alive]").length >= 2 && !!document.getElementById("wallet")';
    return until(() => tab.run(isAlive), 'the page is hydrated');
  };
  return {
    until,
    sees,
    press,
    alive,
    gone: (role: string, name: string) => until(async () => !(await spot(role, name)), `no ${role} ${name}`),
    async visit(path = '/') {
      await tab.goto('about:blank');
      await tab.goto(site.origin + path);
      await alive();
    },
    async fill(name: string, text: string) {
      await press('textbox', name);
      await tab.run(`${FIND} found.select();`, 'textbox', name);
      await tab.type(text);
    },
    /** Presses the button `send`, and waits until the visitor is signed in, the dialog closed and the hash removed. */
    async signs(send: string) {
      const isSignedIn =
        'return !document.querySelector("dialog[open]") && !location.hash && !!document.querySelector("[data-connected]")';
      await press('button', send);
      await until(() => tab.run(isSignedIn), 'signed in', 60_000);
    },
    async asks(hash: string) {
      await until(() => tab.run('return location.hash === ""'), 'no hash');
      await tab.run('location.hash = arguments[0]', hash);
    },
  };
}

for (const { name, missing, open } of browserEngines) {
  if (missing) {
    console.info(`${name} is missing: ${missing}.`);
    continue;
  }
  describe(name, () => {
    let tab: BrowserTab;
    let visitor: ReturnType<typeof visitorOf>;
    beforeAll(async () => {
      tab = await open();
      visitor = visitorOf(tab);
    });
    afterAll(() => tab?.close());
    beforeEach(async () => {
      // Waits for a pending `history.back()`, which would abort the navigation. A dialog that a failed test left open
      // does not call it.
      const isBack = 'return !!document.querySelector("dialog[open]") || !history.state?.depth';
      await visitor.until(() => tab.run(isBack), 'the page has stepped back');
      await tab.goto(`${site.origin}/robots.txt`);
      await tab.run('localStorage.clear(); sessionStorage.clear()');
      await site.begin();
    });
    afterEach(() => {
      expect(site.complaints.splice(0)).toEqual([]);
    });

    test('the landing page shows the saving for an amount, and supporters in even rows', async () => {
      await visitor.visit('/#how-it-works');
      await tab.reload();
      await visitor.alive();
      await visitor.fill(say('comparison.amount'), '1000');
      await tab.press('Tab');
      await visitor.sees('text', '^88%$');
      await visitor.press('button', '^50,000 USDC$');
      await visitor.sees('text', sentencePattern(say('comparison.words', { difference: 2_200 })).source);
      const heights = await tab.run<number[]>(
        'return [...document.querySelectorAll("section li")].filter((one) => one.querySelector("img")).map((one) => one.getBoundingClientRect().height)',
      );
      expect(heights.map(Math.round)).toEqual(Array(10).fill(52));
    });

    test('the alpha modal opens, clamps an amount, and closes by Esc and Back', async () => {
      await visitor.visit();
      await visitor.press('button', '^Join Alpha$');
      await visitor.fill('^Amount', '90000');
      await tab.press('Tab');
      await expect.poll(async () => (await visitor.sees('textbox', '^Amount')).value).toBe('50,000');
      await tab.press('Escape');
      await visitor.gone('slider', '');
      await visitor.press('button', '^Join Alpha$');
      await visitor.sees('slider', '');
      // The modal adds its history entry after its first frames.
      await visitor.until(() => tab.run('return history.state?.depth === 1'), 'the entry of the modal');
      await tab.back();
      await visitor.gone('slider', '');
      expect(await tab.run('return location.pathname')).toBe('/');
    });

    test('a visitor declines, connects, signs in, switches the network, and disconnects', async () => {
      site.wallet.answers.default = 'reject';
      await visitor.visit('/#connect');
      await visitor.press('button', '^Test Wallet');
      await visitor.sees('heading', 'declined');
      site.wallet.answers.default = 'approve';
      await visitor.press('button', `^${say('wallet.retry')}$`);
      await visitor.signs(`^${say('sign_in.acts.ready')}`);
      // Restarts the sign-in server, to show that the session survives.
      await site.restart();
      // The wallet switches to an unsupported network. The page's network dialog then switches the wallet back.
      await site.wallet.setChain(137);
      await tab.reload();
      await visitor.alive();
      await visitor.asks('#chain');
      await visitor.press('button', '^Ethereum');
      await visitor.gone('button', '^Ethereum');
      expect(site.wallet.chainId).toBe(1);
      await visitor.asks('#account');
      await visitor.sees('heading', '^0x');
      await visitor.sees('text', '10k ETH$');
      await visitor.press('button', '^Disconnect$');
      await visitor.gone('heading', '^0x');
      expect(site.wallet.connected).toBe(false);
    });

    test('the page hydrates without errors in each language', async () => {
      for (const language of siteLanguages) {
        await visitor.visit(homePathOf(language, siteLanguages));
        expect(await tab.run('return document.documentElement.lang')).toBe(language);
      }
    });

    test('a visitor connects and signs in on the right-to-left Arabic page', async () => {
      await visitor.visit('/ar/');
      await visitor.press('button', '^الانضمام إلى ألفا$');
      await visitor.fill('^المبلغ', '٣٠٬٠٠٠');
      await tab.press('Tab');
      await expect.poll(async () => (await visitor.sees('textbox', '^المبلغ')).value).toBe('30,000');
      expect((await visitor.sees('button', '^إغلاق$')).x).toBeLessThan(640);
      await tab.press('Escape');
      await visitor.gone('slider', '');

      await visitor.visit('/ar/#connect');
      await visitor.press('button', '^Test Wallet');
      await visitor.signs('^إرسال الرسالة$');
      expect(await tab.run('return location.pathname')).toBe('/ar/');
    });

    test('the WalletConnect code is shown once the relay has answered', async () => {
      await visitor.visit('/#connect');
      await visitor.press('button', '^WalletConnect');
      await visitor.sees('button', `^${say('copy')}`);
    });

    test('closing a dialog keeps the scroll position and the layout of the page', async () => {
      await visitor.visit();
      await visitor.until(() => tab.run('return document.fonts.status === "loaded"'), 'the fonts');
      await tab.run('scrollTo({ top: 600, behavior: "instant" })');
      const place = () => tab.run<number[]>('return [scrollY, document.documentElement.scrollHeight]');
      const [top = 0, height = 0] = await place();
      await visitor.asks('#connect');
      await visitor.sees('button', '^Test Wallet');
      await tab.press('Escape');
      const [topNow = 0, heightNow = 0] = await place();
      expect(topNow).toBe(top);
      // Hiding the scrollbar widens the page a little, which changes line breaks.
      expect(Math.abs(heightNow - height)).toBeLessThan(40);
      await visitor.gone('button', '^Test Wallet');
    });
  });
}
