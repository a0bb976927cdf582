import { expect, test } from 'vitest';
import { SiteError } from '#domain/errors';
import type { WalletDescriptor } from '#domain/wallet';
import { validateWallets } from '#domain/walletValidation';

const fox: WalletDescriptor = { id: 'fox', name: 'Fox', iconBackground: '#fff', connector: 'walletConnect' };
const popular = [{ groupName: 'Popular', wallets: ['fox'] }];

function refusal(groups: typeof popular, known: WalletDescriptor[]) {
  try {
    validateWallets(groups, known);
  } catch (error) {
    expect(error).toBeInstanceOf(SiteError);
    return [(error as SiteError).field, (error as SiteError).message];
  }
}
const refused = (change: object) => refusal(popular, [{ ...fox, ...change }]);

const named = (groupName: string, ...wallets: string[]) => ({ groupName, wallets });
test.each([
  ['wallet.groups', 'No wallet list was provided', []],
  ['wallet.groups[1].wallets', 'No wallets provided for group: More', [...popular, named('More')]],
  ['wallet.groups[0].groupName', 'wallet.groups[0].groupName must not be empty', [named(' ', 'fox')]],
  [
    'wallet.groups[0].wallets',
    'wallet.groups[0].wallets names an unknown wallet, "wolf"',
    [named('Popular', 'fox', 'wolf')],
  ],
  [
    'wallet.groups[1].wallets',
    'wallet.groups[1].wallets names "fox", which is listed already',
    [...popular, named('More', 'fox')],
  ],
])('refuses groups of wallets with an error for the field %s: %s', (field, sentence, groups) =>
  expect(refusal(groups, [fox])).toEqual([field, sentence]),
);

test('accepts groups that all contain wallets', () => expect(refusal(popular, [fox])).toBeUndefined());

test('refuses two wallets with the same id', () =>
  expect(refusal(popular, [fox, fox])).toEqual(['fox.id', 'There are two wallets with the id "fox"']));

test.each<[isValid: boolean, accents: string[]]>([
  [true, ['#fff', '#FFF', '#36114D']],
  [false, ['', 'fff', '#ff', '#ffff', '#fffff', '#36114Dff', '#36114g', 'red', '#fff; x', '#fff\n']],
])("an icon's accent colour must be # and 3 or 6 hex digits (valid: %s): %j", (isValid, accents) => {
  for (const iconAccent of accents) {
    const sentence = `fox.iconAccent must be # and 3 or 6 hex digits, not "${iconAccent}"`;
    expect(refused({ iconAccent })).toEqual(isValid ? undefined : ['fox.iconAccent', sentence]);
  }
});

const instructions = {
  steps: [{ step: 'scan', title: 'scan', description: 'scan' }],
  learnMoreUrl: 'https://fox.example/',
};

test.each(['injected', 'coinbase', 'safe'])('refuses a step to scan a code for the connector %s', (connector) => {
  const change = { connector, qrCode: { uri: '{uri}', instructions } };
  expect(refused(change)).toEqual([
    'fox.qrCode.instructions.steps',
    `Fox has a step to scan a code, but its connector "${connector}" shows none`,
  ]);
  expect(refused({ ...change, connector: 'walletConnect' })).toBeUndefined();
});

test.each(['desktop', 'windows', 'macos', 'linux'])('refuses an app for %s without a link that opens it', (device) => {
  const change = { downloadUrls: { [device]: 'https://fox.example/app' } };
  const refusedApp = [
    'fox.desktop.uri',
    'Fox has an app for desktops, but no link that opens it: set fox.desktop.uri and the connector "walletConnect"',
  ];
  const desktop = { uri: 'fox://wc?uri={encoded}', instructions: { ...instructions, steps: [] } };
  expect(refused(change)).toEqual(refusedApp);
  expect(refused({ ...change, desktop, connector: 'injected' })).toEqual(refusedApp);
  expect(refused({ ...change, desktop })).toBeUndefined();
  expect(refused({ ...change, desktop: { ...desktop, uri: 'https://fox.example' } })?.[0]).toBe('fox.desktop.uri');
});

const bad = ['http://fox.example', 'fox.example', '//fox.example', 'javascript:alert(1)', 'fox://get', ''];
test.each(bad)('a download link, or one to more information, may not be %j', (url) => {
  const sentence = `fox.downloadUrls.ios must be an https URL, not "${url}"`;
  expect(refused({ downloadUrls: { ios: url } })).toEqual(['fox.downloadUrls.ios', sentence]);
  const extension = { instructions: { steps: [], learnMoreUrl: url } };
  expect(refused({ extension })?.[0]).toBe('fox.extension.instructions.learnMoreUrl');
});

test.each(['https://fox.example/wc?uri={encoded}', 'fox://wc?uri={encoded}', 'web+fox:{encoded}', '{uri}'])(
  'a link that opens a wallet may be %s',
  (link) => expect(refused({ mobile: { ios: link }, qrCode: { uri: link } })).toBeUndefined(),
);

test.each([
  'https://fox.example/wc',
  'http://fox.example/wc?uri={encoded}',
  'javascript:alert("{encoded}")',
  ' java\nscript:alert("{encoded}")',
  'JavaScript:alert("{encoded}")',
  'data:text/html,{encoded}',
  'vbscript:{encoded}',
  'file:///{encoded}',
  'blob:https://fox.example/{encoded}',
  '/wc?uri={encoded}',
  '{encoded}',
])('a link that opens a wallet may not be %j', (link) => {
  const sentence = `fox.mobile.android must be an https link or one of the wallet's own scheme, with {uri} or {encoded}, not "${link}"`;
  expect(refused({ mobile: { android: link } })).toEqual(['fox.mobile.android', sentence]);
  expect(refused({ qrCode: { uri: link } })?.[0]).toBe('fox.qrCode.uri');
});

const badIcons = ['https://fox.example/fox.svg', '//fox.example/fox.svg', '/\\fox.example', 'data:image/svg+xml,', ''];
test.each(badIcons)("a wallet's icon may not be at %j", (iconUrl) => {
  const sentence = `fox.iconUrl must be a path on this site, not "${iconUrl}"`;
  expect(refused({ iconUrl })).toEqual(['fox.iconUrl', sentence]);
});

const conditional = [{ connector: 'injected' }, { rdns: 'com.fox' }, { flags: ['isFox'] }];
test.each(conditional)('refuses wallets if none always connects by WalletConnect: the only one has %j', (change) => {
  expect(refused(change)).toEqual([
    'wallet.groups',
    'wallet.groups must list at least one wallet that is reached through WalletConnect and has neither rdns nor flags, such as "walletConnect": phones are led to all apps by it, whatever is installed',
  ]);
});
