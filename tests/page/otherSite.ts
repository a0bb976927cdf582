import { afterAll, beforeAll } from 'vitest';
import { tightened } from '../samples/alpha';
import { DIST, serveSite } from '../support/build.ts';
import { deploySite } from './deploy.ts';

/** Builds a site without sign-in, with a control in the header, and with little allocation left. */
export const deployOther = (dist: string, relayUrl = 'ws://127.0.0.1:1') =>
  deploySite(dist, {
    VITE_SIGN_IN: 'off',
    VITE_WALLET_CONTROL: 'header',
    VITE_ALPHA_ALLOCATED: String(tightened.allocated),
    VITE_WALLETCONNECT_RELAY_URL: relayUrl,
  });

/** Serves such a site while the tests run. */
export function serveOther(name: string) {
  const site = { dist: `${DIST}-${name}`, origin: '' };
  let close = () => {};
  beforeAll(async () => {
    await deployOther(site.dist);
    const served = await serveSite(site.dist);
    [site.origin, close] = [served.origin, served.close];
  });
  afterAll(() => close());
  return site;
}
