import type { DownloadInstructions, Wallet } from '#domain/wallet';

const instructions = (last: 'scan' | 'refresh' | 'connect'): DownloadInstructions => ({
  learnMoreUrl: 'https://wallet.example/learn',
  steps: [
    { step: 'install', title: 'install', description: 'installExtension' },
    { step: 'create', title: 'create', description: 'create' },
    { step: last, title: last, description: last },
  ],
});

const nowhere = { extension: null, desktop: null, mobile: null, qrCode: null };
const extension = 'https://wallet.example/extension';
const desktop = 'https://wallet.example/desktop';
const phone = { mobile: 'https://wallet.example/phone', qrCode: 'https://wallet.example/scan' };

const wallet = (id: string, name: string, rest: Partial<Wallet>): Wallet => ({
  id,
  name,
  shortName: name,
  icon: { src: null, background: '#fff' },
  groupName: 'Popular',
  groupIndex: 1,
  installed: false,
  ready: true,
  recent: false,
  latest: false,
  holdsSolana: false,
  connector: 'walletConnect',
  announcement: null,
  get: nowhere,
  explains: { extension: null, desktop: null, mobile: null },
  templates: { qrCode: '{uri}', link: null },
  ...rest,
});

/** A wallet that is installed as a browser extension and has announced itself (EIP-6963). */
export const installedWallet = wallet('io.fox', 'Fox', {
  groupName: '',
  groupIndex: 0,
  installed: true,
  connector: 'injected',
  announcement: '1f0c9cf0-0000-4000-8000-000000000001',
});

/** A wallet that connects by a code. It is available on phones, in the browser and on desktops, with instructions. */
export const scannedWallet = wallet('arc', 'Arc', {
  get: { extension, desktop, ...phone },
  explains: {
    extension: instructions('refresh'),
    desktop: instructions('connect'),
    mobile: instructions('scan'),
  },
  templates: { qrCode: '{uri}', link: 'https://arc.example/wc?uri={encoded}' },
});

/** A wallet like `scannedWallet`, but without instructions to install it. */
export const walletWithoutInstructions = wallet('bay', 'Bay', {
  get: { extension, desktop, ...phone },
  templates: { qrCode: '{uri}', link: 'https://bay.example/wc?uri={encoded}' },
});

/** A wallet that connects by a code, and is available only on phones. */
export const mobileOnlyWallet = wallet('cove', 'Cove', {
  get: { ...nowhere, ...phone },
  explains: { extension: null, desktop: null, mobile: instructions('scan') },
  templates: { qrCode: 'cove:{encoded}', link: 'cove://wc?uri={encoded}' },
});

/** A wallet that is not installed, and is available only on desktops. */
export const desktopOnlyWallet = wallet('dune', 'Dune', {
  connector: 'injected',
  ready: false,
  get: { ...nowhere, desktop },
  explains: { extension: null, desktop: instructions('connect'), mobile: null },
});

const extensionOnlyWallet = wallet('elm', 'Elm', {
  connector: 'injected',
  ready: false,
  get: { ...nowhere, extension },
  explains: { extension: instructions('refresh'), desktop: null, mobile: null },
});

/** A wallet that is not installed and cannot be downloaded. */
export const unavailableWallet = wallet('fern', 'Fern', {
  groupName: 'More',
  groupIndex: 2,
  connector: 'injected',
  ready: false,
});

/** A wallet that is not installed, and exists only as an app with its own browser. Only phones list it. */
export const inAppBrowserWallet = wallet('gale', 'Gale', {
  connector: 'injected',
  ready: false,
  get: { ...nowhere, ...phone },
});

/** The wallet list on desktop. */
export const sampleWallets = [
  installedWallet,
  scannedWallet,
  walletWithoutInstructions,
  mobileOnlyWallet,
  desktopOnlyWallet,
  extensionOnlyWallet,
  unavailableWallet,
];

/** The wallet list on phones. */
export const samplePhoneWallets = [...sampleWallets, inAppBrowserWallet];

/** Returns a pairing URI (EIP-1328) that contains the number `nth`. */
export const nthPairingUri = (nth: number) =>
  `wc:${String(nth).padStart(64, '0')}@2?relay-protocol=irn&symKey=${String(nth).padStart(64, 'f')}`;
