import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route, WebSocket } from '@playwright/test';
import type { LocalAccount } from 'viem/accounts';
import { afterAll, expect } from 'vitest';
import { nodeUrlsOf } from '#build/policy';
import { site } from '#site';
import { copySite, DIST, OPEN, serveSite } from '../support/build.ts';
import { startRelay } from '../support/relay.ts';
import type { OwnerAnswer } from '../wallet/owner.ts';
import { startPhone } from '../wallet/phone.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { noteCopies } from './inPage.ts';
import { seen } from './seen.ts';
import { test as base, connectOf, type PageVisit, requestDialog, type VisitOptions } from './visit.ts';

export type Relay = Awaited<ReturnType<typeof startRelay>>;
export type Phone = Awaited<ReturnType<typeof startPhone>>;

/** Returns the sessions that phone and page share. The phone may have more, if the page missed an approval. */
export const acknowledgedSessions = (phone: Phone) => phone.sessions().filter(({ acknowledged }) => acknowledged);

/** The relay's HTTP endpoint, which explains why it refuses a WebSocket. */
const httpOf = (relayUrl: string) => relayUrl.replace(/^ws/, 'http');

export const copyWithRelay = (dist: string, relayUrl: string, from = OPEN) =>
  copySite(from, dist, [site.wallet.relayUrl, httpOf(site.wallet.relayUrl)], [relayUrl, httpOf(relayUrl)]);

/** Chromium's messages about a refused or cut connection to the relay. They can't be disabled. */
export const CUT_OFF =
  /^(WebSocket connection to 'ws:\/\/127\.0\.0\.1.* failed|WebSocket is already in CLOSING|Failed to load resource: net::ERR_)/;

/** Whether `url` is that of an RPC node, which the page asks about the shown account. */
const isNode = (url: string) => nodeUrlsOf(site).some((node) => new URL(node).origin === new URL(url).origin);

export interface Relayed extends PageVisit {
  dialog: ReturnType<typeof relayedDialog>;
  sockets: string[];
  /** Open connections of the page to the relay since its last load. */
  lines: WebSocket[];
  /** Cuts off the relay, and waits until the page knows, because it repeats a message on a cut line after 15 s. */
  cutOff: () => Promise<void>;
}

const heard = new WeakMap<Page, { sockets: string[]; lines: WebSocket[]; frames: string[] }>();

interface Fixtures {
  /** Opens the page. Checks at the end that it contacted only its relay. */
  enter: (options?: VisitOptions) => Promise<Relayed>;
  phoneOf: (
    answer?: OwnerAnswer,
    account?: LocalAccount,
    more?: { chainIds?: number[]; generous?: boolean },
  ) => Promise<Phone>;
}

/** Page tests with a relay and phones. `make` builds a site that uses the relay into a folder. */
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
    relay: async ({ task: _ }, use) => {
      const { relay } = await setting;
      await use(relay);
      relay.allow();
      relay.thaw();
    },
    phoneOf: async ({ relay }, use) => {
      const phones: Phone[] = [];
      await use(async (answer: OwnerAnswer = 'approve', account = ACCOUNT, more = {}) => {
        const phone = await startPhone({ relayUrl: relay.url, account, answer, ...more });
        phones.push(phone);
        return phone;
      });
      for (const phone of phones) await phone.stop();
    },
    enter: async ({ relay, visit }, use) => {
      const { origin } = await setting;
      const entered: (Relayed & { frames: string[]; again: boolean })[] = [];
      /** Checks that the page contacted no other host, and disconnects the wallet before the next visit. */
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
            // A reload closes connections without an event.
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
        const relayed = { ...visited, ...what, dialog: relayedDialog(page), cutOff };
        entered.push({ ...relayed, again: Boolean(options.again) });
        return relayed;
      });
      await rest(entered);
    },
  });
}

async function isLeft({ page, dialog }: Relayed) {
  if (page.isClosed() || !(await page.locator('html[data-connected]').count())) return;
  if (!(await dialog.button('Disconnect').isVisible())) await dialog.account();
  await dialog.button('Disconnect').click();
  await seen(dialog.modal).toBeHidden();
}

/** Lets a test hold back the relay's messages to a page. */
export async function lineOf(page: Page, relay: Relay) {
  let held: (() => void)[] | null = null;
  let proposals = 0;
  await page.routeWebSocket(
    (url) => url.origin === relay.url,
    (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (String(message).includes('"wc_proposeSession"')) proposals += 1;
        server.send(message);
      });
      server.onMessage((message) => {
        if (held) held.push(() => socket.send(message));
        else socket.send(message);
      });
    },
  );
  return {
    hold: () => {
      held ??= [];
    },
    /** How often the page has asked the relay for a session so far. The library asks again while it gets no answer. */
    proposals: () => proposals,
    release: () => {
      const all = held ?? [];
      held = null;
      for (const send of all) send();
    },
  };
}

/** Lets a test silence the page's open connections to the relay, without a close event. */
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

/** Lets a test hold back the WalletConnect library when the page loads it, or make it fail. */
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
    isAwaited: () => Boolean(held?.length),
    release: () => end((route) => route.continue()),
    fail: () => end((route) => route.abort()),
  };
}

/** A message that occurs only in the WalletConnect library. */
const LIBRARY = 'wc_sessionPropose';

/** Returns the pairing URI of a link. Links to web pages contain it encoded. */
export const uriIn = (link: string) => decodeURIComponent(link.split('uri=')[1] ?? link);

export function relayedDialog(page: Page) {
  const { row, status, retry, back, close, news } = connectOf(page);
  const modal = page.locator('dialog#wallet');
  const code = modal.getByRole('img', { name: /^QR code to connect/ });
  const button = (name: string) => modal.getByRole('button', { name, exact: true });
  const tiles = modal.getByRole('list', { name: 'Wallets' });
  const tile = (name: string) => tiles.getByRole('link', { name: new RegExp(`^${name}( Recent)?$`) });
  const uri = async () => {
    await seen(code).toBeVisible();
    await page.evaluate(() => Reflect.deleteProperty(window, 'copied'));
    await button('Copy link').click();
    const copied = await page.waitForFunction((): string => Reflect.get(window, 'copied'));
    return copied.jsonValue();
  };
  const scan = async (phone: Phone, name = 'Rainbow') => {
    await row(name).click();
    await phone.pair(await uri());
  };
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
    ask: (hash: string) => requestDialog(page, hash),
    pick: (name: string) => row(name).click(),
    uri,
    scan,
    connects: async (phone: Phone, name?: string) => {
      await scan(phone, name);
      await seen(modal).toBeHidden();
    },
    link: (name: string | RegExp) => modal.getByRole('link', { name }),
    tiles,
    tile,
    linkOf: async (name: string) => {
      await seen(tile(name)).toHaveAttribute('href');
      return (await tile(name).getAttribute('href')) ?? '';
    },
    account: async () => {
      // The page ignores a request while a wallet connects.
      await seen(page).not.toHaveURL(/#connect$/);
      await requestDialog(page, 'account');
      await seen(modal.getByRole('heading', { name: 'Account' })).toBeVisible();
    },
  };
}
