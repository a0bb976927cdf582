import { tightened } from '../samples/alpha';
import { deploySite } from './deploy.ts';

/**
 * Builds a site into `dist` for tests that need other options: no sign-in, a control in the header, and little left of
 * the allocation. It is built once for all of them, apart from its relay.
 */
export const deployOther = (dist: string, relayUrl = 'ws://127.0.0.1:1') =>
  deploySite(dist, {
    VITE_SIGN_IN: 'off',
    VITE_WALLET_CONTROL: 'header',
    VITE_ALPHA_ALLOCATED: String(tightened.allocated),
    VITE_WALLETCONNECT_RELAY_URL: relayUrl,
  });
