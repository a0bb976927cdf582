import { expect, test } from 'vitest';
import { walletCatalogue } from '#domain/catalogue';
import { identifyLegacyProvider } from '#domain/legacyProvider';

const identified = (provider: object) => identifyLegacyProvider(provider, walletCatalogue, 'Browser wallet');
const nameless = { uuid: 'window.ethereum', rdns: 'window.ethereum', name: 'Browser wallet', icon: null };

test.each([
  ['trust', { isTrust: true, isMetaMask: true }],
  ['trust', { isTrustWallet: true }],
  ['metaMask', { isMetaMask: true }],
  ['okx', { isOkxWallet: true, isMetaMask: true }],
  ['imToken', { isImToken: true }],
  ['bitget', { isBitKeep: true, isMetaMask: true }],
  ['coinbase', { isCoinbaseWallet: true, isCoinbaseBrowser: true }],
  ['rainbow', { isRainbow: true, isMetaMask: true }],
  ['tokenPocket', { isTokenPocket: true, isMetaMask: true }],
  ['phantom', { isPhantom: true, isMetaMask: true }],
  ['brave', { isBraveWallet: true, isMetaMask: true }],
  ['mew', { isMEWwallet: true }],
])('window.ethereum is recognised as the wallet %s by its flags %j', (id, flags) => {
  const { name, rdns = 'window.ethereum', iconUrl = null } = walletCatalogue.find((wallet) => wallet.id === id)!;
  const announcement = { uuid: 'window.ethereum', rdns, name, icon: iconUrl, wallet: id };
  expect(identified(flags)).toEqual(announcement);
  expect(identified(Object.create(flags))).toEqual(announcement);
});

const thrower = () => {
  throw new Error('wallets fight');
};
test.each([
  ['no flag', {}],
  ['a flag that is a text', { isMetaMask: 'yes' }],
  ['flags that are false', { isMetaMask: false, isTrust: false }],
  // A wallet that imitates MetaMask sets MetaMask's flag besides its own.
  ['an unknown flag', { isMetaMask: true, isUnknownWallet: true }],
  ['reads that throw', new Proxy({}, { get: thrower, ownKeys: thrower })],
])('window.ethereum gets a generic name if it has %s', (_, provider) => expect(identified(provider)).toEqual(nameless));

test('no two wallets share a flag or an announced name', () => {
  const marks = walletCatalogue.flatMap(({ rdns = [], otherRdns = [], flags = [] }) => [rdns, otherRdns, flags].flat());
  expect(new Set(marks).size).toBe(marks.length);
});
