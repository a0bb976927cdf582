export const BROWSER_WALLET = 'براؤزر والیٹ';
