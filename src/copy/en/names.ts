/** The displayed name of a wallet in `window.ethereum` that has no name of its own. */
export const BROWSER_WALLET = 'Browser wallet';
