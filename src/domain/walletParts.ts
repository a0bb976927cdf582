import type { Instructions, StepKind, WalletDescriptor } from './wallet';

/** The parts of which the catalogue's wallets are made. */

/** A wallet whose picture stands in `src/public/wallets`, under its id. */
export const pictured = (id: string, name: string, iconBackground: string) => ({
  id,
  name,
  iconUrl: `/wallets/${id}.svg`,
  iconBackground,
});

export const android = (id: string) => ({ android: `https://play.google.com/store/apps/details?id=${id}` });
export const ios = (id: string) => ({ ios: `https://apps.apple.com/app/id${id}` });
export const chrome = (id: string) => ({ chrome: `https://chromewebstore.google.com/detail/${id}` });
export const edge = (id: string) => ({ edge: `https://microsoftedge.microsoft.com/addons/detail/${id}` });
export const firefox = (id: string) => ({ firefox: `https://addons.mozilla.org/firefox/addon/${id}` });
/** A page for phones of all kinds, to be visited or scanned. */
export const page = (url: string) => ({ mobile: url, qrCode: url });

const instructions = (learnMoreUrl: string, install: string, last: StepKind): Instructions => ({
  learnMoreUrl,
  steps: [
    { step: 'install', title: 'install', description: install },
    { step: 'create', title: 'create', description: 'create' },
    { step: last, title: last, description: last },
  ],
});

/** The way to an extension. A page that was open before must be reloaded to find it. */
export const extension = (learnMoreUrl: string) => ({
  instructions: instructions(learnMoreUrl, 'installExtension', 'refresh'),
});

/** The link that opens an app for desktops, and the way to that app. */
export const desktop = (uri: string, learnMoreUrl: string) => ({
  uri,
  instructions: instructions(learnMoreUrl, 'installDesktop', 'connect'),
});

/** The code that an app on a phone scans, and the way to that app. */
const scanned = (uri: string, learnMoreUrl: string) => ({
  uri,
  instructions: instructions(learnMoreUrl, 'installMobile', 'scan'),
});

/**
 * Speaks WalletConnect: by a code on another screen, by a link on its own phone. Links are `https:` where the
 * wallet has such: any app can claim a scheme of its own, and some have claimed a foreign one.
 */
export const paired = (link: string | WalletDescriptor['mobile'], learnMoreUrl: string, code = '{uri}') => ({
  connector: 'walletConnect' as const,
  mobile: typeof link === 'string' ? { ios: link, android: link } : { ...link },
  qrCode: scanned(code, learnMoreUrl),
});
