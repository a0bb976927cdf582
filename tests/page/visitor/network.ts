import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { DIST } from '../../support/build.ts';
import { createGate } from '../../support/gate.ts';
import type { startRelay } from '../../support/relay.ts';

/** Matches all scripts except the script of the static wallet list (`list-…`), which runs before hydration. */
export const PAGE_SCRIPT_PATTERN = /\/assets\/(?!list-)[^/]*\.js$/;

type Relay = Awaited<ReturnType<typeof startRelay>>;

/** Returns two functions: `before` delays `scripts` of a page, until `release` lets them load. */
export function createScriptDelay(scripts: Parameters<Page['route']>[0]) {
  const [release, released] = createGate();
  const before = (page: Page) =>
    page.route(scripts, async (route) => {
      await released;
      await route.continue();
    });
  return { before, release };
}

/** Returns a function that makes the page's open relay connections drop all messages, without closing them. */
export async function createRelaySilencer(page: Page, relay: Relay) {
  const [all, dead] = [new Set<object>(), new Set<object>()];
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
  return () => {
    for (const socket of all) dead.add(socket);
  };
}

/** Returns functions that delay WalletConnect's library, or make it fail to load. */
export async function interceptWalletConnectLibrary(page: Page, site: string) {
  let held: Route[] | null = null;
  const folder = join(`${DIST}-${site}`, 'assets');
  const files = readdirSync(folder).filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes('wc_sessionPropose'),
  );
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
