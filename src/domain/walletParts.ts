import type { DownloadInstructions, StepDescription, WalletDescriptor } from './wallet';

export const walletWithIcon = (id: string, name: string, iconBackground: string) => ({
  id,
  name,
  iconUrl: `/wallets/${id}.svg`,
  iconBackground,
});

export const androidApp = (id: string) => ({ android: `https://play.google.com/store/apps/details?id=${id}` });
export const iosApp = (id: string) => ({ ios: `https://apps.apple.com/app/id${id}` });
export const chromeExtension = (id: string) => ({ chrome: `https://chromewebstore.google.com/detail/${id}` });
export const edgeExtension = (id: string) => ({ edge: `https://microsoftedge.microsoft.com/addons/detail/${id}` });
export const firefoxExtension = (id: string) => ({ firefox: `https://addons.mozilla.org/firefox/addon/${id}` });
/** A download page for all phones, to visit or to scan. */
export const downloadPage = (url: string) => ({ mobile: url, qrCode: url });

const instructions = (
  learnMoreUrl: string,
  install: StepDescription,
  last: 'scan' | 'refresh' | 'connect',
): DownloadInstructions => ({
  learnMoreUrl,
  steps: [
    { step: 'install', title: 'install', description: install },
    { step: 'create', title: 'create', description: 'create' },
    { step: last, title: last, description: last },
  ],
});

/** Instructions for an extension. A page that was open before must be reloaded to find it. */
export const extensionInstructions = (learnMoreUrl: string) => ({
  instructions: instructions(learnMoreUrl, 'installExtension', 'refresh'),
});

export const desktopApp = (uri: string, learnMoreUrl: string) => ({
  uri,
  instructions: instructions(learnMoreUrl, 'installDesktop', 'connect'),
});

const scanned = (uri: string, learnMoreUrl: string) => ({
  uri,
  instructions: instructions(learnMoreUrl, 'installMobile', 'scan'),
});

/**
 * Connects by WalletConnect: by a code on another screen, by a link on the same phone. Links use `https:` where
 * possible, because any app can claim a scheme, and some have claimed a foreign one.
 */
export const pairingByCode = (link: string | WalletDescriptor['mobile'], learnMoreUrl: string, code = '{uri}') => ({
  connector: 'walletConnect' as const,
  mobile: typeof link === 'string' ? { ios: link, android: link } : { ...link },
  qrCode: scanned(code, learnMoreUrl),
});
