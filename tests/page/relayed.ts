import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route, WebSocket } from '@playwright/test';
import type { LocalAccount } from 'viem/accounts';
import { afterAll, expect } from 'vitest';
import { nodesOf } from '#build/policy';
import { site } from '#site';
import { copySite, DIST, OPEN, serveSite } from '../support/build.ts';
import { startRelay } from '../support/relay.ts';
import type { Answer } from '../wallet/owner.ts';
import { startPhone } from '../wallet/phone.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { seen } from './seen.ts';
import { ask, test as base, connectOf, type Visit, type VisitOptions } from './visit.ts';

export type Relay = Awaited<ReturnType<typeof startRelay>>;
export type Phone = Awaited<ReturnType<typeof startPhone>>;

/** The sessions of a phone of which the page knows: an approval that it never heard of leaves one of the phone's own. */
export const settled = (phone: Phone) => phone.sessions().filter(({ acknowledged }) => acknowledged);

/** The address at which a relay answers over HTTP: there it says why it refuses a socket. */
const httpOf = (relayUrl: string) => relayUrl.replace(/^ws/, 'http');

/** Copies a build of the tests into `dist`, the same but for the address of the relay. */
export const copyWithRelay = (dist: string, relayUrl: string, from = OPEN) =>
  copySite(from, dist, [site.wallet.relayUrl, httpOf(site.wallet.relayUrl)], [relayUrl, httpOf(relayUrl)]);

/** Chromium's messages about a relay that lets no one in, or has cut the line. They cannot be switched off. */
export const CUT_OFF =
  /^(WebSocket connection to 'ws:\/\/127\.0\.0\.1.* failed|WebSocket is already in CLOSING|Failed to load resource: net::ERR_)/;

/** Whether `url` is that of a node: these are asked about the account that is shown. */
const isNode = (url: string) => nodesOf(site).some((node) => new URL(node).origin === new URL(url).origin);

/** The parts of a visit with a phone. */
export interface Relayed extends Visit {
  dialog: ReturnType<typeof dialogOf>;
  /** Addresses of all sockets that its tabs have opened. */
  sockets: string[];
  /** The page's lines to the relay since it was loaded. */
  lines: WebSocket[];
  /**
   * Cuts the relay off, and waits until the page has heard that. A message that it sends on a cut line is lost, and is
   * sent again only after 15 s.
   */
  cutOff: () => Promise<void>;
}

/** Events of each page. A page that is visited again tells of all its visits. */
const heard = new WeakMap<Page, { sockets: string[]; lines: WebSocket[]; frames: string[] }>();

interface Fixtures {
  /** Opens the page, with the relay that it was built for. At the end it may have spoken to nobody else. */
  enter: (options?: VisitOptions) => Promise<Relayed>;
  /** Buys a phone. */
  phoneOf: (
    answer?: Answer,
    account?: LocalAccount,
    more?: { chainIds?: number[]; generous?: boolean },
  ) => Promise<Phone>;
}

/**
 * Page tests with a relay of their own, and phones. `make` puts a site that uses the relay into the folder it is given.
 */
export function withRelay(name: string, make: (dist: string, relayUrl: string) => unknown = copyWithRelay) {
  const setting = (async () => {
    const relay = await startRelay();
    const dist = `${DIST}-${name}`;
    await make(dist, relay.url);
    return { relay, ...(await serveSite(dist)) };
  })();
  afterAll(async () => {
    const { relay, close } = await setting;
    close();
    await relay.close();
  });

  return base.extend<Fixtures & { relay: Relay }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    relay: async ({}, use) => {
      const { relay } = await setting;
      await use(relay);
      relay.allow();
      relay.thaw();
    },
    phoneOf: async ({ relay }, use) => {
      const phones: Phone[] = [];
      await use(async (answer: Answer = 'approve', account = ACCOUNT, more = {}) => {
        const phone = await startPhone({ relayUrl: relay.url, account, answer, ...more });
        phones.push(phone);
        return phone;
      });
      for (const phone of phones) await phone.stop();
    },
    enter: async ({ relay, visit }, use) => {
      const { origin } = await setting;
      const entered: (Relayed & { frames: string[]; again: boolean })[] = [];
      /** A visitor speaks to no one else, and leaves the wallet before the next visit. */
      const rest = async (those: typeof entered) => {
        for (const { foreign, sockets, frames } of those) {
          expect(sockets.filter((url) => new URL(url).origin !== new URL(relay.url).origin)).toEqual([]);
          const isRelay = (url: string) => new URL(url).host === new URL(relay.url).host;
          expect(foreign.filter((url) => !isNode(url) && !isRelay(url))).toEqual([]);
          expect(frames).toEqual([]);
        }
        for (const { again, ...one } of those) if (again) await isLeft(one);
      };
      await use(async ({ path = '/#connect', before, ...options } = {}) => {
        if (options.again) await rest(entered.filter(({ again }) => again));
        const visited = await visit({
          origin,
          path,
          permissions: ['clipboard-write'],
          ...options,
          before: async (page, context) => {
            const sockets: string[] = [];
            const lines: WebSocket[] = [];
            const frames: string[] = [];
            heard.set(page, { sockets, lines, frames });
            page.on('websocket', (line) => lines.push(line));
            // Lines of a page that is loaded anew are gone, which nobody says.
            page.on('request', (request) => {
              if (request.isNavigationRequest() && request.frame() === page.mainFrame()) lines.length = 0;
            });
            const listen = (tab: Page) => {
              tab.on('websocket', (socket) => sockets.push(socket.url()));
              tab.on('frameattached', (frame) => frames.push(frame.url()));
            };
            context.on('page', listen);
            listen(page);
            await context.addInitScript(noteCopies);
            await before?.(page, context);
          },
        });
        const { page, forgiven } = visited;
        const what = heard.get(page)!;
        const cutOff = async () => {
          forgiven.push(CUT_OFF);
          relay.refuse();
          await seen.poll(() => what.lines.every((line) => line.isClosed())).toBe(true);
        };
        const relayed = { ...visited, ...what, dialog: dialogOf(page), cutOff };
        entered.push({ ...relayed, again: Boolean(options.again) });
        return relayed;
      });
      await rest(entered);
    },
  });
}

/** A visitor with a phone disconnects, so that the page can be visited again. */
async function isLeft({ page, dialog }: Relayed) {
  if (page.isClosed() || !(await page.locator('html[data-connected]').count())) return;
  if (!(await dialog.button('Disconnect').isVisible())) await dialog.account();
  await dialog.button('Disconnect').click();
  await seen(dialog.modal).toBeHidden();
}

/** The line of a page to its relay, in the test's hand: what the relay says can be held back. */
export async function lineOf(page: Page, relay: Relay) {
  let held: (() => void)[] | null = null;
  await page.routeWebSocket(
    (url) => url.origin === relay.url,
    (socket) => {
      socket.connectToServer().onMessage((message) => {
        if (held) held.push(() => socket.send(message));
        else socket.send(message);
      });
    },
  );
  return {
    hold: () => {
      held ??= [];
    },
    release: () => {
      const all = held ?? [];
      held = null;
      for (const send of all) send();
    },
  };
}

/** The line of a page to its relay: those that are open die when told to, and nobody hears of it. */
export async function mortalLineOf(page: Page, relay: Relay) {
  let dead = new Set<object>();
  const all = new Set<object>();
  await page.routeWebSocket(
    (url) => url.origin === relay.url,
    (socket) => {
      all.add(socket);
      const server = socket.connectToServer();
      const pass = (send: () => void) => dead.has(socket) || send();
      socket.onMessage((message) => pass(() => server.send(message)));
      server.onMessage((message) => pass(() => socket.send(message)));
    },
  );
  return {
    die: () => {
      dead = new Set(all);
    },
  };
}

/** The library that reaches phones, in the test's hand: it can be held back when the page loads it, or never come. */
export async function libraryOf(page: Page, site: string) {
  let held: Route[] | null = null;
  const folder = join(`${DIST}-${site}`, 'assets');
  const files = readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes(LIBRARY));
  await page.route(
    (url) => files.some((name) => url.pathname.endsWith(name)),
    (route) => (held ? held.push(route) : route.continue()),
  );
  const end = (settle: (route: Route) => Promise<void>) => {
    const all = held ?? [];
    held = null;
    return Promise.all(all.map(settle));
  };
  return {
    hold: () => {
      held ??= [];
    },
    /** Whether the page waits for it. */
    isAwaited: () => Boolean(held?.length),
    release: () => end((route) => route.continue()),
    fail: () => end((route) => route.abort()),
  };
}

/** A message that only the library that reaches phones knows. */
const LIBRARY = 'wc_sessionPropose';

/** In the page: keeps what is copied, as the policy lets nobody read the clipboard. */
function noteCopies() {
  const { clipboard } = navigator;
  // An empty page has none.
  if (!clipboard) return;
  const { writeText } = clipboard;
  clipboard.writeText = async (text) => {
    await writeText.call(clipboard, text);
    Reflect.set(window, 'copied', text);
  };
}

/** The dialog in which everything about wallets is asked, as a visitor finds its parts. */
export function dialogOf(page: Page) {
  const { row, status, retry, back, close, news } = connectOf(page);
  const modal = page.locator('dialog#wallet');
  const code = modal.getByRole('img', { name: /^QR code to connect/ });
  const button = (name: string) => modal.getByRole('button', { name, exact: true });
  return {
    row,
    status,
    retry,
    back,
    close,
    news,
    modal,
    code,
    button,
    ask: (hash: string) => ask(page, hash),
    /** Chooses a wallet of the list. */
    pick: (name: string) => row(name).click(),
    /** The pairing URI of the code that is shown. */
    uri: async () => {
      await seen(code).toBeVisible();
      await page.evaluate(() => Reflect.deleteProperty(window, 'copied'));
      await button('Copy link').click();
      const copied = await page.waitForFunction((): string => Reflect.get(window, 'copied'));
      return copied.jsonValue();
    },
    /** Opens the account of who is connected. */
    account: async () => {
      // A request while a wallet connects is not heard.
      await seen(page).not.toHaveURL(/#connect$/);
      await ask(page, 'account');
      await seen(modal.getByRole('heading', { name: 'Account' })).toBeVisible();
    },
  };
}
