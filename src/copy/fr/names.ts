export const BROWSER_WALLET = 'Portefeuille du navigateur';
