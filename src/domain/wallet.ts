import { LEGACY_ID } from './legacyProvider';
import type { Localized } from './localized';

/** A kind of step in the instructions for a wallet. */
export type StepKind = 'install' | 'create' | 'scan' | 'refresh' | 'connect';

/** The key of the sentence that explains a step. */
export type StepDescription =
  | 'installExtension'
  | 'installMobile'
  | 'installDesktop'
  | 'create'
  | 'scan'
  | 'refresh'
  | 'connect';

/** The instructions for a wallet on one kind of device. `title` and `description` are keys of the copy. */
export interface DownloadInstructions {
  steps: { step: StepKind; title: StepKind; description: StepDescription }[];
  learnMoreUrl: string;
}

/** The places to get a wallet: stores of phones, of browsers, of desktops. `qrCode` is the URL that a phone scans. */
type Download =
  | 'android'
  | 'ios'
  | 'mobile'
  | 'qrCode'
  | 'chrome'
  | 'edge'
  | 'firefox'
  | 'opera'
  | 'safari'
  | 'browserExtension'
  | 'windows'
  | 'macos'
  | 'linux'
  | 'desktop';

/** How the page reaches a wallet. */
export type Connector = 'walletConnect' | 'injected' | 'coinbase' | 'safe';

/** A heading of the list, and the ids of its wallets. `wallets.ts` sorts each group. */
export interface WalletGroup {
  groupName: Localized;
  wallets: string[];
}

/** A wallet as the catalogue knows it. */
export interface WalletDescriptor {
  id: string;
  name: string;
  /** A shorter name for narrow places. */
  shortName?: string;
  /** The rdns of its announcement (EIP-6963). */
  rdns?: string;
  /** Further rdns, such as that of its app's own browser. */
  otherRdns?: string[];
  /** The flags that identify the wallet's provider in `window.ethereum`. */
  flags?: string[];
  /** A path on this site. Without one, the icon is generated. */
  iconUrl?: string;
  iconBackground: string;
  /** `#` and 3 or 6 hex digits. */
  iconAccent?: string;
  connector: Connector;
  /** Most visitors know it for accounts of Solana. The page asks for Ethereum accounts. */
  holdsSolana?: true;
  downloadUrls?: Partial<Record<Download, string>>;
  /**
   * Templates for links with a pairing URI. `{uri}` is replaced by it as it is, `{encoded}` by its percent-encoded
   * form.
   */
  mobile?: { ios?: string; android?: string };
  qrCode?: { uri: string; instructions?: DownloadInstructions };
  extension?: { instructions: DownloadInstructions };
  /** The wallet's desktop app. `uri` is a link template that opens it, as in `mobile`. */
  desktop?: { uri: string; instructions: DownloadInstructions };
}

/** A wallet as a visitor can choose it. Plain JSON, so that machines can contain it. */
export interface Wallet {
  id: string;
  name: string;
  shortName: string;
  /** `src` is a path on this site, a `data:` URL, or null for a generated icon. */
  icon: { src: string | null; background: string; accent?: string };
  groupName: string;
  groupIndex: number;
  /** Whether it has announced itself in this browser. */
  installed: boolean;
  ready: boolean;
  /** Whether it is one of the last connected ones. */
  recent: boolean;
  /** Whether it was picked last, connected or not. */
  latest: boolean;
  /** See `WalletDescriptor`. */
  holdsSolana: boolean;
  connector: Connector;
  /** The uuid of its announcement (EIP-6963), or null. */
  announcement: string | null;
  /** The places where this visitor can get it. Null if it is not available there. */
  get: { extension: string | null; desktop: string | null; mobile: string | null; qrCode: string | null };
  /** The wallet's instructions by kind of device. Null if there are none. */
  explains: {
    extension: DownloadInstructions | null;
    desktop: DownloadInstructions | null;
    mobile: DownloadInstructions | null;
  };
  /** Templates for a code, and for a link into its app on this device. See `WalletDescriptor`. */
  templates: { qrCode: string; link: string | null };
}

/** Whether it connects by a code to scan (or a link to follow) instead of its own window. */
export const connectsByCode = ({ connector }: Wallet) => connector === 'walletConnect';

export const findWallet = ({ wallets }: { wallets: Wallet[] }, id: string | null) =>
  wallets.find((wallet) => wallet.id === id);

/**
 * Whether it stands for many wallets. These are the protocol WalletConnect, and a provider in `window.ethereum` that
 * says nothing about itself.
 */
export const representsManyWallets = ({ id }: Pick<Wallet, 'id'>) => id === 'walletConnect' || id === LEGACY_ID;
