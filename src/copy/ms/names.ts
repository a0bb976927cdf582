export const BROWSER_WALLET = 'Dompet pelayar';
