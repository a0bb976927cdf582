import { tightened } from '../worlds';
import { deploySite } from './deploy.ts';

/**
 * Puts a site into `dist` in which all is otherwise that some tests need otherwise: nobody must sign in, there is a
 * control in the header, and little is left of the allocation. For all of them it is built once, but for its relay.
 */
export const deployOther = (dist: string, relayUrl = 'ws://127.0.0.1:1') =>
  deploySite(dist, {
    VITE_SIGN_IN: 'off',
    VITE_WALLET_CONTROL: 'header',
    VITE_ALPHA_ALLOCATED: String(tightened.allocated),
    VITE_WALLETCONNECT_RELAY_URL: relayUrl,
  });
