import { LEGACY_PROVIDER_ID } from './legacyProvider';
import type { Localized } from './localized';

export type StepKind = 'install' | 'create' | 'scan' | 'refresh' | 'connect';

export type StepDescription = 'installExtension' | 'installMobile' | 'installDesktop' | Exclude<StepKind, 'install'>;

/** The instructions for a wallet on one kind of device. `title` and `description` are keys of the copy. */
export interface DownloadInstructions {
  steps: { step: StepKind; title: StepKind; description: StepDescription }[];
  learnMoreUrl: string;
}

/** The places where a visitor can download a wallet. `qrCode` is for a phone that scans a code. */
type Download = 'android' | 'ios' | 'mobile' | 'qrCode' | 'windows' | 'macos' | 'linux' | 'desktop' | ExtensionStore;
type ExtensionStore = 'chrome' | 'edge' | 'firefox' | 'opera' | 'safari' | 'browserExtension';

export type Connector = 'walletConnect' | 'injected' | 'coinbase' | 'safe';

/** A heading of the list of wallets, and the ids of the wallets below it. `wallets.ts` sorts each group. */
export interface WalletGroup {
  groupName: Localized;
  wallets: string[];
}

export interface WalletDescriptor {
  id: string;
  name: string;
  shortName?: string;
  /** The rdns of its announcement (EIP-6963). */
  rdns?: string;
  /** Other values of rdns that the wallet announces, such as that of the browser in its app. */
  otherRdns?: string[];
  /** The flags that identify the wallet's provider in `window.ethereum`. */
  flags?: string[];
  /** A path on this site. Without one, the icon is generated. */
  iconUrl?: string;
  iconBackground: string;
  /** `#` and 3 or 6 hex digits. */
  iconAccent?: string;
  connector: Connector;
  /** Whether the wallet is best known for Solana. Dialogs then say that the page asks for an Ethereum account. */
  holdsSolana?: true;
  downloadUrls?: Partial<Record<Download, string>>;
  /** Templates for links: `{uri}` is replaced by the pairing URI, and `{encoded}` by its percent-encoded form. */
  mobile?: { ios?: string; android?: string };
  qrCode?: { uri: string; instructions?: DownloadInstructions };
  extension?: { instructions: DownloadInstructions };
  /** The wallet's desktop app. `uri` is a link template that opens it, as in `mobile`. */
  desktop?: { uri: string; instructions: DownloadInstructions };
}

export interface Wallet {
  id: string;
  name: string;
  shortName: string;
  /** `src` is a path on this site, a `data:` URL, or null for a generated icon. */
  icon: { src: string | null; background: string; accent?: string };
  groupName: string;
  groupIndex: number;
  installed: boolean;
  ready: boolean;
  recent: boolean;
  /** Whether the visitor picked the wallet last, even if it did not connect. */
  latest: boolean;
  holdsSolana: boolean;
  connector: Connector;
  /** The uuid of its announcement (EIP-6963), or null. */
  announcement: string | null;
  /** The URLs at which this visitor can download the wallet. Null where the wallet is not available. */
  get: Record<'extension' | 'desktop' | 'mobile' | 'qrCode', string | null>;
  explains: Record<'extension' | 'desktop' | 'mobile', DownloadInstructions | null>;
  /** Templates for the QR code, and for the link into the wallet's app on this device. See `WalletDescriptor`. */
  templates: { qrCode: string; link: string | null };
}

/** Whether the wallet connects by a QR code or a link, and not in its own window. */
export const connectsByCode = ({ connector }: Wallet) => connector === 'walletConnect';

export const findWallet = ({ wallets }: { wallets: Wallet[] }, id: string | null) =>
  wallets.find((wallet) => wallet.id === id);

/** Whether the entry stands for many wallets: WalletConnect, or an unnamed provider in `window.ethereum`. */
export const representsManyWallets = ({ id }: Pick<Wallet, 'id'>) =>
  id === 'walletConnect' || id === LEGACY_PROVIDER_ID;
