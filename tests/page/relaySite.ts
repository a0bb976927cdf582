import { afterAll, expect } from 'vitest';
import { nodeUrlsOf } from '#build/policy';
import { site } from '#site';
import { copySite, DIST, DIST_WITHOUT_SIGN_IN, serveSite } from '../support/build.ts';
import { startRelay } from '../support/relay.ts';
import type { OwnerAnswer } from '../wallet/owner.ts';
import { startPhone } from '../wallet/phone.ts';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test as base } from './visitor/fixtures.ts';
import { recordCopies } from './visitor/inPage.ts';
import type { Visitor } from './visitor/visitor.ts';

/** A simulated phone wallet, which connects through the relay. */
export type Phone = Awaited<ReturnType<typeof startPhone>>;

/** Returns the relay's HTTP URL, at which the page asks why the relay has refused a WebSocket. */
const httpOf = (relayUrl: string) => relayUrl.replace(/^ws/, 'http');

/** Copies the build in `from` to `dist`, and replaces the URL of WalletConnect's relay by `relayUrl`. */
export const copySiteWithRelay = (dist: string, relayUrl: string, from = DIST_WITHOUT_SIGN_IN) =>
  copySite(from, dist, [site.wallet.relayUrl, httpOf(site.wallet.relayUrl)], [relayUrl, httpOf(relayUrl)]);

/** Chromium's messages about a refused or cut connection to the relay. They can't be disabled. */
export const RELAY_ERROR_PATTERN =
  /^(WebSocket connection to 'ws:\/\/127\.0\.0\.1.* failed|WebSocket is already in CLOSING|Failed to load resource: net::ERR_)/;

/** Returns whether `url` belongs to an RPC node. The account dialog may send requests to these nodes. */
const isNode = (url: string) => nodeUrlsOf(site).some((node) => new URL(node).origin === new URL(url).origin);

/**
 * Returns a `test` with a local relay and simulated phones. A visit begins at `/#connect`, and may contact only the
 * relay and RPC nodes. `make` builds a site that uses the relay into the folder `dist`.
 */
export function createRelayTest(name: string, make: (dist: string, relayUrl: string) => unknown = copySiteWithRelay) {
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

  return (
    base
      .extend('relay', async ({ task: _ }, { onCleanup }) => {
        const { relay } = await setting;
        onCleanup(() => {
          relay.allow();
          relay.thaw();
        });
        return relay;
      })
      /** Cuts the relay's connections, and waits until the page has noticed, which can take 15 s. */
      .extend('cutOff', ({ relay }) => async ({ forgiven, lines }: Visitor) => {
        forgiven.push(RELAY_ERROR_PATTERN);
        relay.refuse();
        await expectPage.poll(() => lines.every((line) => line.isClosed())).toBe(true);
      })
      .extend('phoneOf', ({ relay }, { onCleanup }) => {
        const phones: Phone[] = [];
        onCleanup(async () => {
          for (const phone of phones) await phone.stop();
        });
        return async (answer: OwnerAnswer = 'approve') => {
          const phone = await startPhone({ relayUrl: relay.url, account: DEFAULT_ACCOUNT, answer });
          phones.push(phone);
          return phone;
        };
      })
      .extend('visit', async ({ relay, browse }, { onCleanup }) => {
        const { origin } = await setting;
        const visitors: Visitor[] = [];
        const isRelay = (url: string) => new URL(url).host === new URL(relay.url).host;
        onCleanup(() => {
          for (const { foreign, sockets, frames } of visitors) {
            expect(sockets.filter((url) => !isRelay(url))).toEqual([]);
            expect(foreign.filter((url) => !isNode(url) && !isRelay(url))).toEqual([]);
            expect(frames).toEqual([]);
          }
        });
        return async ({ scripts = [], ...options } = {}) => {
          const usual = { path: '/#connect', origin, permissions: ['clipboard-write'] };
          const visitor = await browse({ ...usual, scripts: [recordCopies, ...scripts], ...options });
          visitors.push(visitor);
          return visitor;
        };
      })
  );
}

/** Returns the WalletConnect pairing URI (EIP-1328) in a link, or the link itself if the link is a pairing URI. */
export const extractPairingUri = (link: string) => decodeURIComponent(link.split('uri=')[1] ?? link);
