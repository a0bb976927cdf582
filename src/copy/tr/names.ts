export const BROWSER_WALLET = 'Tarayıcı cüzdanı';
