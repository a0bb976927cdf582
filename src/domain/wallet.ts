/** A kind of step that leads to a wallet. */
export type StepKind = 'install' | 'create' | 'scan' | 'refresh' | 'connect';

/** The way to a wallet on one kind of device. `title` and `description` are keys of the wording. */
export interface Instructions {
  steps: { step: StepKind; title: string; description: string }[];
  learnMoreUrl: string;
}

/** A place to get a wallet: stores of phones, of browsers, of desktops. `qrCode` is the address that a phone scans. */
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

/** How the page speaks with a wallet. */
export type Connector = 'walletConnect' | 'injected' | 'coinbase' | 'safe';

/** A wallet as the catalogue knows it (spec 3, wallet descriptor). */
export interface WalletDescriptor {
  id: string;
  name: string;
  /** For narrow places. */
  shortName?: string;
  /** The name under which it announces itself (EIP-6963). */
  rdns?: string;
  /** Further such names, for example that of its app's own browser. */
  otherRdns?: string[];
  /** The flags that mark its provider in `window.ethereum`. */
  flags?: string[];
  /** An address on this site; without one, a picture is generated. */
  iconUrl?: string;
  iconBackground: string;
  /** `#` and 3 or 6 hex digits. */
  iconAccent?: string;
  connector: Connector;
  downloadUrls?: Partial<Record<Download, string>>;
  /**
   * Templates for links with a pairing URI. `{uri}` stands for it as it is, `{encoded}` for its percent-encoded form.
   */
  mobile?: { ios?: string; android?: string };
  qrCode?: { uri: string; instructions?: Instructions };
  extension?: { instructions: Instructions };
  /** Its app for desktops; `uri` is the link that opens it, with a pairing URI as in `mobile`. */
  desktop?: { uri: string; instructions: Instructions };
}

/** A wallet as one visitor can choose it. Plain JSON, so that machines can hold it. */
export interface Wallet {
  id: string;
  name: string;
  shortName: string;
  /** `src` is an address on this site or a `data:` picture; null for a generated one. */
  icon: { src: string | null; background: string; accent?: string };
  /** Empty for the wallets that have announced themselves. */
  groupName: string;
  groupIndex: number;
  /** It has announced itself in this browser. */
  installed: boolean;
  /** It can connect here and now. */
  ready: boolean;
  /** One of the last that were connected. */
  recent: boolean;
  /** The one that was picked last, even if it did not connect. */
  latest: boolean;
  connector: Connector;
  /** The announcement that it comes from (EIP-6963 uuid), or null. */
  announcement: string | null;
  /** The places in which this visitor can get it. Null if it is not available there. */
  get: { extension: string | null; desktop: string | null; mobile: string | null; qrCode: string | null };
  /** The way to it, by kind of device. Null if there is nothing to explain. */
  explains: { extension: Instructions | null; desktop: Instructions | null; mobile: Instructions | null };
  /** Templates for a code, and for a link into its app on this device. See `WalletDescriptor`. */
  templates: { qrCode: string; link: string | null };
}

/** Whether it connects by a code to scan (or a link to follow) rather than in a window of its own. */
export const scans = ({ connector }: Wallet) => connector === 'walletConnect';

/** Returns the wallet called `id`, if it is listed. */
export const walletOf = ({ wallets }: { wallets: Wallet[] }, id: string | null) =>
  wallets.find((wallet) => wallet.id === id);
