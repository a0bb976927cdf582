export const BROWSER_WALLET = 'Dompet peramban';
