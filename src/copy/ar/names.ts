export const BROWSER_WALLET = 'محفظة المتصفح';
