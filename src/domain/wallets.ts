import type { Announcement } from './announcement';
import type { FailureReason } from './attempt';
import type { Language } from './language';
import { chooseTranslation } from './localized';
import type { StoredConnection } from './records';
import { hasWalletApps, type VisitorDevice } from './visitor';
import type { Wallet, WalletDescriptor, WalletGroup } from './wallet';

const RECENT = 3;

/** The largest number of listed wallets, however many wallets announce themselves. */
export const LISTED_WALLETS_LIMIT = 60;

/** The group of announced wallets. It comes before all other groups, and has no name. */
const INSTALLED = { groupName: '', groupIndex: 0 };

function downloadsFor({ downloadUrls: at = {} }: WalletDescriptor, { browser, os }: VisitorDevice): Wallet['get'] {
  const qrCode = at.qrCode ?? at.mobile ?? null;
  if (os === 'android' || os === 'ios')
    return { extension: null, desktop: null, mobile: at[os] ?? at.mobile ?? null, qrCode };
  const extension = {
    chrome: at.chrome,
    brave: at.chrome,
    edge: at.edge ?? at.chrome,
    opera: at.opera ?? at.chrome,
    firefox: at.firefox,
    safari: at.safari,
    other: undefined,
  }[browser];
  return {
    extension: extension ?? at.browserExtension ?? null,
    desktop: (os === 'other' ? undefined : at[os]) ?? at.desktop ?? null,
    mobile: at.mobile ?? qrCode,
    qrCode,
  };
}

function walletOf(
  descriptor: WalletDescriptor,
  visitor: VisitorDevice,
  group: Pick<Wallet, 'groupName' | 'groupIndex'>,
): Wallet {
  const { id, name, iconUrl = null, iconBackground, iconAccent, connector, mobile, qrCode, desktop } = descriptor;
  const { os, webView } = visitor;
  const link = (os === 'android' || os === 'ios' ? mobile?.[os] : os === 'other' ? null : desktop?.uri) ?? null;
  return {
    id,
    name,
    shortName: descriptor.shortName ?? name.replace(/ Wallet$/, ''),
    icon: { src: iconUrl, background: iconBackground, ...(iconAccent && { accent: iconAccent }) },
    ...group,
    installed: false,
    ready: connector !== 'injected',
    recent: false,
    latest: false,
    holdsSolana: descriptor.holdsSolana ?? false,
    connector,
    announcement: null,
    get: downloadsFor(descriptor, visitor),
    explains: {
      extension: descriptor.extension?.instructions ?? null,
      desktop: descriptor.desktop?.instructions ?? null,
      mobile: qrCode?.instructions ?? null,
    },
    templates: { qrCode: qrCode?.uri ?? '{uri}', link: webView && !link?.startsWith('https:') ? null : link },
  };
}

export interface WalletSources {
  groups: WalletGroup[];
  language: Language;
  known: WalletDescriptor[];
  visitor: VisitorDevice;
  announced: Announcement[];
  /** Ids of the wallets that were connected, newest first. */
  recents: string[];
  latest: string | null;
  /** The stored connection. Its wallet is listed even if it has not announced itself. */
  remembered?: Pick<StoredConnection, 'id' | 'connector' | 'name'> | null;
}

/**
 * Installed wallets come before all groups, and recent ones come first in their group. A late announcement moves no
 * other wallet, unless it pushes the last recent wallet out of the recent ones.
 *
 * An announced wallet replaces the configured one with its rdns or flag. It keeps its own name and icon, so that
 * visitors notice an impostor. If several claim to be one wallet, all are listed.
 */
export function listWallets(sources: WalletSources): Wallet[] {
  const { groups, language, known, visitor, announced, recents, latest, remembered } = sources;
  const configured = groups.flatMap(({ groupName, wallets }, index) =>
    wallets.flatMap((id) => {
      const descriptor = known.find((wallet) => wallet.id === id);
      const here = descriptor && (descriptor.connector !== 'safe' || visitor.framed);
      return here
        ? [{ descriptor, group: { groupName: chooseTranslation(groupName, language), groupIndex: index + 1 } }]
        : [];
    }),
  );

  const placeOf = ({ rdns, wallet }: Announcement) =>
    configured.find(
      ({ descriptor }) => descriptor.id === wallet || descriptor.rdns === rdns || descriptor.otherRdns?.includes(rdns),
    )?.descriptor;
  const once = announced.filter(({ uuid }, i) => announced.findIndex((other) => other.uuid === uuid) === i);
  // Limits only unknown wallets, so that any number of them displaces no configured one.
  const strangers = once.filter((one) => !placeOf(one)).slice(0, Math.max(0, LISTED_WALLETS_LIMIT - configured.length));
  const heard = once.filter((one) => placeOf(one) || strangers.includes(one));
  const given = new Set<string>();
  const reserved = new Set(configured.map(({ descriptor }) => descriptor.id));
  const installed = heard.map((announcement): Wallet => {
    const { uuid, rdns, name, icon } = announcement;
    const place = placeOf(announcement);
    const descriptor: WalletDescriptor = place ?? { id: rdns, name, iconBackground: '#fff', connector: 'injected' };
    const taken = (id: string) => given.has(id) || (reserved.has(id) && id !== place?.id);
    let id = descriptor.id;
    for (let nth = 2; taken(id); nth++) id = `${descriptor.id}-${nth}`;
    given.add(id);
    const wallet = walletOf(descriptor, visitor, INSTALLED);
    return {
      ...wallet,
      id,
      name,
      shortName: name,
      icon: { ...wallet.icon, src: icon },
      installed: true,
      ready: true,
      connector: 'injected',
      announcement: uuid,
      // An installed wallet connects directly, so no link into its app is needed.
      templates: { ...wallet.templates, link: null },
    };
  });

  const silent = configured.filter(({ descriptor }) => !given.has(descriptor.id));
  const others = silent.map(({ descriptor, group }) => walletOf(descriptor, visitor, group));
  const isOnPhone = hasWalletApps(visitor);
  // Phones have no browser extensions, so phones list only wallets with an app.
  const all = [...installed, ...others.filter(({ ready, get }) => ready || !isOnPhone || get.mobile !== null)];
  if (remembered?.name && remembered.connector === 'injected' && !all.some(({ id }) => id === remembered.id)) {
    const { id, name } = remembered;
    const place = { groupName: chooseTranslation(groups.at(-1)?.groupName ?? '', language), groupIndex: groups.length };
    all.push(walletOf({ id, name, iconBackground: '#fff', connector: 'injected' }, visitor, place));
  }
  const last = [...new Set(recents)].filter((id) => all.some((wallet) => wallet.id === id)).slice(0, RECENT);
  const rank = ({ id }: Wallet) => (last.includes(id) ? last.indexOf(id) : RECENT);
  return all
    .map((wallet) => ({ ...wallet, recent: last.includes(wallet.id), latest: wallet.id === latest }))
    .sort((a, b) => a.groupIndex - b.groupIndex || rank(a) - rank(b));
}

export function groupWallets(wallets: Wallet[]): { name: string; wallets: Wallet[] }[] {
  const names = [...new Set(wallets.map(({ groupName }) => groupName))];
  return names.map((name) => ({ name, wallets: wallets.filter(({ groupName }) => groupName === name) }));
}

const foldCase = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

export function searchWallets(wallets: Wallet[], query: string) {
  const wanted = foldCase(query);
  // Returns the same array, so that React does not render the list again.
  if (!wanted) return wallets;
  return wallets.filter(({ name, shortName }) => [name, shortName].some((text) => foldCase(text).includes(wanted)));
}

export const isSearchable = (wallets: Wallet[]) => wallets.length >= 9;

const KINDS = [
  undefined,
  'phone',
  'browser',
  'phoneBrowser',
  'desktop',
  'phoneDesktop',
  'browserDesktop',
  'phoneBrowserDesktop',
] as const;

export const isDownloadable = ({ get }: Pick<Wallet, 'get'>) => Object.values(get).some((url) => url !== null);

/** Returns the copy's key for the kinds of device that a wallet runs on. Undefined if there are none. */
export const deviceKindsOf = ({ extension, desktop, mobile, qrCode }: Wallet['get']) =>
  KINDS[(mobile || qrCode ? 1 : 0) + (extension ? 2 : 0) + (desktop ? 4 : 0)];

export const isMissingWallet = (wallet: Wallet | undefined) =>
  wallet !== undefined && !wallet.ready && isDownloadable(wallet);

/** Whether another attempt may succeed. It cannot without https, or if a missing wallet has no download. */
export const isRetryable = (reason: FailureReason | null, wallet: Pick<Wallet, 'get'>) =>
  reason !== 'insecure' && (reason !== 'notFound' || isDownloadable(wallet));

export type DownloadMethod = 'choice' | 'phone' | 'desktop' | 'extension';

/** Returns how a visitor on desktop downloads a wallet: by `extension` if there is no link at all. */
export function downloadMethodOf(wallet: Pick<Wallet, 'get'> | undefined): DownloadMethod {
  const { qrCode, desktop, extension } = wallet?.get ?? {};
  if (qrCode) return extension || desktop ? 'choice' : 'phone';
  return desktop ? 'desktop' : 'extension';
}

export const listDownloadableWallets = (wallets: Wallet[]) =>
  wallets.filter(({ installed, get }) => !installed && (get.extension || get.desktop || get.qrCode)).slice(0, 5);

export const listDownloadableApps = (wallets: Wallet[]) =>
  wallets.filter(({ installed, get }) => !installed && get.mobile).slice(0, 3);

const fillTemplate = (template: string | null, uri: string) =>
  template !== null && uri.startsWith('wc:')
    ? template.replace(/\{(uri|encoded)\}/g, (_, form) => (form === 'uri' ? uri : encodeURIComponent(uri)))
    : null;

/** Returns the text of the QR code for a pairing `uri`, or null if `uri` is invalid (EIP-1328). */
export const createPairingCode = ({ templates }: Wallet, uri: string) => fillTemplate(templates.qrCode, uri);
export const appUrlOf = ({ templates }: Pick<Wallet, 'templates'>) => templates.link?.replace(/[?{].*$/, '') ?? null;

/** Returns the stored `link` if it opens the app of that wallet in `known`, else null: a stored link may be forged. */
export const findTrustedAppLink = (
  link: string | undefined,
  { id, connector }: Pick<Wallet, 'id' | 'connector'>,
  known: Wallet[],
): string | null =>
  link && connector === 'walletConnect' && known.some((one) => one.id === id && appUrlOf(one) === link) ? link : null;

/** Whether the wallet opens a window or an app, which browsers allow only shortly after a click. */
export const opensWindowOrApp = ({ connector }: Pick<Wallet, 'connector'>, openApps: boolean) =>
  connector === 'coinbase' || (connector === 'walletConnect' && openApps);

export const walletLinkOf = ({ templates }: Wallet, uri: string) => fillTemplate(templates.link, uri);
