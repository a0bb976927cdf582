import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { DIST } from '../../support/build.ts';
import { createGate } from '../../support/gate.ts';
import type { startRelay } from '../../support/relay.ts';

/** The scripts of both bundles, but not the script for the list of wallets in the HTML. */
export const PAGE_SCRIPT_PATTERN = /\/assets\/(?!list-)[^/]*\.js$/;

type Relay = Awaited<ReturnType<typeof startRelay>>;

/** Answers all requests to `host` with an empty page. */
export const answerWithEmptyPage = (context: BrowserContext, host: string) =>
  context.route(`https://${host}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>There</title>' }),
  );

/** Returns options of a visit that delay `scripts` of the page until `release` is called. */
export function delayScripts(scripts: Parameters<Page['route']>[0]) {
  const [release, released] = createGate();
  const before = (page: Page) =>
    page.route(scripts, async (route) => {
      await released;
      await route.continue();
    });
  return { before, release };
}

/** Returns functions that delay the relay's messages to a page, and release them. */
export async function holdRelayMessages(page: Page, relay: Relay) {
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
    /**
     * How often the page has requested a session from the relay. WalletConnect's library repeats unanswered requests.
     */
    proposals: () => proposals,
    release: () => {
      const all = held ?? [];
      held = null;
      for (const send of all) send();
    },
  };
}

/** Returns functions that silence the page's open connections to the relay without a close event. */
export async function killRelayConnections(page: Page, relay: Relay) {
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

/** Returns functions that delay WalletConnect's library, or make it fail to load. */
export async function holdWalletConnectLibrary(page: Page, site: string) {
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
