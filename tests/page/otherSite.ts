import { tightened } from '../samples/alpha';
import { deploySite } from './deploy.ts';

/** Builds a site without sign-in, with a control in the header, and with little allocation left. */
export const deployOther = (dist: string, relayUrl = 'ws://127.0.0.1:1') =>
  deploySite(dist, {
    VITE_SIGN_IN: 'off',
    VITE_WALLET_CONTROL: 'header',
    VITE_ALPHA_ALLOCATED: String(tightened.allocated),
    VITE_WALLETCONNECT_RELAY_URL: relayUrl,
  });
