/** The name of a wallet in `window.ethereum` that does not say what it is called. */
export const BROWSER_WALLET = 'Browser wallet';
