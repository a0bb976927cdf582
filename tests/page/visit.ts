import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test';
import { test as base, expect, inject } from 'vitest';
import { launchOptions } from '../support/chromium.ts';
import { gate } from '../support/gate.ts';
import { installWallet } from '../wallet/browser.ts';
import { clockOf, seen } from './seen.ts';
import { translateAll } from './translator.ts';

/** The scripts of both bundles. The served list has a script of its own, which opens it. */
export const PAGE_SCRIPTS = /\/assets\/(?!list-)[^/]*\.js$/;

export interface PageVisit {
  page: Page;
  context: BrowserContext;
  /** Requests to other hosts, in order, WebSockets included. They get no answer unless the test gives one. */
  foreign: string[];
  /** Console errors and warnings, exceptions, policy violations and motion. A test removes those that it expects. */
  complaints: string[];
  /** Complaints that the test causes on purpose. They may still arrive after its end. */
  forgiven: RegExp[];
  wallets: InjectedWallet[];
}

export interface VisitOptions extends BrowserContextOptions {
  path?: string;
  origin?: string;
  /** Origins of local servers that the page may contact. */
  servers?: string[];
  before?: (page: Page, context: BrowserContext) => Promise<unknown>;
  /** Successive tests with the same name share one page, unless they change the page itself or test its loading. */
  again?: string;
  /** Whether the visitor stays connected for the next test. See `isConnected`. */
  stays?: boolean;
  /** The suffix of translated texts, if the browser translates the page. See `translateAll`. */
  translated?: string | undefined;
}

interface Fixtures {
  browser: Browser;
  /** A visit that successive tests of a file share. */
  shared: { name: string; visit: PageVisit | null };
  /** Opens the page as a new visitor. Checks at the end that there were no complaints. */
  visit: (options?: VisitOptions) => Promise<PageVisit>;
}

/** The browser of this worker. Fixtures of each `extend` would launch more. */
let launched: Promise<Browser> | undefined;

export const test = base.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      launched ??= chromium.launch(launchOptions());
      await use(await launched);
      await (await launched).close();
    },
    { scope: 'worker' },
  ],
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const shared: Fixtures['shared'] = { name: '', visit: null };
      await use(shared);
      await leave(shared);
    },
    { scope: 'file' },
  ],
  visit: async ({ browser, shared, onTestFailed }, use) => {
    const visits: PageVisit[] = [];
    // A page of a failed test may be in any state, so no other test uses it.
    onTestFailed(() => leave(shared));
    await use(
      async ({
        path = '/',
        origin = inject('origin'),
        servers = [],
        before,
        again,
        stays = false,
        translated = process.env.TRANSLATED,
        ...options
      } = {}) => {
        if (shared.visit && again === shared.name) {
          // A test may open the shared visit a second time.
          if (visits.includes(shared.visit)) hold(shared.visit);
          if (await goHome(shared.visit, stays)) {
            const [, hash] = path.split('#');
            if (hash && !(await isConnected(shared.visit.page))) await requestDialog(shared.visit.page, hash);
            visits.push(shared.visit);
            return shared.visit;
          }
        }
        // Motion is off, because a click may miss something that still scrolls. The window is as small as the wide
        // layout allows, because larger frames take longer.
        const context = await browser.newContext({
          baseURL: origin,
          reducedMotion: 'reduce',
          viewport: { width: 1024, height: 640 },
          ...options,
        });
        context.setDefaultTimeout(ACTION_TIMEOUT);
        context.setDefaultNavigationTimeout(NAVIGATION_TIMEOUT);
        const page = await context.newPage();
        const visit: PageVisit = { page, context, foreign: [], complaints: [], forgiven: [], wallets: [] };
        visits.push(visit);
        if (again) {
          await leave(shared);
          Object.assign(shared, { name: again, visit });
        }
        await listen(visit, [origin, ...servers]);
        if (translated !== undefined) await context.addInitScript(translateAll, translated);
        await before?.(page, context);
        await page.goto(path);
        return visit;
      },
    );
    for (const visit of visits) if (visit !== shared.visit) await visit.context.close();
    visits.forEach(hold);
  },
});

const hold = ({ complaints, forgiven }: PageVisit) =>
  expect(complaints.filter((one) => !forgiven.some((pattern) => pattern.test(one)))).toEqual([]);

/** Replaces Playwright's limit of 30 s, because a machine that runs all tests at once is slower. In ms. */
const ACTION_TIMEOUT = 45_000;
const NAVIGATION_TIMEOUT = 90_000;

/** How long to wait until a page of an earlier test is ready, in ms. */
const TIMEOUT = 15_000;

async function leave(shared: Fixtures['shared']) {
  await shared.visit?.context.close();
  shared.visit = null;
}

/** In the page: whether no dialog is open and no announcement is shown. */
const atHome = () =>
  location.hash === '' &&
  // A step back in the history is asynchronous, and would close the next dialog.
  !history.state?.depth &&
  !document.querySelector('dialog[open]') &&
  ![...document.querySelectorAll('[role=alert]')].some((alert) => alert.checkVisibility() && alert.textContent);

export const isConnected = (page: Page) => page.evaluate(() => document.documentElement.matches('[data-connected]'));

/** Resets a shared visit: nothing is stored, and no wallet is connected unless it `stays`. Returns whether it could. */
async function goHome({ page, context, wallets, foreign, complaints, forgiven }: PageVisit, stays: boolean) {
  const home = async () => {
    for (const tab of context.pages()) if (tab !== page) await tab.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (await page.evaluate(() => '__pwClock' in window)) await page.clock.resume();
    const leaves = !stays || !(await isConnected(page));
    for (const wallet of wallets) await (leaves ? wallet.reset({}) : wallet.rejectAll());
    // After this short timeout the caller opens a new page, which is quicker than a long wait.
    await expect
      .poll(
        async () => {
          if ((await page.evaluate(atHome)) && !(leaves && (await isConnected(page)))) return true;
          await page.keyboard.press('Escape');
          for (const close of await page.locator('[role=alert] button:visible').all()) await close.click();
          return false;
        },
        { timeout: 1_000 },
      )
      .toBe(true);
    await page.evaluate((leaves) => {
      // The page restores the connection from this record after a reload.
      const session = localStorage.getItem('iaborrow.session');
      localStorage.clear();
      sessionStorage.clear();
      if (session && !leaves) localStorage.setItem('iaborrow.session', session);
    }, leaves);
    await context.clearCookies();
  };
  // A page that does not answer can't be shared.
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT, false).unref());
  const came = await Promise.race([
    late,
    home().then(
      () => true,
      () => false,
    ),
  ]);
  for (const list of [foreign, complaints, forgiven]) list.length = 0;
  return came;
}

/** The policy also forbids features that some browsers lack. */
const UNKNOWN = /Permissions-Policy header: Unrecognized feature: 'bluetooth'/;

/** Tests resolve no other hosts, which Chromium reports. Requests to them are recorded separately. */
const UNFOUND = /net::ERR_NAME_NOT_RESOLVED$/;

/** In the page: reports motion, once each, although the visitor prefers less. */
const complainOfMotion = () => {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const said = new Set<string>();
  const complain = (name: string, target: EventTarget | null) => {
    const what = `${(target as Element).localName} moves: ${name}`;
    if (still.matches && !said.has(what)) Reflect.get(window, 'complain')(what);
    said.add(what);
  };
  const moves = ({ effect }: Animation) => Number(effect?.getComputedTiming().duration) > 0;
  /** Reports motion when it starts, because it may never end. */
  const begun = (name: string, target: EventTarget | null) => {
    const nameOf = (one: Animation) => Reflect.get(one, 'animationName') ?? Reflect.get(one, 'transitionProperty');
    const all = (target as Element).getAnimations({ subtree: true });
    if (all.some((one) => nameOf(one) === name && moves(one))) complain(name, target);
  };
  addEventListener('animationstart', ({ animationName, target }) => begun(animationName, target), true);
  addEventListener('transitionrun', ({ propertyName, target }) => begun(propertyName, target), true);
  // An animation may start and end between two frames.
  addEventListener('animationend', (event) => event.elapsedTime && complain(event.animationName, event.target), true);
  addEventListener('transitionend', (event) => event.elapsedTime && complain(event.propertyName, event.target), true);
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    if (moves(animation)) complain('by a script', this);
    return animation;
  };
};

/** Records complaints and requests to others, on all tabs of the visit. */
async function listen({ context, foreign, complaints }: PageVisit, known: string[]) {
  const hosts = known.map((url) => new URL(url).host);
  await context.exposeFunction('complain', (text: string) => complaints.push(text));
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      Reflect.get(window, 'complain')(`violation of ${violatedDirective}: ${blockedURI}`),
    ),
  );
  await context.addInitScript(complainOfMotion);
  await context.addInitScript(() => {
    for (const type of ['beforetoggle', 'toggle'])
      addEventListener(type, () => Object.assign(window, { turned: performance.now() }), true);
  });
  context.on('console', (message) => {
    // Browsers with visible tabs request /favicon.ico before they know the page's icon.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (['error', 'warning'].includes(message.type()) && !UNKNOWN.test(message.text()) && !UNFOUND.test(message.text()))
      complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && !hosts.includes(host)) foreign.push(request.url());
  });
  // Only the test can answer this request.
  context.on('response', (response) => {
    const nth = foreign.indexOf(response.url());
    if (nth >= 0) foreign.splice(nth, 1);
  });
  const watch = (page: Page) =>
    page.on('websocket', (socket) => {
      // Routes can't answer WebSockets here. Tests that use some have a local server.
      if (!/^(localhost|127\.0\.0\.1)$/.test(new URL(socket.url()).hostname)) foreign.push(socket.url());
    });
  context.on('page', watch);
  context.pages().forEach(watch);
}

export const answerFor = (context: BrowserContext, host: string) =>
  context.route(`https://${host}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>There</title>' }),
  );

/** For `before`: installs a clock that the test controls, and runs `scripts` in each document of the page. */
export const withClock =
  (...scripts: (() => void)[]) =>
  async (page: Page) => {
    await page.clock.install();
    for (const script of scripts) await page.addInitScript(script);
  };

/** Holds back `scripts` of the page until `release`. `before` is an option of the visit. */
export function withheld(scripts: Parameters<Page['route']>[0]) {
  const [release, released] = gate();
  const before = (page: Page) =>
    page.route(scripts, async (route) => {
      await released;
      await route.continue();
    });
  return { before, release };
}

/** Resolves once the page is hydrated and can open wallet dialogs. */
export const alive = async (page: Page) => {
  await page.locator('[data-alive]').nth(1).waitFor({ state: 'attached' });
  await page.locator('#wallet').waitFor({ state: 'attached' });
};

export const reloadPage = async (page: Page) => {
  await page.reload();
  await alive(page);
};

/** Checks that the page has added no history entry: going back leaves the site. */
export async function leavesSite(page: Page) {
  await page.goBack();
  await seen.poll(() => page.url()).toBe('about:blank');
}

/** Simulates a return to the tab, after which the page checks what it may have missed. */
export const lookAt = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Taps after a pause, because the dialog ignores taps that come right after another one. */
export async function tapLink(target: Locator, options?: { position?: { x: number; y: number }; force?: boolean }) {
  await target.waitFor();
  const sinceTurned = () => performance.now() - (Reflect.get(window, 'turned') ?? -1000);
  await expect.poll(() => target.page().evaluate(sinceTurned), { interval: 100 }).toBeGreaterThan(300);
  await target.tap(options);
}

/**
 * Opens a dialog by its hash. Waits for the step back in the history after a dialog was closed, which would undo the
 * new hash.
 */
export const requestDialog = (page: Page, hash: string) =>
  expect
    .poll(() =>
      page.evaluate(async (hash) => {
        const held = /^#(connect|sign-in|account|chain)$/.test(location.hash);
        if (held && !document.querySelector('dialog[open]')) return false;
        if (location.hash === `#${hash}`) return true;
        // Waits for `hashchange`, because a key that is pressed before it could reach the page first.
        const heard = new Promise((hear) => addEventListener('hashchange', hear, { once: true }));
        location.hash = hash;
        await heard;
        return true;
      }, hash),
    )
    .toBe(true);

/** Checks that the last dialog has cleared the hash, and opens another one by its hash. */
export const askAfresh = async (page: Page, hash: string) => {
  await seen(page).toHaveURL(/\/$/);
  await requestDialog(page, hash);
};

/** Requests dialogs by hash on a page whose clock the test controls. See `clockOf`. */
export function requesterOf(page: Page) {
  const { until } = clockOf(page);
  const dialogs = page.locator('dialog[open]');
  const closes = () =>
    until(async () => {
      if (await dialogs.count()) await page.keyboard.press('Escape');
      return (await dialogs.count()) === 0 && (await page.evaluate(() => location.hash === ''));
    }, 'all dialogs are closed');
  return {
    closes,
    /** Closes the open dialog, and requests another one. */
    requests: async (hash: string) => {
      await closes();
      await page.evaluate((hash) => {
        location.hash = hash;
      }, hash);
      await until(() => dialogs.count(), 'a dialog opens');
    },
  };
}

export async function breakPage(page: Page) {
  await page.evaluate(() => {
    Number.prototype.toLocaleString = () => {
      throw new Error('a fault in rendering');
    };
  });
  await page.getByRole('textbox', { name: 'Amount to borrow' }).fill('1234.5');
  await page.keyboard.press('Tab');
  await seen(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
}

export const alphaOf = (page: Page) => {
  const modal = page.getByRole('dialog', { name: 'How much USDC do you want to borrow?' });
  return {
    modal,
    /** The button at the top. Another one is at the end of the page. */
    join: page.getByRole('button', { name: 'Join Alpha', exact: true }).first(),
    field: modal.getByRole('textbox', { name: 'Amount' }),
    slider: modal.getByRole('slider', { name: 'Amount of USDC' }),
    less: modal.getByRole('button', { name: '1,000 less' }),
    more: modal.getByRole('button', { name: '1,000 more' }),
    request: modal.getByRole('button', { name: 'Request to Join Alpha' }),
    blocked: modal.getByRole('button', { name: 'Amount Exceeds Allocation' }),
    remaining: modal.getByRole('status', { name: 'Limited alpha allocation remaining!' }),
    close: modal.getByRole('button', { name: 'Close' }),
    /** The notice about a request to join. */
    told: page.locator('#alpha-island p[role=status]'),
    again: page.getByRole('link', { name: 'Open again (opens in a new tab)' }),
    dismiss: page.locator('#alpha-island > div').getByRole('button', { name: 'Close' }),
  };
};

export const connectOf = (page: Page) => {
  // Searches only the dialog, because searching the whole page by role takes long.
  const island = page.locator('#wallet-island');
  const dialog = island.getByRole('dialog', { name: /^Connect/ });
  const account = island.getByRole('dialog', { name: 'Account' });
  return {
    dialog,
    account,
    rows: dialog.getByRole('listitem').getByRole('button'),
    row: (name: string) =>
      dialog
        .getByRole('listitem')
        .getByRole('button')
        .filter({ has: page.getByText(name, { exact: true }) }),
    search: dialog.getByRole('searchbox', { name: 'Search wallets' }),
    back: dialog.getByRole('button', { name: 'Back' }),
    close: dialog.getByRole('button', { name: 'Close' }),
    retry: dialog.getByRole('button', { name: 'Retry' }),
    /** The reason of a wait or a failure. */
    status: dialog.getByRole('status').last(),
    leave: account.getByRole('button', { name: 'Disconnect' }),
    /** Announcements about the connection, outside of dialogs. */
    news: page.locator('#wallet-island > [role=status]'),
  };
};

type WalletOptions = Parameters<typeof installWallet>[1];
export type InjectedWallet = Awaited<ReturnType<typeof installWallet>>;

/** Visits `/#connect` with wallets in the browser. Sign-in is off, unless `origin` is another site. */
export async function visitWith(
  visit: Fixtures['visit'],
  options: WalletOptions[] = [{}],
  { before, ...others }: VisitOptions = {},
) {
  const installed: InjectedWallet[] = [];
  const visited = await visit({
    path: '/#connect',
    origin: inject('openOrigin'),
    ...others,
    before: async (page, context) => {
      for (const one of options) installed.push(await installWallet(context, one));
      await before?.(page, context);
    },
  });
  const { wallets } = visited;
  if (installed.length) wallets.push(...installed);
  else {
    const stays = others.stays && (await isConnected(visited.page));
    for (const [i, one] of options.entries())
      await (stays ? wallets[i]?.become(one ?? {}) : wallets[i]?.reset(one ?? {}));
  }
  const wallet = wallets[0] as InjectedWallet;
  return { ...visited, wallet, connect: connectOf(visited.page) };
}
