import type { DownloadInstructions, StepDescription, WalletDescriptor } from './wallet';

export const walletWithIcon = (id: string, name: string, iconBackground: string) => ({
  id,
  name,
  iconUrl: `/wallets/${id}.svg`,
  iconBackground,
});

/** `page` is a download page for all phones, which visitors open, or scan as a QR code. */
export const phoneStoreLinks = ({ android, ios, page }: { android?: string; ios: string; page?: string }) => ({
  ...(android && { android: `https://play.google.com/store/apps/details?id=${android}` }),
  ios: `https://apps.apple.com/app/id${ios}`,
  ...(page && { mobile: page, qrCode: page }),
});

export const chromeStoreLink = (id: string) => ({ chrome: `https://chromewebstore.google.com/detail/${id}` });
export const edgeAddonLink = (id: string) => ({ edge: `https://microsoftedge.microsoft.com/addons/detail/${id}` });
export const firefoxAddonLink = (id: string) => ({ firefox: `https://addons.mozilla.org/firefox/addon/${id}` });

const instructions = (learnMoreUrl: string, install: StepDescription, last: 'scan' | 'refresh' | 'connect') => {
  const steps: DownloadInstructions['steps'] = [
    { step: 'install', title: 'install', description: install },
    { step: 'create', title: 'create', description: 'create' },
    { step: last, title: last, description: last },
  ];
  return { instructions: { learnMoreUrl, steps } };
};

/** The last step refreshes the page, which can't find the extension otherwise. */
export const createExtensionInstructions = (learnMoreUrl: string) =>
  instructions(learnMoreUrl, 'installExtension', 'refresh');

export const createDesktopAppFields = (uri: string, learnMoreUrl: string) => ({
  uri,
  ...instructions(learnMoreUrl, 'installDesktop', 'connect'),
});

/** Links use `https:` where possible, because any app can claim another app's scheme, and some do. */
export const createPairingFields = (
  link: string | WalletDescriptor['mobile'],
  learnMoreUrl: string,
  code = '{uri}',
) => ({
  connector: 'walletConnect' as const,
  mobile: typeof link === 'string' ? { ios: link, android: link } : { ...link },
  qrCode: { uri: code, ...instructions(learnMoreUrl, 'installMobile', 'scan') },
});
