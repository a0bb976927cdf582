import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { tightAllocation } from '../samples/page';
import { copySite, DIST, serveSite } from '../support/build.ts';
import { listenOnFreePort } from '../support/listen.ts';

/** Matches local hosts with their ports, which differ in each run. */
const LOCAL = /\b(?:127\.0\.0\.1|localhost):\d+/g;

/** Builds the site into `dist`. Builds that differ only in local URLs are built once, and copied with the real URLs. */
export async function deploySite(dist: string, variables: Record<string, string> = {}) {
  const addresses = [...new Set(Object.values(variables).flatMap((value) => value.match(LOCAL) ?? []))];
  // The placeholders have equal lengths, so that none is a prefix of another.
  const standIns = addresses.map((address, i) => address.replace(/\d+$/, String(65_500 + i)));
  const named = Object.entries(variables).map(([name, value]) => [
    name,
    value.replace(LOCAL, (address) => standIns[addresses.indexOf(address)] ?? address),
  ]);
  const answer = await fetch(inject('builder'), { method: 'POST', body: JSON.stringify(Object.fromEntries(named)) });
  if (!answer.ok) throw new Error(await answer.text());
  copySite(await answer.text(), dist, standIns, addresses);
}

/** Builds a site without sign-in, with an account button in the header, and with little allocation left. */
export const deploySiteWithoutSignIn = (dist: string, relayUrl = 'ws://127.0.0.1:1') =>
  deploySite(dist, {
    VITE_SIGN_IN: 'off',
    VITE_WALLET_CONTROL: 'header',
    VITE_ALPHA_ALLOCATED: String(tightAllocation.allocated),
    VITE_WALLETCONNECT_RELAY_URL: relayUrl,
  });

/** Serves a site without sign-in until the tests of the file have ended. */
export function serveSiteWithoutSignIn(name: string) {
  const site = { dist: `${DIST}-${name}`, origin: '' };
  let close = () => {};
  beforeAll(async () => {
    await deploySiteWithoutSignIn(site.dist);
    const served = await serveSite(site.dist);
    [site.origin, close] = [served.origin, served.close];
  });
  afterAll(() => close());
  return site;
}

/** Starts a host that responds with a cacheable 404 for each path in `missing`, and else with `answer`. */
export async function startHostWithCached404(answer: RequestListener) {
  const host = { answer, missing: new Set<string>(), origin: '' };
  const server = createServer((request, response) => {
    const path = request.url?.replace(/[?#].*$/, '') ?? '';
    if (!host.missing.has(path)) return host.answer(request, response);
    return response.writeHead(404, { 'cache-control': 'public, max-age=31536000, immutable' }).end();
  });
  const { port, close } = await listenOnFreePort(server);
  host.origin = `http://localhost:${port}`;
  onTestFinished(close);
  return host;
}
