/** The name of a wallet in `window.ethereum` without a name. */
export const BROWSER_WALLET = 'Dompet pelayar';
