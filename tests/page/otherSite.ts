import { tightened } from '../samples/alpha';
import { deploySite } from './deploy.ts';

/**
 * Builds a site into `dist` with other options: no sign-in, a control in the header, and little allocation left. All
 * tests share one build, except for the relay.
 */
export const deployOther = (dist: string, relayUrl = 'ws://127.0.0.1:1') =>
  deploySite(dist, {
    VITE_SIGN_IN: 'off',
    VITE_WALLET_CONTROL: 'header',
    VITE_ALPHA_ALLOCATED: String(tightened.allocated),
    VITE_WALLETCONNECT_RELAY_URL: relayUrl,
  });
