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
 * In the page: returns the first visible element with a role and a name, or null. An open dialog makes the rest inert.
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

/** A visitor's actions, and the texts that the visitor sees, in `tab`. */
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
  const sees = async (role: string, name: string) => {
    await expect
      .poll(() => spot(role, name), { timeout: 20_000, interval: 100, message: `${role} ${name}` })
      .toBeTruthy();
    return (await spot(role, name))!;
  };
  /** Presses a button after a pause, because the page ignores a press right after a dialog opens. */
  const press = async (role: string, name: string) => {
    await expect
      .poll(async () => (await spot(role, name))?.disabled, {
        timeout: 20_000,
        interval: 100,
        message: `${role} ${name}`,
      })
      .toBe(false);
    await expect
      .poll(() => tab.run('return (document.querySelector("dialog[open]")?.getAnimations() ?? []).length > 0'), {
        timeout: 20_000,
      })
      .toBe(false);
    const { x, y } = (await spot(role, name))!;
    await tab.clickAt(x, y);
  };
  const gone = (role: string, name: string) =>
    expect.poll(() => spot(role, name), { timeout: 20_000, interval: 100, message: `${role} ${name}` }).toBeNull();
  const alive = () =>
    expect
      .poll(
        () =>
          tab.run(
            'return document.querySelectorAll("[data-alive]").length >= 2 && !!document.getElementById("wallet")',
          ),
        {
          timeout: 20_000,
        },
      )
      .toBe(true);
  return {
    sees,
    press,
    gone,
    alive,
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
    /** Waits until the dialog has closed and its hash is gone. Only then has sign-in ended. */
    async signedIn() {
      const signedIn =
        'return !document.querySelector("dialog[open]") && !location.hash && !!document.querySelector("[data-connected]")';
      await expect.poll(() => tab.run(signedIn), { timeout: 60_000, message: 'signed in' }).toBe(true);
    },
    async asks(hash: string) {
      await expect.poll(() => tab.run('return location.hash'), { timeout: 20_000 }).toBe('');
      await tab.run('location.hash = arguments[0]', hash);
    },
  };
}

async function signIn(visitor: ReturnType<typeof visitorOf>, home = '/', send = `^${say('sign_in.acts.ready')}`) {
  await visitor.visit(`${home}#connect`);
  await visitor.press('button', '^Test Wallet');
  await visitor.press('button', send);
  await visitor.signedIn();
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
      // Waits for a step back that is under way, which would abort the navigation. A failed test may have left a dialog
      // open.
      const isBack = 'return !!document.querySelector("dialog[open]") || !history.state?.depth';
      await expect.poll(() => tab.run(isBack), { timeout: 20_000, message: 'the page has stepped back' }).toBe(true);
      await tab.goto(`${site.origin}/robots.txt`);
      await tab.run('localStorage.clear(); sessionStorage.clear()');
      await site.begin();
    });
    afterEach(() => {
      expect(site.complaints.splice(0)).toEqual([]);
    });

    /** The wallet switches to an unsupported network, and the dialog of the page switches it back. */
    const switchNetwork = async () => {
      await site.wallet.setChain(137);
      await tab.reload();
      await visitor.alive();
      await visitor.asks('#chain');
      await visitor.press('button', '^Ethereum');
      await visitor.gone('button', '^Ethereum');
      expect(site.wallet.chainId).toBe(1);
    };

    test('the page compares costs for an amount', async () => {
      await visitor.visit();
      await visitor.fill(say('comparison.amount'), '1000');
      await tab.press('Tab');
      await visitor.sees('text', '^88%$');
      await visitor.press('button', '^50,000 USDC$');
      await visitor.sees('text', sentencePattern(say('comparison.words', { difference: 2_200 })).source);
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
      await expect.poll(() => tab.run('return history.state?.depth')).toBe(1);
      await tab.back();
      await visitor.gone('slider', '');
      expect(await tab.run('return location.pathname')).toBe('/');
    });

    test('the page hydrates at a URL with the hash of a section', async () => {
      await visitor.visit('/#how-it-works');
      await tab.reload();
      await visitor.alive();
    });

    test('a visitor connects, signs in, sees the account, and disconnects', async () => {
      await signIn(visitor);
      await visitor.asks('#account');
      await visitor.sees('heading', '^0x');
      await visitor.sees('text', '10k ETH$');
      await visitor.press('button', '^Disconnect$');
      await visitor.gone('heading', '^0x');
      expect(site.wallet.connected).toBe(false);
    });

    test('a visitor is still signed in after a restart of the sign-in server', async () => {
      await signIn(visitor);
      await site.restart();
      await tab.reload();
      await visitor.alive();
      await visitor.asks('#account');
      await visitor.sees('heading', '^0x');
    });

    test('a rejected connection is reported, and the next attempt connects', async () => {
      site.wallet.answers.default = 'reject';
      await visitor.visit('/#connect');
      await visitor.press('button', '^Test Wallet');
      await visitor.sees('heading', 'declined');
      site.wallet.answers.default = 'approve';
      await visitor.press('button', `^${say('wallet.retry')}$`);
      await visitor.sees('button', `^${say('sign_in.acts.ready')}`);
    });

    test('the dialog switches the wallet from an unsupported network', async () => {
      await signIn(visitor);
      await switchNetwork();
    });

    test('the page hydrates without errors in each language', async () => {
      for (const language of siteLanguages) {
        await visitor.visit(homePathOf(language, siteLanguages));
        expect(await tab.run('return document.documentElement.lang')).toBe(language);
      }
    });

    test('an Arabic visitor connects and signs in, from right to left', async () => {
      await visitor.visit('/ar/');
      await visitor.press('button', '^الانضمام إلى ألفا$');
      await visitor.fill('^المبلغ', '٣٠٬٠٠٠');
      await tab.press('Tab');
      await expect.poll(async () => (await visitor.sees('textbox', '^المبلغ')).value).toBe('30,000');
      expect((await visitor.sees('button', '^إغلاق$')).x).toBeLessThan(640);
      await tab.press('Escape');
      await visitor.gone('slider', '');

      await signIn(visitor, '/ar/', '^إرسال الرسالة$');
      await switchNetwork();
      await visitor.asks('#account');
      await visitor.sees('heading', '^0x');
      await visitor.press('button', '^قطع الاتصال$');
      await visitor.gone('heading', '^0x');
      expect([site.wallet.connected, await tab.run('return location.pathname')]).toEqual([false, '/ar/']);
    });

    test('a phone connects by scanning the code', async () => {
      const phone = await site.phone();
      await visitor.visit('/#connect');
      await visitor.press('button', '^WalletConnect');
      await visitor.sees('button', `^${say('copy')}`);
      await phone.stop();
    });

    test('closing a dialog shifts nothing on the page', async () => {
      await visitor.visit();
      await expect.poll(() => tab.run('return document.fonts.status'), { timeout: 20_000 }).toBe('loaded');
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

    test('rows of supporters have the height of their pictures', async () => {
      await visitor.visit();
      const heights = await tab.run<number[]>(
        'return [...document.querySelectorAll("section li")].filter((one) => one.querySelector("img")).map((one) => one.getBoundingClientRect().height)',
      );
      expect(heights).toHaveLength(10);
      expect(new Set(heights.map(Math.round))).toEqual(new Set([52]));
    });
  });
}
